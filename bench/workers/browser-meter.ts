import type { RealmCall } from '../../src/api/realm-call'

/** The use of SQLite so far. */
type Rows = { read: number; written: number }

/**
 * Counts what the browsers of users take: the other requests of the bench have API keys. Presence pings are not counted. Those of 256
 * users share a row, which is written at most once in ten seconds.
 */
export class BrowserMeter {
  readonly counted = { requests: 0, read: 0, written: 0 }
  #open = 0
  #before: Rows = { read: 0, written: 0 }

  constructor(readonly rows: () => Rows) {}

  /** Runs `work`, and counts it if a browser sent the call. Calls that run at the same time are counted together. */
  async of<Result>(
    { credential, endpoint }: Pick<RealmCall, 'credential' | 'endpoint'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const isOfBrowser = credential === undefined || 'session_hash' in credential
    if (!isOfBrowser || endpoint === 'POST /users/me/presence') return work()
    this.counted.requests++
    if (this.#open++ === 0) this.#before = this.rows()
    try {
      return await work()
    } finally {
      if (--this.#open === 0) {
        const { read, written } = this.rows()
        this.counted.read += read - this.#before.read
        this.counted.written += written - this.#before.written
      }
    }
  }
}
