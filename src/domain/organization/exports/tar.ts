/** A file on its way into an archive. How long it is must be known before it comes. */
export type TarEntry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }

/**
 * A file as archives have it that every system unpacks: a block that says what it is, and its bytes, filled up to whole
 * blocks. What that block has no room for, a long name or a huge size, is said in another before it. Nothing is held of
 * what goes through.
 */
export async function* tarred({ name, size, bytes }: TarEntry, mtime: number): AsyncGenerator<Uint8Array> {
  yield* headersOf({ name, size, mtime })
  let came = 0
  for await (const piece of bytes) {
    came += piece.length
    yield piece
  }
  // A reader that is told of another length would take the rest for files.
  if (came !== size) throw new Error(`${name} has ${came} bytes and not ${size}`)
  yield filling(size)
}

/** After the last file. */
export async function* endOfTar(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(2 * BLOCK)
}

const BLOCK = 512
const MOST_BYTES_OF_NAME = 100
const MOST_BYTES_OF_FILE = 8 ** 11 - 1
const FILE = '0'
const SAID_BEFORE = 'x'

type Header = { name: string; size: number; mtime: number }

function headersOf(file: Header): Uint8Array[] {
  const said: string[] = []
  const isShort = utf8(file.name).length <= MOST_BYTES_OF_NAME && /^[ -~]*$/.test(file.name)
  if (!isShort) said.push(record('path', file.name))
  if (file.size > MOST_BYTES_OF_FILE) said.push(record('size', String(file.size)))
  const name = isShort ? file.name : 'long-name'
  const header = headerOf({ ...file, name, size: Math.min(file.size, MOST_BYTES_OF_FILE) }, FILE)
  if (said.length === 0) return [header]
  const more = utf8(said.join(''))
  const before = headerOf({ name: 'more', size: more.length, mtime: file.mtime }, SAID_BEFORE)
  return [before, more, filling(more.length), header]
}

/** `31 path=…` and a line's end: the number counts itself, too. */
function record(what: string, value: string): string {
  const rest = ` ${what}=${value}\n`
  const length = utf8(rest).length
  const digits = String(length + String(length).length).length
  return `${length + digits}${rest}`
}

function headerOf({ name, size, mtime }: Header, kind: string): Uint8Array {
  const block = new Uint8Array(BLOCK)
  const put = (at: number, text: string) => block.set(utf8(text), at)
  put(0, name)
  put(100, '0000644\0')
  put(108, '0000000\0')
  put(116, '0000000\0')
  put(124, `${octal(size)}\0`)
  put(136, `${octal(mtime)}\0`)
  put(156, kind)
  put(257, 'ustar\x0000')
  // The sum is of the block with spaces where the sum will be.
  put(148, ' '.repeat(8))
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return block
}

const octal = (count: number) => count.toString(8).padStart(11, '0')
const filling = (size: number) => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)
const utf8 = (text: string) => new TextEncoder().encode(text)
