/** What replaces a part of a text. */
export type Change = { start: number; end: number; text: string }

const ITEM = /^( {0,20})(?:([-*+>])|(\d{1,9})([.)])) (\[[ x]\] )?/

/** Returns what a new line at the caret does in a list or a quote: it continues, or ends if the item is empty. */
export function continuedLine(text: string, caret: number): Change | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const before = text.slice(0, start)
  const [found, indent = '', sign, number, end, box] = ITEM.exec(text.slice(start, caret)) ?? []
  if (found === undefined || before.split('```').length % 2 === 0) return undefined
  if (start + found.length === caret) return { start, end: caret, text: '' }
  const next = sign ?? `${Number(number) + 1}${end}`
  return { start: caret, end: caret, text: `\n${indent}${next} ${box === undefined ? '' : '[ ] '}` }
}

/** Returns the link that a pasted address makes of selected words. */
export function linkOver(selected: string, pasted: string): string | undefined {
  const address = pasted.trim()
  if (!URL.canParse(address) || !/^https?:\/\/\S+$/.test(address) || address.includes(')')) return undefined
  if (selected.trim() === '' || /[\n[\]]/.test(selected) || URL.canParse(selected.trim())) return undefined
  return `[${selected}](${address})`
}
