import type { Run } from './id-set'
import { cacheKey, type RealmCache } from './realm-cache'

/** A user may have other flags of these messages than before: of those of one channel, or of all. `at` is the newest message then. */
type Change = Run & { user_id: number; stream_id: number | null; at: number }

type NewChange = Run & { user_ids: readonly number[]; stream_id?: number | null; last: number }

/**
 * The recent changes of flags and subscriptions, by user. Most users have the same flags of a new message. An action asks here for the
 * users who may have other flags, and need not look at all users. The answer may name too many users, and never too few.
 */
export class RecentChanges {
  #changes: Change[] = []
  readonly #byPart = new Map<Part, Change[]>()
  #since: number

  /** All changes of messages with ids above `since` are known. */
  constructor(since: number) {
    this.#since = since
  }

  /** `last` is the newest message. */
  note({ user_ids, last, from, to, stream_id = null }: NewChange): void {
    if (to <= this.#since) return
    const at = Math.max(last, to)
    if (user_ids.length > MAX_CHANGES) return this.#forget(at)
    for (const user_id of user_ids) this.#add({ user_id, stream_id, from, to, at })
    if (this.#changes.length > 2 * MAX_CHANGES) this.#forget(this.#changes[MAX_CHANGES - 1]!.at)
  }

  #add(change: Change) {
    this.#changes.push(change)
    for (const part of partsWith(change)) {
      const others = this.#byPart.get(part)
      if (others) others.push(change)
      else this.#byPart.set(part, [change])
    }
  }

  #forget(since: number) {
    const before = this.#changes
    this.#since = Math.max(this.#since, since)
    this.#changes = []
    this.#byPart.clear()
    for (const change of before) if (change.at > this.#since) this.#add(change)
  }

  /** Returns the users with a change of this message, which was in these channels. Undefined: not all changes are known. */
  usersOf(id: number, stream_ids: readonly number[]): Set<number> | undefined {
    if (id <= this.#since) return undefined
    const found = new Set<number>()
    for (const part of [partOf(id), WIDE, ...stream_ids.map(partOfChannel)])
      for (const { user_id, from, to } of this.#byPart.get(part) ?? []) if (from <= id && id <= to) found.add(user_id)
    return found
  }
}

/** Where the changes of a message are: a change of some ids is at these ids, one of a channel is at the channel. */
type Part = number | string

const IDS_PER_PART = 256
const MAX_PARTS = 8
const WIDE = 'wide'

const partOf = (id: number): number => Math.floor(id / IDS_PER_PART)
const partOfChannel = (stream_id: number): Part => `channel ${stream_id}`

function partsWith({ stream_id, from, to }: Change): Part[] {
  if (stream_id !== null) return [partOfChannel(stream_id)]
  const first = partOf(from)
  const count = partOf(to) - first + 1
  return count > MAX_PARTS ? [WIDE] : Array.from({ length: count }, (_, nth) => first + nth)
}

const MAX_CHANGES = 50_000

const recentChangesCache = cacheKey<RecentChanges>()

/** Returns the changes since the cache was last empty: since the object woke, or a change was undone. */
export const recentChanges = (
  { cache, messageIds }: { cache: Pick<RealmCache, 'get'>; messageIds: { last: number } },
  since = messageIds.last,
): RecentChanges => cache.get(recentChangesCache, () => new RecentChanges(since))
