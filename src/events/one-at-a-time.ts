import { cacheKey, type RealmCache } from '../store/realm-cache'
import type { DueWork } from './due-work'
import { STUCK_AFTER_SECONDS, type Host } from './due-work-runs'

export type Plan<Item> = {
  /** Begins what is due, at most `count` of it, and nothing of a key in `busy`. */
  begin: (busy: ReadonlySet<number>, count: number) => readonly Item[]
  /** Whose turn it is: for example the bot, or the automation. */
  keyOf: (item: Item) => number
  work: (item: Item) => Promise<void>
  /** Returns the next time at which something is due that is of no key in `busy`; undefined if nothing is. */
  nextTime: (busy: ReadonlySet<number>) => number | undefined
}

/**
 * Declares due work that waits for programs of users: one thing at a time for each key, and at most `most` in all. A slow program delays
 * no other one, because the end of each lets the next one begin. Without a plan, nothing can be due.
 */
export function oneAtATime<Realm extends Host & { cache: RealmCache }, Item>(
  name: string,
  most: number,
  planOf: (realm: Realm) => Plan<Item> | undefined,
): DueWork<Realm> {
  const key = cacheKey<OneAtATime>({ survivesRollback: true })
  return {
    name,
    mayOverlap: true,
    run: async (realm) => {
      const plan = planOf(realm)
      return plan && realm.cache.get(key, () => new OneAtATime(most)).run(realm, plan)
    },
  }
}

/** What runs at the moment. It belongs to the memory of the realm, and the work to rows. */
export class OneAtATime {
  readonly #runs = new Map<number, { since: number }>()

  constructor(readonly most: number) {}

  async run<Item>(realm: Host, plan: Plan<Item>): Promise<undefined> {
    this.#dropStuck(realm.now())
    const items = plan.begin(this.#busy(), this.most - this.#runs.size)
    const runs = items.map((item) => this.#during(realm, plan, item))
    this.#wake(realm, plan)
    await Promise.all(runs)
  }

  async #during<Item>(realm: Host, plan: Plan<Item>, item: Item): Promise<void> {
    const key = plan.keyOf(item)
    const run = { since: realm.now() }
    this.#runs.set(key, run)
    try {
      await plan.work(item)
    } finally {
      // A run that was given up may end while its successor runs.
      if (this.#runs.get(key) === run) this.#runs.delete(key)
      this.#wake(realm, plan)
    }
  }

  /** While as many run as may, none can begin: the end of each asks again. */
  #wake<Item>(realm: Host, { nextTime }: Plan<Item>): void {
    const next = this.#runs.size < this.most ? nextTime(this.#busy()) : undefined
    if (next !== undefined) realm.wakeAt(next)
  }

  #dropStuck(now: number): void {
    for (const [key, { since }] of this.#runs) if (now >= since + STUCK_AFTER_SECONDS) this.#runs.delete(key)
  }

  #busy = (): ReadonlySet<number> => new Set(this.#runs.keys())
}
