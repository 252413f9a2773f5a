/** A heading, and how many lines it is written on. */
export type Heading = { level: number; text: string; lines: 1 | 2 }

/**
 * `## Title ##`, on any line of a block; the title may stand on the line after the marks. `#topic` is no heading: in
 * chat it is mostly a reference to something.
 */
export function headingAt(all: readonly string[], index: number): Heading | undefined {
  const line = all[index] ?? ''
  if (!line.startsWith('#')) return undefined
  const next = all[index + 1] ?? ''
  if (next === '' || !/^#{1,6}$/.test(line)) return headingIn(line, 1)
  return headingIn(`${line}\n${next}`, 2)
}

function headingIn(line: string, lines: 1 | 2): Heading | undefined {
  const level = /^#{1,6}(?=\s)/.exec(line)?.[0].length
  if (level === undefined) return undefined
  const title = line.slice(level + 1)
  const closing = lengthOfRun(title, '#')
  const text = title.slice(0, title.length - closing)
  if (lengthOfRun(text, '\\') % 2 === 0) return { level, text: text.trim(), lines }
  // A backslash keeps the mark after it in the title; with nothing after it, the line is text.
  return closing > 0 ? { level, text: `${text}#`.trim(), lines } : undefined
}

/** How often a character is repeated at the end of a text. */
function lengthOfRun(text: string, character: string): number {
  let start = text.length
  while (start > 0 && text.charAt(start - 1) === character) start -= 1
  return text.length - start
}
