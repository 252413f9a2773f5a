import type { OutputBudget } from '../html/output-budget'
import { type Element, type Node, block, inline } from '../html/tree'
import type { Rung } from './inline-construct'
import { typeset } from './katex'
import { hold, plain } from './node-tokens'

/** `$$x^2$$`, on one line. What cannot be typeset is shown as it was typed, marked as such. */
export const formulas: Rung = (text, { scope, held }) => {
  if (!text.includes('$$')) return text
  let parsed = ''
  let position = 0
  for (let start = text.indexOf('$$'); start >= 0; start = text.indexOf('$$', start + 1)) {
    if (start < position || !mayStand(text.charAt(start - 1))) continue
    const end = endOfFormula(text, start)
    if (end === undefined) continue
    const tex = plain(text.slice(start + 2, end), held)
    parsed += text.slice(position, start) + hold(held, inlineFormula(tex, scope.budget))
    position = end + 2
  }
  return parsed + text.slice(position)
}

function inlineFormula(tex: string, budget: OutputBudget): Node {
  const html = typeset(tex, false, budget)
  const source = `$$${tex}$$`
  return html === undefined ? failed(source) : { html, source }
}

/** ```` ```math ````: an empty line starts a new formula. */
export function displayFormulas(lines: readonly string[], budget: OutputBudget): Element {
  const formulasAndGaps = lines
    .join('\n')
    .split('\n\n')
    .flatMap((tex, index): Node[] => {
      const html = typeset(tex, true, budget)
      const formula = html === undefined ? failed({ literal: tex }) : { html, source: tex }
      return index > 0 ? ['\n\n', formula] : [formula]
    })
  return block('p', {}, formulasAndGaps)
}

const failed = (source: Node): Element => inline('span', { class: 'tex-error' }, [source])

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
