import { unreadableBody } from './errors'
import { GrowingBytes } from './growing-bytes'

/** One field of a form as it comes. Its bytes are passed over if nobody reads them before the next is asked for. */
export type Part = { name: string; filename: string | undefined; type: string; bytes: AsyncGenerator<Uint8Array> }

const MOST_BYTES_OF_HEADERS = 8192
const MOST_PARTS = 100

/**
 * A form of files (multipart/form-data) read as a stream: no more of it is in memory than what has just come. A form that is
 * none, or that breaks off before its end, is refused, and so is whatever was read of it.
 */
export async function* partsOf(request: Pick<Request, 'body' | 'headers'>): AsyncGenerator<Part> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (request.body === null || boundary === undefined) return
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter begins the form; to find it like the others, it is given the line break it lacks.
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader()
  const source = new Source(reader, Buffer.from('\r\n'))
  let isRead = false
  try {
    await discard(source.until(delimiter))
    for (let parts = 0; !(await source.endsHere()); parts++) {
      if (parts === MOST_PARTS) throw unreadableBody({})
      const headers = await source.take(Buffer.from('\r\n\r\n'), MOST_BYTES_OF_HEADERS)
      const bytes = source.until(delimiter)
      yield { ...partHeaders(headers.toString('utf8')), bytes }
      await discard(bytes)
    }
    // What follows the last part means nothing, and is passed over too: so the whole request was read.
    while (!(await reader.read()).done);
    isRead = true
  } finally {
    // Whoever stops early wants no more of it.
    if (!isRead) await reader.cancel().catch(() => undefined)
  }
}

async function discard(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}

/** RFC 2046 allows 70 characters. */
export const boundaryOf = (type: string): string | undefined =>
  /^multipart\/form-data\b/i.test(type)
    ? /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"\\]{1,70})(?![^\s;"]))/i.exec(type)?.slice(1).find(Boolean)
    : undefined

/** What has come and was not taken yet. */
class Source {
  constructor(
    readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    private held: Buffer,
  ) {}

  /** Everything before this, as it comes; then this is passed as well. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.held.indexOf(delimiter)
      if (at >= 0) {
        const rest = this.held.subarray(0, at)
        this.held = this.held.subarray(at + delimiter.length)
        if (rest.length > 0) yield rest
        return
      }
      // The end of what is here may be the beginning of what is looked for.
      const sure = Math.max(0, this.held.length - delimiter.length + 1)
      const piece = this.held.subarray(0, sure)
      this.held = this.held.subarray(sure)
      if (sure > 0) yield piece
      await this.#more()
    }
  }

  /** After a delimiter two dashes end the form; else its line ends and the next part's headers begin. */
  async endsHere(): Promise<boolean> {
    while (this.held.length < 2) await this.#more()
    return this.held.toString('latin1', 0, 2) === '--'
  }

  /** Headers may come in pieces of one byte: a piece costs what it holds, and not what came before it. */
  async take(delimiter: Buffer, most: number): Promise<Buffer> {
    const gathered = new GrowingBytes(this.held)
    let searched = 0
    for (;;) {
      const held = asBuffer(gathered.whole)
      const at = held.indexOf(delimiter, searched)
      if (at > most || (at < 0 && held.length > most)) throw unreadableBody({})
      if (at >= 0) {
        this.held = held.subarray(at + delimiter.length)
        return held.subarray(0, at)
      }
      searched = Math.max(0, held.length - delimiter.length + 1)
      gathered.add(await this.#next())
    }
  }

  async #more(): Promise<void> {
    const value = await this.#next()
    this.held = this.held.length === 0 ? asBuffer(value) : Buffer.concat([this.held, value])
  }

  async #next(): Promise<Uint8Array> {
    const { done, value } = await this.reader.read()
    if (done) throw unreadableBody({})
    return value
  }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

function partHeaders(headers: string): Omit<Part, 'bytes'> {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers)?.[1] ?? ''
  const name = parameter(disposition, 'name')
  if (name === undefined) throw unreadableBody({})
  const type = /^content-type:\s*(.*)$/im.exec(headers)?.[1]?.trim() ?? ''
  return { name, filename: encodedParameter(disposition, 'filename') ?? parameter(disposition, 'filename'), type }
}

// Browsers write a quote or a line break in a name as they would in an address.
const parameter = (disposition: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i')
    .exec(disposition)?.[1]
    ?.replace(/\\(["\\])/g, '$1')
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))) ??
  new RegExp(`;\\s*${name}=([^\\s;"]+)`, 'i').exec(disposition)?.[1]

/** The form in which a program may say a name that is not plain ASCII. */
function encodedParameter(disposition: string, name: string): string | undefined {
  const encoded = new RegExp(`;\\s*${name}\\*=utf-8'[^']*'([^\\s;]+)`, 'i').exec(disposition)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw unreadableBody({})
  }
}
