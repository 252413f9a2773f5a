import { lastOwnMessage, startEditing } from '../base/editing'
import { keepFocus } from '../base/keep-focus'
import type { Client } from '../client/client'
import { isComposing } from '../keys/composing'
import type { Sending } from './composer-sending'
import type { ComposerState } from './composer-state'
import { MARKS, toggleMarks } from './insert-text'
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
    else return
    event.preventDefault()
  }

  /** The key works in the text and in its preview. */
  function togglePreview(event: KeyboardEvent) {
    if (!event.altKey || event.code !== 'KeyP' || isComposing(event)) return
    event.preventDefault()
    state.setPreview(!state.isPreview())
    field().focus()
  }

  function write() {
    state.setError('')
    state.setText(field().value)
    client.drafts.write(route, { text: field().value, caret: field().selectionStart })
    state.fit()
    completion.update()
    const to = destination()
    if (to !== undefined && field().value.trim() !== '') client.typing.typed(to)
  }

  return { leave, press, togglePreview, write }
}

export type ComposerKeys = ReturnType<typeof createComposerKeys>
