import { decodeText, decodeTransfer } from './decode-text'
import { latin1, readEntity, UnreadableEmail, valueIn, withoutSpaces, type Entity } from './header-fields'
import { readParameters, type Parameters } from './header-parameters'

/** A part of the text: as the author wrote it, in one form or in two. */
export type TextPart = { text?: string; html?: string }

/** A file. Its content is decoded when it is stored, so one file at a time is in memory. */
export type ReceivedFile = { name: string; content_type: string; read(): Uint8Array }

export type Contents = { texts: TextPart[]; files: ReceivedFile[] }

const [MAX_DEPTH, MAX_PARTS, MAX_FILES] = [20, 200, 25]
// The rest of a longer text would not fit into a message.
const [MAX_TEXT_BYTES, MAX_HTML_BYTES] = [128 * 1024, 1024 * 1024]

/** Returns the texts and files of an email. Throws `UnreadableEmail` if it has too many parts, or parts within too many others. */
export function readContents(email: Entity): Contents {
  const count = { parts: 0 }
  const { texts, files } = contentsOf(email, { depth: 0, count })
  return { texts, files: files.slice(0, MAX_FILES) }
}

type Place = { depth: number; count: { parts: number } }

function contentsOf(entity: Entity, { depth, count }: Place): Contents {
  if (depth > MAX_DEPTH || ++count.parts > MAX_PARTS) throw new UnreadableEmail('The email has too many parts')
  const type = readParameters(valueIn(entity.header, 'content-type') || 'text/plain')
  const boundary = type.parameters.get('boundary') ?? ''
  if (!type.value.startsWith('multipart/') || boundary === '') return leafContents(entity, type)
  const inner = { depth: depth + 1, count }
  const parts = splitParts(entity.body, boundary, MAX_PARTS).map((bytes) => contentsOf(readEntity(bytes), inner))
  const files = parts.flatMap((part) => part.files)
  const texts = parts.map((part) => part.texts)
  return { texts: type.value === 'multipart/alternative' ? [oneOf(texts)] : texts.flat(), files }
}

/** The forms of one text: the plain one, and the last one with HTML. A form may itself have several pieces. */
function oneOf(forms: readonly TextPart[][]): TextPart {
  const text = forms.map((pieces) => joined(pieces, 'text', '\n')).find((form) => form !== undefined)
  const html = forms.map((pieces) => joined(pieces, 'html', '<br>')).findLast((form) => form !== undefined)
  return { ...(text === undefined ? {} : { text }), ...(html === undefined ? {} : { html }) }
}

function joined(pieces: readonly TextPart[], form: keyof TextPart, separator: string): string | undefined {
  const texts = pieces.flatMap((piece) => piece[form] ?? [])
  return texts.length === 0 ? undefined : texts.join(separator)
}

// Signatures and keys for mail programs are no files for people.
const OMITTED = new Set(['application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature'])

function leafContents({ header, body }: Entity, type: Parameters): Contents {
  const disposition = readParameters(valueIn(header, 'content-disposition'))
  const encoding = valueIn(header, 'content-transfer-encoding')
  const name = disposition.parameters.get('filename') ?? type.parameters.get('name')
  const isText = type.value === 'text/plain' || type.value === 'text/html'
  if (isText && disposition.value !== 'attachment' && name === undefined)
    return { texts: [textOf(body, type, encoding)], files: [] }
  if (OMITTED.has(type.value) || body.length === 0) return { texts: [], files: [] }
  const content_type = /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type.value : 'application/octet-stream'
  const read = () => decodeTransfer(body, encoding)
  return { texts: [], files: [{ name: name ?? nameOfType(content_type), content_type, read }] }
}

const NAMES: Partial<Record<string, string>> = {
  'message/rfc822': 'email.eml',
  'text/calendar': 'invitation.ics',
  'application/octet-stream': 'file.bin',
}

