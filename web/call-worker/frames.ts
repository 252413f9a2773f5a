/**
 * The secret of a sender. `generation`: who left must not have the next one. `step`: who has a secret derives those of later steps from
 * it, and none of earlier ones, so who joins cannot decrypt what was sent before.
 */
export type Secret = { generation: number; step: number; bytes: Uint8Array<ArrayBuffer> }

export const MAX_STEP = 255
const SECRET_BYTES = 32
/** The end of an encrypted frame: the number of the frame, the step and the generation. */
const TRAILER_BYTES = 6
const COUNTER_BYTES = 4
const TAG_BYTES = 16
const NONCE_BYTES = 12
/** So many steps ahead, a receiver derives. More people do not join between two frames. */
const MAX_STEPS_AHEAD = 64
/** Frames of the generation before may still come. */
const MAX_GENERATIONS = 2

/** Returns a secret that no one can derive from an earlier one. */
export const newSecret = (generation: number): Secret => ({
  generation: generation % (MAX_STEP + 1),
  step: 0,
  bytes: crypto.getRandomValues(new Uint8Array(SECRET_BYTES)),
})

export const nextStep = async ({ generation, step, bytes }: Secret): Promise<Secret> => ({
  generation,
  step: step + 1,
  bytes: await derive(bytes, 'next'),
})

/** Returns bytes that depend on a secret, and from which it cannot be derived (HKDF, RFC 5869). */
export async function derive(secret: BufferSource, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(purpose) }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, SECRET_BYTES * 8))
}

export const cipherFrom = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

const frameKeyOf = async ({ bytes }: Secret): Promise<CryptoKey> => cipherFrom(await derive(bytes, 'frames'))

/**
 * Returns how many bytes of a frame stay readable: the header of VP8, by which a media server finds whole pictures. The first bit says
 * whether it is one.
 */
function clearBytesOf(kind: string, frame: Uint8Array): number {
  if (kind !== 'video') return 0
  const isWhole = ((frame[0] ?? 0) & 1) === 0
  return Math.min(isWhole ? 10 : 3, frame.length)
}

/** The number of a frame is its nonce. It begins anew with each key. */
function parametersOf(counter: number, clear: Uint8Array<ArrayBuffer>): AesGcmParams {
  const iv = new Uint8Array(NONCE_BYTES)
  new DataView(iv.buffer).setUint32(NONCE_BYTES - COUNTER_BYTES, counter)
  return { name: 'AES-GCM', iv, additionalData: clear }
}

/** Encrypts the frames of all tracks of this client. */
export function createSealer() {
  let current: { secret: Secret; key: CryptoKey; counter: number } | undefined
  let newest: Secret | undefined
  return {
    async use(secret: Secret): Promise<void> {
      newest = secret
      const key = await frameKeyOf(secret)
      if (newest === secret) current = { secret, key, counter: 0 }
    },
    /** Returns an encrypted frame, or undefined while there is no secret. An empty one is silence, which a browser does not send. */
    async seal(kind: string, frame: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
      if (current === undefined || frame.length === 0) return undefined
      const { secret, key } = current
      const counter = current.counter++
      const clear = frame.subarray(0, clearBytesOf(kind, frame))
      const sealed = await crypto.subtle.encrypt(parametersOf(counter, clear), key, frame.subarray(clear.length))
      const whole = new Uint8Array(clear.length + sealed.byteLength + TRAILER_BYTES)
      whole.set(clear)
      whole.set(new Uint8Array(sealed), clear.length)
      const trailer = new DataView(whole.buffer, whole.length - TRAILER_BYTES)
      trailer.setUint32(0, counter)
      trailer.setUint8(COUNTER_BYTES, secret.step)
      trailer.setUint8(COUNTER_BYTES + 1, secret.generation)
      return whole
    },
  }
}

export type Opener = ReturnType<typeof createOpener>

/** Decrypts the frames of another participant. */
export function createOpener() {
  const secrets = new Map<number, Secret>()
  const keys = new Map<string, CryptoKey>()
  const nameOf = ({ generation, step }: Omit<Secret, 'bytes'>) => `${generation} ${step}`

  /** Returns the key of a step, with the secret from which it comes, if the receiver can have it. */
  async function keyFor(generation: number, step: number): Promise<{ key: CryptoKey; secret?: Secret } | undefined> {
    const kept = keys.get(nameOf({ generation, step }))
    if (kept) return { key: kept }
    let secret = secrets.get(generation)
    if (secret === undefined || step < secret.step || step > secret.step + MAX_STEPS_AHEAD) return undefined
    while (secret.step < step) secret = await nextStep(secret)
    return { key: await frameKeyOf(secret), secret }
  }

  return {
    /** Takes a secret of the participant. */
    give(secret: Secret): void {
      const { generation } = secret
      for (const name of keys.keys()) if (name.startsWith(`${generation} `)) keys.delete(name)
      secrets.delete(generation)
      secrets.set(generation, secret)
      for (const old of [...secrets.keys()].slice(0, -MAX_GENERATIONS)) secrets.delete(old)
    },
    /** Returns a frame, or undefined if it was not encrypted with a secret of the participant. */
    async open(kind: string, whole: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const clear = whole.subarray(0, clearBytesOf(kind, whole))
      if (whole.length < clear.length + TAG_BYTES + TRAILER_BYTES) return undefined
      const trailer = new DataView(whole.buffer, whole.byteOffset + whole.length - TRAILER_BYTES)
      const [step, generation] = [trailer.getUint8(COUNTER_BYTES), trailer.getUint8(COUNTER_BYTES + 1)]
      const found = await keyFor(generation, step)
      if (found === undefined) return undefined
      const sealed = whole.subarray(clear.length, -TRAILER_BYTES)
      const parameters = parametersOf(trailer.getUint32(0), clear)
      const opened = await crypto.subtle.decrypt(parameters, found.key, sealed).catch(() => undefined)
      if (opened === undefined) return undefined
      // Only a frame that could be decrypted moves the receiver on: anyone can write a trailer.
      if (found.secret) secrets.set(generation, found.secret)
      keys.set(nameOf({ generation, step }), found.key)
      for (const old of [...keys.keys()].slice(0, -MAX_GENERATIONS * 2)) keys.delete(old)
      const frame = new Uint8Array(clear.length + opened.byteLength)
      frame.set(clear)
      frame.set(new Uint8Array(opened), clear.length)
      return frame
    },
  }
}
