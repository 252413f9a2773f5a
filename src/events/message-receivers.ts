import type { SqlReader } from '../store/realm-sql'

/** Knows which users have a queue that receives messages, and whose client is not away. Each message asks, so it is kept in memory for the users asked about. */
export class MessageReceivers {
  readonly #answers = new Map<number, boolean>()
  /** The users with a queue for all public channels, but for those in `#changed`. */
  #ofAllPublicChannels: Set<number> | undefined
  readonly #changed = new Set<number>()

  constructor(readonly sql: SqlReader) {}

  /** Returns those of these users who have such a queue. */
  among(user_ids: readonly number[]): ReadonlySet<number> {
    const others = user_ids.filter((user_id) => !this.#answers.has(user_id))
    if (others.length > 0) {
      const found = this.#read(others)
      for (const user_id of others) this.#answers.set(user_id, found.has(user_id))
    }
    return new Set(user_ids.filter((user_id) => this.#answers.get(user_id)))
  }

  #read(user_ids: readonly number[]): Set<number> {
    const rows = this.sql.all<{ user_id: number }>`
      SELECT DISTINCT user_id FROM queues
      WHERE user_id IN (SELECT value FROM json_each(${user_ids})) AND is_away = 0
        AND (options ->> '$.event_types' IS NULL
          OR EXISTS (SELECT 1 FROM json_each(options, '$.event_types') WHERE value = 'message'))`
    return new Set(rows.map(({ user_id }) => user_id))
  }

  /** Returns the users who have a queue for the messages of all public channels. */
  ofAllPublicChannels(): ReadonlySet<number> {
    const owners = (this.#ofAllPublicChannels ??= new Set(
      this.sql.all<{ user_id: number }>`
        SELECT DISTINCT user_id FROM queues WHERE options ->> '$.all_public_streams' = 1`.map(({ user_id }) => user_id),
    ))
    if (this.#changed.size > 0) this.#reread(owners)
    return owners
  }

  #reread(owners: Set<number>) {
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const user_id of changed) owners.delete(user_id)
    for (const { user_id } of this.sql.all<{ user_id: number }>`
      SELECT DISTINCT user_id FROM queues
      WHERE user_id IN (SELECT value FROM json_each(${changed})) AND options ->> '$.all_public_streams' = 1`)
      owners.add(user_id)
  }

  /** The user has another queue, or one less. */
  forget(user_id: number): void {
    this.#answers.delete(user_id)
    if (this.#ofAllPublicChannels) this.#changed.add(user_id)
  }

  forgetAll(): void {
    this.#answers.clear()
    this.#ofAllPublicChannels = undefined
    this.#changed.clear()
  }
}
