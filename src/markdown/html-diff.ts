import { type DiffBudget, diffBudget } from './diff-budget'
import { commonSubsequence } from './diff/common-subsequence'
import { type HtmlPiece, type Word, splitHtml } from './diff/html-pieces'
import { VOID_TAGS } from './html/void-tags'

/**
 * Returns the new version of a message with its changes marked, for the edit history. New words are in a span. Deleted
 * words are plain text in a span, after the words that replaced them. All elements are those of the new version, and no
 * span is around an element. So the result is well-formed if both versions are. Spaces are collapsed except in code. When
 * the budget is used up, words count as rewritten. A diff that is far longer than a message has no marks.
 */
export function htmlDiff(before: string, after: string, budget: DiffBudget = diffBudget()): string {
  const oldWords = wordsIn(splitHtml(before))
  const pieces = splitHtml(after)
  const newWords = wordsIn(pieces)
  const oldIndexes = commonSubsequence(
    oldWords.map(({ key }) => key),
    newWords.map(({ key }) => key),
    budget,
  )
  const deletedWords = findDeletedWords(oldWords, oldIndexes)
  const output: Output = {
    parts: [],
    length: 0,
    end: '',
    inserted: '',
    space: '',
    deleted: deletedWords[0] ?? [],
    open: [],
  }
  let index = 0
  for (const piece of pieces) {
    if (piece.kind === 'tag') addTag(output, piece)
    else if (piece.kind === 'space') output.space += piece.html
    else {
      if ((oldIndexes[index] ?? -1) < 0) addInsertedWord(output, piece)
      else addUnchangedWord(output, piece)
      index += 1
      output.deleted.push(...(deletedWords[index] ?? []))
    }
  }
  finishInserted(output)
  finishDeleted(output)
  return `<div>${output.length > MAX_DIFF_LENGTH ? after : output.parts.join('')}</div>`
}

/** Twice the longest message. */
const MAX_DIFF_LENGTH = 400_000

const wordsIn = (pieces: readonly HtmlPiece[]): Word[] => pieces.filter((piece) => piece.kind === 'word')

/** Returns the deleted words for each position between the new words: after all words that replaced them. */
function findDeletedWords(oldWords: readonly Word[], oldIndexes: Int32Array): Word[][] {
  let position = 0
  return Array.from({ length: oldIndexes.length + 1 }, (_, index) => {
    const next = oldIndexes[index] ?? oldWords.length
    if (next < 0) return []
    const deleted = oldWords.slice(position, next)
    position = next + 1
    return deleted
  })
}

/** The diff so far, and what comes next: inserted words, the spaces after the last word, and deleted words. */
type Output = {
  parts: string[]
  length: number
  /** The last characters of `parts`, so that no part has to be read again. */
  end: string
  inserted: string
  space: string
  deleted: Word[]
  open: string[]
}

function write(output: Output, html: string) {
  if (html === '') return
  output.parts.push(html)
  output.length += html.length
  output.end = (output.end + html.slice(-MAX_END_LENGTH)).slice(-MAX_END_LENGTH)
}

const MAX_END_LENGTH = '</strong>'.length

function addUnchangedWord(output: Output, word: Word) {
  finishInserted(output)
  if (finishDeleted(output)) write(output, ' ')
  write(output, word.html)
}

function addInsertedWord(output: Output, word: Word) {
  if (output.inserted === '') finishInserted(output)
  // The address of a link has no HTML. Its text contains the spaces around it.
  output.inserted += output.space + (word.html || word.text)
  output.space = ''
}

type Tag = Extract<HtmlPiece, { kind: 'tag' }>

/** Writes a tag. Deleted words come before the end of a block or line and the start of emphasis, but after its end. */
function addTag(output: Output, { html, name, isClosing }: Tag) {
  finishInserted(output)
  const isInline = INLINE_TAGS.has(name)
  if (VOID_TAGS.has(name) || (isClosing ? !isInline : isInline)) finishDeleted(output)
  write(output, html)
  if (isClosing) output.open.pop()
  else if (!VOID_TAGS.has(name)) output.open.push(name)
}

const INLINE_TAGS = new Set(['a', 'code', 'del', 'em', 'span', 'strong', 'time'])

function finishInserted(output: Output) {
  if (output.inserted !== '') write(output, `<span class="highlight_text_inserted">${output.inserted}</span>`)
  write(output, output.space)
  output.inserted = ''
  output.space = ''
}

/** Writes the deleted words. Directly in a list or table there is no text, so there they wait for the next item or cell. */
function finishDeleted(output: Output): boolean {
  const texts = output.deleted.map(({ text }) => text).filter((text) => text !== '')
  if (texts.length === 0 || TEXTLESS_TAGS.has(output.open.at(-1) ?? 'div')) return false
  if (/[^\s>]$|<\/(?:a|code|del|em|span|strong|time)>$/.test(output.end)) write(output, ' ')
  write(output, `<span class="highlight_text_deleted">${texts.join(' ')}</span>`)
  output.deleted = []
  return true
}

const TEXTLESS_TAGS = new Set(['ol', 'table', 'tbody', 'thead', 'tr', 'ul', 'video'])
