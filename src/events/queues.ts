import type { Sql } from '../store/realm-sql'
import { forgetAcknowledged, needsAfter, type Checked } from './checked'
import { badEventQueueId, eventAlreadyPruned, eventNotInQueue } from './errors'
import type { Amount, LogSize } from './log-size'

/**
 * A queue is one row: who listens, to what, as which kind of client, and what they have acknowledged. Nothing is written
 * per event. A poll that only moves the acknowledgement on is remembered in memory; the row follows when it has fallen
 * some minutes or many events behind, which is often enough for trimming the log and burying the dead.
 */
export type Queue = QueueWishes &
  Checked & {
    queue_id: string
    user_id: number
    registered_after: number // the newest event id when it was registered: its state includes everything up to here
    acknowledged: number // the client has everything up to here
    last_seen_at: number
  }

/** What a client asks for when it registers. */
export type QueueWishes = {
  event_types: string[] | null // null: all
  all_public_streams: boolean
  narrow: [string, string | number][]
  lifespan_seconds: number
  client: ClientTraits
}

/** Undecided: the client said nothing of it when it registered, which declines nothing. */
export type IncludeSubscribers = 'true' | 'false' | 'partial' | 'undecided'

/** How a client wants to be spoken to: together they choose the variant of every event and of the initial state. */
export type ClientTraits = {
  apply_markdown: boolean
  client_gravatar: boolean
  slim_presence: boolean
  /** The newest presence the client has heard of, and how far back it cares, where it says so. */
  presence_last_update_id?: number
  presence_history_limit_days?: number
  include_subscribers: IncludeSubscribers
  capabilities: Record<string, boolean>
}

type QueueRow = Omit<Queue, keyof QueueWishes | keyof Checked> & {
  lifespan_seconds: number
  needs_after: number
  wishes: string
}

/** What memory adds to a queue's row. */
type Known = {
  queue: Queue
  writtenAt: number // when the row was last true
  writtenWith: Amount // how much of the log there was then
  isHeardFrom: boolean // since the object woke, so memory is exact
}

// Seldom enough that polling costs next to nothing, often enough that a long-lived queue does not hold the log back.
const MOST_SECONDS_BEHIND = 300
/** One row written costs as much as reading so many. A search of the log that was longer is not repeated after a restart. */
const MOST_ROWS_LOOKED = 1000
/** After a restart the rows decide which queue is the slowest, so they follow the log closely. */
const MOST_OF_LOG_BEHIND = 0.1

