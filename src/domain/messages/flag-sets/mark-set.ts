import type { Realm } from '../../../realm'
import { includesId, findRun, type Run } from '../../../store/id-set'
import { sentLately } from './read-by-sending'
import { isReadByEverybody, runsIn } from './runs'
import { chunkOf, firstIn, inRowsOf, withinChunk, type Mark } from './storage'

/** One person's set of one kind, read as far as it is asked. */
export class MarkSet {
  readonly #chunks = new Map<number, Run[]>()

  constructor(
    readonly realm: Realm,
    readonly user_id: number,
    readonly flag: Mark,
  ) {}

  has(id: number): boolean {
    return includesId(this.#chunk(chunkOf(id)), withinChunk(id))
  }

  /** The ids around this one that are in the set without a gap, as far as one chunk tells; none if it is not in it. */
  runWith(id: number): Run | undefined {
    const first = firstIn(chunkOf(id))
    const run = findRun(this.#chunk(chunkOf(id)), id - first)
    return run && { from: run.from + first, to: run.to + first }
  }

  #chunk(chunk: number): Run[] {
    const known = this.#chunks.get(chunk)
    if (known) return known
    const runs = runsIn(this.realm, this, chunk)
    this.#chunks.set(chunk, runs)
    return runs
  }
}

/** Which of these people have marked this message. */
export function markedBy(realm: Realm, flag: Mark, id: number, people: readonly number[]): number[] {
  const found = inRowsOf(realm, flag, id, people)
  if (flag !== 'read') return found
  if (isReadByEverybody(realm, id)) {
    const awaited = new Set(inRowsOf(realm, 'awaited', id, people))
    return people.filter((user_id) => !awaited.has(user_id) || found.includes(user_id))
  }
  const sender = people.find((user_id) => sentLately(realm).bySender.get(user_id)?.includes(id))
  return sender === undefined || found.includes(sender) ? found : [...found, sender]
}
