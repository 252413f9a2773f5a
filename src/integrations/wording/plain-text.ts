/**
 * Text of other servers contains characters that begin markup here. An entity is the same character without a meaning. The web
 * client, the apps and notifications show it as the character.
 */
const entityOf = (text: string): string => `&#${text.charCodeAt(0)};${text.slice(1)}`

const ENTITY = /&(?=#?\w{1,32};)/g
/** Mentions, links to channels, formulas and times: no other server has this markup. */
const OWN_MARKUP = /@(?=_?\*)|#(?=\*\*)|\$\$|<(?=time:)/g
const COMMAND = /^\s*\/(?=(?:me|poll|todo)\b)/
const EMPHASIS = /\*(?=\S)|(?<=\S)\*|~~|`/g
const LINK = /\](?=\()|!(?=\[)/g
const HEADING = /^( {0,3})(#{1,6})(?=\s)/gm
/** The second line of a table: without it, the lines are text. */
const TABLE = /^[ \t|:-]+$/gm
const FENCE = /^( {0,3})(~~~)/gm
const QUOTE = /^( {0,3})(>)/gm

const atLineStart = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (_, before: string, mark: string) => before + entityOf(mark))

/** Returns the line with an entity for its last bar. */
function withoutBar(line: string): string {
  const bar = line.lastIndexOf('|')
  return bar < 0 ? line : line.slice(0, bar) + entityOf(line.slice(bar))
}

/** Returns Markdown of another server as Markdown of this one: markup that only this server knows stays visible text. */
export const withoutOwnMarkup = (text: string): string =>
  text.replaceAll(OWN_MARKUP, entityOf).replace(COMMAND, (match) => match.replace('/', '&#47;'))

/** Returns text in which nothing is markup, except quotes: some servers have them in the same form. */
export const exceptQuotes = (text: string): string =>
  [HEADING, FENCE].reduce(
    atLineStart,
    withoutOwnMarkup(text.replaceAll(ENTITY, '&amp;'))
      .replaceAll(EMPHASIS, entityOf)
      .replaceAll(LINK, entityOf)
      .replaceAll(TABLE, withoutBar),
  )

/** Returns plain text as Markdown: each character stands for itself. A body can have ten thousand empty texts. */
export const plainText = (text: string): string => (text === '' ? '' : atLineStart(exceptQuotes(text), QUOTE))

/** Returns a link. A bracket without its pair would end its text, and a parenthesis or a space its address. */
export const linkTo = (url: string, label: string): string =>
  `[${withPairedBrackets(plainText(label).replaceAll('\n', ' '))}](${addressIn(url)})`

const withPairedBrackets = (label: string): string => {
  const others = label.replaceAll(/\[[^[\]]*\]/g, '')
  return /[[\]]/.test(others) ? label.replaceAll('[', '(').replaceAll(']', ')') : label
}

const addressIn = (url: string): string =>
  url.trim().replaceAll(/[\s()]/g, (character) => (character === '(' ? '%28' : character === ')' ? '%29' : '%20'))
