import { referenceTo } from '../references'
import { codeBlock, converted, ownLines } from './markup'
import { exceptQuotes, linkTo, plainText } from './plain-text'

/**
 * Returns Markdown for the markup of Slack. Code stays as it is. In the rest, `*bold*`, `_italic_` and `~struck~` count only at the
 * borders of words, links and mentions are between angle brackets, and three characters are escaped.
 */
export const slackMarkdown = (markup: string): string =>
  markup === '' ? '' : converted(markup, { pieces: PIECES, piece: pieceText, text: styled })

const PIECES = /```[\s\S]*?```|`[^`\n]+`|<[^<>\n]+>|https?:\/\/[^\s<>|]*[^\s<>|*_~).,;:!?'"\]]/g

/** Slack escapes three characters in all texts, also in those without markup. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function pieceText(piece: string): string {
  if (piece.startsWith('```') && piece.includes('\n')) return ownLines(codeBlock(unescaped(piece.slice(3, -3))))
  return piece.startsWith('<') ? bracketed(piece.slice(1, -1)) : unescaped(piece)
}

/** After `@` or `#`, emphasis would become a mention. */
const BORDER_BEFORE = String.raw`(?<![\p{L}\p{N}_*~@#])`
const BORDER_AFTER = String.raw`(?![\p{L}\p{N}_*~])`
const between = (mark: string) =>
  // Linear: the mark is one character.
  new RegExp(`${BORDER_BEFORE}[${mark}](?!\\s)([^${mark}\\n]{1,2000})(?<!\\s)[${mark}]${BORDER_AFTER}`, 'gu')
const [BOLD, ITALIC, STRUCK] = [between('*'), between('_'), between('~')]
/** The marks of emphasis, while the other asterisks and tildes become text. */
const [BOLD_MARK, ITALIC_MARK, STRUCK_MARK] = ['\u{f0005}', '\u{f0003}', '\u{f0006}']

const styled = (text: string): string =>
  exceptQuotes(
    unescaped(text)
      .replaceAll(ITALIC, `${ITALIC_MARK}$1${ITALIC_MARK}`)
      .replaceAll(BOLD, `${BOLD_MARK}$1${BOLD_MARK}`)
      .replaceAll(STRUCK, `${STRUCK_MARK}$1${STRUCK_MARK}`),
  )
    .replaceAll(BOLD_MARK, '**')
    .replaceAll(ITALIC_MARK, '*')
    .replaceAll(STRUCK_MARK, '~~')

const WILDCARDS = ['here', 'channel', 'everyone']

/** Returns Markdown for what is between angle brackets: a link, a mention, or a date. */
function bracketed(inner: string): string {
  const [target = '', label] = inner.split('|', 2)
  if (target.startsWith('!')) return command(target.slice(1), label)
  const name = plainText(unescaped(label?.replace(/^[@#]/, '') ?? target.slice(1)))
  if (target.startsWith('@')) return slackUser(target.slice(1), name)
  if (target.startsWith('#')) return slackChannel(target.slice(1), name)
  const url = unescaped(target)
  return label ? linkTo(url, unescaped(label)) : url.replace(/^mailto:/, '')
}

function command(target: string, label: string | undefined): string {
  const [name = '', ...parts] = target.split('^')
  if (WILDCARDS.includes(name)) return everyone(name)
  if (name === 'date' && /^\d{1,12}$/.test(parts[0] ?? '')) return `<time:${parts[0]}>`
  return plainText(unescaped(label ?? `@${name}`))
}

/** Returns a wildcard mention, which the realm refuses to most senders. */
export const everyone = (name: string): string => referenceTo('everyone', name, `@${name}`)

/** Returns a mention. An id such as `U17` is one that this server sent; other servers have other ids, so their name counts. */
export const slackUser = (id: string, name: string): string =>
  /^[UW]?\d{1,15}$/.test(id)
    ? referenceTo('user', id.replace(/^\D/, ''), `@${name}`)
    : referenceTo('user name', name || id, `@${name || id}`)

export const slackChannel = (id: string, name: string): string =>
  /^C?\d{1,15}$/.test(id)
    ? referenceTo('channel', id.replace(/^\D/, ''), `#${name}`)
    : referenceTo('channel name', name || id, `#${name || id}`)
