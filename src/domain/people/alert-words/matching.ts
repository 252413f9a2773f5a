import type { Realm } from '../../../realm'
import { folded, isJoined } from '../../../tokenizer/word-boundaries'
import type { AlertWords } from './alert-words'
import { alertWordsCache, everyAlertWord } from './storage'

/** Everyone who wants to be alerted to something in a text, whether or not it is for their eyes. */
export function alertedByText(realm: Realm, text: () => string): Set<number> {
  const words = realm.cache.get(alertWordsCache, () => collected(everyAlertWord(realm)))
  return words.wantedBy.size === 0 ? new Set() : lookThrough(folded(text()), words)
}

const LETTERS_OF_BEGINNING = 2

export function collected(rows: readonly { user_id: number; word: string }[]): AlertWords {
  const words: AlertWords = { wantedBy: new Map(), lengths: new Map() }
  for (const { user_id, word } of rows) {
    const wanted = folded(word)
    put(words.lengths, wanted.slice(0, LETTERS_OF_BEGINNING), new Set()).add(wanted.length)
    put(words.wantedBy, wanted, []).push(user_id)
  }
  return words
}

function put<Value>(map: Map<string, Value>, key: string, first: Value): Value {
  const value = map.get(key) ?? first
  map.set(key, value)
  return value
}

/** About 30 ms. Ten thousand characters of prose need a tenth of it in a realm with ten thousand alert words. */
const MOST_LOOKUPS = 300_000

/**
 * However many words there are, at each place it is asked only whether there is one of each length that some have. There
 * may still be many lengths for one beginning, so the lookups are counted: the rest of the text then alerts nobody.
 */
export function lookThrough(text: string, { wantedBy, lengths }: AlertWords): Set<number> {
  const alerted = new Set<number>()
  let lookups = 0
  for (let from = 0; from < text.length && lookups < MOST_LOOKUPS; from++) {
    if (isJoined(text[from - 1], text[from])) continue
    for (let letters = 1; letters <= LETTERS_OF_BEGINNING; letters++)
      for (const length of lengths.get(text.slice(from, from + letters)) ?? []) {
        lookups += 1
        const people = wantedBy.get(text.slice(from, from + length))
        if (people !== undefined && !isJoined(text[from + length - 1], text[from + length]))
          for (const user_id of people) alerted.add(user_id)
      }
  }
  return alerted
}
