import { createSignal, onCleanup, onMount, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { continueLine } from '../compose/insert-text'
import { isComposing } from '../keys/composing'
import type { Message } from '../store/messages'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { forgetText, keepText, keptText, refusalOf, saveEdit } from '../base/edited-text'
import { rememberedText } from '../base/own-texts'
import { isEditing } from '../base/editing'

/** Edits a message in its place. A refused edit keeps the text, and says why. */
export function EditForm(props: { message: Message; close: () => void }) {
  const client = useClient()
  let field!: HTMLTextAreaElement
  const { id } = props.message
  const { text, before, error, write, isChanged } = createText(client, id, () => field)
  onCleanup(() => rescueIfDeleted(client, props.message))

  function close() {
    forgetText(client, id)
    const row = field.closest<HTMLElement>('.msg')
    props.close()
    row?.focus({ preventScroll: true })
  }

  function save() {
    const content = text()
    if (content === undefined) return
    if (!isChanged()) return close()
    const row = field.closest<HTMLElement>('.msg')
    void saveEdit(client, { message_id: id, content, before: before() })
    row?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !isComposing(event)
    const saves = isEnter && (event.ctrlKey || event.metaKey)
    if (!saves && event.key !== 'Escape') return void (isEnter && continueLine(field) && event.preventDefault())
    event.preventDefault()
    if (saves) save()
    // Escape leaves the form only if nothing was written.
    else if (!isChanged()) close()
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
        aria-label={laterWords.editMessage}
        aria-describedby={`edit-error-${id}`}
        disabled={text() === undefined}
        value={text() ?? ''}
        dir="auto"
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Actions cancel={close} error={error()} errorId={`edit-error-${id}`} />
    </form>
  )
}

/** The text in the form: what the user wrote before a refusal, or the Markdown of the message, once it is fetched. */
function createText(client: Client, id: number, field: () => HTMLTextAreaElement) {
  const [text, setText] = createSignal<string>()
  const [error, setError] = createSignal(refusalOf(client, id))
  let before = ''

  async function load() {
    try {
      before = await writtenText(client, id)
      const start = keptText(client, id) ?? before
      setText(start)
      field().focus()
      field().setSelectionRange(start.length, start.length)
    } catch (failure) {
      setError(reasonOf(failure))
    }
  }
  onMount(() => void load())

  function write(next: string) {
    setText(next)
    keepText(client, id, next)
  }

  return { text, before: () => before, error, write, isChanged: () => text() !== before }
}

function Actions(props: { cancel: () => void; error: string; errorId: string }) {
  return (
    <div class="edit-actions">
      <button class="send" type="submit">
        {laterWords.save}
      </button>
      <button class="act" type="button" onClick={() => props.cancel()}>
        {laterWords.cancel}
      </button>
      <Show when={props.error}>
        <span class="fail" role="alert" id={props.errorId}>
          {props.error}
        </span>
      </Show>
    </div>
  )
}

/** Returns the Markdown of a message: that of the server, or without it, what this browser remembers. */
async function writtenText(client: Client, message_id: number): Promise<string> {
  try {
    const { message } = await client.ask('GET /messages/:message_id', { message_id, apply_markdown: false })
    return message.content
  } catch (error) {
    const remembered = error instanceof Refusal ? undefined : rememberedText(client, message_id)
    if (remembered === undefined) throw error
    return remembered
  }
}

/** A message that was deleted while the user edited it leaves its text. */
function rescueIfDeleted(client: Client, message: Message) {
  if (!isEditing(client, message.id) || client.store.messages.get(message.id) !== undefined) return
  void import('./rescued-text').then(({ rescueText }) => rescueText(client, message), client.report)
}

const reasonOf = (error: unknown) => (error instanceof Refusal ? error.message : words.unreachable)
