import type { NamedText, NamedTexts, SharedPart, SharedText } from './shared-text'

type JsonPiece = string | SharedText | SharedPart

/**
 * A JSON value that is text already. Large parts of answers are encoded once, and shared by many answers. It has no name of
 * `vendor-names.ts`: the Worker does not search it for them.
 */
export class JsonText {
  readonly pieces: readonly JsonPiece[]

  constructor(...pieces: JsonPiece[]) {
    this.pieces = pieces
  }

  get json(): string {
    return this.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.encode())).join('')
  }

  /** Returns the value itself, for tests of declarations. */
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

/** Returns the list of these JSON values. An item may be several values with commas, or none. */
export function jsonList(items: readonly (JsonPiece | JsonText)[]): JsonText {
  const pieces: JsonPiece[] = []
  let text = '['
  for (const [nth, item] of items.filter((one) => one !== '').entries()) {
    if (nth > 0) text += ','
    for (const piece of item instanceof JsonText ? item.pieces : [item])
      if (typeof piece === 'string') text += piece
      else {
        pieces.push(text, piece)
        text = ''
      }
  }
  return new JsonText(...pieces, `${text}]`)
}

/** A piece of an answer. A string may have names of `vendor-names.ts`, and `json` has none. */
export type Piece = string | { json: string } | NamedText

/** Returns the digests of the texts that these pieces name, each once, in order. */
export const digestsIn = (pieces: readonly Piece[]): string[] => [
  ...new Set(pieces.flatMap((piece) => (typeof piece === 'object' && 'digest' in piece ? piece.digest : []))),
]

/** Returns the bytes of a text that the realm named. */
export type LoadBytes = () => Promise<Uint8Array>
/** A piece of an answer as the Worker sends it. */
export type LoadablePiece = string | { json: string } | LoadBytes

/** Returns the decision as pieces of JSON if a field of it is text already. Its shared texts are named. */
export const encodedDecision = (
  decision: unknown,
  texts: NamedTexts,
): { decision: unknown; members?: undefined } | { members: Piece[] } =>
  hasJsonText(decision) ? { members: encodeMembers(decision, texts) } : { decision }

/** Returns whether a field of the object is text already. */
export const hasJsonText = (decision: unknown): decision is object =>
  typeof decision === 'object' &&
  decision !== null &&
  Object.values(decision).some((value) => value instanceof JsonText)

/**
 * Returns the JSON of the members of an object, without its braces, in pieces. A large text without names of vendors is a piece of its
 * own, so the Worker can search the others without reading it all.
 */
export function encodeMembers(fields: object, texts: NamedTexts): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  const add = (piece: Piece) => {
    pieces.push(text, piece)
    text = ''
  }
  for (const [name, value] of Object.entries(fields)) {
    const values = value instanceof JsonText ? value.pieces : [JSON.stringify(value) as string | undefined]
    if (values[0] === undefined) continue
    text += `${pieces.length === 0 && text === '' ? '' : ','}${JSON.stringify(name)}:`
    for (const json of values)
      if (typeof json === 'object') add(texts.name(json))
      else if (json!.length < MIN_PIECE_CHARACTERS || !(value instanceof JsonText)) text += json!
      else add({ json: json! })
  }
  return [...pieces, text]
}

const MIN_PIECE_CHARACTERS = 1000
