import type { LoadBytes } from './json-text'

/** How many texts are loaded before the client has read them. */
const LOADED_AHEAD = 4

/**
 * Returns the text of these pieces, or a stream of it if some of them must be loaded: the Worker never holds such an answer as a whole.
 * If a piece cannot be loaded, the stream ends with an error, and the client repeats its request.
 */
export function bodyOfPieces(pieces: readonly (string | LoadBytes)[]): string | ReadableStream<Uint8Array> {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  const encoder = new TextEncoder()
  const waiting = pieces.filter((piece) => piece !== '')
  const loading: Promise<Uint8Array>[] = []
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (const piece of waiting.splice(0, LOADED_AHEAD - loading.length)) {
        const loaded = typeof piece === 'string' ? Promise.resolve(encoder.encode(piece)) : piece()
        // The error is thrown when its turn comes.
        loaded.catch(() => undefined)
        loading.push(loaded)
      }
      const next = loading.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(await next)
    },
  })
}
