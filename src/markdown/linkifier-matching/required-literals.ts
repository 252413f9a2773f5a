/**
 * Returns literals that each match of a pattern contains: the characters that match themselves outside all groups and
 * alternatives. For example, most messages have no `#`, so a pattern with a `#` need not run for them.
 */
export function requiredLiterals(pattern: string): string[] {
  if (/\(\?[a-zA-Z-]*[ix]|\\[QE]/.test(pattern)) return []
  const literals = ['']
  let depth = 0
  for (const { 0: token } of pattern.matchAll(
    /\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/g,
  )) {
    if (depth === 0 && token === '|') return []
    if (/^(?:[?*]|\{.+)$/.test(token) && depth === 0) literals.splice(-1, 1, (literals.at(-1) ?? '').slice(0, -1), '')
    else if (depth === 0 && isLiteral(token)) literals.push((literals.pop() ?? '') + (token.at(-1) ?? ''))
    else literals.push('')
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
  }
  return literals.filter((literal) => literal !== '')
}

const isLiteral = (token: string) => /^(?:[^\\^$.|?*+()[\]{}\uD800-\uDFFF]|\\[^A-Za-z0-9])$/.test(token)

/** Returns whether a text contains all literals. */
export const hasAllLiterals = (text: string, literals: readonly string[]): boolean =>
  literals.every((literal) => text.includes(literal))
