/**
 * A JSON value that is text already. Large parts of answers are encoded once, and shared by many answers. It has no name of
 * `vendor-names.ts`: the Worker does not search it for them.
 */
export class JsonText {
  constructor(readonly json: string) {}

  /** Returns the value itself, for tests of declarations. */
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

/** Returns the list of these JSON values. An item may be several values with commas, or none. */
export const jsonList = (items: readonly string[]): JsonText =>
  new JsonText(`[${items.filter((item) => item !== '').join(',')}]`)

/** Returns whether a field of the object is text already. */
export const hasJsonText = (decision: unknown): decision is object =>
  typeof decision === 'object' &&
  decision !== null &&
  Object.values(decision).some((value) => value instanceof JsonText)

/**
 * Returns the JSON of the members of an object, without its braces, in pieces. Each large value that is text already is a piece of
 * its own: every second piece. So the Worker can search the others for names without reading it all.
 */
export function encodeMembers(fields: object): string[] {
  const pieces: string[] = []
  let text = ''
  for (const [name, value] of Object.entries(fields)) {
    const json: string | undefined = value instanceof JsonText ? value.json : JSON.stringify(value)
    if (json === undefined) continue
    text += `${pieces.length === 0 && text === '' ? '' : ','}${JSON.stringify(name)}:`
    if (json.length < PIECE_CHARACTERS_MIN || !(value instanceof JsonText)) text += json
    else {
      pieces.push(text, json)
      text = ''
    }
  }
  return [...pieces, text]
}

const PIECE_CHARACTERS_MIN = 1000
