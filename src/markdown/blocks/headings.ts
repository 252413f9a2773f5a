/** A heading, and on how many lines it is written. */
type Heading = { level: number; text: string; lineCount: 1 | 2 }

/**
 * Returns the heading that starts on a line, if one does: `## Title ##`. The title may be on the line below the `#`
 * characters. `#topic` without a space is text.
 */
export function findHeading(lines: readonly string[], index: number): Heading | undefined {
  const line = lines[index] ?? ''
  if (!line.startsWith('#')) return undefined
  const nextLine = lines[index + 1] ?? ''
  if (nextLine === '' || !/^#{1,6}$/.test(line)) return parseHeading(line, 1)
  return parseHeading(`${line}\n${nextLine}`, 2)
}

function parseHeading(line: string, lineCount: 1 | 2): Heading | undefined {
  const level = /^#{1,6}(?=\s)/.exec(line)?.[0].length
  if (level === undefined) return undefined
  const title = line.slice(level + 1)
  const closingLength = trailingRunLength(title, '#')
  const text = title.slice(0, title.length - closingLength)
  if (trailingRunLength(text, '\\') % 2 === 0) return { level, text: text.trim(), lineCount }
  // A backslash keeps the `#` after it in the title. A title that ends in a backslash makes the line plain text.
  return closingLength > 0 ? { level, text: `${text}#`.trim(), lineCount } : undefined
}

/** Returns how often a character is repeated at the end of a text. */
function trailingRunLength(text: string, character: string): number {
  let start = text.length
  while (start > 0 && text.charAt(start - 1) === character) start -= 1
  return text.length - start
}
