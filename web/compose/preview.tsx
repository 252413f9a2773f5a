import { createEffect, createSignal, on, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { showServerHtml } from '../html/server-html'
import { printCard } from '../routes/card'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { formattingWords } from '../words/en-formatting'
import { laterWords } from '../words/en-later'

/** Shows what the message will look like. The server renders it. */
export function Preview(props: { text: string }) {
  const client = useClient()
  const { ask, store } = client
  let body!: HTMLDivElement
  const [error, setError] = createSignal('')
  let isAsking = false
  /** Asks once at a time: a text that changed meanwhile comes next. */
  async function render(content: string): Promise<void> {
    if (isAsking) return
    setError('')
    if (content.trim() === '') return body.replaceChildren(laterWords.nothingToPreview)
    isAsking = true
    try {
      const { rendered } = await ask('POST /messages/render', { content })
      showServerHtml(client, body, rendered, store.state.user_id)
    } catch (failure) {
      setError(failure instanceof Refusal ? failure.message : words.unreachable)
    }
    isAsking = false
    if (content !== props.text) await render(props.text)
  }
  createEffect(
    on(
      () => props.text,
      (content) => void render(content),
    ),
  )
  return (
    // The content can be longer than the box, so the keyboard must be able to scroll it.
    <div class="preview" role="region" aria-label={words.composer.preview} tabindex="0">
      <div class="body" dir="auto" ref={body} />
      <a class="act" href={printCard({ card: 'formatting' })}>
        {formattingWords.title}
      </a>
      <Show when={error()}>
        <span class="fail" role="alert">
          {error()}
        </span>
      </Show>
    </div>
  )
}
