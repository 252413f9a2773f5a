import type { Attributes } from '../../html-attributes'
import { htmlTokens } from './tokens'

/** Which elements are not the author's text. `rest`: neither the element nor what comes after it. */
export type Omits = (tag: string, attributes: Attributes) => 'element' | 'rest' | undefined

// A message has at most 10,000 characters.
const MAX_CHARACTERS = 40_000
const MAX_DEPTH = 200
// Each quote writes its lines again.
const MAX_QUOTE_DEPTH = 10

type Mark = { tag: string; start: number; close: (text: string) => string }

type State = {
  text: string
  open: Mark[]
  lists: (number | undefined)[]
  isPreformatted: boolean
  omitted: OpenElements
}

/** The open elements below one that is omitted. It knows without a search whether an end tag has a start. */
class OpenElements {
  readonly #tags: string[] = []
  readonly #counts = new Map<string, number>()

  get length(): number {
    return this.#tags.length
  }

  add(tag: string): void {
    this.#tags.push(tag)
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) + 1)
  }

  /** Ends the innermost element with this name, and those in it. */
  end(tag: string): void {
    if (!this.#counts.get(tag)) return
    for (let ended; ended !== tag;) {
      ended = this.#tags.pop()!
      this.#counts.set(ended, this.#counts.get(ended)! - 1)
    }
  }
}

