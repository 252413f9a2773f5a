/** One field of a header, as it arrived: `raw` has its name, and its line ends without the last one. Each character is a byte. */
export type HeaderField = { name: string; value: string; raw: string }

export type Header = readonly HeaderField[]

/** An email, or a part of one: its header, and where its body is. */
export type Entity = { header: Header; body: Uint8Array }

/** The email is larger than the limits of this server, or cannot be read. */
export class UnreadableEmail extends Error {}

/** The platform accepts no larger email. */
export const MAX_EMAIL_BYTES = 25 * 2 ** 20
const MAX_HEADER_BYTES = 256 * 1024
const MAX_FIELDS = 500

/** Returns the header and the body. Throws `UnreadableEmail` if the header is too large. */
export function readEntity(bytes: Uint8Array): Entity {
  const end = endOfHeader(bytes)
  if (end.header > MAX_HEADER_BYTES) throw new UnreadableEmail('The header is too large')
  return { header: readFields(latin1(bytes.subarray(0, end.header))), body: bytes.subarray(end.body) }
}

/** Returns where the header ends and the body begins: an empty line is between them. */
function endOfHeader(bytes: Uint8Array): { header: number; body: number } {
  if (bytes[0] === LF) return { header: 0, body: 1 }
  if (bytes[0] === CR && bytes[1] === LF) return { header: 0, body: 2 }
  for (let at = bytes.indexOf(LF); at >= 0 && at <= MAX_HEADER_BYTES; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return { header: at + 1, body: at + 2 }
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return { header: at + 1, body: at + 3 }
  }
  return { header: bytes.length, body: bytes.length }
}

const [LF, CR] = [10, 13]

function readFields(text: string): HeaderField[] {
  const fields: HeaderField[] = []
  for (const line of text.split(/\r?\n/)) {
    const field = fields.at(-1)
    if (/^[ \t]/.test(line) && field !== undefined) field.raw += `\r\n${line}`
    else {
      const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1]
      if (name !== undefined) fields.push({ name: name.toLowerCase(), value: '', raw: line })
    }
    if (fields.length > MAX_FIELDS) throw new UnreadableEmail('The header has too many fields')
  }
  for (const field of fields) field.value = valueOf(field.raw)
  return fields
}

const valueOf = (raw: string): string => withoutSpaces(raw.slice(raw.indexOf(':') + 1).replaceAll('\r\n', ''))

const SPACES: ReadonlySet<string | undefined> = new Set([' ', '\t', '\r', '\n'])

/** Returns a text without white space at its ends. `trim` also takes the byte 0xA0, with which characters such as `à` and `だ` end. */
export function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.has(text[start])) start++
  while (end > start && SPACES.has(text[end - 1])) end--
  return text.slice(start, end)
}

/** Returns the value of the first field of a name, or nothing. */
export const valueIn = (header: Header, name: string): string =>
  header.find((field) => field.name === name)?.value ?? ''

export const fieldsIn = (header: Header, name: string): HeaderField[] => header.filter((field) => field.name === name)

/** Returns a text in which each character is one byte. */
export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
