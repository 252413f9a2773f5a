import { isOfWord } from '../store/best-matches'
import { fold } from '../store/fold'

type Part = { text: string; isMatched: boolean }

/** Returns a name in parts: those that the words of a query match, and the others. A sign before the query is no part of it. */
export function partsOfMatch(name: string, query: string): Part[] {
  const folded = fold(name)
  // An empty word, as before the first space, marks nothing.
  const words = fold(query.replace(/^\s*[#@>]/, '')).split(/\s+/)
  // Without accents, some names have other lengths, and their characters have other places.
  if (folded.length !== name.length) return [{ text: name, isMatched: false }]
  const isMatched = Array.from({ length: name.length }, () => false)
  for (const word of words) {
    const at = placeOf(folded, word)
    if (at >= 0) isMatched.fill(true, at, at + word.length)
  }
  return inParts(name, isMatched)
}

/** The beginning of a word counts before other places. */
function placeOf(name: string, word: string): number {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1))
    if (at === 0 || !isOfWord(name, at - 1)) return at
  return name.indexOf(word)
}

function inParts(name: string, isMatched: readonly boolean[]): Part[] {
  const parts: Part[] = []
  for (let start = 0; start < name.length;) {
    let end = start
    while (end < name.length && isMatched[end] === isMatched[start]) end++
    parts.push({ text: name.slice(start, end), isMatched: isMatched[start]! })
    start = end
  }
  return parts
}
