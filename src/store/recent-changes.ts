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
    for (const user_id of user_ids) this.#changes.push({ user_id, stream_id, from, to, at })
    if (this.#changes.length > 2 * MAX_CHANGES) this.#forget(this.#changes[MAX_CHANGES - 1]!.at)
  }

  #forget(since: number) {
    this.#since = Math.max(this.#since, since)
    this.#changes = this.#changes.filter(({ at }) => at > this.#since)
  }

  /** Returns the users with a change of this message, which was in these channels. Undefined: not all changes are known. */
  usersOf(id: number, stream_ids: readonly number[]): Set<number> | undefined {
    if (id <= this.#since) return undefined
    const found = new Set<number>()
    for (const { user_id, stream_id, from, to } of this.#changes)
      if (from <= id && id <= to && (stream_id === null || stream_ids.includes(stream_id))) found.add(user_id)
    return found
  }
}

const MAX_CHANGES = 50_000

const recentChangesCache = cacheKey<RecentChanges>()

/** Returns the changes since the cache was last empty: since the object woke, or a change was undone. */
export const recentChanges = (
  { cache, messageIds }: { cache: Pick<RealmCache, 'get'>; messageIds: { last: number } },
  since = messageIds.last,
): RecentChanges => cache.get(recentChangesCache, () => new RecentChanges(since))
