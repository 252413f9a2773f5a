import type { Realm } from '../../../realm'
import type { Run } from '../../../store/id-set'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import { blockOf, Digest, IDS_PER_BLOCK, type Place } from './digest-rules'
import { factsOf, keptRuns, placeNumbers, placeOf } from './kept-messages'

export const firstIdOf = (block: number): number => block * IDS_PER_BLOCK
export const rangeOf = (block: number): Run => ({ from: firstIdOf(block), to: firstIdOf(block + 1) - 1 })

/** Returns the digest of each block that has ids of the range, ascending. The first and the last may have a part of their ids. */
export function digestsOf(realm: Realm, reader: User, range: Run): number[] {
  const access = new MessageAccess(realm, reader)
  const first = blockOf(range.from)
  const digests = Array.from({ length: blockOf(range.to) - first + 1 }, () => new Digest())
  const { versionOf, marksOf } = factsOf(realm, reader, range)
  const numberOf = placeNumbers()
  for (const { conversation, runs } of keptRuns(access, range)) {
    const place = numberOf(conversation)
    for (const { from, to } of runs) {
      // The runs of a conversation are those of one chunk of ids, which is a block.
      const digest = digests[blockOf(from) - first]!
      for (let id = from; id <= to; id++) digest.add(id, versionOf(id), place, marksOf(id))
    }
  }
  return digests.map(({ value }) => value)
}

/** Messages with the facts that are compared. What few messages have is listed by id. */
export type Versions = {
  places: Place[]
  /** Of each place, its messages. */
  ids: number[][]
  versions: [id: number, version: number][]
  marks: [id: number, marks: number][]
}

/** Returns the kept messages of a range with their places, versions and marks. */
export function versionsOf(realm: Realm, reader: User, range: Run): Versions {
  const access = new MessageAccess(realm, reader)
  const { versionOf, marksOf } = factsOf(realm, reader, range)
  const byConversation = new Map<number, { place: Place; ids: number[] }>()
  const found: Pick<Versions, 'versions' | 'marks'> = { versions: [], marks: [] }
  for (const { conversation, runs } of keptRuns(access, range)) {
    const listed = byConversation.get(conversation.id) ?? { place: placeOf(conversation), ids: [] }
    byConversation.set(conversation.id, listed)
    for (const { from, to } of runs)
      for (let id = from; id <= to; id++) {
        listed.ids.push(id)
        if (versionOf(id) > 0) found.versions.push([id, versionOf(id)])
        if (marksOf(id) > 0) found.marks.push([id, marksOf(id)])
      }
  }
  const listed = [...byConversation.values()]
  return { places: listed.map(({ place }) => place), ids: listed.map(({ ids }) => ids), ...found }
}