const nameOfType = (content_type: string): string =>
  NAMES[content_type] ??
  `file.${content_type
    .split('/')[1]!
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 10)}`

function textOf(body: Uint8Array, { value, parameters }: Parameters, encoding: string): TextPart {
  const isHtml = value === 'text/html'
  // Base64 adds a third, and quoted-printable may need three characters for a byte.
  const encoded = body.subarray(0, 4 * (isHtml ? MAX_HTML_BYTES : MAX_TEXT_BYTES))
  const content = decodeTransfer(encoded, encoding).subarray(0, isHtml ? MAX_HTML_BYTES : MAX_TEXT_BYTES)
  const text = decodeText(content, parameters.get('charset') ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\0', '')
  if (isHtml) return { html: text }
  if (parameters.get('format')?.toLowerCase() !== 'flowed') return { text }
  return { text: unflowed(text, parameters.get('delsp')?.toLowerCase() === 'yes') }
}

/** Joins the lines that a program broke only for the width (RFC 3676). */
function unflowed(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  let continues = ''
  for (const line of text.split('\n')) {
    const marks = /^>*/.exec(line)?.[0] ?? ''
    const rest = line.slice(marks.length).replace(/^ /, '')
    const isFlowed = rest.endsWith(' ') && rest !== '-- '
    const content = isFlowed && deletesSpace ? rest.slice(0, -1) : rest
    if (continues === `${marks} `) lines[lines.length - 1] += content
    else lines.push(marks === '' ? content : `${marks} ${content}`)
    continues = isFlowed ? `${marks} ` : ''
  }
  return lines.join('\n')
}

// White space that a server added after the last boundary.
const MAX_SPACE_AFTER_BODY = 16

/** Whether the first and the last line of a body are a boundary: then no other boundary fits this body. */
export function delimitsBody(body: Uint8Array, boundary: string): boolean {
  const mark = `--${boundary}`
  const start = latin1(body.subarray(0, mark.length + 2))
  const end = withoutSpaces(latin1(body.subarray(-(mark.length + 3 + MAX_SPACE_AFTER_BODY))))
  return (start.startsWith(`${mark}\n`) || start === `${mark}\r\n`) && end.endsWith(`\n${mark}--`)
}

/** Returns the bytes between the boundaries. The last part may lack its end. */
export function splitParts(body: Uint8Array, boundary: string, most: number): Uint8Array[] {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const mark = `--${boundary}`
  const parts: Uint8Array[] = []
  let start: number | undefined
  let at = buffer.indexOf(mark, 0, 'latin1')
  while (at >= 0 && parts.length <= most) {
    const after = at + mark.length
    if (isBoundary(body, at, after)) {
      // The line end before a boundary belongs to it.
      if (start !== undefined) parts.push(body.subarray(start, Math.max(start, lineEndBefore(body, at))))
      const isLast = body[after] === DASH && body[after + 1] === DASH
      if (isLast) return parts
      const end = body.indexOf(LF, after)
      start = end < 0 ? body.length : end + 1
    }
    at = buffer.indexOf(mark, after, 'latin1')
  }
  if (start !== undefined) parts.push(body.subarray(start))
  return parts
}

const [LF, CR, SPACE, TAB, DASH] = [10, 13, 32, 9, 45]
const AFTER_BOUNDARY: ReadonlySet<number | undefined> = new Set([LF, CR, SPACE, TAB, undefined])

/** Whether the mark is a whole line: the boundary of another part can begin with the same characters. */
const isBoundary = (body: Uint8Array, at: number, after: number): boolean =>
  (at === 0 || body[at - 1] === LF) &&
  (AFTER_BOUNDARY.has(body[after]) ||
    (body[after] === DASH && body[after + 1] === DASH && AFTER_BOUNDARY.has(body[after + 2])))

function lineEndBefore(body: Uint8Array, at: number): number {
  if (at === 0 || body[at - 1] !== LF) return at
  return body[at - 2] === CR ? at - 2 : at - 1
}
