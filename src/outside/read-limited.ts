import { GrowingBytes } from '../api/growing-bytes'

/**
 * Returns the body of a response; undefined if it has more than `limit` bytes. Cancels what it does not read. Throws when the
 * signal aborts: a server that sends one byte in a minute ends with the time limit too.
 */
export async function readLimited(
  { body, headers }: Response,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = new GrowingBytes()
  if (body === null) return bytes.bytes
  if (Number(headers.get('content-length') ?? 0) > limit) {
    await body.cancel()
    return undefined
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const aborted = whenAborted(signal)
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), aborted])
      if (done) return bytes.bytes
      if (bytes.size + value.length > limit) return undefined
      bytes.add(value)
    }
  } finally {
    // After the end of the body this does nothing.
    void reader.cancel().catch(() => undefined)
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new Error('The response took too long.'))
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  promise.catch(() => undefined)
  return promise
}
