import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createInflateRaw } from 'node:zlib'

/** The storage of a copy in a folder of this machine. `conversion/storage.ts` says what each method does. */
export class FolderStorage {
  constructor(folder) {
    this.name = folder
  }

  /** Returns the path of a file, and creates its folder. */
  path(name) {
    const path = join(this.name, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }

  append = (name, bytes) => appendFileSync(this.path(name), bytes, { mode: 0o600 })
  async settled() {}
  async flush() {}

  async write(name, chunks) {
    await pipeline(Readable.from(chunks), createWriteStream(this.path(name), { mode: 0o600 }))
    return describeFile(this.path(name))
  }

  async writeAt(name, bytes, at) {
    const file = openSync(this.path(name), existsSync(this.path(name)) ? 'r+' : 'w', 0o600)
    try {
      writeSync(file, bytes, 0, bytes.length, at)
    } finally {
      closeSync(file)
    }
  }

  async writeWhole(name, text) {
    writeFileSync(`${this.path(name)}.new`, text, { mode: 0o600 })
    renameSync(`${this.path(name)}.new`, this.path(name))
  }

  async readText(name) {
    return existsSync(join(this.name, name)) ? readFileSync(join(this.name, name), 'utf8') : undefined
  }

  read = (name) => createReadStream(join(this.name, name))
  size = (name) => (existsSync(join(this.name, name)) ? statSync(join(this.name, name)).size : undefined)
  archive = (name) => fileArchive(this.path(name))

  async describe(name) {
    return this.size(name) === undefined ? undefined : describeFile(this.path(name))
  }

  async truncate(name, bytes) {
    truncateSync(this.path(name), bytes)
  }

  async clear() {
    rmSync(this.name, { recursive: true, force: true })
    mkdirSync(this.name, { recursive: true, mode: 0o700 })
  }

  async remove(name) {
    rmSync(join(this.name, name), { recursive: true, force: true })
  }

  inflate = (chunks) => unpacked(chunks, createInflateRaw())
  gunzip = (chunks) => unpacked(chunks, createGunzip())
}

async function describeFile(path) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { bytes: statSync(path).size, sha256: hash.digest('hex') }
}

function unpacked(chunks, unpacking) {
  const packed = Readable.from(chunks)
  packed.on('error', (error) => unpacking.destroy(error))
  return packed.pipe(unpacking)
}

/** Returns an archive in a file, as `SourceFiles.of` reads it. */
export function fileArchive(path) {
  const { size } = statSync(path)
  return {
    name: basename(path),
    size,
    async read(at, length) {
      const bytes = Buffer.alloc(length)
      const file = openSync(path, 'r')
      try {
        readSync(file, bytes, 0, length, at)
      } finally {
        closeSync(file)
      }
      return bytes
    },
    stream: (from, to) => (from >= to ? [] : createReadStream(path, { start: from, end: to - 1 })),
  }
}
