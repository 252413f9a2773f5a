import { unreadableBody } from './errors'
import { GrowingBytes } from './growing-bytes'

/** One field of a form. The bytes that are not read before the next part is requested are discarded. */
export type FormPart = { name: string; filename: string | undefined; type: string; bytes: AsyncGenerator<Uint8Array> }

const MAX_HEADER_BYTES = 8192
const MAX_PARTS = 100

/**
 * Yields the parts of a multipart form. Only the chunk that has just arrived is in memory. Throws `unreadableBody` if the body is
 * malformed or ends too early; then the caller must also discard the parts that it has read. Yields nothing if the request has
 * no body, or one of another type.
 */
export async function* readParts(request: Pick<Request, 'body' | 'headers'>): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (request.body === null || boundary === undefined) return
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter has no line break before it. One is added here, so that it is found like the other delimiters.
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader()
  const source = new Source(reader, Buffer.from('\r\n'))
  let isRead = false
  try {
    await discard(source.until(delimiter))
    for (let parts = 0; !(await source.endsHere()); parts++) {
      if (parts === MAX_PARTS) throw unreadableBody({})
      const headers = await source.take(Buffer.from('\r\n\r\n'), MAX_HEADER_BYTES)
      const bytes = source.until(delimiter)
      yield { ...partHeaders(headers.toString('utf8')), bytes }
      await discard(bytes)
    }
    // The bytes after the last part have no meaning. They are discarded, so that the whole request is read.
    while (!(await reader.read()).done);
    isRead = true
  } finally {
    // The caller stopped early, or the form was malformed.
    if (!isRead) await reader.cancel().catch(() => undefined)
  }
}

async function discard(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}

/** Returns the boundary of a multipart form, or undefined for another media type. RFC 2046 allows 70 characters. */
export const boundaryOf = (type: string): string | undefined =>
  /^multipart\/form-data\b/i.test(type)
    ? /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"\\]{1,70})(?![^\s;"]))/i.exec(type)?.slice(1).find(Boolean)
    : undefined

/** A stream with the bytes that arrived but were not consumed. */
class Source {
  constructor(
    readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    private buffered: Buffer,
  ) {}

  /** Yields the bytes before the next delimiter, as they arrive. Consumes the delimiter too. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.buffered.indexOf(delimiter)
      if (at >= 0) {
        const last = this.buffered.subarray(0, at)
        this.buffered = this.buffered.subarray(at + delimiter.length)
        if (last.length > 0) yield last
        return
      }
      // The last bytes may be the beginning of the delimiter, so they stay in the buffer.
      const length = Math.max(0, this.buffered.length - delimiter.length + 1)
      const chunk = this.buffered.subarray(0, length)
      this.buffered = this.buffered.subarray(length)
      if (length > 0) yield chunk
      await this.#readMore()
    }
  }

  /** Returns whether the form ends here: two dashes follow its last delimiter, and a line break follows the others. */
  async endsHere(): Promise<boolean> {
    while (this.buffered.length < 2) await this.#readMore()
    return this.buffered.toString('latin1', 0, 2) === '--'
  }

  /**
   * Returns the bytes before the next delimiter, at most `most`, and consumes both. Throws `unreadableBody` if there are more.
   * Its time is linear, even if the bytes arrive one by one.
   */
  async take(delimiter: Buffer, most: number): Promise<Buffer> {
    const growing = new GrowingBytes(this.buffered)
    let searched = 0
    for (;;) {
      const bytes = asBuffer(growing.bytes)
      const at = bytes.indexOf(delimiter, searched)
      if (at > most || (at < 0 && bytes.length > most)) throw unreadableBody({})
      if (at >= 0) {
        this.buffered = bytes.subarray(at + delimiter.length)
        return bytes.subarray(0, at)
      }
      searched = Math.max(0, bytes.length - delimiter.length + 1)
      growing.add(await this.#readChunk())
    }
  }

  async #readMore(): Promise<void> {
    const chunk = await this.#readChunk()
    this.buffered = this.buffered.length === 0 ? asBuffer(chunk) : Buffer.concat([this.buffered, chunk])
  }

  async #readChunk(): Promise<Uint8Array> {
    const { done, value } = await this.reader.read()
    if (done) throw unreadableBody({})
    return value
  }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

function partHeaders(headers: string): Omit<FormPart, 'bytes'> {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers)?.[1] ?? ''
  const name = parameter(disposition, 'name')
  if (name === undefined) throw unreadableBody({})
  const type = /^content-type:\s*(.*)$/im.exec(headers)?.[1]?.trim() ?? ''
  return { name, filename: encodedParameter(disposition, 'filename') ?? parameter(disposition, 'filename'), type }
}

// Browsers encode a quote or a line break in a name as in a URL: %22, %0D, %0A.
const parameter = (disposition: string, name: string): string | undefined =>
  // Linear: the headers of a part are short, and the names are those of this file.
  new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i')
    .exec(disposition)?.[1]
    ?.replace(/\\(["\\])/g, '$1')
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))) ??
  // Linear: as above.
  new RegExp(`;\\s*${name}=([^\\s;"]+)`, 'i').exec(disposition)?.[1]

/** Returns a parameter in the encoding of RFC 5987, which some programs use for names that are not ASCII. */
function encodedParameter(disposition: string, name: string): string | undefined {
  // Linear: as above.
  const encoded = new RegExp(`;\\s*${name}\\*=utf-8'[^']*'([^\\s;]+)`, 'i').exec(disposition)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw unreadableBody({})
  }
}
