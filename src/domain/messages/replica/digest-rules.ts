// The web client uses this file too, so it imports nothing.

/** The messages of a block have ids with one quotient. Client and server compare blocks. */
export const IDS_PER_BLOCK = 2048

export const blockOf = (id: number): number => Math.floor(id / IDS_PER_BLOCK)

/** A page takes about 2.5 ms of the realm's thread: smaller and larger ones take more for each message. */
export const MAX_MESSAGES_PER_PAGE = 1000
/** What one comparison covers. */
export const MAX_BLOCKS = 64
/**
 * Of the last month, a client keeps no more than the newest messages among so many ids of the realm, which eight requests compare. All
 * users of an organization with 10,000 would otherwise occupy its realm with comparisons.
 */
export const MAX_IDS_OF_MONTH = 8 * MAX_BLOCKS * IDS_PER_BLOCK
/** A list has the ids of these blocks. */
export const MAX_LISTED_BLOCKS = 8

/** What the user did to a message, which only its versions do not have. */
export const MARKS = { collapsed: 1, hide_link_previews: 2 } as const

/** Where a message is: a topic of a channel, or a direct conversation of these users. */
export type Place = { stream_id: number; topic: string } | { user_ids: readonly number[] }

/** Returns a number for a place. Two places have the same one by chance only. */
export const placeNumber = (place: Place): number =>
  textNumber('user_ids' in place ? `direct ${place.user_ids.join()}` : `${place.stream_id} ${place.topic}`)

/** Adds the facts of messages in any order. A difference in one fact changes the sum. */
export class Digest {
  #low = 0
  #high = 0

  /** `version`: the newest event that changed the message. Called for each message of a realm, so it is short. */
  add(id: number, version: number, place: number, marks: number): void {
    let hash = Math.imul(id ^ 0x9e3779b9, 0x85ebca6b) ^ place
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ version
    hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39) ^ marks
    hash = Math.imul(hash ^ (hash >>> 16), 0x846ca68b)
    hash ^= hash >>> 15
    this.#low = (this.#low + hash) | 0
    this.#high = (this.#high + Math.imul(hash ^ id, 0x7feb352d)) | 0
  }

  /** The sum, which fits into a number of JSON. */
  get value(): number {
    return (this.#high >>> 11) * 2 ** 32 + (this.#low >>> 0)
  }
}

/** Returns one number for the digests of many blocks. Blocks without messages at the end do not matter. */
export function digestOfAll(digests: readonly number[]): number {
  const all = new Digest()
  for (const [nth, digest] of digests.entries())
    if (digest !== 0) all.add(nth + 1, digest % 2 ** 32, Math.floor(digest / 2 ** 32), 0)
  return all.value
}

/** Returns a number for a text. Two texts of one length that differ in one place have different ones. */
export function textNumber(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
