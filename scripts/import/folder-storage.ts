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
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createInflateRaw } from 'node:zlib'
import type { Archive, Chunks, Described, Storage } from '../../conversion/storage.ts'

/** The storage of a copy in a folder of this machine. `conversion/storage.ts` says what each method does. */
export class FolderStorage implements Storage {
  readonly name: string

  constructor(folder: string) {
    this.name = folder
  }

  /** Returns the path of a file, and creates its folder. */
  path(name: string): string {
    const path = join(this.name, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }

  append = (name: string, bytes: Uint8Array): void => appendFileSync(this.path(name), bytes, { mode: 0o600 })
  async settled(): Promise<void> {}
  async flush(): Promise<void> {}

  async write(name: string, chunks: Chunks): Promise<Described> {
    await pipeline(Readable.from(chunks), createWriteStream(this.path(name), { mode: 0o600 }))
    return describeFile(this.path(name))
  }

  async writeAt(name: string, bytes: Uint8Array, at: number): Promise<void> {
    const file = openSync(this.path(name), existsSync(this.path(name)) ? 'r+' : 'w', 0o600)
    try {
      writeSync(file, bytes, 0, bytes.length, at)
    } finally {
      closeSync(file)
    }
  }

  async writeWhole(name: string, text: string): Promise<void> {
    writeFileSync(`${this.path(name)}.new`, text, { mode: 0o600 })
    renameSync(`${this.path(name)}.new`, this.path(name))
  }

  async readText(name: string): Promise<string | undefined> {
    return existsSync(join(this.name, name)) ? readFileSync(join(this.name, name), 'utf8') : undefined
  }

  read = (name: string): Chunks => createReadStream(join(this.name, name))
  size = (name: string): number | undefined =>
    existsSync(join(this.name, name)) ? statSync(join(this.name, name)).size : undefined
  archive = (name: string): Archive => fileArchive(this.path(name))

  async describe(name: string): Promise<Described | undefined> {
    return this.size(name) === undefined ? undefined : describeFile(this.path(name))
  }

  async truncate(name: string, bytes: number): Promise<void> {
    truncateSync(this.path(name), bytes)
  }

  async clear(): Promise<void> {
    rmSync(this.name, { recursive: true, force: true })
    mkdirSync(this.name, { recursive: true, mode: 0o700 })
  }

  async remove(name: string): Promise<void> {
    rmSync(join(this.name, name), { recursive: true, force: true })
  }

  inflate = (chunks: Chunks): Chunks => unpacked(chunks, createInflateRaw())
  gunzip = (chunks: Chunks): Chunks => unpacked(chunks, createGunzip())
}

async function describeFile(path: string): Promise<Described> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { bytes: statSync(path).size, sha256: hash.digest('hex') }
}

function unpacked(chunks: Chunks, unpacking: Transform): Chunks {
  const packed = Readable.from(chunks)
  packed.on('error', (error) => unpacking.destroy(error))
  return packed.pipe(unpacking)
}

/** Returns an archive in a file, as `SourceFiles.of` reads it. */
export function fileArchive(path: string): Archive {
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
