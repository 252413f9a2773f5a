import type { Key, Text } from './converted.ts'
import { getOrAdd } from './get-or-add.ts'

const MAX_NAME_LENGTH = 100
const MAX_CHANNEL_LENGTH = 60
const MAX_TOPIC_LENGTH = 60
const MAX_DESCRIPTION_LENGTH = 1024
/** A topic has the beginning of a text. */
const MAX_LINES = 20
const MAX_LINE_LENGTH = 1000

const cut = (text: string, most: number) => [...text].slice(0, most).join('').trim()

/** Returns the displayed name of a user, without characters that would end a mention. */
export function userName(name: Text, fallback: Key): string {
  const allowed = cut(
    wordsOf(name)
      .replaceAll(/[*`\\>"@\p{Cc}\p{Cs}]/gu, ' ')
      .replaceAll(/\s+/g, ' '),
    MAX_NAME_LENGTH,
  )
  const named = allowed.replace(/\|\d+$/, '')
  return [...named].length >= 2 ? named : `User ${fallback}`.slice(0, MAX_NAME_LENGTH)
}

const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/

/** Returns the address of a user, or one that reaches no user. */
export function userEmail(email: Text, source: string, key: Key) {
  const given = String(email ?? '').trim()
  if (given.length <= 254 && ADDRESS.test(given)) return given
  return `${source}-${String(key)
    .replaceAll(/[^A-Za-z0-9-]/g, '-')
    .slice(0, 60)}@imported.invalid`
}

/** Returns the words of a field. An export can have anything in it. */
export const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const plain = (text: Text) =>
  wordsOf(text)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

export const topicName = (text: Text, fallback: string): string => cut(plain(text), MAX_TOPIC_LENGTH) || fallback
export const description = (text: Text) => cut(plain(text), MAX_DESCRIPTION_LENGTH)

/** Returns names that are unique without case: a second one has a number. */
export class UniqueNames {
  readonly most: number
  #used = new Set<string>()
  #numbers = new Map<string, number>()

  constructor(most = MAX_CHANNEL_LENGTH) {
    this.most = most
  }

  take(name: Text, fallback: string): string {
    const requested = cut(plain(name), this.most) || fallback
    // Many channels and topics can request one name, so the search begins where the last one ended.
    for (let number = this.#numbers.get(requested) ?? 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const candidate = `${cut(requested, this.most - suffix.length)}${suffix}`
      if (this.#used.has(candidate.toLowerCase())) continue
      this.#used.add(candidate.toLowerCase())
      this.#numbers.set(requested, number + 1)
      return candidate
    }
  }
}

/** The topics of threads. The names are unique in a channel: the day and the first line of the first message. */
export class ThreadTopics {
  #names = new Map<Key, UniqueNames>()

  take(channel: Key, milliseconds: number, text: Text) {
    const day = new Date(milliseconds).toISOString().slice(0, 10)
    const names = getOrAdd(this.#names, channel, () => new UniqueNames(MAX_TOPIC_LENGTH))
    return names.take(`${day} ${firstLine(text)}`, day)
  }
}

/** Returns the first line that has words, as people read it: names of users and channels, and the words of links. */
function firstLine(text: Text) {
  const lines = wordsOf(text).trim().split('\n', MAX_LINES)
  const line = (lines.find((each) => /[\p{L}\p{N}]/u.test(each)) ?? lines[0] ?? '').slice(0, MAX_LINE_LENGTH)
  return line
    .replaceAll(/([@#])_?\*{1,2}([^*|]+)(?:\|\d+)?\*{1,2}/g, '$1$2')
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
}