export class Queues {
  readonly #known = new Map<string, Known>()
  /** When the dead were last looked for. */
  caredForAt = 0

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly size: LogSize,
  ) {}

  register(user_id: number, queue_id: string, lastEventId: number, wishes: QueueWishes): Queue {
    const queue: Queue = {
      ...wishes,
      queue_id,
      user_id,
      registered_after: lastEventId,
      acknowledged: lastEventId,
      last_seen_at: this.now(),
      checked: lastEventId,
      pending: [],
      looked: 0,
    }
    this.sql.run`
      INSERT INTO queues (
        queue_id, user_id, registered_after, acknowledged, needs_after, last_seen_at, lifespan_seconds, wishes
      )
      VALUES (
        ${queue_id}, ${user_id}, ${lastEventId}, ${lastEventId}, ${lastEventId}, ${queue.last_seen_at},
        ${wishes.lifespan_seconds}, ${JSON.stringify(wishes)}
      )`
    return queue
  }

  find(queue_id: string): Queue | undefined {
    return this.#find(queue_id)?.queue
  }

  /** The queue, if it is this person's and still alive. */
  of(user_id: number, queue_id: string): Queue {
    const known = this.#find(queue_id)
    if (known === undefined || known.queue.user_id !== user_id || this.#isDead(known))
      throw badEventQueueId({ queue_id })
    return known.queue
  }

  /** The client has everything up to `id`. Asking for older things again is refused: they may be gone from the log. */
  acknowledge(queue: Queue, id: number, newestId: number): void {
    if (id > newestId) throw eventNotInQueue({ id })
    // Nothing was acknowledged yet: whatever the client starts from, it means "from the beginning".
    const floor = queue.acknowledged === queue.registered_after ? -Infinity : queue.acknowledged
    if (id < floor) throw eventAlreadyPruned({ id })
    queue.acknowledged = Math.max(queue.acknowledged, id)
    forgetAcknowledged(queue, queue.acknowledged)
  }

  /** The client is there: it asks, or was connected until now. Writes the queue's row where that is too far behind. */
  touch(queue_id: string): void {
    const known = this.#find(queue_id)
    if (known === undefined) return
    const { queue } = known
    queue.last_seen_at = this.now()
    known.isHeardFrom = true
    if (this.#isRowBehind(known)) this.#write(known)
  }

  #isRowBehind({ queue, writtenAt, writtenWith }: Known): boolean {
    const seconds = queue.last_seen_at - writtenAt
    return (
      seconds >= Math.min(queue.lifespan_seconds / 2, MOST_SECONDS_BEHIND) ||
      queue.looked >= MOST_ROWS_LOOKED ||
      this.size.shareSince(writtenWith) >= MOST_OF_LOG_BEHIND
    )
  }

  #write(known: Known): void {
    const { queue } = known
    this.sql.run`
      UPDATE queues
      SET acknowledged = ${queue.acknowledged}, needs_after = ${needsAfter(queue)}, last_seen_at = ${queue.last_seen_at}
      WHERE queue_id = ${queue.queue_id}`
    known.writtenAt = queue.last_seen_at
    known.writtenWith = this.size.written
    queue.looked = 0
  }

  remove(queue_id: string): void {
    this.sql.run`DELETE FROM queues WHERE queue_id = ${queue_id}`
    this.#known.delete(queue_id)
  }

  /** These clients have all events for them up to this one: the queues need nothing of the others. */
  moveOn(queue_ids: readonly string[], deliveredUpTo: number): void {
    for (const queue_id of queue_ids) {
      const queue = this.find(queue_id)
      if (queue === undefined || queue.checked >= deliveredUpTo) continue
      queue.checked = deliveredUpTo
      this.touch(queue_id)
    }
  }

  /** This person's, the one that was heard of longest ago first. */
  ofOne(user_id: number): string[] {
    return this.sql.all<{
      queue_id: string
    }>`SELECT queue_id FROM queues WHERE user_id = ${user_id} ORDER BY last_seen_at`.map(({ queue_id }) => queue_id)
  }

  /** Everybody's. */
  all(): string[] {
    return this.sql.all<{ queue_id: string }>`SELECT queue_id FROM queues`.map(({ queue_id }) => queue_id)
  }

  /** Removes the queues that nobody came back for, but for those somebody is connected to. */
  buryDead(isConnected: (queue_id: string) => boolean): void {
    this.caredForAt = this.now()
    const silent = this.sql.all<{ queue_id: string }>`
      SELECT queue_id FROM queues WHERE last_seen_at + lifespan_seconds * ${FORGIVEN} < ${this.now()}`
    for (const { queue_id } of silent) {
      const known = this.#find(queue_id)
      if (known && this.#isDead(known) && !isConnected(queue_id)) this.remove(queue_id)
    }
  }

  /** The newest event that no queue needs any more, as far as the rows know. */
  unneededUpTo(newestId: number): number {
    return this.sql.one<{ id: number | null }>`SELECT min(needs_after) AS id FROM queues`.id ?? newestId
  }

  /** Removes the queues that need this event or an older one, as memory knows them. Returns which these were. */
  expire(event_id: number): string[] {
    const rows = this.sql.all<{ queue_id: string }>`SELECT queue_id FROM queues WHERE needs_after < ${event_id}`
    const slow = rows.map(({ queue_id }) => queue_id).filter((queue_id) => needsAfter(this.find(queue_id)!) < event_id)
    for (const queue_id of slow) this.remove(queue_id)
    if (slow.length > 0) console.warn(`The event log is over its limit: ${slow.length} of the slowest queues expire`)
    return slow
  }

  get any(): boolean {
    return this.sql.maybe`SELECT 1 AS found FROM queues LIMIT 1` !== undefined
  }

  /** Everyone who has a queue. */
  owners(): number[] {
    return this.sql.all<{ user_id: number }>`SELECT DISTINCT user_id FROM queues`.map(({ user_id }) => user_id)
  }

  /** Those of clients that did not say they can do this: of these people's, where they are named. */
  lacking(capability: string, among?: ReadonlySet<number>): Queue[] {
    const path = `$.client.capabilities.${capability}`
    const rows =
      among === undefined
        ? this.sql.all<{ queue_id: string }>`SELECT queue_id FROM queues WHERE wishes ->> ${path} IS NOT 1`
        : this.sql.all<{ queue_id: string }>`
            SELECT queue_id FROM queues
            WHERE wishes ->> ${path} IS NOT 1 AND user_id IN (SELECT value FROM json_each(${[...among]}))`
    return rows.flatMap(({ queue_id }) => this.find(queue_id) ?? [])
  }

  /** After a rollback the rows may be older than was thought: each is written again when its queue is next heard of. */
  doubtRows(): void {
    for (const known of this.#known.values()) known.writtenAt = -Infinity
  }

  #find(queue_id: string): Known | undefined {
    const known = this.#known.get(queue_id)
    if (known) return known
    const row = this.sql.maybe<QueueRow>`
      SELECT queue_id, user_id, registered_after, acknowledged, needs_after, last_seen_at, lifespan_seconds, wishes
      FROM queues WHERE queue_id = ${queue_id}`
    if (row === undefined) return undefined
    const { wishes, needs_after, ...rest } = row
    const asked: QueueWishes = JSON.parse(wishes)
    const queue: Queue = { ...asked, ...rest, checked: needs_after, pending: [], looked: 0 }
    const found = { queue, writtenAt: rest.last_seen_at, writtenWith: this.size.written, isHeardFrom: false }
    this.#known.set(queue_id, found)
    return found
  }

  #isDead({ queue, isHeardFrom }: Known): boolean {
    return this.now() - queue.last_seen_at > queue.lifespan_seconds * (isHeardFrom ? 1 : FORGIVEN)
  }
}

// A row may be half a lifetime behind what an object knew before it slept, so that much is forgiven.
const FORGIVEN = 1.5
