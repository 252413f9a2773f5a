import { type Element, type Node, block, inline } from '../tree'
import { hold, plain } from './held'
import type { Rung } from './rung'

/**
 * `$$x^2$$` and ```` ```math ````. There is no TeX engine here yet, so every formula is shown the way this flavour shows
 * one it cannot typeset: its source, marked as such. An engine would go into `inlineFormula` and `displayFormulas`.
 */
export const formulas: Rung = (text, { held }) => {
  if (!text.includes('$$')) return text
  let parsed = ''
  let position = 0
  for (let start = text.indexOf('$$'); start >= 0; start = text.indexOf('$$', start + 1)) {
    if (start < position || !mayStand(text.charAt(start - 1))) continue
    const end = endOfFormula(text, start)
    if (end === undefined) continue
    parsed += text.slice(position, start) + hold(held, inlineFormula(plain(text.slice(start + 2, end), held)))
    position = end + 2
  }
  return parsed + text.slice(position)
}

const inlineFormula = (source: string): Element => inline('span', { class: 'tex-error' }, [`$$${source}$$`])

/** An empty line starts a new formula. */
export function displayFormulas(lines: readonly string[]): Element {
  const sources = lines.join('\n').split('\n\n')
  const formulasAndGaps = sources.flatMap((source, index): Node[] => [
    ...(index > 0 ? ['\n\n'] : []),
    inline('span', { class: 'tex-error' }, [{ literal: source }]),
  ])
  return block('p', {}, formulasAndGaps)
}

/** Dollars next to a letter, digit or dollar are money. */
const mayStand = (neighbour: string) => !/[$\p{L}\p{N}_]/u.test(neighbour)

/**
 * Where the formula opened at `start` ends: at the last pair of dollars it could end at, since `\$` may be a dollar in
 * the formula or its last backslash. It starts with neither `_` nor a dollar and does not go over a line's end.
 */
function endOfFormula(text: string, start: number): number | undefined {
  const first = text.charAt(start + 2)
  if (first === '' || first === '\n' || first === '_' || first === '$') return undefined
  let end: number | undefined
  for (let index = start + 3; index < text.length && text.charAt(index) !== '\n'; index++) {
    if (text.charAt(index) !== '$') continue
    if (text.charAt(index + 1) === '$' && mayStand(text.charAt(index + 2))) end = index
    const escaped = text.charAt(index - 1) === '\\' && index - 1 > start + 2
    if (!escaped) break
  }
  return end
}
