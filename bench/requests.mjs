// Requests as bytes. They are built once and sent often.

// The client name of a human's client: the server marks the messages that it sends as read.
const CLIENT = 'user-agent: website/1.0\r\n'

export const get = (path, person) => Buffer.from(`GET ${path} HTTP/1.1\r\n${headersOf(person)}\r\n`)

export const post = (path, fields, person) => body(path, new URLSearchParams(fields).toString(), headersOf(person))

export const patch = (path, fields, person) =>
  Buffer.from(post(path, fields, person).toString().replace(/^POST/, 'PATCH'))

export const postText = (path, text) => body(path, text, `${headersOf()}content-type: text/plain\r\n`)

export const postWithSecret = (path, fields, secret) =>
  body(path, new URLSearchParams(fields).toString(), `${headersOf()}authorization: Bearer ${secret}\r\n`)

export const upgrade = (path) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\n${headersOf()}upgrade: websocket\r\nconnection: upgrade\r\n` +
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
  )

/** Uploads a file in a form. */
export function postFile(path, type, bytes, person) {
  const head = `--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\ncontent-type: ${type}\r\n\r\n`
  const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  const headers = `${headersOf(person)}content-type: multipart/form-data; boundary=b\r\ncontent-length: ${form.length}\r\n`
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${headers}\r\n`), form])
}

function body(path, text, headers) {
  const form = headers.includes('content-type') ? '' : 'content-type: application/x-www-form-urlencoded\r\n'
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${form}${headers}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

const headersOf = (person) =>
  person === undefined
    ? `host: 127.0.0.1\r\n${CLIENT}`
    : `host: ${person.realm}.localhost\r\n${CLIENT}authorization: Basic ${btoa(`${person.email}:${person.api_key}`)}\r\n`
