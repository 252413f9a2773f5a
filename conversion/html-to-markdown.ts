import type { User } from './converted.ts'
import { mention } from './slack-text.ts'

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }))
const BLOCKS = new Set(['p', 'div', 'tr', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'])
const MARKS = new Map(
  Object.entries({ strong: '**', b: '**', em: '*', i: '*', s: '~~', strike: '~~', del: '~~', code: '`' }),
)
const HIDDEN = new Set(['script', 'style'])

/** Users by the ids in `<at id="…">`, with the texts of their mentions. */
export type Mentions = Map<string, Mention>
type Mention = { user?: User | undefined; text?: string | undefined }

/** What is written, what is open, and the mention whose text is passed over. */
type State = {
  text: string
  links: { start: number; address: string }[]
  hidden: number
  isCode: boolean
  mentions: Mentions
  at: Mention | undefined
}
type Tag = { tag: string; isEnd: boolean; attributes: string }

/** Returns the HTML of a message as Markdown. `mentions` has the users by the ids in `<at id="…">`. */
export function htmlToMarkdown(html: string, mentions: Mentions = new Map()): string {
  const state: State = { text: '', links: [], hidden: 0, isCode: false, mentions, at: undefined }
  const tokens = /<!--(?:[\s\S]*?-->|[\s\S]*$)|<(\/?)([a-zA-Z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)(>?)|([^<]+|<)/g
  for (const [whole, isEnd, tag, attributes = '', end, text] of html.matchAll(tokens)) {
    // A tag without an end is text. It matches as well: to search for its end again from the next `<` would take quadratic time.
    if (text !== undefined || end === '') writeText(state, decode(whole))
    else if (tag !== undefined) writeTag(state, { tag: tag.toLowerCase(), isEnd: isEnd === '/', attributes })
  }
  return state.text
    .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const decode = (text: string) =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const point = decimal === undefined ? parseInt(hexadecimal, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })

function writeText(state: State, text: string) {
  if (state.hidden > 0 || state.at !== undefined) return
  state.text += state.isCode ? text : text.replaceAll(/\s+/g, ' ')
}

const attributeOf = (attributes: string, name: string) =>
  // Linear: the name is a word of this program.
  decode(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(attributes)?.[1] ?? '')

function writeTag(state: State, { tag, isEnd, attributes }: Tag) {
  if (HIDDEN.has(tag)) state.hidden += isEnd ? -1 : 1
  else if (tag === 'br') state.text += '\n'
  else if (tag === 'pre' || tag === 'codeblock') {
    state.text += isEnd ? '\n```\n' : '\n```\n'
    state.isCode = !isEnd
  } else if (MARKS.has(tag) && !(tag === 'code' && state.isCode)) state.text += MARKS.get(tag)
  else if (tag === 'a') writeLink(state, isEnd, attributes)
  else if (tag === 'img' || tag === 'emoji') state.text += attributeOf(attributes, 'alt')
  else if (tag === 'at') writeMention(state, isEnd, attributes)
  else if (tag === 'li') state.text += isEnd ? '' : '\n- '
  else if (tag === 'td' || tag === 'th') state.text += isEnd ? ' | ' : ''
  else if (tag === 'blockquote') state.text += isEnd ? '\n```\n' : '\n```quote\n'
  else if (BLOCKS.has(tag)) state.text += '\n'
}

function writeLink(state: State, isEnd: boolean, attributes: string) {
  if (!isEnd) {
    state.links.push({ start: state.text.length, address: attributeOf(attributes, 'href') })
    return
  }
  const link = state.links.pop()
  if (link === undefined || !/^https?:\/\//.test(link.address)) return
  const label = state.text.slice(link.start).trim()
  const marked =
    label === '' || label === link.address ? link.address : `[${label.replaceAll(/[[\]]/g, '')}](${link.address})`
  state.text = state.text.slice(0, link.start) + marked
}

function writeMention(state: State, isEnd: boolean, attributes: string) {
  if (isEnd) {
    const { user, text } = state.at ?? {}
    state.at = undefined
    state.text += mention(user, text ?? 'unknown')
  } else state.at = state.mentions.get(attributeOf(attributes, 'id')) ?? {}
}
