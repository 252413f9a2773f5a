import { withoutMarks } from '../references'
import { startOf } from './words'

/** The markup of another chat server. */
export type Dialect = {
  /** Matches code, links, mentions and addresses, which are converted apart from the text around them. */
  pieces: RegExp
  piece: (match: string) => string
  /** Converts the text between the pieces. A piece is one character in it, `HOLE`. */
  text: (text: string) => string
}

/** It is no part of a word, so emphasis can begin and end beside a piece. */
const HOLE = '\u{f0008}'
/** The place of a line break, unless there is one already. */
const BREAK = '\u{f0007}'

/** Returns our Markdown for text with the markup of another server. */
export function converted(source: string, { pieces, piece, text }: Dialect): string {
  const kept: string[] = []
  const holed = withoutMarks(startOf(source)).replaceAll(pieces, (match) => {
    kept.push(piece(match))
    return HOLE
  })
  let next = 0
  return text(holed)
    .replaceAll(HOLE, () => kept[next++] ?? '')
    .replaceAll(BREAKS_AT_ENDS, '')
    .replaceAll(BREAKS, '\n')
}

const BREAKS_AT_ENDS = new RegExp(`^${BREAK}|${BREAK}$`, 'gu')
const BREAKS = new RegExp(`\n?${BREAK}\n?`, 'gu')

/** Returns a piece that begins and ends a line. */
export const ownLines = (text: string): string => BREAK + text + BREAK

/** Returns a code block whose fences are on lines of their own. */
export function codeBlock(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/^`{3,}/gm)].map(([fence]) => fence.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code.replace(/^\r?\n/, '').replace(/\r?\n$/, '')}\n${fence}`
}

/** Returns a value after its name. A code block begins a line. */
export const namedText = (name: string, value: string): string =>
  `**${name}**:${/^(?:```|~~~|> )/.test(value) ? '\n' : ' '}${value}`

/** Returns text with a mark around it. The mark counts only directly beside a character that is no space. */
export function marked(text: string, mark: string): string {
  const inside = text.trim()
  if (inside === '') return text
  const from = text.length - text.trimStart().length
  return text.slice(0, from) + mark + inside + mark + text.slice(from + inside.length)
}
