import { lastOwnMessage, startEditing } from '../base/editing'
import { keepFocus } from '../base/keep-focus'
import type { Client } from '../client/client'
import { isComposing } from '../keys/composing'
import type { Sending } from './composer-sending'
import type { ComposerState } from './composer-state'
import { continueLine, insertText, MARKS, toggleMarks } from './insert-text'
import { linkOver } from './lines'
import { sendsByEnter } from './toolbar'

/** What the keys and the input of the composer do. */
export function createComposerKeys(client: Client, state: ComposerState, { destination, send }: Sending) {
  const { completion, field, route } = state

  function leave() {
    field().blur()
    state.elements.topic?.blur()
    field().closest('.layer')?.querySelector<HTMLElement>('.msg[tabindex="0"]')?.focus({ preventScroll: true })
    keepFocus(client.environment.root)
  }

  function editLast(): boolean {
    const isEmpty = field().value === '' && state.uploads.uploads().length === 0
    const id = isEmpty ? lastOwnMessage(client, route) : undefined
    if (id !== undefined) startEditing(client, id)
    return id !== undefined
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event) || completion.onKeyDown(event)) return
    const hasModifier = event.ctrlKey || event.metaKey
    const marks = hasModifier ? MARKS[event.key.toLowerCase()] : undefined
    if (event.key === 'Escape') leave()
    else if (event.key === 'ArrowUp' && editLast()) completion.close()
    else if (event.key === 'Enter' && (hasModifier || (sendsByEnter(client) && !event.shiftKey))) send()
    else if (hasModifier && event.key === "'") state.setMenu('snippets')
    else if (marks !== undefined && !event.shiftKey) toggleMarks(field(), marks)
    else if (hasModifier && event.shiftKey && event.code === 'KeyL')
      void import('./format-bar').then(({ addLink }) => addLink(field()), client.report)
    else if (event.key !== 'Enter' || event.shiftKey || !continueLine(field())) return
    event.preventDefault()
  }

  /** These keys work in the text, in its preview, and on all buttons. */
  function pressAnywhere(event: KeyboardEvent) {
    if (event.defaultPrevented || isComposing(event)) return
    if (event.altKey && event.code === 'KeyP') {
      state.setPreview(!state.isPreview())
      field().focus()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else return
    event.preventDefault()
  }

  function paste(event: ClipboardEvent) {
    const { clipboardData } = event
    const { selectionStart, selectionEnd, value } = field()
    const link = linkOver(value.slice(selectionStart, selectionEnd), clipboardData?.getData('text/plain') ?? '')
    if (link === undefined) return state.uploads.take(event, clipboardData?.files)
    event.preventDefault()
    insertText(field(), link)
  }

  function write() {
    state.setError('')
    state.setText(field().value)
    client.drafts.write(route, { text: field().value, caret: field().selectionStart })
    state.fit()
    completion.update()
    const to = destination()
    if (to !== undefined && field().value.trim() !== '') client.typed(to)
  }

  return { leave, paste, press, pressAnywhere, write }
}

export type ComposerKeys = ReturnType<typeof createComposerKeys>
