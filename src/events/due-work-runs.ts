import type { DueWork } from './due-work'

const LOOK_AGAIN_SECONDS = 60

/** Slower work goes on without the alarm. Most work takes milliseconds. */
const LONGEST_WAIT_MILLISECONDS = 1000

/** Work that has not ended by then never does, for example because a service of the platform forgot the request. */
export const STUCK_AFTER_SECONDS = 900

export type Host = { name: string; now(): number; wakeAt(seconds: number): void }

type Run = { began: number; isDueAgain: boolean }

/** The due work that an object does at the moment. `doWork` never rejects. */
export class DueWorkRuns {
  readonly #running = new Map<string, Run>()

  constructor(readonly doWork: <Realm extends Host>(work: DueWork<Realm>, realm: Realm) => Promise<void>) {}

  /**
   * Begins all due work at the same time, and waits a moment for it. The platform rings no alarm of an object before the last one has
   * ended, so a slow server of one user would delay the work of all others. If the object stops meanwhile, another alarm looks for
   * what is left.
   */
  async begin<Realm extends Host>(allWork: readonly DueWork<Realm>[], realm: Realm): Promise<void> {
    const runs = allWork.map((work) => this.#begin(work, realm))
    const haveEnded = await this.endInTime(Promise.all(runs))
    if (!haveEnded || this.#running.size > 0) realm.wakeAt(realm.now() + LOOK_AGAIN_SECONDS)
  }

  /** Waits until the work has ended, but not too long. Returns whether it has. The tests wait longer. */
  async endInTime(work: Promise<unknown>): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), LONGEST_WAIT_MILLISECONDS)
    })
    const hasEnded = await Promise.race([work.then(() => true), tooLong])
    clearTimeout(timer)
    return hasEnded
  }

  async #begin<Realm extends Host>(work: DueWork<Realm>, realm: Realm): Promise<void> {
    const { name, mayOverlap } = work
    const before = this.#running.get(name)
    if (before && realm.now() < before.began + STUCK_AFTER_SECONDS) {
      before.isDueAgain = true
      return
    }
    const run: Run = { began: realm.now(), isDueAgain: false }
    if (!mayOverlap) this.#running.set(name, run)
    await this.doWork(work, realm)
    if (this.#running.get(name) === run) this.#running.delete(name)
    if (run.isDueAgain) realm.wakeAt(realm.now())
  }
}
