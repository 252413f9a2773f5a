import { labelOf } from '../base/labels'
import type { Client } from '../client/client'
import type { Conversation } from '../store/conversations'
import { words } from '../words/en'
import { commandIn } from './commands'
import type { ComposerState } from './composer-state'

export type Sending = ReturnType<typeof createSending>

/** Sends what the composer has. `answers`: the view has many conversations, and the composer answers one of its messages. */
export function createSending(client: Client, state: ComposerState, answers: boolean) {
  const { drafts, go, outbox, setNotice, store, typing } = client
  const { route, field, setError } = state

  function destination(): Conversation | undefined {
    if (route.view !== 'channel') return route
    const name = state.topic().trim()
    if (name === '' && store.state.realm_mandatory_topics) return undefined
    return { view: 'topic', stream_id: route.stream_id, topic: name }
  }

  /** Returns what to send and where, or shows why it cannot be sent. `content` is the text, if it is another than that of the field. */
  function ready(content = field().value.trimEnd()): { to: Conversation; content: string } | undefined {
    const to = destination()
    if (content.trim() === '') return undefined
    if (to === undefined) {
      setError(words.composer.topicMissing)
      state.elements.topic?.focus()
    } else if ([...content].length > store.state.max_message_length)
      setError(words.composer.tooLong(store.state.max_message_length))
    else if (state.uploads.isBusy()) setError(words.composer.uploading)
    else return { to, content }
    return undefined
  }

  function sent(to: Conversation) {
    setError('')
    state.setPreview(false)
    state.completion.close()
    typing()?.stopped()
    drafts.clear(route)
    field().focus()
    if (route.view !== 'channel' && !answers) return
    if (store.state.user_settings.web_navigate_to_sent_message) go(to)
    else
      setNotice({
        text: words.composer.sentTo(labelOf(client, to)),
        action: { label: words.composer.openSent, run: () => go(to) },
      })
  }

  function send() {
    const message = ready()
    if (message === undefined) return
    const command = commandIn(client, message.content)
    if (command !== undefined) return void state.runs.run(command, message)
    outbox.send(message.to, message.content)
    sent(message.to)
  }

  return { destination, ready, sent, send }
}
