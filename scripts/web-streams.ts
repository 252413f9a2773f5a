import { Readable } from 'node:stream'
import { ReadableStream as NodeStream } from 'node:stream/web'

// The streams of `fetch` are those of Node, whose types are not those of browsers.

/** Returns the bytes of a response of `fetch`. */
export function bytesOf(body: unknown): Readable {
  if (!(body instanceof NodeStream)) throw new TypeError('the response has no content')
  return Readable.fromWeb(body)
}

/** Returns bytes as the content of a request. */
export function contentOf(bytes: Readable): ReadableStream
export function contentOf(bytes: Readable): unknown {
  return Readable.toWeb(bytes)
}
