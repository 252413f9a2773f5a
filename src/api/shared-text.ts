import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { keptName } from './kept-names'

/**
 * A long JSON text that is in the answers for many viewers. The realm names it by its digest instead of sending it, and the Worker
 * keeps it (kept-texts.ts). Another text has another digest, so a text never becomes invalid.
 */
export class SharedText {
  readonly digest: string
  readonly characters: number

  /**
   * `encode` returns the text again, from facts that never change. `memory_bytes` is how much memory these facts take while others
   * do not need them.
   */
  constructor(
    readonly encode: () => string,
    readonly memory_bytes: number,
    text = encode(),
  ) {
    this.digest = hash('sha256', text, 'hex')
    this.characters = text.length
  }

  /** Different for different texts. */
  get key(): string {
    return this.digest
  }
}

/** Neighbouring bytes of a shared text, as a piece of an answer. */
export class SharedPart {
  constructor(
    readonly text: SharedText,
    readonly from: number,
    readonly to: number,
  ) {}

  encode(): string {
    return Buffer.from(this.text.encode()).toString('utf8', this.from, this.to)
  }

  get key(): string {
    return `${this.text.digest} ${this.from} ${this.to}`
  }
}

/** Shorter texts are in the answer itself, so small realms share nothing. */
const MIN_SHARED_CHARACTERS = 16_384

/** Returns the text, as a shared one if it is long enough. */
export function sharedIfLong(
  encode: () => string,
  memoryBytes: (text: string) => number,
  characters_min = MIN_SHARED_CHARACTERS,
): string | SharedText {
  const text = encode()
  return text.length < characters_min ? text : new SharedText(encode, memoryBytes(text), text)
}

/** A shared text, or a part of it in bytes, in the answer of the realm. Only the Worker of such an answer knows the digest. */
export type NamedText = { digest: string; from?: number; to?: number }

const MAX_NAMES = 4000
/** A call between objects carries at most 32 MiB, and a character takes up to two bytes. */
const MAX_CHARACTERS_OF_ANSWER = 8_000_000
const CHARACTERS_PER_TURN = 1_000_000
const MAX_MEMORY_BYTES = 16 * 1024 * 1024

/** The shared texts that the realm named lately. A Worker that does not have one asks for it. */
export class NamedTexts {
  readonly #texts = new Map<string, SharedText>()
  #memoryBytes = 0

  /** Returns the name of a text or of a part, and keeps the text for Workers that ask for it. */
  name(piece: SharedText | SharedPart): NamedText {
    if (piece instanceof SharedText) return this.#nameText(piece)
    const { text, from, to } = piece
    return { ...this.#nameText(text), from, to }
  }

  #nameText(text: SharedText): NamedText {
    this.#remove(text.digest)
    this.#texts.set(text.digest, text)
    this.#memoryBytes += text.memory_bytes
    for (const oldest of this.#texts.keys()) {
      if (oldest === text.digest || (this.#texts.size <= MAX_NAMES && this.#memoryBytes <= MAX_MEMORY_BYTES)) break
      this.#remove(oldest)
    }
    return { digest: text.digest }
  }

  /** Returns the text with this digest, or undefined if the realm did not name it lately. */
  textWith = (digest: string): string | undefined => this.#texts.get(digest)?.encode()

  /** Returns those of these texts that a Worker with the `kept` ones lacks. */
  lacking(digests: readonly string[], kept: readonly string[]): Promise<Record<string, string>> {
    const names = new Set(kept)
    return this.find(digests.filter((digest) => !names.has(keptName(digest))))
  }

  /**
   * Returns texts by their digests, the first ones, as many as one answer holds. It omits texts that the realm has not named lately.
   * The realm serves other requests in between.
   */
  async find(digests: readonly string[]): Promise<Record<string, string>> {
    const found: Record<string, string> = {}
    let [characters, sinceWait] = [0, 0]
    for (const digest of digests) {
      const text = this.textWith(digest)
      if (text === undefined) continue
      if (characters > 0 && characters + text.length > MAX_CHARACTERS_OF_ANSWER) break
      found[digest] = text
      characters += text.length
      sinceWait += text.length
      if (sinceWait < CHARACTERS_PER_TURN) continue
      sinceWait = 0
      await scheduler.wait(0)
    }
    return found
  }

  #remove(digest: string) {
    this.#memoryBytes -= this.#texts.get(digest)?.memory_bytes ?? 0
    this.#texts.delete(digest)
  }
}
