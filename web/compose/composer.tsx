import { createEffect, createSignal, createUniqueId, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { lastOwnMessage, startEditing } from '../base/editing'
import { lazyView } from '../parts/lazy'
import { keyOfRoute, type Writable } from '../routes/route'
import type { Conversation } from '../store/conversations'
import { keepFocus } from '../base/keep-focus'
import { labelOf } from '../base/labels'
import { words } from '../words/en'
import { CommandState, createCommandRuns } from './command-runs'
import { commandIn } from './commands'
import { createCompletion } from './completion'
import { MARKS, toggleMarks } from './insert-text'
import { recentSenders } from './recent-senders'
import { ToLine } from './to-line'
import { sendsByEnter, Toolbar, type Menu } from './toolbar'
import { TypingLine } from './typing-line'
import { createUploads } from './uploads'
import './composer.css'

const ComposerMenus = lazyView(async () => (await import('./composer-menus')).ComposerMenus)
const UploadList = lazyView(async () => (await import('./upload-list')).UploadList)
const CompletionList = lazyView(async () => (await import('./completion-list')).CompletionList)
const Preview = lazyView(async () => (await import('./preview')).Preview)

type Props = {
  route: Writable
  /** The view has many conversations, and the composer answers one of its messages. */
  answers?: boolean
}

/** Writes to a conversation. In a channel, it asks for the topic. The text is kept until it is sent. */
export function Composer(props: Props) {
  const client = useClient()
  const { drafts, environment, go, outbox, setNotice, store, typing, watch } = client
  let field!: HTMLTextAreaElement
  let topicField: HTMLInputElement | undefined
  const { route } = props
  const key = keyOfRoute(route)
  const id = createUniqueId()
  const listId = `completion-${id}`
  const [text, setText] = createSignal('')
  const [topic, setTopic] = createSignal('')
  const [error, setError] = createSignal('')
  const [isPreview, setPreview] = createSignal(false)
  const [menu, setMenu] = createSignal<Menu>()
  const uploads = createUploads(client, () => field)
  const runs = createCommandRuns(client, {
    failed: setError,
    succeeded(to, content) {
      if (field.value.trimEnd() === content) drafts.clear(route)
      if (route.view === 'channel' && runs.answer() === undefined) go(to)
    },
  })
  const completion = createCompletion(
    client,
    () => field,
    () => recentSenders(client, route),
  )
  createEffect(() => {
    watch(`draft:${key}`)
    const draft = drafts.read(key)
    setTopic(draft?.topic ?? '')
    if ((draft?.text ?? '') === field.value) return
    setText(draft?.text ?? '')
    field.value = draft?.text ?? ''
    if (draft) field.setSelectionRange(draft.caret, draft.caret)
    fit()
  })

  function fit() {
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }

  function destination(): Conversation | undefined {
    if (route.view !== 'channel') return route
    const name = topic().trim()
    if (name === '' && store.state.realm_mandatory_topics) return undefined
    return { view: 'topic', stream_id: route.stream_id, topic: name }
  }

  /** Returns what to send and where, or shows why it cannot be sent. */
  function ready(): { to: Conversation; content: string } | undefined {
    const content = field.value.trimEnd()
    const to = destination()
    if (content.trim() === '') return undefined
    if (to === undefined) {
      setError(words.composer.topicMissing)
      topicField?.focus()
    } else if ([...content].length > store.state.max_message_length)
      setError(words.composer.tooLong(store.state.max_message_length))
    else if (uploads.isBusy()) setError(words.composer.uploading)
    else return { to, content }
    return undefined
  }

  function sent(to: Conversation) {
    setError('')
    setPreview(false)
    completion.close()
    typing.stopped()
    drafts.clear(route)
    field.focus()
    if (route.view !== 'channel' && props.answers !== true) return
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
    if (command !== undefined) return void runs.run(command, message)
    outbox.send(message.to, message.content)
    sent(message.to)
  }

  function closeMenu() {
    setMenu(undefined)
    field.focus()
  }

  function leave() {
    field.blur()
    topicField?.blur()
    field.closest('.layer')?.querySelector<HTMLElement>('.msg[tabindex="0"]')?.focus({ preventScroll: true })
    keepFocus(environment.root)
  }

  function editLast(): boolean {
    const id = field.value === '' && uploads.uploads().length === 0 ? lastOwnMessage(client, route) : undefined
    if (id !== undefined) startEditing(client, id)
    return id !== undefined
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || completion.onKeyDown(event)) return
    const hasModifier = event.ctrlKey || event.metaKey
    const marks = hasModifier ? MARKS[event.key.toLowerCase()] : undefined
    if (event.key === 'Escape') leave()
    else if (event.key === 'ArrowUp' && editLast()) completion.close()
    else if (event.key === 'Enter' && (hasModifier || (sendsByEnter(client) && !event.shiftKey))) send()
    else if (hasModifier && event.key === "'") setMenu('snippets')
    else if (marks !== undefined && !event.shiftKey) toggleMarks(field, marks)
    else return
    event.preventDefault()
  }

  /** The key works in the text and in its preview. */
  function togglePreview(event: KeyboardEvent) {
    if (!event.altKey || event.code !== 'KeyP' || isComposing(event)) return
    event.preventDefault()
    setPreview(!isPreview())
    field.focus()
  }

  function onInput() {
    setError('')
    setText(field.value)
    drafts.write(route, { text: field.value, caret: field.selectionStart })
    fit()
    completion.update()
    const to = destination()
    if (to !== undefined && field.value.trim() !== '') typing.typed(to)
  }

  return (
    <div class="composer">
      <TypingLine route={route} />
      <form
        class="write"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        onKeyDown={togglePreview}
        onDragOver={(event) => event.dataTransfer?.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => uploads.take(event, event.dataTransfer?.files)}
      >
        <Show when={completion.isOpen()}>
          <CompletionList
            id={listId}
            options={completion.options()}
            chosen={completion.chosen()}
            accept={completion.accept}
          />
        </Show>
        <ToLine
          route={route}
          topic={topic()}
          done={() => field.focus()}
          leave={leave}
          ref={(element) => (topicField = element)}
        />
        <Show when={isPreview()}>
          <Preview text={text()} />
        </Show>
        <textarea
          ref={(element) => {
            field = element
            queueMicrotask(fit)
          }}
          rows="1"
          dir="auto"
          hidden={isPreview()}
          aria-label={words.composer.messageTo(labelOf(client, route))}
          aria-autocomplete="list"
          aria-controls={completion.isOpen() ? listId : undefined}
          aria-activedescendant={completion.isOpen() ? `${listId}-${completion.chosen()}` : undefined}
          placeholder={words.composer.placeholder}
          onInput={onInput}
          onKeyDown={onKeyDown}
          onPaste={(event) => uploads.take(event, event.clipboardData?.files)}
          onBlur={() => {
            drafts.write(route, { caret: field.selectionStart })
            completion.close()
          }}
          onClick={() => completion.update()}
          onFocus={() => void completion.load()}
        />
        <CommandState runs={runs} />
        <Show when={uploads.uploads().length > 0}>
          <UploadList uploads={uploads.uploads()} add={uploads.add} />
        </Show>
        <Show when={error()}>
          <p class="fail" role="alert">
            {error()}
          </p>
        </Show>
        <Toolbar menu={menu()} setMenu={setMenu} isPreview={isPreview()} setPreview={setPreview} attach={uploads.add} />
        <Show when={menu()}>
          <ComposerMenus
            menu={menu()}
            field={field}
            name={labelOf(client, route)}
            ready={ready}
            sent={sent}
            close={closeMenu}
          />
        </Show>
      </form>
    </div>
  )
}
