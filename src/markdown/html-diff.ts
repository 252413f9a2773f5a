import { type DiffBudget, diffBudget } from './diff-budget'
import { counterparts } from './diff/common-subsequence'
import { type Piece, type Word, piecesOf } from './diff/html-pieces'

/**
 * How a message was changed, for its history: the new version as rendered, with the words that are new in it marked,
 * and the words that are gone from it put in as plain text, after what took their place. Elements are always those of
 * the new version and no mark goes around one, so two well-formed messages make a third. Spaces are folded except in
 * code. When the budget is empty, words count as rewritten. A diff that is far longer than a message may be shows no marks.
 */
export function htmlDiff(before: string, after: string, budget: DiffBudget = diffBudget()): string {
  const old = wordsOf(piecesOf(before))
  const pieces = piecesOf(after)
  const young = wordsOf(pieces)
  const found = counterparts(
    old.map(({ key }) => key),
    young.map(({ key }) => key),
    budget,
  )
  const goneAfter = goneWords(old, found)
  const sheet: Sheet = { parts: [], length: 0, end: '', inserted: '', space: '', gone: goneAfter[0] ?? [], open: [] }
  let index = 0
  for (const piece of pieces) {
    if (piece.kind === 'tag') addTag(sheet, piece)
    else if (piece.kind === 'space') sheet.space += piece.html
    else {
      if ((found[index] ?? -1) < 0) addInserted(sheet, piece)
      else addKept(sheet, piece)
      index += 1
      sheet.gone.push(...(goneAfter[index] ?? []))
    }
  }
  finishInserted(sheet)
  finishGone(sheet)
  return `<div>${sheet.length > MAX_DIFF_LENGTH ? after : sheet.parts.join('')}</div>`
}

const MAX_DIFF_LENGTH = 400_000

const wordsOf = (pieces: readonly Piece[]): Word[] => pieces.filter((piece) => piece.kind === 'word')

/** For each place between the words of the new version, the words to be told there: once all that replaced them are. */
function goneWords(old: readonly Word[], found: Int32Array): Word[][] {
  let told = 0
  return Array.from({ length: found.length + 1 }, (_, index) => {
    const next = found[index] ?? old.length
    if (next < 0) return []
    const gone = old.slice(told, next)
    told = next + 1
    return gone
  })
}

/** What is written, and what is about to be: new words, the spaces after the last word, and words that are gone. */
type Sheet = {
  parts: string[]
  length: number
  /** The last characters written. To look at the end of one long text would take reading all of it, each time. */
  end: string
  inserted: string
  space: string
  gone: Word[]
  open: string[]
}

function write(sheet: Sheet, html: string) {
  if (html === '') return
  sheet.parts.push(html)
  sheet.length += html.length
  sheet.end = (sheet.end + html.slice(-LONGEST_END)).slice(-LONGEST_END)
}

const LONGEST_END = '</strong>'.length

function addKept(sheet: Sheet, word: Word) {
  finishInserted(sheet)
  if (finishGone(sheet)) write(sheet, ' ')
  write(sheet, word.html)
}

function addInserted(sheet: Sheet, word: Word) {
  if (sheet.inserted === '') finishInserted(sheet)
  // Where a link leads is told with the spaces it brings along.
  sheet.inserted += sheet.space + (word.html || word.text)
  sheet.space = ''
}

type Tag = Extract<Piece, { kind: 'tag' }>

/** Words that are gone are told before a block or line ends or emphasis begins, but after emphasis that ends there. */
function addTag(sheet: Sheet, { html, name, closing }: Tag) {
  finishInserted(sheet)
  const isInline = INLINE_TAGS.has(name)
  if (VOID_TAGS.has(name) || (closing ? !isInline : isInline)) finishGone(sheet)
  write(sheet, html)
  if (closing) sheet.open.pop()
  else if (!VOID_TAGS.has(name)) sheet.open.push(name)
}

const INLINE_TAGS = new Set(['a', 'code', 'del', 'em', 'span', 'strong', 'time'])
const VOID_TAGS = new Set(['br', 'hr'])

function finishInserted(sheet: Sheet) {
  if (sheet.inserted !== '') write(sheet, `<span class="highlight_text_inserted">${sheet.inserted}</span>`)
  write(sheet, sheet.space)
  sheet.inserted = ''
  sheet.space = ''
}

/** Between the items of a list or the rows of a table there are no words: they wait for where there may be. */
function finishGone(sheet: Sheet): boolean {
  const words = sheet.gone.map(({ text }) => text).filter((text) => text !== '')
  if (words.length === 0 || WORDLESS_TAGS.has(sheet.open.at(-1) ?? 'div')) return false
  if (/[^\s>]$|<\/(?:a|code|del|em|span|strong|time)>$/.test(sheet.end)) write(sheet, ' ')
  write(sheet, `<span class="highlight_text_deleted">${words.join(' ')}</span>`)
  sheet.gone = []
  return true
}

const WORDLESS_TAGS = new Set(['ol', 'table', 'tbody', 'thead', 'tr', 'ul', 'video'])
