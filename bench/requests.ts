// Requests as bytes. They are built once and sent often.

export type Person = { realm: string; email: string; api_key: string }
export type Fields = Record<string, string | number>

// The client name of a human's client: the server marks the messages that it sends as read.
const CLIENT = 'user-agent: website/1.0\r\n'

export const get = (path: string, person?: Person) => Buffer.from(`GET ${path} HTTP/1.1\r\n${headersOf(person)}\r\n`)

export const post = (path: string, fields: Fields, person?: Person) => body(path, formOf(fields), headersOf(person))

export const patch = (path: string, fields: Fields, person?: Person) =>
  Buffer.from(post(path, fields, person).toString().replace(/^POST/, 'PATCH'))

export const postText = (path: string, text: string) => body(path, text, `${headersOf()}content-type: text/plain\r\n`)

export const postWithSecret = (path: string, fields: Fields, secret: string) =>
  body(path, formOf(fields), `${headersOf()}authorization: Bearer ${secret}\r\n`)

export const upgrade = (path: string) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\n${headersOf()}upgrade: websocket\r\nconnection: upgrade\r\n` +
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
  )

/** Uploads a file in a form. */
export function postFile(path: string, type: string, bytes: Uint8Array, person: Person) {
  const head = `--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\ncontent-type: ${type}\r\n\r\n`
  const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  const headers = `${headersOf(person)}content-type: multipart/form-data; boundary=b\r\ncontent-length: ${form.length}\r\n`
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${headers}\r\n`), form])
}

function body(path: string, text: string, headers: string) {
  const form = headers.includes('content-type') ? '' : 'content-type: application/x-www-form-urlencoded\r\n'
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${form}${headers}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

/** Returns fields as those of a form or of a query. */
export const formOf = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

const headersOf = (person?: Person) =>
  person === undefined
    ? `host: 127.0.0.1\r\n${CLIENT}`
    : `host: ${person.realm}.localhost\r\n${CLIENT}authorization: Basic ${btoa(`${person.email}:${person.api_key}`)}\r\n`
