import { badRequest, requestTooLarge, unreadableBody } from './errors'
import { GrowingBytes } from './growing-bytes'
import { boundaryOf } from './multipart'

/** What a request holds before anyone knows what it means: fields as text, or as an uploaded file. */
export type Fields = Map<string, string | File>

const DEFAULT_BODY_LIMIT = 1024 * 1024
/** More than any endpoint declares. A field costs more than its bytes, and the limit on the rate is checked later. */
export const FIELDS_MAX = 1000
const UTF8 = new TextDecoder()

export const tooManyFields = badRequest((f: { limit: number }) => `The request has more than ${f.limit} fields`)

/** The fields in the query. */
export function readQuery(url: URL): Fields {
  // Most requests that write have no query, and parsing none is not free.
  return new Map(url.search === '' ? [] : fieldsIn(url.search))
}

/** The fields in the query and in the form: clients of this family send the fields of a DELETE either way. The form wins. */
export async function readFields(request: Request, url: URL, limit = DEFAULT_BODY_LIMIT): Promise<Fields> {
  const fields = readQuery(url)
  const files = new FileNames(fields)
  for (const [name, value] of await readForm(request, limit))
    fields.set(typeof value === 'string' ? name : files.free(name), value)
  return fields
}

/** Two files with one name are two fields. */
class FileNames {
  readonly #nths = new Map<string, number>()

  constructor(readonly fields: Fields) {}

  /** A name without a file. It continues where the last search for this name ended: all searches together are linear. */
  free(name: string): string {
    let nth = this.#nths.get(name) ?? 1
    while (this.fields.get(numbered(name, nth)) instanceof File) nth++
    this.#nths.set(name, nth)
    return numbered(name, nth)
  }
}

const numbered = (name: string, nth: number) => (nth === 1 ? name : `${name} (${nth})`)

async function readForm(request: Request, limit: number): Promise<Iterable<[string, string | File]>> {
  const type = request.headers.get('content-type') ?? ''
  const body = await readBody(request, limit)
  if (body.length === 0) return []
  return /^multipart\/form-data/i.test(type) ? partsIn(body, type) : fieldsIn(UTF8.decode(body))
}

/** The parts are counted before they are parsed, by the same boundary. */
async function partsIn(body: Uint8Array, type: string): Promise<Iterable<[string, string | File]>> {
  const boundary = boundaryOf(type)
  if (boundary === undefined) throw unreadableBody({})
  // The last delimiter ends the form.
  if (exceeds(FIELDS_MAX + 1, `--${boundary}`, Buffer.from(body.buffer, body.byteOffset, body.length)))
    throw tooManyFields({ limit: FIELDS_MAX })
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(body, { headers }).formData().catch(() => undefined)
  if (form === undefined) throw unreadableBody({})
  return form
}

function fieldsIn(text: string): URLSearchParams {
  if (exceeds(FIELDS_MAX - 1, '&', text)) throw tooManyFields({ limit: FIELDS_MAX })
  return new URLSearchParams(text)
}

function exceeds(most: number, separator: string, text: string | Buffer): boolean {
  let times = 0
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length))
    if (++times > most) return true
  return false
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (declared === null) return readStream(request, limit)
  if (Number(declared) > limit) throw requestTooLarge({ limit })
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.length > limit) throw requestTooLarge({ limit })
  return body
}

// Where no length is declared, the stream itself is counted.
async function readStream(request: Request, limit: number): Promise<Uint8Array> {
  const body = new GrowingBytes()
  // `for await` would do the same for several times the price.
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body!.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (body.size + read.value.length > limit) {
      await reader.cancel()
      throw requestTooLarge({ limit })
    }
    body.add(read.value)
  }
  return body.whole
}
