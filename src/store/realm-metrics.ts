import { logLine } from '../api/log-line'
import type { D1 } from './d1'
import { dayOf } from './days'

/** What is added up: a name for the page of metrics, and what it counts. */
export const COUNTS = {
  requests: 'Requests that reached the realm',
  refusals: 'Requests that the realm refused',
  rate_limited: 'Requests that the realm refused because of a rate limit',
  failures: 'Requests that failed because of a bug of the server',
  listens: 'Polls, WebSockets and event streams that were opened',
  messages: 'Messages that were sent',
  events: 'Events that were written to the log',
  deliveries: 'Batches of events that were sent to a listener',
  rows_read: 'Rows of the SQLite of the realm that were read',
  rows_written: 'Rows of the SQLite of the realm that were written',
  webhooks_sent: 'Requests to outgoing webhooks and event subscriptions that succeeded',
  webhooks_failed: 'Requests to outgoing webhooks and event subscriptions that failed',
  emails_sent: 'Emails that a server took',
  emails_failed: 'Attempts to send an email that failed, and emails that were refused or expired',
  pushes_sent: 'Push notifications that the bouncer or the service of a browser took',
  pushes_failed: 'Push notifications that were not taken',
  latency_10: 'Responses within 10 ms',
  latency_30: 'Responses within 30 ms, and not within 10 ms',
  latency_100: 'Responses within 100 ms, and not within 30 ms',
  latency_300: 'Responses within 300 ms, and not within 100 ms',
  latency_1000: 'Responses within 1000 ms, and not within 300 ms',
  latency_more: 'Responses after more than 1000 ms',
  latency_ms: 'Milliseconds that all responses took',
} as const
export type CountName = keyof typeof COUNTS

/** What the realm holds at one moment. */
export const GAUGES = {
  outbox_rows: 'Rows that wait for D1',
  refused_rows: 'Rows that D1 refused',
  queues: 'Event queues in memory',
  listeners: 'Clients that wait for events',
} as const
export type GaugeName = keyof typeof GAUGES

/** The counts since the object woke that other parts of the realm keep. */
export type Totals = Record<
  'messages' | 'events' | 'deliveries' | 'rows_read' | 'rows_written' | 'emails_sent' | 'emails_failed',
  number
>
type Gauges = Record<GaugeName, number>
export type Counts = Partial<Record<CountName, number>>

/** Returns the names of a table above. */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, string>>): Name[] =>
  Object.keys(table) as Name[]

export const LATENCY_BOUNDS = [10, 30, 100, 300, 1000] as const

const SAVED_AFTER_SECONDS = 300
const DAYS_KEPT = 400
/** The row for all days. */
export const ALL_DAYS = 0

type Source = { totals: () => Totals; gauges: () => Gauges; now: () => number }

/**
 * Counts what a realm does, and adds it to its rows in D1 at intervals, while the realm is awake anyway. So an operator reads
 * the figures without waking a realm. An object that is evicted loses what it counted after its last save, and a save whose
 * answer is lost counts twice: the figures are for operators, not for bills.
 */
export class RealmMetrics {
  #counts: Counts = {}
  #totals: Totals
  #savedAt: number | undefined
  #savedDay: number | undefined
  #saving: Promise<void> | undefined

  constructor(
    readonly realm_name: string,
    readonly d1: D1,
    readonly source: Source,
  ) {
    this.#totals = source.totals()
  }

  add(name: CountName, by = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + by
  }

  /** Forgets what was counted since the last save. */
  discard(): void {
    this.#counts = {}
  }

  /** Counts how long responses took that the Worker sent earlier. */
  addLatencies(milliseconds: readonly number[]): void {
    for (const each of milliseconds) {
      const bound = LATENCY_BOUNDS.find((most) => each <= most)
      this.add(bound === undefined ? 'latency_more' : `latency_${bound}`)
      this.add('latency_ms', Math.max(0, Math.round(each)))
    }
  }

  /** Whether something was counted, and the last save was long ago. After the object woke, the first save is due at once. */
  get isDue(): boolean {
    const { now } = this.source
    const isNew = this.#counts.requests !== undefined || this.#counts.listens !== undefined
    return isNew && (this.#savedAt === undefined || now() >= this.#savedAt + SAVED_AFTER_SECONDS)
  }

  /** Saves if a save is due. One save runs at a time. */
  async saveIfDue(): Promise<void> {
    if (!this.isDue) return
    this.#saving ??= this.#save().finally(() => (this.#saving = undefined))
    await this.#saving
  }

  async #save(): Promise<void> {
    const now = this.source.now()
    this.#addTotals()
    const counts = this.#counts
    this.#counts = {}
    this.#savedAt = now
    try {
      await this.#write(now, counts)
    } catch (error) {
      logLine('warn', 'metrics_not_saved', { realm: this.realm_name }, error)
      for (const [name, by] of entriesOf(counts)) this.add(name, by)
    }
  }

  #addTotals(): void {
    const totals = this.source.totals()
    for (const [name, total] of entriesOf(totals))
      if (total > this.#totals[name]) this.add(name, total - this.#totals[name])
    this.#totals = totals
  }

  async #write(now: number, counts: Counts): Promise<void> {
    const { d1, realm_name } = this
    const today = dayOf(now)
    await d1.run`
      INSERT INTO realm_metrics (day, realm_id, saved_at, counts, gauges)
      SELECT value, ${realm_name}, ${now}, ${JSON.stringify(counts)}, ${JSON.stringify(this.source.gauges())}
      FROM json_each(${[ALL_DAYS, today]}) WHERE true
      ON CONFLICT (day, realm_id) DO UPDATE SET
        saved_at = excluded.saved_at,
        gauges = excluded.gauges,
        counts = (SELECT json_group_object(name, total) FROM (
          SELECT name, sum(value) AS total FROM (
            SELECT key AS name, value FROM json_each(realm_metrics.counts)
            UNION ALL SELECT key, value FROM json_each(excluded.counts))
          GROUP BY name))`
    if (this.#savedDay === today) return
    await d1.run`
      DELETE FROM realm_metrics WHERE day BETWEEN ${ALL_DAYS + 1} AND ${today - DAYS_KEPT} AND realm_id = ${realm_name}`
    this.#savedDay = today
  }
}

const entriesOf = <Name extends string>(values: Partial<Record<Name, number>>): [Name, number][] =>
  Object.entries(values) as [Name, number][]
