import { For } from 'solid-js'
import { formatWords } from '../words/en-format'
import { insertText, toggleMarks } from './insert-text'
import { prefixedLines } from './prefixed-lines'

type Format = keyof typeof formatWords

const MARKS: readonly (readonly [format: Format, marks: string, sign: string])[] = [
  ['bold', '**', 'B'],
  ['italic', '*', 'I'],
  ['struck', '~~', 'S'],
]

const PREFIXES: readonly (readonly [format: Format, prefix: string])[] = [
  ['list', '- '],
  ['numbered', '1. '],
  ['quote', '> '],
]

/** Formats the text by buttons. The keys do the same, so the user may turn this bar off. */
export function FormatBar(props: { field: HTMLTextAreaElement }) {
  const format = (run: (field: HTMLTextAreaElement) => void) => () => {
    props.field.focus()
    run(props.field)
  }
  return (
    <div class="format-bar" role="toolbar" aria-label={formatWords.title}>
      <For each={MARKS}>
        {([name, marks, sign]) => (
          <button
            class={`ib ${name}`}
            type="button"
            aria-label={formatWords[name]}
            onClick={format((field) => toggleMarks(field, marks))}
          >
            {sign}
          </button>
        )}
      </For>
      <button class="act" type="button" onClick={format(addLink)}>
        {formatWords.link}
      </button>
      <For each={PREFIXES}>
        {([name, prefix]) => (
          <button class="act" type="button" onClick={format((field) => prefixLines(field, prefix))}>
            {formatWords[name]}
          </button>
        )}
      </For>
      <button class="act" type="button" onClick={format(markCode)}>
        {formatWords.code}
      </button>
    </div>
  )
}

function prefixLines(field: HTMLTextAreaElement, prefix: string) {
  const { start, end, text } = prefixedLines(field.value, field.selectionStart, field.selectionEnd, prefix)
  insertText(field, text, start, end)
}

/** Several lines of code are a block. */
function markCode(field: HTMLTextAreaElement) {
  const { selectionStart: start, selectionEnd: end, value } = field
  const selected = value.slice(start, end)
  if (selected.includes('\n')) insertText(field, `\`\`\`\n${selected}\n\`\`\``, start, end)
  else toggleMarks(field, '`')
}

/** The selected words become the name of a link, whose address is written next. */
export function addLink(field: HTMLTextAreaElement) {
  const { selectionStart: start, selectionEnd: end, value } = field
  insertText(field, `[${value.slice(start, end)}](https://)`, start, end)
  const caret = end + (start === end ? 1 : '[](https://'.length)
  field.setSelectionRange(caret, caret)
}
