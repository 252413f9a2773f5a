const NAME_LENGTH_MAX = 100
const CHANNEL_LENGTH_MAX = 60
const TOPIC_LENGTH_MAX = 60
const DESCRIPTION_LENGTH_MAX = 1024

const cut = (text, most) => [...text].slice(0, most).join('').trim()

/** Returns the displayed name of a user, without characters that would end a mention. */
export function userName(name, fallback) {
  const allowed = cut(
    String(name ?? '')
      .replaceAll(/[*`\\>"@\p{Cc}\p{Cs}]/gu, ' ')
      .replaceAll(/\s+/g, ' '),
    NAME_LENGTH_MAX,
  )
  const named = allowed.replace(/\|\d+$/, '')
  return [...named].length >= 2 ? named : `User ${fallback}`.slice(0, NAME_LENGTH_MAX)
}

const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/

/** Returns the address of a user, or one that reaches no user. */
export function userEmail(email, source, key) {
  const given = String(email ?? '').trim()
  if (given.length <= 254 && ADDRESS.test(given)) return given
  return `${source}-${String(key)
    .replaceAll(/[^A-Za-z0-9-]/g, '-')
    .slice(0, 60)}@imported.invalid`
}

const plain = (text) =>
  String(text ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

export const topicName = (text, fallback) => cut(plain(text), TOPIC_LENGTH_MAX) || fallback
export const description = (text) => cut(plain(text), DESCRIPTION_LENGTH_MAX)

/** Returns names that are unique without case: a second one has a number. */
export class UniqueNames {
  #used = new Set()

  constructor(most = CHANNEL_LENGTH_MAX) {
    this.most = most
  }

  take(name, fallback) {
    const requested = cut(plain(name), this.most) || fallback
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const candidate = `${cut(requested, this.most - suffix.length)}${suffix}`
      if (this.#used.has(candidate.toLowerCase())) continue
      this.#used.add(candidate.toLowerCase())
      return candidate
    }
  }
}
