import { createHash, webcrypto } from 'node:crypto'
import type { Random } from '../random.ts'
import type { Scheduler } from '../scheduler.ts'

/** Returns `crypto` with seeded numbers. What other threads compute is waited for, so its result comes at a fixed time. */
export function cryptoOf(random: Random, scheduler: Scheduler) {
  const bytes = (length: number) => {
    const filled = new Uint8Array(length)
    random.fill(filled)
    return filled
  }
  const subtle = new Proxy(webcrypto.subtle, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: unknown[]) => scheduler.native(Promise.resolve(Reflect.apply(member, target, values)))
    },
  })
  return {
    subtle,
    getRandomValues: <View extends ArrayBufferView>(view: View): View => {
      random.fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
      return view
    },
    randomUUID: () => {
      const filled = bytes(16)
      filled[6] = ((filled[6] ?? 0) & 0x0f) | 0x40
      filled[8] = ((filled[8] ?? 0) & 0x3f) | 0x80
      return filled.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
    DigestStream,
  }
}

/** https://developers.cloudflare.com/workers/runtime-apis/web-crypto/#constructors */
class DigestStream extends WritableStream<Uint8Array> {
  readonly digest: Promise<ArrayBuffer>

  constructor(algorithm: string) {
    const hash = createHash(algorithm.replace('-', '').toLowerCase())
    const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
    super({ write: (chunk) => void hash.update(chunk), close: () => resolve(new Uint8Array(hash.digest()).buffer) })
    this.digest = promise
  }
}
