import { realmCannotStart, type ApiError } from '../api/errors'
import { logLine } from '../api/log-line'
import { d1 } from './d1'
import { UnfitTables } from './migrate'

type Place = {
  ctx: DurableObjectState
  /** In milliseconds. */
  clock: () => number
  /** Where operators find why a realm did not start. A gateway has none. */
  database?: D1Database
  wake: () => void
}

const RETRY_AFTER_MILLISECONDS = 60_000
const MAX_REASON_LENGTH = 300

/** The start of an object with tables. If it fails, the object refuses all calls with the reason, and tries again after a minute. */
export class ObjectStart {
  #refusal: ApiError | undefined
  #failedAt = 0

  constructor(readonly place: Place) {}

  get hasFailed(): boolean {
    return this.#refusal !== undefined
  }

  run(): void {
    this.#refusal = undefined
    try {
      this.place.wake()
    } catch (error) {
      this.#failedAt = this.place.clock()
      this.#note(error)
      // Other messages are for the operator: they are not written for people.
      const reason = error instanceof UnfitTables ? error.message : 'The log of the server has the reason.'
      this.#refusal = realmCannotStart({ reason })
    }
  }

  /** Throws if the object could not start. */
  requireSuccess(): void {
    if (this.#refusal && this.place.clock() >= this.#failedAt + RETRY_AFTER_MILLISECONDS) this.run()
    if (this.#refusal) throw this.#refusal
  }

  #note(error: unknown): void {
    const { ctx, database } = this.place
    const realm = ctx.id.name
    logLine('error', 'realm_cannot_start', { realm }, error)
    if (realm === undefined || database === undefined) return
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON_LENGTH)
    const writing = writeFailedStart(database, { realm, failed_at: Math.floor(this.#failedAt / 1000), reason })
    ctx.waitUntil(writing.catch((cause: unknown) => logLine('warn', 'failed_start_not_saved', { realm }, cause)))
  }
}

type FailedStart = { realm: string; failed_at: number; reason: string }

const writeFailedStart = (database: D1Database, { realm, failed_at, reason }: FailedStart): Promise<void> =>
  d1(database).run`
    INSERT INTO failed_starts (realm_id, failed_at, reason) VALUES (${realm}, ${failed_at}, ${reason})
    ON CONFLICT (realm_id) DO UPDATE SET failed_at = excluded.failed_at, reason = excluded.reason`