const MARKS: Partial<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
}
const BLOCKS = new Set(
  'p div section article header footer main table tr ul ol dl dt dd form center address figure h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const VOID = new Set('br hr img input meta link base area col embed source wbr'.split(' '))

/** Returns any HTML as Markdown, without what it has only for its looks. */
export function htmlToMarkdown(html: string, omits: Omits = () => undefined): string {
  const state: State = { text: '', open: [], lists: [], isPreformatted: false, omitted: new OpenElements() }
  for (const token of htmlTokens(html)) {
    if (state.text.length > MAX_CHARACTERS) break
    if (token.tag === undefined) writeText(state, token.text)
    else if (token.end) endElement(state, token.tag)
    else if (startElement(state, token.tag, token.attributes, omits) === 'rest') break
  }
  while (state.open.length > 0) closeLast(state)
  return tidy(state.text)
}

const tidy = (text: string): string =>
  text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Returns the text without spaces at the end of its last line. */
function withoutSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

function writeText(state: State, text: string): void {
  if (state.omitted.length > 0) return
  const room = MAX_CHARACTERS + 1 - state.text.length
  const isAtStart = state.text === '' || state.text.endsWith('\n')
  const fitting = text.slice(0, room)
  const written = state.isPreformatted ? fitting : fitting.replaceAll(/[ \t\r\n\f]+/g, ' ')
  state.text += isAtStart && !state.isPreformatted ? written.trimStart() : written
}

/** Begins a new line, or a new paragraph. */
function breakLine(state: State, lines: 1 | 2): void {
  if (state.text === '' || state.omitted.length > 0) return
  state.text = withoutSpaces(state.text)
  while (!state.text.endsWith('\n'.repeat(lines))) state.text += '\n'
}

function startElement(state: State, tag: string, attributes: Attributes, omits: Omits): 'rest' | undefined {
  const isVoid = VOID.has(tag)
  if (state.omitted.length > 0) {
    if (!isVoid) state.omitted.add(tag)
    return undefined
  }
  const omitted = isHidden(attributes) ? 'element' : omits(tag, attributes)
  if (omitted === 'rest') return 'rest'
  if (omitted === 'element') {
    if (!isVoid) state.omitted.add(tag)
    return undefined
  }
  if (tag === 'br') state.text = `${withoutSpaces(state.text)}\n`
  else if (tag === 'hr') writeRule(state)
  else if (tag === 'img') writeText(state, attributes.alt ?? '')
  else if (!isVoid) open(state, tag, attributes)
  return undefined
}

const isHidden = ({ style = '', hidden }: Attributes): boolean =>
  hidden !== undefined || /display\s{0,9}:\s{0,9}none/i.test(style.slice(0, 500))

function writeRule(state: State): void {
  breakLine(state, 2)
  if (state.text !== '') state.text += '---\n\n'
}

function open(state: State, tag: string, attributes: Attributes): void {
  if (state.open.length >= MAX_DEPTH) return
  if (tag === 'blockquote' && state.open.filter((mark) => mark.tag === tag).length >= MAX_QUOTE_DEPTH) return
  // A cell may lack its end tag: the next one ends it.
  if (isCell(tag) && isCell(state.open.at(-1)?.tag)) closeLast(state)
  if (tag === 'p' || /^h[1-6]$/.test(tag)) breakLine(state, 2)
  else if (BLOCKS.has(tag)) breakLine(state, 1)
  if (tag === 'ul' || tag === 'ol') state.lists.push(tag === 'ol' ? 1 : undefined)
  if (tag === 'li') beginItem(state)
  if (tag === 'pre') state.isPreformatted = true
  if (tag === 'blockquote' || tag === 'pre') breakLine(state, 2)
  state.open.push({ tag, start: state.text.length, close: closing(tag, attributes) })
}

const isCell = (tag: string | undefined): boolean => tag === 'td' || tag === 'th'

function beginItem(state: State): void {
  breakLine(state, 1)
  const number = state.lists.at(-1)
  state.text += `${'  '.repeat(Math.max(0, state.lists.length - 1))}${number === undefined ? '*' : `${number}.`} `
  if (number !== undefined) state.lists[state.lists.length - 1] = number + 1
}

/** Returns what becomes of the text of an element when it ends. */
function closing(tag: string, attributes: Attributes): Mark['close'] {
  const mark = MARKS[tag]
  if (mark !== undefined) return (text) => aroundWords(text, mark)
  if (/^h[1-6]$/.test(tag))
    return (text) => (text.trim() === '' ? '' : `${'#'.repeat(Number(tag[1]))} ${oneLine(text)}`)
  if (tag === 'a') return (text) => linkTo(attributes.href ?? '', text)
  if (tag === 'pre') return (text) => codeBlock(text)
  if (tag === 'code' || tag === 'tt') return (text) => (/[`\n]/.test(text) || text.trim() === '' ? text : `\`${text}\``)
  if (tag === 'blockquote') return (text) => quote(text)
  if (isCell(tag)) return (text) => `${text.trimEnd()} `
  return (text) => text
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

/** Marks must touch the words. Marks in marks, or over several lines, would be text. */
function aroundWords(text: string, mark: string): string {
  const inner = text.trim()
  if (inner === '' || inner.includes('\n') || inner.includes(mark[0]!)) return text
  const start = text.indexOf(inner)
  return `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(start + inner.length)}`
}

function linkTo(href: string, text: string): string {
  const address = href.trim()
  const label = oneLine(text)
  if (!/^https?:\/\/[^\s()<>[\]]{1,2000}$/i.test(address) || text.includes('```')) return text
  if (label === '' || label === address || label === address.replace(/\/$/, '')) return label === '' ? text : address
  return `[${label.replaceAll(/[[\]]/g, '')}](${address})`
}

function codeBlock(text: string): string {
  const content = text.replace(/^\n+/, '').trimEnd()
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return content === '' ? '' : `${fence}\n${content}\n${fence}\n\n`
}

const quote = (text: string): string =>
  text.trim() === ''
    ? ''
    : `${tidy(text)
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')}\n\n`

function endElement(state: State, tag: string): void {
  if (state.omitted.length > 0) {
    state.omitted.end(tag)
    return
  }
  if (!state.open.some((mark) => mark.tag === tag)) return
  while (closeLast(state) !== tag);
  if (tag === 'ul' || tag === 'ol') state.lists.pop()
  if (tag === 'p' || /^h[1-6]$/.test(tag)) breakLine(state, 2)
  else if (BLOCKS.has(tag) || tag === 'li') breakLine(state, 1)
}

/** Closes the innermost element, and returns its name. */
function closeLast(state: State): string {
  const { tag, start, close } = state.open.pop()!
  state.text = state.text.slice(0, start) + close(state.text.slice(start))
  if (tag === 'pre') state.isPreformatted = false
  return tag
}
