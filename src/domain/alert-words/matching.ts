import type { Realm } from '../../realm'
import { folded, isJoined } from '../search/letters'
import { EVERY_ALERT_WORD, everyAlertWord } from './storage'

/** Every alert word of the realm, letter by letter, with those who want it where it ends. */
type Letters = { next: Map<string, Letters>; wantedBy: number[] }

/** Everyone who wants to be alerted to something in a text, whether or not it is for their eyes. */
export function alertedByText(realm: Realm, text: () => string): Set<number> {
  const letters = realm.memo.of(EVERY_ALERT_WORD, () => lettersOf(everyAlertWord(realm)))
  const alerted = new Set<number>()
  if (letters.next.size > 0) lookThrough([...folded(text())], letters, alerted)
  return alerted
}

function lettersOf(words: readonly { user_id: number; word: string }[]): Letters {
  const all: Letters = { next: new Map(), wantedBy: [] }
  for (const { user_id, word } of words) {
    let at = all
    for (const letter of folded(word)) {
      const known: Letters = at.next.get(letter) ?? { next: new Map(), wantedBy: [] }
      at.next.set(letter, known)
      at = known
    }
    at.wantedBy.push(user_id)
  }
  return all
}

// However many words there are, each place is looked at only as far as some word goes on.
function lookThrough(text: readonly string[], words: Letters, alerted: Set<number>) {
  for (let from = 0; from < text.length; from++) {
    if (isJoined(text[from - 1], text[from])) continue
    let at: Letters | undefined = words
    for (let to = from; to < text.length; to++) {
      at = at.next.get(text[to]!)
      if (at === undefined) break
      if (at.wantedBy.length === 0 || isJoined(text[to], text[to + 1])) continue
      for (const user_id of at.wantedBy) alerted.add(user_id)
    }
  }
}
