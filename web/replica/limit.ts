import { blockOf, IDS_PER_BLOCK, MAX_IDS_OF_MONTH } from '../../src/domain/messages/replica/digest-rules'
import { readIds } from './reading'
import type { Replica } from './replica'

const SECONDS_OF_MONTH = 31 * 24 * 3600
/** What is older than a month goes once a week, and what is too much in parts of a quarter. */
const SECONDS_OF_WEEK = 7 * 24 * 3600
const SPARE_IDS = MAX_IDS_OF_MONTH / 4

/** What a client keeps by default: the messages of the last month, among the newest ids of the organization. */
export type Limit = { since: number; floor: number }

export const limitAt = (now: number, newest: number): Limit => ({
  since: now - SECONDS_OF_MONTH,
  floor: Math.max(0, blockOf(newest - MAX_IDS_OF_MONTH + 1) * IDS_PER_BLOCK),
})

/** Removes what is older than the limit, if it is much. */
export async function keepWithin(replica: Replica, { since, floor }: Limit): Promise<void> {
  const { core } = replica
  const isOld = (core.oldest ?? Infinity) <= since - SECONDS_OF_WEEK
  if (!isOld && (core.from === Infinity || core.from >= floor - SPARE_IDS)) return
  const from = Math.max(core.from, floor, (isOld ? await firstBlockSince(replica, since) : undefined) ?? 0)
  await replica.removeBefore(from)
  core.oldest = isOld ? since : ((await timeOf(replica, firstIdOf(replica))) ?? core.oldest ?? since)
  await replica.commit()
}

/** Returns the first id of the first block whose messages were sent after this second. */
async function firstBlockSince(replica: Replica, second: number): Promise<number | undefined> {
  for (const block of blocksOf(replica))
    if (((await timeOf(replica, replica.idsIn(block).at(-1))) ?? 0) >= second) return block * IDS_PER_BLOCK
  return undefined
}

function firstIdOf(replica: Replica): number | undefined {
  return [...blocksOf(replica)].flatMap(replica.idsIn)[0]
}

export function* blocksOf({ core, lastId }: Replica): Generator<number> {
  for (let block = blockOf(core.from); block <= blockOf(lastId); block++) yield block
}

/** Returns when a stored message was sent. */
async function timeOf({ storage }: Replica, id: number | undefined): Promise<number | undefined> {
  const [row] = id === undefined ? [] : await readIds(storage, [id])
  return row?.kept.timestamp
}
