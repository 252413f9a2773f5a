import type { Change } from './lines'

/** Returns the lines of a selection with a prefix, or without it if all of them have it. */
export function prefixedLines(text: string, from: number, to: number, prefix: string): Change {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const after = text.indexOf('\n', to)
  const end = after === -1 ? text.length : after
  const lines = text.slice(start, end).split('\n')
  const isPrefixed = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (isPrefixed ? line.slice(prefix.length) : `${prefix}${line}`))
  return { start, end, text: changed.join('\n') }
}
