import type { OutputBudget } from '../html/output-budget'
import { type Element, type Node, blockElement, inlineElement } from '../html/tree'
import type { InlineConstruct } from './inline-construct'
import { renderTex } from './katex'
import { addNode, expandToText } from './node-tokens'

/** `$$x^2$$`, on one line. TeX with an error is shown as typed, with a class that says so. */
export const formulas: InlineConstruct = (text, { message, nodes }) => {
  if (!text.includes('$$')) return text
  let parsed = ''
  let position = 0
  for (let start = text.indexOf('$$'); start >= 0; start = text.indexOf('$$', start + 1)) {
    if (start < position || !canBeBeside(text.charAt(start - 1))) continue
    const end = endOfFormula(text, start)
    if (end === undefined) continue
    const tex = expandToText(text.slice(start + 2, end), nodes)
    parsed += text.slice(position, start) + addNode(nodes, inlineFormula(tex, message.budget))
    position = end + 2
  }
  return parsed + text.slice(position)
}

function inlineFormula(tex: string, budget: OutputBudget): Node {
  const html = renderTex(tex, false, budget)
  const source = `$$${tex}$$`
  return html === undefined ? texError(source) : { html, source }
}

/** Returns the element of a ```` ```math ```` block. A blank line starts another formula. */
export function mathBlockElement(lines: readonly string[], budget: OutputBudget): Element {
  const formulasAndGaps = lines
    .join('\n')
    .split('\n\n')
    .flatMap((tex, index): Node[] => {
      const html = renderTex(tex, true, budget)
      const formula = html === undefined ? texError({ literal: tex }) : { html, source: tex }
      return index > 0 ? ['\n\n', formula] : [formula]
    })
  return blockElement('p', {}, formulasAndGaps)
}

const texError = (source: Node): Element => inlineElement('span', { class: 'tex-error' }, [source])

/** Dollar signs beside a letter, a digit or another dollar sign are money. */
const canBeBeside = (neighbour: string) => !/[$\p{L}\p{N}_]/u.test(neighbour)

/**
 * Returns where the formula that opens at `start` ends. After `\`, a dollar sign may belong to the formula or close it, so
 * the last possible end counts. A formula is on one line, and starts with neither `_` nor a dollar sign.
 */
function endOfFormula(text: string, start: number): number | undefined {
  const first = text.charAt(start + 2)
  if (first === '' || first === '\n' || first === '_' || first === '$') return undefined
  let end: number | undefined
  for (let index = start + 3; index < text.length && text.charAt(index) !== '\n'; index++) {
    if (text.charAt(index) !== '$') continue
    if (text.charAt(index + 1) === '$' && canBeBeside(text.charAt(index + 2))) end = index
    const isEscaped = text.charAt(index - 1) === '\\' && index - 1 > start + 2
    if (!isEscaped) break
  }
  return end
}
