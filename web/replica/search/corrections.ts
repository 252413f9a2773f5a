import { stem } from '../../../src/tokenizer/stem'
import { foldForSearch } from '../../../src/tokenizer/tokens'

/** The first and the last character of scripts in which a word may have a wrong one. */
const SCRIPTS = ['az', 'αω', 'ая', 'את', 'اي', 'अह']

const MIN_LENGTH = 3
const MAX_LENGTH = 24
const MOST = 5

/** Returns words that exist, and that differ from this one by a character, or by the order of two. Swapped characters are the likeliest. */
export function correctionsOf(word: string, exists: (stem: string) => boolean): string[] {
  const written = foldForSearch(word)
  const characters = [...written]
  const [first = '', last = ''] = SCRIPTS.find(([low = '', high = '']) => low <= written && written[0]! <= high) ?? ''
  if (first === '' || characters.length < MIN_LENGTH || characters.length > MAX_LENGTH) return []
  const count = last.charCodeAt(0) - first.charCodeAt(0) + 1
  const alphabet = Array.from({ length: count }, (_, nth) => String.fromCharCode(first.charCodeAt(0) + nth))
  const found = new Set<string>()
  for (const other of nearWords(characters, alphabet))
    if (found.size < MOST && other !== written && stem(other) !== stem(written) && exists(stem(other))) found.add(other)
  return [...found]
}

function* nearWords(characters: readonly string[], alphabet: readonly string[]): Generator<string> {
  const joined = (at: number, to: number, ...between: string[]) =>
    [...characters.slice(0, at), ...between, ...characters.slice(to)].join('')
  const places = characters.map((_, at) => at)
  for (const at of places.slice(1)) yield joined(at - 1, at + 1, characters[at]!, characters[at - 1]!)
  for (const at of places) yield joined(at, at + 1)
  for (const at of places) for (const character of alphabet) yield joined(at, at + 1, character)
  for (const at of [...places, characters.length]) for (const character of alphabet) yield joined(at, at, character)
}
