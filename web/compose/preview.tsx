import { createEffect, createSignal, on, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { showServerHtml } from '../html/server-html'
import { printCard } from '../routes/card'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { formattingWords } from '../words/en-formatting'

/** Shows what the message will look like. The server renders it. */
export function Preview(props: { text: string }) {
  const client = useClient()
  const { ask, store } = client
  let frame!: HTMLDivElement
  let body!: HTMLDivElement
  const [error, setError] = createSignal('')
  createEffect(
    on(
      () => props.text,
      async (content) => {
        setError('')
        if (content.trim() === '') return body.replaceChildren(words.composer.nothingToPreview)
        try {
          const { rendered } = await ask('POST /messages/render', { content })
          if (content === props.text) showServerHtml(client, body, rendered, store.state.user_id)
        } catch (failure) {
          setError(failure instanceof Refusal ? failure.message : words.unreachable)
        }
      },
    ),
  )
  onMount(() => {
    // The text that had the focus is hidden now.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('[hidden]')) frame.focus({ preventScroll: true })
  })
  return (
    // The content can be longer than the box, so the keyboard must be able to scroll it.
    <div class="preview" ref={frame} role="region" aria-label={words.composer.preview} tabindex="0">
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
