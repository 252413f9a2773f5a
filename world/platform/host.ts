import type { Scheduler } from '../scheduler.ts'

/**
 * Where code of the server runs: a Worker, or an instance of an object. When it ends, its code never continues: what it waits for
 * does not arrive.
 */
export class Host {
  isAlive = true
  /** What clients and objects that wait for this host learn when it ends. */
  readonly endings = new Set<() => void>()
  /** By how much its clock differs, in milliseconds. */
  skew = 0
  /** It has no code of the server. */
  isOfClient = false
  /** Ends it as a fault does. */
  crash: (why: string) => void = () => undefined

  readonly scheduler: Scheduler
  readonly name: string
  readonly place: string

  constructor(scheduler: Scheduler, name: string, place: string) {
    this.scheduler = scheduler
    this.name = name
    this.place = place
  }

  get clock(): number {
    return Math.floor(this.scheduler.now + this.skew)
  }

  /** Runs a turn of its code: the answer to a call, a timer, a new request. */
  enter(act: () => void, _belongsToStart = false): void {
    if (this.isAlive) act()
  }

  /** Lets something out: a call or an answer. */
  leave(act: () => void): void {
    if (this.isAlive) act()
  }

  /** Whether the code that runs now belongs to `blockConcurrencyWhile`. */
  get isStarting(): boolean {
    return false
  }

  end(): void {
    this.isAlive = false
    for (const ending of Array.from(this.endings)) ending()
    this.endings.clear()
  }
}
