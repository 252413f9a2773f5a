import { latin1, withoutSpaces } from './header-fields'

/** Returns bytes as text. Many programs name a character set that is not theirs, so undecodable bytes become marks. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const label = withoutSpaces(charset).toLowerCase()
  if (label === '' || label === 'us-ascii' || label === 'utf-8') return utf8OrLatin1(bytes)
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return utf8OrLatin1(bytes)
  }
}

function utf8OrLatin1(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns the bytes of a text in which each character is one byte. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

/** Returns the content of a part. An unknown encoding is no encoding. */
export function decodeTransfer(body: Uint8Array, encoding: string): Uint8Array {
  const name = withoutSpaces(encoding).toLowerCase()
  if (name === 'base64') return decodeBase64(latin1(body))
  return name === 'quoted-printable' ? decodeQuotedPrintable(body) : body
}

/** Returns the bytes of Base64. Other characters between them do not count, and an incomplete end is omitted. */
export function decodeBase64(text: string): Uint8Array {
  // Node's decoder omits what is no Base64, but stops at a padding, which must be at the end.
  return new Uint8Array(Buffer.from(withoutSpaces(text).replace(/(?<!=)=+$/, ''), 'base64'))
}

const [LF, CR, SPACE, TAB, EQUALS] = [10, 13, 32, 9, 61]

function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(body.length)
  let length = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    const value = byte === EQUALS ? hexAt(body, at + 1) : byte
    if (byte === EQUALS && value < 0) {
      const end = endOfSoftBreak(body, at)
      // RFC 2045 leaves signs that encode nothing to the reader: they are text of programs that do not encode them.
      if (end < 0) decoded[length++] = EQUALS
      else at = end
      continue
    }
    decoded[length++] = value
    if (byte === EQUALS) at += 2
  }
  return decoded.subarray(0, length)
}

/** Returns the place of the line end after an equals sign that continues the line, or -1. */
function endOfSoftBreak(body: Uint8Array, equals: number): number {
  let at = equals + 1
  while (at - equals < 80 && (body[at] === SPACE || body[at] === TAB)) at++
  if (body[at] === CR && body[at + 1] === LF) return at + 1
  return body[at] === LF || at === body.length ? at : -1
}

function hexAt(bytes: Uint8Array, at: number): number {
  const [high, low] = [hexDigit(bytes[at]), hexDigit(bytes[at + 1])]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

const hexDigit = (byte = 0): number => '0123456789abcdef'.indexOf(String.fromCharCode(byte | 0x20))

const ENCODED_WORD = /=\?([^? \t\r\n]{1,40})\?([bq])\?([^? \t\r\n]*)\?=/gi
const WORDS_OR_BYTES = /(?:=\?[^? \t\r\n]{1,40}\?[bq]\?[^? \t\r\n]*\?=)+|[\x80-\xff]+/gi
// White space between two encoded words is no part of the text.
const BETWEEN_WORDS = /(\?=)[ \t\r\n]+(?==\?[^? \t\r\n]{1,40}\?[bq]\?)/gi

/** Returns the text of a header value: with the encoded words of RFC 2047, and with UTF-8 or Latin-1 that a program did not encode. */
export const headerText = (value: string): string =>
  value
    .replaceAll(BETWEEN_WORDS, '$1')
    .replaceAll(WORDS_OR_BYTES, (run) => (run.startsWith('=?') ? textOfWords(run) : decodeText(bytesOf(run), 'utf-8')))

/** Returns the text of words in sequence. Those of one character set are decoded together: programs split characters. */
function textOfWords(words: string): string {
  const runs: { charset: string; bytes: Uint8Array[] }[] = []
  for (const [, named = '', encoding = '', content = ''] of words.matchAll(ENCODED_WORD)) {
    const charset = named.split('*')[0]!.toLowerCase()
    const run = runs.at(-1)
    if (run?.charset === charset) run.bytes.push(wordBytes(encoding, content))
    else runs.push({ charset, bytes: [wordBytes(encoding, content)] })
  }
  return runs.map(({ charset, bytes }) => decodeText(Buffer.concat(bytes), charset)).join('')
}

const wordBytes = (encoding: string, content: string): Uint8Array =>
  encoding.toLowerCase() === 'b' ? decodeBase64(content) : decodeQuotedPrintable(bytesOf(content.replaceAll('_', ' ')))
