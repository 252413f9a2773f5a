import { createSignal, onCleanup, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { Message } from '../store/messages'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { forgetText, isEditing, keepText, keptText, refusalOf, saveEdit } from '../base/editing'

/** Edits a message in its place. A refused edit keeps the text, and says why. */
export function EditForm(props: { message: Message; close: () => void }) {
  const client = useClient()
  const { ask, report, store } = client
  let field!: HTMLTextAreaElement
  const { id } = props.message
  const [text, setText] = createSignal<string>()
  const [error, setError] = createSignal(refusalOf(client, id))
  let before = ''

  async function load() {
    try {
      const { message } = await ask('GET /messages/:message_id', { message_id: id, apply_markdown: false })
      before = message.content
      const start = keptText(client, id) ?? before
      setText(start)
      field.focus()
      field.setSelectionRange(start.length, start.length)
    } catch (failure) {
      setError(reasonOf(failure))
    }
  }
  onMount(() => void load())
  onCleanup(() => {
    if (!isEditing(client, id) || store.messages.get(id) !== undefined) return
    const { message } = props
    void import('./rescued-text').then(({ rescueText }) => rescueText(client, message), report)
  })

  function close() {
    forgetText(client, id)
    const row = field.closest<HTMLElement>('.msg')
    props.close()
    row?.focus({ preventScroll: true })
  }

  function save() {
    const content = text()
    if (content === undefined) return
    if (content === before) return close()
    const row = field.closest<HTMLElement>('.msg')
    void saveEdit(client, id, content)
    row?.focus({ preventScroll: true })
  }

  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <textarea
        ref={field}
        aria-label={words.editMessage}
        aria-describedby={`edit-error-${id}`}
        disabled={text() === undefined}
        value={text() ?? ''}
        dir="auto"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          keepText(client, id, currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            save()
          }
          // Escape leaves the form only if nothing was written.
          if (event.key === 'Escape') {
            event.preventDefault()
            if (text() === before) close()
          }
        }}
      />
      <div class="edit-actions">
        <button class="send" type="submit">
          {words.save}
        </button>
        <button class="act" type="button" onClick={close}>
          {words.cancel}
        </button>
        <Show when={error()}>
          <span class="fail" role="alert" id={`edit-error-${id}`}>
            {error()}
          </span>
        </Show>
      </div>
    </form>
  )
}

const reasonOf = (error: unknown) => (error instanceof Refusal ? error.message : words.unreachable)
