import { DecodedText } from './decoded-text.ts'
import { CUT, MAX_ROW_CHARACTERS } from './lines.ts'
import type { BytesToRead } from './storage.ts'

/** An item as text, and the name of its list. */
export type JsonItem = { name: string; text: string }

const CODES = { quote: 34, backslash: 92, comma: 44, colon: 58, list: 91, endOfList: 93, object: 123, endOfObject: 125 }

/**
 * Yields the items of a JSON document as text, one at a time, so the document can have any size. The items of a list have the
 * name ''. In an object, those of a list have the name of the list, and each other value is one item with its own name. An item of
 * more than `most` characters is cut, and is no JSON then.
 */
export async function* jsonItems(
  chunks: BytesToRead | Iterable<string | Uint8Array>,
  most = MAX_ROW_CHARACTERS,
): AsyncGenerator<JsonItem> {
  const scanner = new Scanner(most)
  const decoded = new DecodedText()
  for await (const chunk of chunks) yield* scanner.take(typeof chunk === 'string' ? chunk : decoded.next(chunk))
  yield* scanner.take(decoded.next())
  yield* scanner.end()
}

class Scanner {
  #depth = 0
  #itemDepth = 1 // 2 in a list of an object
  #isList = false
  #isInText = false
  #isEscaped = false
  #hasName = false
  #hasBracket = false
  #name = ''
  #kept = '' // the beginning of a piece that ends in a later chunk
  #most: number

  constructor(most: number) {
    this.#most = most
  }

  #passText(code: number) {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === CODES.backslash) this.#isEscaped = true
    else if (code === CODES.quote) this.#isInText = false
  }

  *take(text: string): Generator<JsonItem> {
    let from = 0
    const piece = (at: number) => this.#kept + text.slice(from, at)
    const beginAfter = (at: number) => {
      this.#kept = ''
      from = at + 1
    }
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#isInText) this.#passText(code)
      else if (code === CODES.quote) this.#isInText = true
      else if (code === CODES.list || code === CODES.object) {
        if (this.#opens(code, () => piece(at))) beginAfter(at)
      } else if (code === CODES.endOfList || code === CODES.endOfObject) {
        if (this.#depth === this.#itemDepth) {
          yield* this.#item(piece(at))
          beginAfter(at)
          this.#itemDepth = 1
        }
        this.#depth--
      } else if (code === CODES.colon && this.#depth === 1 && !this.#isList && !this.#hasName) {
        this.#name = nameIn(piece(at))
        this.#hasName = true
        this.#hasBracket = false
        beginAfter(at)
      } else if (code === CODES.comma && this.#depth === this.#itemDepth) {
        yield* this.#item(piece(at))
        if (this.#depth === 1) this.#hasName = false
        beginAfter(at)
      }
    }
    const kept = piece(text.length)
    this.#kept = kept.length > this.#most ? CUT : kept
  }

  /** Yields what a document has after its last item, if it breaks off. */
  end() {
    return this.#item(this.#kept)
  }

  /** Counts an opening bracket. Returns true if items begin after it. */
  #opens(code: number, piece: () => string) {
    this.#depth++
    if (this.#depth === 1) {
      this.#isList = code === CODES.list
      return true
    }
    if (this.#depth !== 2 || this.#isList || this.#hasBracket) return false
    // Only the first bracket of a value can begin a list, so what is before it is read once.
    this.#hasBracket = true
    if (code !== CODES.list || piece().trim() !== '') return false
    this.#itemDepth = 2
    return true
  }

  *#item(text: string): Generator<JsonItem> {
    if (text.trim() !== '') yield { name: this.#name, text }
  }
}

/** A file that is no JSON can have anything before a colon. */
function nameIn(text: string) {
  try {
    return String(JSON.parse(text))
  } catch {
    return ''
  }
}
