import { DecodedText } from './decoded-text.ts'
import type { BytesToRead } from './storage.ts'

/** Of a longer row of an export, only the end is kept, after a character that JSON does not have: such a row is counted, and left out. */
export const MAX_ROW_CHARACTERS = 64 * 2 ** 20
export const CUT = '\u0000'

/** Yields the lines of a text in bytes, without their ends. */
export async function* linesIn(chunks: BytesToRead, most = Infinity): AsyncGenerator<string> {
  const decoded = new DecodedText()
  let rest = ''
  const add = (text: string) => {
    rest = rest.length + text.length > most ? CUT : rest + text
  }
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoded.next(chunk).split('\n')
    add(first)
    for (const next of others) {
      yield rest.endsWith('\r') ? rest.slice(0, -1) : rest
      rest = next
    }
  }
  add(decoded.next())
  if (rest !== '') yield rest
}
