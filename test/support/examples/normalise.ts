import type { Json } from '../person'

/**
 * Replaces in an example all that differs from run to run: times, keys, ids of queues, names of realms. Equal values stay
 * equal, and times keep their order, so the example still makes sense.
 */
export function normalise<Value>(value: Value, now: number): Value {
  const replacement = new Replacement(value, now)
  return replacement.of(value) as Value
}

const SECONDS_AROUND_NOW = 2 * 365 * 86_400
const FIRST_TIME = Date.UTC(2026, 0, 5, 9, 0, 0) / 1000
const SECONDS_APART = 60

class Replacement {
  readonly #times: number[]
  readonly #uuids: string[] = []

  constructor(
    value: Json,
    readonly now: number,
  ) {
    this.#times = [...new Set(numbersIn(value).flatMap((number) => this.#seconds(number) ?? []))].sort((a, b) => a - b)
  }

  of(value: Json, name = ''): Json {
    if (Array.isArray(value)) return value.map((item) => this.of(item, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.#text(key), this.of(member, key)]))
    if (REALM_IDS.has(name)) return typeof value === 'number' ? 1 : '1'
    if (typeof value === 'number') return this.#number(value)
    if (typeof value !== 'string') return value
    const json = parseIfJson(value)
    return json === undefined ? this.#text(value) : JSON.stringify(this.of(json, name))
  }

  #number(value: number): number {
    const seconds = this.#seconds(value)
    if (seconds === undefined) return value
    const time = FIRST_TIME + SECONDS_APART * this.#times.indexOf(seconds)
    return isInMilliseconds(value) ? time * 1000 : time
  }

  /** Returns the whole second of a number that is a time near to now. */
  #seconds(value: number): number | undefined {
    const seconds = Math.floor(isInMilliseconds(value) ? value / 1000 : value)
    return Math.abs(seconds - this.now) < SECONDS_AROUND_NOW ? seconds : undefined
  }

  #text(text: string): string {
    return PATTERNS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
      .replace(TIME_IN_TEXT, (digits) => (this.#seconds(Number(digits)) === undefined ? digits : String(FIRST_TIME)))
      .replace(UUID, (uuid) => this.#uuid(uuid))
      .replace(KEY, (key) => (isRandom(key) ? likeKey(key) : key))
  }

  #uuid(uuid: string): string {
    if (!this.#uuids.includes(uuid)) this.#uuids.push(uuid)
    const number = String(this.#uuids.indexOf(uuid) + 1)
    return UUID_START + number.padStart(12, '0')
  }
}

const isInMilliseconds = (value: number) => value > 1e12

const REALM_IDS = new Set(['realm_id', 'realm_id_str'])

const PATTERNS: [RegExp, string][] = [
  [/https?:\/\/[\w-]+\.parley\.test(?::\d+)?/g, 'https://chat.example.com'],
  [/[\w-]+\.parley\.test/g, 'chat.example.com'],
  [/parley\.test/g, 'example.com'],
  [/@(?:realm-?\d+|token-realm)\.test/gi, '@example.com'],
  [/\b(?:realm-?|founded)\d+\b/g, 'chat'],
  [/\b(user_uploads|user_avatars|thumbnail)\/(thumbnail\/|temporary\/|download\/)?\d+\//g, '$1/$21/'],
  // The path of a file: the number of the realm, two random characters, and a key.
  [/^\d+\/(?=[\w-]{2}\/[\w-]{18,}\/)/, '1/'],
  [/(^|\/)[\w-]{2}\/(?=[\w-]{18,}\/)/g, '$1ab/'],
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)/g, '2026-01-05T09:00:00Z'],
]

/** The time within a token. */
const TIME_IN_TEXT = /\b\d{10}\b/g
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const KEY = /(?<![\w+-])[\w+-]{18,}=*(?![\w+-])/g
const isRandom = (text: string) =>
  /\d/.test(text) && /[A-Za-z]/.test(text) && !text.startsWith(UUID_START) && !FIELD_NAME.test(text)
/** Such as `messages_of_30_days`. */
const FIELD_NAME = /^[a-z]+(?:_[a-z]+|_\d+)+$/
const UUID_START = '0f4c2e6a-1b3d-4c5e-8f70-'

/** Returns a key of the same length and the same alphabet. */
function likeKey(key: string): string {
  const alphabet = /^[0-9a-f]+$/.test(key) ? '3f9a1c07e5b24d86' : 'k3QzT8vYpL5nWc1RxB7dHs9MgJ2fKw4Z'
  return alphabet.repeat(Math.ceil(key.length / alphabet.length)).slice(0, key.length)
}

function parseIfJson(text: string): Json {
  if (!/^[[{\d]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function numbersIn(value: Json): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value === 'string') {
    const json = parseIfJson(value)
    return json === undefined ? [] : numbersIn(json)
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
