import type { BytesToRead } from './storage.ts'

/** Of a longer row of an export, only the end is kept, after a character that JSON does not have: such a row is counted, and left out. */
export const MAX_ROW_CHARACTERS = 64 * 2 ** 20
export const CUT = '\u0000'

/** Yields the lines of a text in bytes, without their ends. */
export async function* linesIn(chunks: BytesToRead, most = Infinity): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  const add = (text: string) => {
    rest = rest.length + text.length > most ? CUT : rest + text
  }
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    add(first)
    for (const next of others) {
      yield rest.endsWith('\r') ? rest.slice(0, -1) : rest
      rest = next
    }
  }
  add(decoder.decode())
  if (rest !== '') yield rest
}
