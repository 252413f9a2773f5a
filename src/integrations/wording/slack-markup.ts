import { startOf } from './words'

/**
 * Returns Markdown for the markup of Slack. Code stays as it is. In the rest, `*bold*`, `_italic_` and `~struck~` count only at the
 * borders of words, links and mentions are between angle brackets, and three characters are escaped.
 */
export function slackMarkdown(markup: string): string {
  const parts = startOf(markup).split(/(```[\s\S]*?```|`[^`\n]+`)/)
  return parts.map((part, at) => (at % 2 === 1 ? unescaped(part) : outsideCode(part))).join('')
}

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

// Addresses are left out while the rest is converted, so that no underscore in them becomes italic.
function outsideCode(text: string): string {
  const parts = text.split(/(<[^<>\n]+>)/)
  return parts.map((part, at) => (at % 2 === 1 ? bracketed(part.slice(1, -1)) : unescaped(styled(part)))).join('')
}

const BORDER_BEFORE = String.raw`(?<![\p{L}\p{N}_*~])`
const BORDER_AFTER = String.raw`(?![\p{L}\p{N}_*~])`
const between = (mark: string) =>
  new RegExp(`${BORDER_BEFORE}[${mark}](?!\\s)([^${mark}\\n]{1,2000})(?<!\\s)[${mark}]${BORDER_AFTER}`, 'gu')
const [BOLD, ITALIC, STRUCK] = [between('*'), between('_'), between('~')]

const styled = (text: string): string =>
  text
    .replaceAll(ITALIC, '\u{f0003}$1\u{f0003}')
    .replaceAll(BOLD, '**$1**')
    .replaceAll(STRUCK, '~~$1~~')
    .replaceAll('\u{f0003}', '*')

const WILDCARDS = ['here', 'channel', 'everyone']

/** Returns Markdown for what is between angle brackets: a link, a mention, or a date. */
function bracketed(inner: string): string {
  const [target = '', label] = inner.split('|', 2)
  if (target.startsWith('!')) {
    const [name = '', ...parts] = target.slice(1).split('^')
    if (WILDCARDS.includes(name)) return '@**all**'
    if (name === 'date') return parts[0] === undefined ? (label ?? '') : `<time:${parts[0]}>`
    return label ?? `@${name}`
  }
  if (target.startsWith('@') || target.startsWith('#'))
    return label ? `${target[0]}${label.replace(/^[@#]/, '')}` : target
  const url = unescaped(target)
  return label ? `[${unescaped(label)}](${url})` : url.replace(/^mailto:/, '')
}
