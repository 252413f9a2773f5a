import {
  blockOf,
  digestOfAll,
  MAX_BLOCKS,
  MAX_LISTED_BLOCKS,
  MAX_MESSAGES_PER_PAGE,
} from '../../src/domain/messages/replica/digest-rules'
import type { AnswerOf, Event } from '../../client-state/wire'
import type { AskReplica } from './ask'
import { followEvents, type Following } from './follow-events'
import { rowsOf } from './kept'
import { lastIdOf, samePlace } from './core'

export type Synchronising = Following & {
  ask: AskReplica
  /** Runs a change of the replica while no other one runs. Requests are outside, so events are applied while one runs. */
  exclusively: <Result>(change: () => Promise<Result>) => Promise<Result>
  /** Returns the events after an id that the replica already has. */
  eventsAfter: (id: number) => readonly Event[]
}

/** Each round repairs what differs. Changes that arrive meanwhile need another one. */
const MAX_ROUNDS = 5

/** Adds the newest messages that the replica lacks, none before `floor`. Returns whether there may be older ones. */
export async function fetchOlder({ replica, ask, ...parts }: Synchronising, floor = 0): Promise<boolean> {
  const { from } = replica.core
  const answer = await ask('POST /parley/replica/messages', Number.isFinite(from) ? { before: from } : {})
  const rows = rowsOf(answer).filter(({ kept }) => kept.id >= floor)
  await parts.exclusively(async () => {
    const { core } = replica
    // What was removed meanwhile is not filled from its middle.
    if (core.from !== from) return
    await replica.put(rows)
    core.from = Math.max(floor, answer.reached ?? core.from)
    const oldest = Math.min(core.oldest ?? Infinity, ...rows.map(({ kept }) => kept.timestamp))
    if (Number.isFinite(oldest)) core.oldest = oldest
    await repeatEvents({ replica, ...parts }, answer.event)
    await replica.commit()
  })
  return replica.core.from > floor
}

/** Events may have arrived before an answer that is older. They say the same again. */
const repeatEvents = (parts: Omit<Synchronising, 'ask'>, after: number): Promise<boolean> =>
  followEvents(parts, parts.eventsAfter(after))

/**
 * Compares the replica with the server, and repairs what differs: one short request if nothing does. Returns whether both were the same
 * in the end.
 */
export async function verify(parts: Synchronising): Promise<boolean> {
  if (!Number.isFinite(parts.replica.core.from)) return true
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { digests, event } = await differences(parts)
    const different = [...digests.keys()]
    // The newest first: they are the likeliest to be read.
    for (let end = different.length; end > 0; end -= MAX_LISTED_BLOCKS)
      await repair(parts, different.slice(Math.max(0, end - MAX_LISTED_BLOCKS), end))
    // If nothing has happened since the comparison, the replica is what the server had then, and no other request is needed.
    const isSame = different.every((block) => parts.replica.digestOf(block) === digests.get(block))
    if (isSame && (different.length === 0 || parts.eventsAfter(event).length === 0)) return true
  }
  return false
}

/** Returns the digests that the server has of the blocks that differ, and the newest event that all of them know. */
async function differences({ replica, ask }: Synchronising) {
  const { from } = replica.core
  const own = replica.digests(Math.max(replica.lastId, from))
  const different = new Map<number, number>()
  let event = Infinity
  for (let at = 0, hasMore = true; hasMore; at += MAX_BLOCKS) {
    const compared = own.slice(at, at + MAX_BLOCKS)
    const first = blockOf(from) + at
    const { same, digests, to, newest, ...answer } = await ask('POST /parley/replica/digests', {
      from: at === 0 ? from : lastIdOf(first - 1) + 1,
      digest: digestOfAll(compared),
    })
    // The organization may have more messages than the replica knows, and less after a restore.
    hasMore = to < newest || at + MAX_BLOCKS < own.length
    event = Math.min(event, answer.event)
    if (same) continue
    for (let nth = 0; nth < Math.max(digests.length, compared.length); nth++)
      if ((digests[nth] ?? 0) !== (compared[nth] ?? 0)) different.set(first + nth, digests[nth] ?? 0)
  }
  return { digests: different, event }
}

/** Gives the replica what the server has of these blocks. */
async function repair({ replica, ask, ...parts }: Synchronising, blocks: number[]): Promise<void> {
  const listed = await ask('POST /parley/replica/versions', { blocks })
  const lacking = await parts.exclusively(async () => {
    const found = await compare({ replica }, blocks, listed)
    await repeatEvents({ replica, ...parts }, listed.event)
    await replica.commit()
    return found.sort((a, b) => b - a)
  })
  while (lacking.length > 0) {
    const answer = await ask('POST /parley/replica/messages', { message_ids: lacking.splice(0, MAX_MESSAGES_PER_PAGE) })
    await parts.exclusively(async () => {
      await replica.put(rowsOf(answer))
      await repeatEvents({ replica, ...parts }, answer.event)
      await replica.commit()
    })
    lacking.unshift(...answer.left_out)
  }
}

type Listed = AnswerOf<'POST /parley/replica/versions'>

/** Removes what the server does not list, moves what is elsewhere, and returns what must be fetched. */
async function compare(
  { replica }: Pick<Synchronising, 'replica'>,
  blocks: readonly number[],
  { places, versions, marks }: Listed,
): Promise<number[]> {
  const { from } = replica.core
  const [versionOf, marksOf] = [new Map(versions), new Map(marks)]
  const isSame = (id: number) =>
    replica.has(id) &&
    replica.versionOf(id) === (versionOf.get(id) ?? 0) &&
    replica.marksOf(id) === (marksOf.get(id) ?? 0)
  const there = new Set<number>()
  const lacking: number[] = []
  for (const { place, ids } of places) {
    const kept = ids.filter((id) => id >= from)
    for (const id of kept) there.add(id)
    lacking.push(...kept.filter((id) => !isSame(id)))
    const elsewhere = kept.filter((id) => isSame(id) && !samePlace(replica.placeOfMessage(id), place))
    const [first] = elsewhere
    if (first === undefined || 'user_ids' in place) {
      lacking.push(...elsewhere)
      continue
    }
    await replica.relocate(elsewhere, { stream_id: place.stream_id, subject: place.topic })
    // The list has no more of a topic than its name. One of its messages brings the rest.
    lacking.push(first)
  }
  await replica.remove(blocks.flatMap(replica.idsIn).filter((id) => !there.has(id)))
  return lacking
}
