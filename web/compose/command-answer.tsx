import { useClient } from '../client/use-client'
import { showServerHtml } from '../html/server-html'
import { laterWords } from '../words/en-later'
import { commandWords } from '../words/en-commands'
import './command-answer.css'

/** What a command answered. A bot answers with HTML of the server, and the server itself with a sentence. */
export type Answer = { bot_id: number; rendered_content: string } | { text: string }

/** An answer that only this user sees. It is no message, so it goes when the user closes it. */
export function CommandAnswer(props: { answer: Answer; close: () => void }) {
  const client = useClient()
  const { names, store } = client
  const { answer } = props
  return (
    <div class="command-answer" role="status">
      <header>
        <b>{'bot_id' in answer ? names.user(answer.bot_id) : store.state.realm_name}</b>
        <span>{commandWords.onlyYou}</span>
        <button class="act" type="button" onClick={() => props.close()}>
          {laterWords.close}
        </button>
      </header>
      {'bot_id' in answer ? (
        <div
          class="body"
          dir="auto"
          ref={(body) => showServerHtml(client, body, answer.rendered_content, store.state.user_id)}
        />
      ) : (
        <p dir="auto">{answer.text}</p>
      )}
    </div>
  )
}
