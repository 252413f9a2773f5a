import { continuedLine } from './lines'

/** What surrounds bold and italic text, by the key. */
export const MARKS: Record<string, string> = { b: '**', i: '*' }

/** Replaces a part of a field as if the user had typed it, so the browser can undo it. The caret is placed behind it. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  start = field.selectionStart,
  end = field.selectionEnd,
) {
  field.focus()
  field.setSelectionRange(start, end)
  // Only this command keeps the undo history. It is the same in all browsers, and no other exists.
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (isDone || (text === '' && start === end)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Puts marks such as `**` around the selection, or takes them away. The selection stays. */
export function toggleMarks(field: HTMLTextAreaElement, marks: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const selected = value.slice(start, end)
  const size = marks.length
  const isMarked = value.slice(start - size, start) === marks && value.slice(end, end + size) === marks
  if (isMarked) insertText(field, selected, start - size, end + size)
  else insertText(field, `${marks}${selected}${marks}`, start, end)
  const from = isMarked ? start - size : start + size
  field.setSelectionRange(from, from + selected.length)
}

/** Continues a list or a quote in a new line. Returns false if the caret is in neither. */
export function continueLine(field: HTMLTextAreaElement): boolean {
  const { selectionStart, selectionEnd, value } = field
  const change = selectionStart === selectionEnd ? continuedLine(value, selectionStart) : undefined
  if (change !== undefined) insertText(field, change.text, change.start, change.end)
  return change !== undefined
}
