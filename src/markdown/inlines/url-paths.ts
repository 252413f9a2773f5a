import { isTokenUnit } from './node-tokens'

/**
 * Returns where the path of a web address ends: at the first index from `closing` on where its parentheses are balanced.
 * Returns undefined if they never are, are nested too deeply, or the path has a quotation mark.
 */
export function endOfPath(text: string, from: number, closing: number): number | undefined {
  let open = 0
  for (let index = from; index < text.length; index++) {
    if (index >= closing && open === 0) return index
    const character = text.charAt(index)
    if (character === '(') open += 1
    else if (character === ')') open -= 1
    if (open < 0 || open > MAX_PARENTHESES || character === '"' || isTokenUnit(text.charCodeAt(index))) return undefined
  }
  return open === 0 ? text.length : undefined
}

const MAX_PARENTHESES = 7
