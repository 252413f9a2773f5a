import { foldForComparison, isJoined } from '../../../tokenizer/word-boundaries'

/** The alert words of all users, folded, in the form in which a text is searched for them. */
export type AlertWordIndex = {
  userIdsByWord: Map<string, number[]>
  lengthsByPrefix: Map<string, Set<number>> // the lengths of the words that begin with a prefix
}

const PREFIX_LENGTH = 2

export function indexAlertWords(rows: readonly { user_id: number; word: string }[]): AlertWordIndex {
  const index: AlertWordIndex = { userIdsByWord: new Map(), lengthsByPrefix: new Map() }
  for (const { user_id, word } of rows) {
    const foldedWord = foldForComparison(word)
    getOrPut(index.lengthsByPrefix, foldedWord.slice(0, PREFIX_LENGTH), new Set()).add(foldedWord.length)
    getOrPut(index.userIdsByWord, foldedWord, []).push(user_id)
  }
  return index
}

function getOrPut<Value>(map: Map<string, Value>, key: string, initial: Value): Value {
  const value = map.get(key) ?? initial
  map.set(key, value)
  return value
}

/** About 30 ms. With ten thousand alert words, ten thousand characters of prose need a tenth of it. */
const MAX_LOOKUPS = 300_000

/**
 * Returns the users whose alert words are in a folded text. At each position it looks up one word for each length that alert
 * words with the same prefix have, so the number of alert words matters little. A prefix can have many lengths, so the lookups
 * have a limit. Words after the limit alert no user.
 */
export function findAlertedUsers(text: string, { userIdsByWord, lengthsByPrefix }: AlertWordIndex): Set<number> {
  const alertedUsers = new Set<number>()
  let lookups = 0
  for (let start = 0; start < text.length && lookups < MAX_LOOKUPS; start++) {
    if (isJoined(text[start - 1], text[start])) continue
    for (let prefixLength = 1; prefixLength <= PREFIX_LENGTH; prefixLength++)
      for (const length of lengthsByPrefix.get(text.slice(start, start + prefixLength)) ?? []) {
        lookups += 1
        const userIds = userIdsByWord.get(text.slice(start, start + length))
        if (userIds !== undefined && !isJoined(text[start + length - 1], text[start + length]))
          for (const user_id of userIds) alertedUsers.add(user_id)
      }
  }
  return alertedUsers
}
