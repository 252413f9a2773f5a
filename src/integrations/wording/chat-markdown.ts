import { converted, codeBlock, marked, ownLines } from './markup'
import { withoutOwnMarkup } from './plain-text'

/** What a chat server with Markdown has besides it: how it writes mentions, and other pieces. */
export type ChatMarkdown = {
  /** The sources of patterns without groups. */
  pieces: readonly string[]
  /** Returns Markdown for such a piece, or undefined if it is text. */
  piece: (match: string) => string | undefined
  /** Converts the text between the pieces, before the emphasis that all servers share. */
  text?: (text: string) => string
}

const FENCED = '^ {0,3}```[\\s\\S]*?^ {0,3}```[ \\t]*$|^ {0,3}~~~[\\s\\S]*?^ {0,3}~~~[ \\t]*$|```[\\s\\S]*?```'
const CODE = '``[^`\\n](?:[^`\\n]|`(?!`))*``|`[^`\\n]+`'
const LINK = '!?\\[[^[\\]\\n]{1,1000}\\]\\([^()\\s]{1,2000}(?:\\([^()\\s]{0,1000}\\)[^()\\s]{0,1000})?\\)'
const ESCAPED = '\\\\[\\\\`*_{}\\[\\]()#+\\-.!~|<>@:$]'
const ADDRESS = 'https?:\\/\\/[^\\s<>|]*[^\\s<>|*_~).,;:!?\'"\\]]'

/**
 * Returns our Markdown for the Markdown of another chat server. Code, addresses and links stay as they are. `_x_` and `__x__` mean
 * emphasis only there, and mentions have other forms.
 */
export function chatMarkdown(markdown: string, { pieces, piece, text = (same) => same }: ChatMarkdown): string {
  // Linear: `converted` reads at most 12,000 characters, and the pieces are patterns of this folder.
  const pattern = new RegExp([FENCED, CODE, ESCAPED, LINK, ...pieces, ADDRESS].join('|'), 'gmu')
  return converted(markdown.replaceAll('\r\n', '\n'), {
    pieces: pattern,
    piece: (match) => pieceText(match) ?? piece(match) ?? withoutOwnMarkup(match),
    text: (between) => withEmphasis(text(between)),
  })
}

function pieceText(match: string): string | undefined {
  if (/^ {0,3}```/.test(match)) return fencedText(match.trim())
  if (/^(?: {0,3}~~~|`|https?:)/.test(match)) return match
  if (match.startsWith('\\')) return `&#${match.charCodeAt(1)};`
  // An image that the server would have to fetch is a link here.
  return /^!?\[.*\]\(/.test(match) ? withoutOwnMarkup(match.replace(/^!/, '')) : undefined
}

/** A fence on the line of its code begins no code block here. */
function fencedText(match: string): string {
  const inside = match.slice(3, -3)
  if (!inside.includes('\n')) return match
  const [, language = '', code = ''] = /^([\w+#.-]{0,30})[ \t]*\n([\s\S]*)$/.exec(inside) ?? [undefined, '', inside]
  return ownLines(codeBlock(code, language))
}

const BORDER_BEFORE = String.raw`(?<![\p{L}\p{N}_\\])`
const BORDER_AFTER = String.raw`(?![\p{L}\p{N}_])`
const STRONG = new RegExp(`${BORDER_BEFORE}__(?!\\s)([^_\\n]{1,2000})(?<!\\s)__${BORDER_AFTER}`, 'gu')
const EMPHASIS = new RegExp(`${BORDER_BEFORE}_(?!\\s)([^_\\n]{1,2000})(?<!\\s)_${BORDER_AFTER}`, 'gu')

const withEmphasis = (text: string): string =>
  withoutOwnMarkup(
    text
      .replaceAll(STRONG, (_, inside: string) => marked(inside, '**'))
      .replaceAll(EMPHASIS, (_, inside: string) => marked(inside, '*')),
  )
