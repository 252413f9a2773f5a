import { nameOfKind, type AnyEventKind, type Audience } from './event'

/**
 * Events that are worth hearing for a moment only: that somebody is typing is said again while it is so, and forgotten by
 * clients after a while. They have their ids and places among the others, but no row: memory keeps each just long enough
 * for a client that is between two polls. If the object dies meanwhile, nothing is lost that anyone would miss, and whoever
 * comes back later than that is not told that somebody was typing.
 */
const KEPT_SECONDS = 10
const MOST_KEPT = 1000
// What is said to hundreds of people at a time is for those who wait for it.
const MOST_CHARACTERS = 10_000

/** As a row of the log would be. */
type Kept = { id: number; kind: string; audience: string; facts: string; until: number }

type Published = { id: number; kind: AnyEventKind; audience: Audience; facts: object }

export class Fleeting {
  #kept: Kept[] = []

  constructor(readonly now: () => number) {}

  /** Of what was published, and can no longer be undone, what is fleeting. */
  keep(published: readonly Published[]): void {
    const until = this.now() + KEPT_SECONDS
    for (const { id, kind, ...told } of published) {
      if (!kind.isFleeting) continue
      const [audience, facts] = [JSON.stringify(told.audience), JSON.stringify(told.facts)]
      if (audience.length + facts.length > MOST_CHARACTERS) continue
      this.#kept.push({ id, kind: nameOfKind(kind), audience, facts, until })
    }
    if (this.#kept.length > MOST_KEPT) this.#kept = this.#kept.slice(-MOST_KEPT)
  }

  /** What came after this id and is not stale yet, oldest first. */
  after(id: number): Kept[] {
    const now = this.now()
    if (this.#kept[0] && this.#kept[0].until <= now) this.#kept = this.#kept.filter(({ until }) => until > now)
    return this.#kept.filter((event) => event.id > id)
  }
}
