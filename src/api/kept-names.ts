import { hash } from 'node:crypto'
import { BoundedCache } from '../store/bounded-cache'
import { MEBIBYTE } from '../store/memory-size'

/** Hashes of digests. A registration needs three for each of its texts, and on this platform a hash takes as long as finding a hundred. */
const hashes = new BoundedCache<string>(MEBIBYTE)

/** Returns the hash of the digest of a text. It does not tell the digest, which is the key of the text. */
export function hashOfDigest(digest: string): string {
  const kept = hashes.get(digest)
  if (kept !== undefined) return kept
  const found = hash('sha256', digest, 'hex')
  hashes.set(digest, found)
  return found
}

/** Returns how a Worker names a text that it has. */
export const keptName = (digest: string): string => hashOfDigest(digest).slice(0, 16)
