import type { Realm } from '../../../realm'
import { includesId, findRun, type Run } from '../../../store/id-set'
import { recentlySent } from './read-by-sender'
import { isReadForAll, flaggedRuns } from './flagged-runs'
import { chunkOf, firstIdIn, usersWithStoredFlag, offsetInChunk, type StoredFlag } from './storage'

/** The messages on which one user has a flag. Loads a chunk when a message of it is looked up. */
export class FlagSet {
  readonly #chunks = new Map<number, readonly Run[]>()

  constructor(
    readonly realm: Realm,
    readonly user_id: number,
    readonly flag: StoredFlag,
  ) {}

  has(id: number): boolean {
    return includesId(this.#chunk(chunkOf(id)), offsetInChunk(id))
  }

  /** Returns the longest run of flagged ids around this one, within its chunk. Undefined if the message is not flagged. */
  runWith(id: number): Run | undefined {
    const first = firstIdIn(chunkOf(id))
    const run = findRun(this.#chunk(chunkOf(id)), id - first)
    return run && { from: run.from + first, to: run.to + first }
  }

  #chunk(chunk: number): readonly Run[] {
    const loaded = this.#chunks.get(chunk)
    if (loaded) return loaded
    const runs = flaggedRuns(this.realm, this, chunk)
    this.#chunks.set(chunk, runs)
    return runs
  }
}

/** Returns those of these users who have the flag on this message. */
export function usersWithFlag(realm: Realm, flag: StoredFlag, id: number, people: readonly number[]): number[] {
  const found = usersWithStoredFlag(realm.sql, flag, id, people)
  if (flag !== 'read') return found
  if (isReadForAll(realm, id)) {
    const [read, exempt] = [new Set(found), new Set(usersWithStoredFlag(realm.sql, 'read_exempt', id, people))]
    return people.filter((user_id) => !exempt.has(user_id) || read.has(user_id))
  }
  const sender = people.find((user_id) => recentlySent(realm).bySender.get(user_id)?.includes(id))
  return sender === undefined || found.includes(sender) ? found : [...found, sender]
}
