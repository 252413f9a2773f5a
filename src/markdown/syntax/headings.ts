export type Heading = { level: number; text: string }

/** `## Title ##`, on any line of a block. `#topic` is no heading: in chat it is mostly a reference to something. */
export function headingOf(line: string): Heading | undefined {
  if (!line.startsWith('#')) return undefined
  const level = /^#{1,6}(?=\s)/.exec(line)?.[0].length
  if (level === undefined) return undefined
  const title = line.slice(level + 1)
  const closing = lengthOfRun(title, '#')
  const text = title.slice(0, title.length - closing)
  if (lengthOfRun(text, '\\') % 2 === 0) return { level, text: text.trim() }
  // A backslash keeps the mark after it in the title; with nothing after it, the line is text.
  return closing > 0 ? { level, text: `${text}#`.trim() } : undefined
}

/** How often a character is repeated at the end of a text. */
function lengthOfRun(text: string, character: string): number {
  let start = text.length
  while (start > 0 && text.charAt(start - 1) === character) start -= 1
  return text.length - start
}
