/** The parts of a document: its title, and what follows in the form of a message. */
export type Prose = { title: string; content: string }

/**
 * Returns a document as a message. In a message, each end of a line breaks the line, so the lines of a paragraph become one. A link to
 * another document leads to its page. If it has no page, only its text stays.
 */
export function proseOf(document: string, hasPage: (name: string) => boolean): Prose {
  const [heading = '', ...lines] = document.trim().split('\n')
  const content = joinLines(lines).replace(LINK_TO_DOCUMENT, (_, text: string, name: string) =>
    hasPage(name) ? `[${text}](/help/${name})` : text,
  )
  return { title: heading.replace(/^# /, ''), content: content.trim() }
}

/** A link within the project, such as `[limits](limits.md)` or `[why](decisions/calls.md)`. */
const LINK_TO_DOCUMENT = /\[([^[\]]+)\]\((?!\w+:)(?:[\w-]+\/)*([\w-]+)\.md\)/g

const FENCE = '```'
/** A line that begins a heading, a row of a table, an item of a list or a fence. */
const BEGINS_BLOCK = /^(?:#|\||- |\d+\. |```)/
/** A line after which no text of the same block follows. */
const ENDS_BLOCK = /^(?:#|\||```|$)/

function joinLines(lines: readonly string[]): string {
  const joined: string[] = []
  let isCode = false
  for (const line of lines) {
    const last = joined.at(-1) ?? ''
    if (isCode || ENDS_BLOCK.test(last) || line === '' || BEGINS_BLOCK.test(line)) joined.push(line)
    else joined[joined.length - 1] = `${last} ${line.trim()}`
    if (line.startsWith(FENCE)) isCode = !isCode
  }
  return joined.join('\n')
}
