import { logLine } from '../api/log-line'
import { apiError } from '../api/errors'

/** R2 did not do what was requested. */
export const filesUnavailable = apiError('STORE_UNAVAILABLE', () => 'Files cannot be stored or read right now')

/** The size of a file in R2, and the mark that R2 gives these bytes. */
export type StoredFile = { size: number; etag: string }

/** The key of a file, and when it was stored, in UNIX seconds. */
export type ListedFile = { key: string; stored_at: number }

/** R2 joins parts of one size, except for the last, and accepts none smaller than this. */
export const PART_BYTES = 5 * 1024 * 1024

/** A whole file is read in such pieces, between which others go on. Receiving a larger one takes too long. */
export const READ_BYTES = 1024 * 1024

/** The bytes of a file, in chunks of any size. */
export type ByteStream = AsyncIterable<Uint8Array>

/** A part of a file. Without a length, it ends with the file. */
type Part = { offset: number; length?: number }
type GetOptions = { range?: Part }

/** Returns whether two reads of a file of this size return the same bytes. */
function isSamePart(a: Part = WHOLE, b: Part = WHOLE, size: number): boolean {
  const endOf = ({ offset, length = Infinity }: Part) => Math.min(offset + length, size)
  return a.offset === b.offset && endOf(a) === endOf(b)
}

const WHOLE: Part = { offset: 0 }

const encoder = new TextEncoder()
const MAX_NAME_BYTES = 1024

type Begun = GetOptions & { key: string; found: Promise<R2ObjectBody | undefined> }

/**
 * The files of one realm in R2. Each key begins with the realm's name, so no method can reach files of another realm. If R2
 * does not respond, each method throws `filesUnavailable`.
 */
export class Files {
  #begun: Begun | undefined

  constructor(
    readonly bucket: R2Bucket,
    readonly realm_name: string,
  ) {}

  #at = (key: string) => `${this.realm_name}/${key}`

  /** R2 refuses other names, and no file has one. */
  #isName = (key: string) => key.isWellFormed() && encoder.encode(this.#at(key)).byteLength <= MAX_NAME_BYTES

  put(key: string, bytes: Uint8Array, contentType: string): Promise<StoredFile> {
    const options = { httpMetadata: { contentType } }
    return this.#available(async () => storedFile(await this.bucket.put(this.#at(key), bytes, options)))
  }

  async get(key: string, options: GetOptions = {}): Promise<R2ObjectBody | undefined> {
    const begun = this.#begun
    this.#begun = undefined
    const read = begun?.key === key ? await begun.found : undefined
    if (begun && read && isSamePart(begun.range, options.range, read.size)) return read
    void read?.body.cancel()
    if (!this.#isName(key)) return undefined
    return this.#available(async () => {
      const found = await this.bucket.get(this.#at(key), options)
      return found !== null && 'body' in found ? found : undefined
    })
  }

  /** Begins to read a file for which the Worker then asks the realm, so that the read does not follow the decision. */
  begin(key: string, { range }: GetOptions = {}): void {
    if (!this.#isName(key)) return
    const read = async () => this.bucket.get(this.#at(key), range ? { range } : {})
    // The part may be past the end of the file. Then it is read again, or refused, with the size that the realm knows.
    const reading = range ? read().catch(() => null) : this.#available(read)
    const found = reading.then((object) => (object !== null && 'body' in object ? object : undefined))
    found.catch(() => undefined)
    this.#begun = { key, range, found }
  }

  /** Ends a read that nothing needs. */
  dropBegun(): void {
    this.#begun?.found.then((object) => object?.body.cancel()).catch(() => undefined)
    this.#begun = undefined
  }

  /** Returns the size of a complete file, or undefined. */
  head(key: string): Promise<StoredFile | undefined> {
    return this.#available(async () => {
      const found = await this.bucket.head(this.#at(key))
      return found === null ? undefined : storedFile(found)
    })
  }

  /**
   * Returns the bytes of a file that has at most `most` of them. Of a larger one it reads none, and returns undefined. It pauses
   * between two parts: other requests wait while many bytes arrive at once.
   */
  async readUpTo(key: string, most: number, pause: () => Promise<void>): Promise<Uint8Array | undefined> {
    const { size } = (await this.head(key)) ?? { size: 0 }
    if (size > most) return undefined
    const bytes = new Uint8Array(size)
    for (let offset = 0; offset < size; offset += READ_BYTES) {
      if (offset > 0) await pause()
      const length = Math.min(READ_BYTES, size - offset)
      bytes.set(await this.#bytesOf(await this.get(key, { range: { offset, length } })), offset)
    }
    return bytes
  }

  async read(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#bytesOf(await this.get(key))
  }

  async #bytesOf(found: R2ObjectBody | undefined): Promise<Uint8Array<ArrayBuffer>> {
    return found === undefined
      ? new Uint8Array()
      : this.#available(async () => new Uint8Array(await found.arrayBuffer()))
  }

  /** Returns the next files, by key, and where the list continues. */
  list(cursor: string, limit = 1000): Promise<{ files: ListedFile[]; next?: string }> {
    const options = { prefix: this.#at(''), limit, ...(cursor === '' ? {} : { cursor }) }
    return this.#available(async () => {
      const found = await this.bucket.list(options)
      const files = found.objects.map(({ key, uploaded }) => ({
        key: key.slice(options.prefix.length),
        stored_at: Math.floor(uploaded.getTime() / 1000),
      }))
      return found.truncated ? { files, next: found.cursor } : { files }
    })
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#available(() => this.bucket.delete(keys.map(this.#at)))
  }

  beginParts(key: string, contentType: string): Promise<string> {
    const options = { httpMetadata: { contentType } }
    return this.#available(async () => (await this.bucket.createMultipartUpload(this.#at(key), options)).uploadId)
  }

  putPart(key: string, upload_id: string, number: number, bytes: Uint8Array): Promise<R2UploadedPart> {
    return this.#available(async () => {
      const upload = this.bucket.resumeMultipartUpload(this.#at(key), upload_id)
      const { partNumber, etag } = await upload.uploadPart(number, bytes)
      return { partNumber, etag }
    })
  }

  completeParts(key: string, upload_id: string, parts: R2UploadedPart[]): Promise<StoredFile> {
    return this.#available(async () =>
      storedFile(await this.bucket.resumeMultipartUpload(this.#at(key), upload_id).complete(parts)),
    )
  }

  abortParts(key: string, upload_id: string): Promise<void> {
    return this.#available(() => this.bucket.resumeMultipartUpload(this.#at(key), upload_id).abort())
  }

  async #available<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request()
    } catch (error) {
      logLine('error', 'r2_failed', { realm: this.realm_name }, error)
      throw filesUnavailable({})
    }
  }
}

function storedFile(object: R2Object | null): StoredFile {
  if (object === null) throw new Error('R2 stored nothing')
  return { size: object.size, etag: object.httpEtag }
}
