import type { Archive, Bytes, Chunks, Described, Storage } from '../../../conversion/storage.ts'

/** The storage of a copy in memory, for small exports: the runtime of the tests has neither a disk nor files of a browser. */
export class MemoryStorage implements Storage {
  readonly name = 'memory'
  readonly #files = new Map<string, Bytes>()

  append(name: string, bytes: Uint8Array): void {
    this.#files.set(name, joined([this.#files.get(name) ?? new Uint8Array(), bytes]))
  }

  async settled(): Promise<void> {}
  async flush(): Promise<void> {}

  async write(name: string, chunks: Chunks): Promise<Described> {
    const parts: Bytes[] = []
    for await (const chunk of chunks) parts.push(chunk)
    const bytes = joined(parts)
    this.#files.set(name, bytes)
    return { bytes: bytes.length }
  }

  async writeAt(name: string, bytes: Bytes, at: number): Promise<void> {
    const before = this.#files.get(name) ?? new Uint8Array()
    const after = new Uint8Array(Math.max(before.length, at + bytes.length))
    after.set(before)
    after.set(bytes, at)
    this.#files.set(name, after)
  }

  async writeWhole(name: string, text: string): Promise<void> {
    this.#files.set(name, new Uint8Array(new TextEncoder().encode(text)))
  }

  async readText(name: string): Promise<string | undefined> {
    const bytes = this.#files.get(name)
    return bytes && new TextDecoder().decode(bytes)
  }

  bytes = (name: string): Bytes => this.#files.get(name) ?? new Uint8Array()
  read = (name: string): Chunks => [this.bytes(name)]
  size = (name: string): number | undefined => this.#files.get(name)?.length

  archive(name: string): Archive {
    const bytes = this.bytes(name)
    const part = (from: number, to: number) => bytes.slice(from, to)
    return {
      name,
      size: bytes.length,
      read: async (at, length) => part(at, at + length),
      stream: (from, to) => [part(from, to)],
    }
  }

  async describe(name: string): Promise<Described | undefined> {
    const bytes = this.#files.get(name)
    return bytes && { bytes: bytes.length }
  }

  async truncate(name: string, bytes: number): Promise<void> {
    this.#files.set(name, this.bytes(name).slice(0, bytes))
  }

  async clear(): Promise<void> {
    this.#files.clear()
  }

  async remove(name: string): Promise<void> {
    for (const each of this.#files.keys()) if (each === name || each.startsWith(`${name}/`)) this.#files.delete(each)
  }

  inflate = (chunks: Chunks): Chunks => unpacked(chunks, 'deflate-raw')
  gunzip = (chunks: Chunks): Chunks => unpacked(chunks, 'gzip')
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

async function* unpacked(chunks: Chunks, format: 'deflate-raw' | 'gzip'): AsyncGenerator<Bytes> {
  const parts: Bytes[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const stream = new Response(joined(parts)).body!.pipeThrough(new DecompressionStream(format))
  yield new Uint8Array(await new Response(stream).arrayBuffer())
}
