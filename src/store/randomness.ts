// oxlint-disable no-restricted-properties -- this is the only place
/**
 * The only code that asks for randomness: the linter forbids it elsewhere. So a simulation that seeds `crypto` here repeats a run
 * exactly. The domain asks the realm where it has one. Imports of copies also call `randomblob` of SQLite, which a simulation can
 * declare itself.
 */
export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

export const randomUuid = (): string => crypto.randomUUID()

/** Returns a number from `least` up to, but not including, `most`. */
export const randomBetween = (least: number, most: number): number => {
  const [part = 0] = crypto.getRandomValues(new Uint32Array(1))
  return least + (part / 2 ** 32) * (most - least)
}

/** Returns a pair of keys with which another key can be agreed on. The private key cannot be read. */
export async function newKeyPair(algorithm: { name: 'X25519' } | { name: 'ECDH'; namedCurve: 'P-256' }) {
  const keys = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
  if (!('privateKey' in keys)) throw new Error(`${algorithm.name} makes pairs of keys`)
  return keys
}
