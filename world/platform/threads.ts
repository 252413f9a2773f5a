import { createRequire } from 'node:module'
import { Transform, type TransformCallback } from 'node:stream'
import zlib from 'node:zlib'

// On the platform, other threads compress, decompress and read the bytes of blobs. The world has one thread: what Node does in another one would
// end at a time that no seed decides.

const require = createRequire(import.meta.url)

/** Returns a module of Node for the bundle. */
export const requireOf = (name: string): unknown => (name === 'node:zlib' ? { ...zlib, createInflate } : require(name))

/** Decompresses each piece when it is written. https://developers.cloudflare.com/workers/runtime-apis/nodejs/zlib/ */
const createInflate = (options?: zlib.ZlibOptions): Transform => {
  const engine = zlib.createInflate(options)
  const processed = (chunk: Buffer): Buffer => Reflect.apply(Reflect.get(engine, '_processChunk'), engine, [chunk, 0])
  return new Transform({
    transform(chunk: Buffer, _: string, done: TransformCallback) {
      let bytes: Buffer
      try {
        bytes = processed(chunk)
      } catch (error) {
        return done(error instanceof Error ? error : new Error(String(error)))
      }
      done(null, bytes)
    },
  })
}

/** Compresses all bytes at the end. https://developers.cloudflare.com/workers/runtime-apis/web-standards/#compression-streams */
export class WorldCompressionStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(format: 'deflate' | 'gzip') {
    const pieces: Uint8Array[] = []
    const compress = format === 'gzip' ? zlib.gzipSync : zlib.deflateSync
    super({
      transform: (piece) => void pieces.push(piece),
      flush: (controller) => controller.enqueue(new Uint8Array(compress(Buffer.concat(pieces)))),
    })
  }
}

/** A blob whose bytes are there when it is made. */
export class WorldBlob extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(parts: readonly (string | Uint8Array<ArrayBuffer> | ArrayBuffer)[] = [], options: BlobPropertyBag = {}) {
    super([], options)
    this.#bytes = new Uint8Array(
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : new Uint8Array(part)))),
    )
  }

  override get size(): number {
    return this.#bytes.length
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.slice().buffer
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(this.#bytes)
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamOf(this.#bytes)
  }
}

/** Returns a stream whose bytes are there when it is made. */
export const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      if (bytes.length > 0) controller.enqueue(bytes.slice())
      controller.close()
    },
  })
