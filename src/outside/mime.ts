/** An email as it is sent by SMTP. */
export type MimeEmail = {
  from: { email: string; name: string }
  to: string
  reply_to?: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  message_id: string
  date: Date
}

const CRLF = '\r\n'
const BASE64_LINE = 76
// An encoded word has at most 75 characters, with its frame of 12.
const ENCODED_WORD_BYTES = 45

/** Returns the email as a message of RFC 5322: its text and its HTML, both in Base64. So no line of it is too long. */
export function mimeMessage(email: MimeEmail, boundary: string): Uint8Array {
  const { from, to, reply_to, headers } = email
  const lines = [
    `From: ${displayName(from.name)} <${from.email}>`,
    `To: <${to}>`,
    ...(reply_to === undefined ? [] : [`Reply-To: <${reply_to}>`]),
    `Subject: ${headerText(email.subject)}`,
    `Date: ${email.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${email.message_id}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...partLines('text/plain', email.text, boundary),
    ...partLines('text/html', email.html, boundary),
    `--${boundary}--`,
    '',
  ]
  return new TextEncoder().encode(lines.join(CRLF))
}

const partLines = (type: string, content: string, boundary: string): string[] => [
  `--${boundary}`,
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: base64',
  '',
  ...base64Lines(content),
]

function base64Lines(content: string): string[] {
  const base64 = new TextEncoder().encode(content.replaceAll(/\r?\n/g, CRLF)).toBase64()
  return base64.match(new RegExp(`.{1,${BASE64_LINE}}`, 'g')) ?? ['']
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes('=?')

/** Returns a name before an address: quoted, so that no comma or bracket in it ends the name. */
const displayName = (name: string): string =>
  isPlain(name) ? `"${name.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"` : encodedWords(name)

/** Returns text as the value of a header, encoded as RFC 2047 describes if it has other characters than ASCII. */
export const headerText = (text: string): string => (isPlain(text) ? text : encodedWords(text))

function encodedWords(text: string): string {
  const words: string[] = ['']
  for (const character of text.toWellFormed())
    if (bytesIn(words.at(-1)! + character) <= ENCODED_WORD_BYTES) words[words.length - 1] += character
    else words.push(character)
  return words.map((word) => `=?utf-8?B?${new TextEncoder().encode(word).toBase64()}?=`).join(`${CRLF} `)
}

const bytesIn = (text: string): number => new TextEncoder().encode(text).length
