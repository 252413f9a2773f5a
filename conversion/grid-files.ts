import { bsonDocuments, readBson } from './bson.ts'
import type { SourceFiles } from './source-files.ts'
import type { Bytes, Chunks, Storage } from './storage.ts'

const CHUNK_BYTES = 255 * 1024
const FOLDER = 'grid'

/** A file of the database, and how many of its bytes are written. */
type GridFile = { name: string; chunkSize: number; length: number; written: number }

/**
 * The files that Rocket.Chat keeps in its database: a collection with their names, and one with their chunks in any order. Each
 * chunk is written to its place in a file of its own, so the memory does not grow with the files.
 */
export class GridFiles {
  readonly storage: Storage
  #found = new Map<string, GridFile>()

  constructor(storage: Storage) {
    this.storage = storage
  }

  /** Reads the files of a bucket, such as `custom_emoji`. A dump that has none of them has no files. */
  async read(files: SourceFiles, bucket: string) {
    const named = (end: string) =>
      files.names.find((name) => name === `${bucket}.${end}.bson` || name.endsWith(`/${bucket}.${end}.bson`))
    const [list, chunks] = [named('files'), named('chunks')]
    if (list === undefined || chunks === undefined) return
    for await (const bytes of bsonDocuments(files.open(list) ?? [])) {
      const { _id, chunkSize, length } = readBson<{ _id?: string; chunkSize?: number; length?: number }>(bytes)
      this.#found.set(`${bucket} ${_id}`, {
        name: `${FOLDER}/${this.#found.size + 1}`,
        chunkSize: Number(chunkSize ?? CHUNK_BYTES),
        length: Number(length ?? 0),
        written: 0,
      })
    }
    for await (const bytes of bsonDocuments(files.open(chunks) ?? [])) {
      const { files_id, n, data } = readBson<{ files_id?: string; n?: number; data?: Bytes }>(bytes)
      const file = this.#found.get(`${bucket} ${files_id}`)
      if (file !== undefined && data instanceof Uint8Array) await this.#writeAt(file, data, Number(n))
    }
  }

  /** A chunk beyond the stated length of its file would make a file of any size. */
  async #writeAt(file: GridFile, data: Bytes, number: number) {
    const at = number * file.chunkSize
    if (!Number.isSafeInteger(at) || at < 0 || at + data.length > file.length) return
    await this.storage.writeAt(file.name, data, at)
    file.written += data.length
  }

  /**
   * Returns the bytes of a file as a sequence, or undefined. A file without chunks is empty. One that lacks chunks is missing: the
   * stated length alone would make a file of any size.
   */
  open(bucket: string, id: string): Chunks | undefined {
    const file = this.#found.get(`${bucket} ${id}`)
    if (file === undefined || !(file.written >= file.length)) return undefined
    return this.storage.size(file.name) === undefined ? [] : this.storage.read(file.name)
  }

  has = (bucket: string, id: string) => this.#found.has(`${bucket} ${id}`)

  remove() {
    return this.storage.remove(FOLDER)
  }
}
