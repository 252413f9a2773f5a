const RESTART_AFTER_MILLISECONDS = 500

/** What the local runtime says: it has no history, and rejects each call. */
const NO_HISTORY = /does not implement point-in-time recovery/

export const isWithoutHistory = (error: unknown): boolean => error instanceof Error && NO_HISTORY.test(error.message)

/** The platform's history of one realm's SQLite: any state of the last thirty days has a bookmark. */
export class PointInTime {
  constructor(readonly ctx: DurableObjectState) {}

  now(): Promise<string> {
    return this.ctx.storage.getCurrentBookmark()
  }

  at(seconds: number): Promise<string> {
    return this.ctx.storage.getBookmarkForTime(seconds * 1000)
  }

  /** The next start of the object has the state of the bookmark. Returns the bookmark of the present state. */
  restoreAtNextStart(bookmark: string): Promise<string> {
    return this.ctx.storage.onNextSessionRestoreBookmark(bookmark)
  }

  /** Deletes all that the object stores, and its alarm. */
  async deleteEverything(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  /** Restarts the object when its response is on the way: a restart ends all responses that are not. */
  restartSoon(): void {
    setTimeout(() => this.ctx.abort('The realm was restored or erased'), RESTART_AFTER_MILLISECONDS)
  }
}

/** The states that history still has. */
export const HISTORY_SECONDS = 30 * 24 * 3600
