import type { Archive, Bytes, Chunks, Described, Storage } from '../../conversion/storage.ts'

const FOLDER = 'import'
const CHUNK_BYTES = 256 * 1024
/** More bytes than this do not wait in memory. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024
const MAX_HANDLES = 100

/** The private files of this origin in the browser. Only a worker can write them without copying each file. */
export class BrowserStorage implements Storage {
  readonly name = FOLDER
  readonly #sizes = new Map<string, number>()
  readonly #handles = new Map<string, FileSystemSyncAccessHandle>()
  #queue: { name: string; bytes: Uint8Array }[] = []
  #waiting = 0
  #writing: Promise<void> = Promise.resolve()

  /** `proceed` is awaited between rows, so that a conversion can pause. */
  static async open(proceed: () => Promise<void>): Promise<BrowserStorage> {
    const root = await navigator.storage.getDirectory()
    const storage = new BrowserStorage(root, proceed)
    await storage.#measure(await root.getDirectoryHandle(FOLDER, { create: true }), '')
    return storage
  }

  constructor(
    readonly root: FileSystemDirectoryHandle,
    readonly proceed: () => Promise<void>,
  ) {}

  async #measure(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
    for await (const entry of folder.values())
      if (entry.kind === 'directory') await this.#measure(entry, `${path}${entry.name}/`)
      else this.#sizes.set(`${path}${entry.name}`, (await entry.getFile()).size)
  }

  async #fileHandle(name: string): Promise<FileSystemFileHandle> {
    let folder = await this.root.getDirectoryHandle(FOLDER, { create: true })
    const parts = name.split('/')
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true })
    return folder.getFileHandle(parts.at(-1)!, { create: true })
  }

  async #open(name: string): Promise<FileSystemSyncAccessHandle> {
    const found = this.#handles.get(name)
    if (found !== undefined) return found
    if (this.#handles.size >= MAX_HANDLES) for (const each of this.#handles.keys()) this.#close(each)
    const handle = await (await this.#fileHandle(name)).createSyncAccessHandle()
    this.#handles.set(name, handle)
    return handle
  }

  #close(name: string): void {
    this.#handles.get(name)?.close()
    this.#handles.delete(name)
  }

  append(name: string, bytes: Uint8Array): void {
    this.#queue.push({ name, bytes })
    this.#waiting += bytes.length
    this.#sizes.set(name, (this.#sizes.get(name) ?? 0) + bytes.length)
  }

  async settled(): Promise<void> {
    await this.proceed()
    if (this.#waiting > MAX_WAITING_BYTES) await this.#drain()
  }

  async flush(): Promise<void> {
    await this.#drain()
    for (const name of this.#handles.keys()) this.#close(name)
  }

  /** Writes are in the order of the calls. */
  #drain(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const queue = this.#queue
      this.#queue = []
      for (const { name, bytes } of queue) {
        const handle = await this.#open(name)
        handle.write(bytes, { at: handle.getSize() })
        this.#waiting -= bytes.length
      }
    })
    return this.#writing
  }

  async write(name: string, chunks: Chunks): Promise<Described> {
    this.#close(name)
    const handle = await this.#open(name)
    let at = 0
    try {
      handle.truncate(0)
      for await (const chunk of chunks) at += handle.write(chunk, { at })
    } finally {
      this.#close(name)
    }
    this.#sizes.set(name, at)
    return { bytes: at }
  }

  async writeAt(name: string, bytes: Bytes, at: number): Promise<void> {
    const handle = await this.#open(name)
    handle.write(bytes, { at })
    this.#sizes.set(name, handle.getSize())
  }

  async writeWhole(name: string, text: string): Promise<void> {
    await this.write(name, [new TextEncoder().encode(text)])
  }

  async readText(name: string): Promise<string | undefined> {
    return this.#sizes.has(name) ? (await this.file(name)).text() : undefined
  }

  /** Returns a file, which is not read yet. */
  async file(name: string): Promise<File> {
    if (this.#queue.some((each) => each.name === name)) await this.#drain()
    this.#close(name)
    return (await this.#fileHandle(name)).getFile()
  }

  async *read(name: string): AsyncGenerator<Bytes> {
    const file = await this.file(name)
    yield* chunksOf(file, 0, file.size)
  }

  size = (name: string): number | undefined => this.#sizes.get(name)

  archive(name: string): Archive {
    return {
      name,
      size: this.#sizes.get(name) ?? 0,
      read: async (at, length) => bytesOf(await this.file(name), at, at + length),
      stream: (from, to) => this.#range(name, from, to),
    }
  }

  async *#range(name: string, from: number, to: number): AsyncGenerator<Bytes> {
    yield* chunksOf(await this.file(name), from, to)
  }

  async describe(name: string): Promise<Described | undefined> {
    const bytes = this.#sizes.get(name)
    return bytes === undefined ? undefined : { bytes }
  }

  async truncate(name: string, bytes: number): Promise<void> {
    const handle = await this.#open(name)
    handle.truncate(bytes)
    this.#close(name)
    this.#sizes.set(name, bytes)
  }

  async remove(name: string): Promise<void> {
    await this.flush()
    for (const each of this.#sizes.keys()) if (each === name || each.startsWith(`${name}/`)) this.#sizes.delete(each)
    const parts = name.split('/')
    try {
      let folder = await this.root.getDirectoryHandle(FOLDER)
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part)
      await folder.removeEntry(parts.at(-1)!, { recursive: true })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
    }
  }

  /** Deletes everything. */
  async clear(): Promise<void> {
    for (const name of ['tables', 'files', 'grid']) await this.remove(name)
    for (const name of this.#sizes.keys()) await this.remove(name)
  }

  inflate = (chunks: Chunks): Chunks => unpacked(chunks, 'deflate-raw')
  gunzip = (chunks: Chunks): Chunks => unpacked(chunks, 'gzip')
}

const bytesOf = async (file: Blob, from: number, to: number): Promise<Bytes> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer())

/** Yields a range of a file. Only one chunk of it is in memory. */
export async function* chunksOf(file: Blob, from: number, to: number): AsyncGenerator<Bytes> {
  for (let at = from; at < to; at += CHUNK_BYTES) yield await bytesOf(file, at, Math.min(at + CHUNK_BYTES, to))
}

/** Returns an archive that the user chose. */
export const archiveOf = (file: File): Archive => ({
  name: file.name,
  size: file.size,
  read: (at, length) => bytesOf(file, at, at + length),
  stream: (from, to) => chunksOf(file, from, to),
})

async function* unpacked(chunks: Chunks, format: CompressionFormat): AsyncGenerator<Bytes> {
  const { readable, writable } = new DecompressionStream(format)
  const writer = writable.getWriter()
  const writing = (async () => {
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.close()
  })().catch((error: unknown) => writer.abort(error).catch(() => undefined))
  const reader = readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
    await writing
  }
}
