/** A file of an archive. */
export type TarEntry = { name: string; size: number }

const BLOCK = 512
/** The archive ends with two empty blocks. */
export const END_BYTES = 2 * BLOCK
const FILE = '0'
const EXTENDED = 'x'
const MAX_NAME_BYTES = 100
const MAX_OCTAL_SIZE = 8 ** 11 - 1

/** Returns the bytes before the content of a file. They depend on nothing else, so each download has the same archive. */
export function headerOf({ name, size }: TarEntry, mtime: number): Uint8Array {
  // Without the record, some readers take the bytes of a name for their own encoding and not for UTF-8.
  const isPlain = IS_ASCII.test(name) && name.length <= MAX_NAME_BYTES && size <= MAX_OCTAL_SIZE
  if (isPlain) return block({ name, size, mtime, type: FILE })
  const records = encode(`${record('path', name)}${record('size', String(size))}`)
  const extended = block({ name: 'PaxHeader', size: records.length, mtime, type: EXTENDED })
  const plainName = name.replaceAll(/[^ -~]/g, '_').slice(0, MAX_NAME_BYTES)
  const header = block({ name: plainName, size: Math.min(size, MAX_OCTAL_SIZE), mtime, type: FILE })
  return joined([extended, records, new Uint8Array(paddingOf(records.length)), header])
}

/** Returns how many empty bytes follow a content of this size. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** Returns how many bytes of an archive a file needs. */
export const archivedBytes = (entry: TarEntry): number => headerOf(entry, 0).length + entry.size + paddingOf(entry.size)

const IS_ASCII = /^[ -~]*$/

const encode = (text: string) => new TextEncoder().encode(text)

/** A record begins with its own length in bytes. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = encode(rest).length
  const withDigits = (digits: number) => bytes + digits
  const digits = String(withDigits(String(bytes).length)).length
  return `${withDigits(digits)}${rest}`
}

type Header = { name: string; size: number; mtime: number; type: string }

/** Returns a header block of the form that POSIX calls ustar. */
function block({ name, size, mtime, type }: Header): Uint8Array {
  const bytes = new Uint8Array(BLOCK)
  const put = (offset: number, text: string) => bytes.set(encode(text), offset)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  put(0, name)
  put(100, octal(0o644, 7))
  put(108, octal(0, 7))
  put(116, octal(0, 7))
  put(124, octal(size, 11))
  put(136, octal(mtime, 11))
  put(148, ' '.repeat(8)) // The checksum counts its own field as spaces.
  put(156, type)
  put(257, 'ustar\x0000')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  put(148, `${octal(sum, 6)} `)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
