import { createSignal, onCleanup, onMount, Show } from 'solid-js'
import { report, store } from '../app'
import type { Message } from '../store/messages'
import { ask, Refusal } from '../wire/requests'
import { words } from '../words/en'
import { forgetText, isEditing, keepText, keptText, refusalOf, saveEdit } from '../base/editing'

/** Edits a message in its place. A refused edit keeps the text, and says why. */
export function EditForm(props: { message: Message; close: () => void }) {
  let field!: HTMLTextAreaElement
  const { id } = props.message
  const [text, setText] = createSignal<string>()
  const [error, setError] = createSignal(refusalOf(id))
  let before = ''

  async function load() {
    try {
      const { message } = await ask(`GET /messages/${id}`, { apply_markdown: false })
      before = message.content
      const start = keptText(id) ?? before
      setText(start)
      field.focus()
      field.setSelectionRange(start.length, start.length)
    } catch (failure) {
      setError(reasonOf(failure))
    }
  }
  onMount(() => void load())
  onCleanup(() => {
    if (!isEditing(id) || store.messages.get(id) !== undefined) return
    const { message } = props
    void import('./rescued-text').then(({ rescueText }) => rescueText(message), report)
  })

  function close() {
    forgetText(id)
    const row = field.closest<HTMLElement>('.msg')
    props.close()
    row?.focus({ preventScroll: true })
  }

  function save() {
    const content = text()
    if (content === undefined) return
    if (content === before) return close()
    const row = field.closest<HTMLElement>('.msg')
    void saveEdit(id, content)
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
          keepText(id, currentTarget.value)
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
