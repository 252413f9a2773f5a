import { closeSync, createReadStream, existsSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { bsonDocuments, readBson } from './bson.mjs'

const CHUNK_BYTES = 255 * 1024

/**
 * The files that Rocket.Chat keeps in its database: a collection with their names, and one with their chunks in any order. Each
 * chunk is written to its place in a file of its own, so the memory does not grow with the files.
 */
export class GridFiles {
  #found = new Map()
  #folder

  constructor(folder) {
    this.#folder = join(folder, 'grid')
  }

  /** Reads the files of a bucket, such as `custom_emoji`. A dump that has none of them has no files. */
  async read(files, bucket) {
    const named = (end) =>
      files.names.find((name) => name === `${bucket}.${end}.bson` || name.endsWith(`/${bucket}.${end}.bson`))
    const [list, chunks] = [named('files'), named('chunks')]
    if (list === undefined || chunks === undefined) return
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for await (const bytes of bsonDocuments(files.open(list))) {
      const { _id, chunkSize, length } = readBson(bytes)
      const path = join(this.#folder, createHash('sha256').update(`${bucket} ${_id}`).digest('hex'))
      this.#found.set(`${bucket} ${_id}`, {
        path,
        chunkSize: Number(chunkSize ?? CHUNK_BYTES),
        length: Number(length ?? 0),
      })
      closeSync(openSync(path, 'w', 0o600))
    }
    for await (const bytes of bsonDocuments(files.open(chunks))) {
      const { files_id, n, data } = readBson(bytes)
      const file = this.#found.get(`${bucket} ${files_id}`)
      if (file !== undefined && data instanceof Uint8Array) writeAt(file, data, Number(n))
    }
  }

  /** Returns the bytes of a file as a sequence, or undefined. */
  open(bucket, id) {
    const file = this.#found.get(`${bucket} ${id}`)
    return file && existsSync(file.path) ? createReadStream(file.path) : undefined
  }

  has = (bucket, id) => this.#found.has(`${bucket} ${id}`)

  remove() {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** A chunk beyond the stated length of its file would make a file of any size. */
function writeAt({ path, chunkSize, length }, data, number) {
  const at = number * chunkSize
  if (!(at >= 0 && at + data.length <= length)) return
  const file = openSync(path, 'r+')
  try {
    writeSync(file, data, 0, data.length, at)
    if (at + data.length === length) ftruncateSync(file, length)
  } finally {
    closeSync(file)
  }
}
