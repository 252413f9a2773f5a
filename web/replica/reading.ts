import type { KeptConversation, KeptSender } from '../../client-state/wire'
import { blockOf } from '../../src/domain/messages/replica/digest-rules'
import { Block, type StoredBlock } from './block'
import { after, blockKey, conversationKey, numberIn, packKey, packsOf, senderKey, topicsOf } from './keys'
import { packOf, type Kept, type Row } from './kept'
import type { KeyRange, Storage } from './storage'

// What a page reads of the replica, also while another tab writes it.

/** Messages around an id: so many before it, so many after it, and itself. */
export type Around = { anchor: number; before: number; after: number; withAnchor: boolean }

/** Messages in the order of their ids, and whether the replica has no others before and after them. */
export type FoundRows = { rows: Row[]; isOldest: boolean; isNewest: boolean }

const PACKS_PER_READ = 8
const BLOCKS_PER_READ = 4

/** Returns messages of one conversation. `name`: see `keys.ts`. */
export async function readConversation(storage: Storage, name: string, around: Around): Promise<FoundRows> {
  const [number] = await storage.read<number>([name])
  if (number === undefined) return NOTHING
  const { anchor } = around
  const packs = packsOf(number)
  const isNewest = !Number.isFinite(anchor)
  const older = await takePacks(
    storage,
    { from: packs, to: after(isNewest ? packs : packKey(number, anchor)) },
    around,
    -1,
  )
  const newer = isNewest
    ? ALL
    : await takePacks(storage, { from: packKey(number, anchor), to: after(packs) }, around, 1)
  const kept = [...older.found.toReversed(), ...newer.found].map((message) => ({ message, number }))
  return { rows: await rowsOf(storage, kept), isOldest: older.isEnd, isNewest: newer.isEnd }
}

const NOTHING: FoundRows = { rows: [], isOldest: true, isNewest: true }
const ALL: { found: Kept[]; isEnd: boolean } = { found: [], isEnd: true }

/** Returns the messages on one side of the anchor, the nearest first. Those before it have the anchor itself, if it is wanted. */
async function takePacks(storage: Storage, { from, to }: KeyRange, around: Around, direction: 1 | -1) {
  const found: Kept[] = []
  const most = direction === 1 ? around.after : around.before
  for (let [low, high] = [from, to]; found.length <= most;) {
    const descending = direction === -1
    const packs = await storage.range<string>({ from: low, to: high, most: PACKS_PER_READ, descending })
    for (const [, stored] of packs) {
      const pack = packOf(stored)
      found.push(...(descending ? pack.reverse() : pack).filter(({ id }) => isOnSide(id, around, direction)))
    }
    const last = packs.at(-1)?.[0]
    if (packs.length < PACKS_PER_READ || last === undefined) return cut(found, around, direction)
    if (descending) high = last
    else low = `${last} `
  }
  return cut(found, around, direction)
}

function isOnSide(id: number, { anchor, withAnchor }: Around, direction: 1 | -1): boolean {
  if (id === anchor) return withAnchor && direction === -1
  return direction === 1 ? id > anchor : id < anchor
}

function cut(found: readonly Kept[], { anchor, before, after: newer }: Around, direction: 1 | -1) {
  const most = direction === 1 ? newer : before + (found[0]?.id === anchor ? 1 : 0)
  return { found: found.slice(0, most), isEnd: found.length <= most }
}

/** Returns messages of all topics of a channel. */
export async function readChannel(
  storage: Storage,
  stream_id: number,
  around: Around,
  newest: number,
): Promise<FoundRows> {
  const topics = topicsOf(stream_id)
  const numbers = new Set(
    (await storage.range<number>({ from: topics, to: after(topics) })).map(([, number]) => number),
  )
  const isMember = (id: number, number: number, direction: 1 | -1) =>
    numbers.has(number) && isOnSide(id, around, direction)
  const start = Math.min(around.anchor, newest)
  const older = await takeIds(
    storage,
    { from: 'b', to: after(blockKey(blockOf(start))) },
    around.before + 1,
    (id, number) => isMember(id, number, -1),
  )
  const newer = Number.isFinite(around.anchor)
    ? await takeIds(
        storage,
        { from: blockKey(blockOf(start)), to: after('b'), descending: false },
        around.after,
        (id, number) => isMember(id, number, 1),
      )
    : { found: [], isEnd: true }
  const hasAnchor = older.found[0]?.id === around.anchor
  const before = older.found.slice(0, around.before + (hasAnchor ? 1 : 0))
  const all = [...before.toReversed(), ...newer.found]
  return {
    rows: await readMessages(storage, all),
    isOldest: older.isEnd && before.length === older.found.length,
    isNewest: newer.isEnd,
  }
}

type Placed = { id: number; number: number }

async function takeIds(
  storage: Storage,
  { from, to, descending = true }: KeyRange,
  most: number,
  isWanted: (id: number, number: number) => boolean,
) {
  const found: Placed[] = []
  for (let [low, high] = [from, to]; ;) {
    const blocks = await storage.range<StoredBlock>({ from: low, to: high, most: BLOCKS_PER_READ, descending })
    for (const [key, stored] of blocks) {
      const block = new Block(numberIn(key), stored)
      const ids = [...block.messages()].filter(([id, number]) => isWanted(id, number))
      for (const [id, number] of descending ? ids.reverse() : ids) found.push({ id, number })
    }
    const last = blocks.at(-1)?.[0]
    const isEnd = blocks.length < BLOCKS_PER_READ || last === undefined
    if (isEnd || found.length > most) return { found: found.slice(0, most), isEnd: isEnd && found.length <= most }
    if (descending) high = last
    else low = `${last} `
  }
}

/** Returns the topics of a channel, those with the newest messages first. */
export async function readTopics(storage: Storage, stream_id: number): Promise<{ name: string; max_id: number }[]> {
  const topics = topicsOf(stream_id)
  const numbers = (await storage.range<number>({ from: topics, to: after(topics), most: MAX_TOPICS })).map(
    ([, number]) => number,
  )
  const conversations = await storage.read<KeptConversation>(numbers.map(conversationKey))
  const newest = await Promise.all(
    numbers.map((number) =>
      storage.range<string>({ from: packsOf(number), to: after(packsOf(number)), most: 1, descending: true }),
    ),
  )
  const found = conversations.flatMap((conversation, nth) => {
    const id = packOf(newest[nth]?.[0]?.[1]).at(-1)?.id
    return conversation?.type === 'stream' && id !== undefined ? [{ name: conversation.subject, max_id: id }] : []
  })
  return found.sort((a, b) => b.max_id - a.max_id)
}

/** A list with so many may lack others. */
export const MAX_TOPICS = 1000

/** Returns messages of all conversations for which a test is true. It reads each message that it passes. */
export async function readWhere(
  storage: Storage,
  isWanted: (message: Kept) => boolean,
  around: Around,
  newest: number,
): Promise<FoundRows> {
  const start = Math.min(around.anchor, newest)
  const older = await scan(storage, isWanted, { around, start, direction: -1 })
  const newer = Number.isFinite(around.anchor)
    ? await scan(storage, isWanted, { around, start, direction: 1 })
    : ALL_ROWS
  return { rows: [...older.rows.toReversed(), ...newer.rows], isOldest: older.isEnd, isNewest: newer.isEnd }
}

const ALL_ROWS: { rows: Row[]; isEnd: boolean } = { rows: [], isEnd: true }

type Scan = { around: Around; start: number; direction: 1 | -1 }

async function scan(
  storage: Storage,
  isWanted: (message: Kept) => boolean,
  { around, start, direction }: Scan,
): Promise<{ rows: Row[]; isEnd: boolean }> {
  const rows: Row[] = []
  const most = direction === 1 ? around.after : around.before + 1
  const descending = direction === -1
  for (let block = blockOf(start); ;) {
    const range = descending ? { from: 'b', to: after(blockKey(block)) } : { from: blockKey(block), to: after('b') }
    const [next] = await storage.range<StoredBlock>({ ...range, most: 1, descending })
    if (next === undefined) return { rows, isEnd: true }
    block = numberIn(next[0])
    const placed = [...new Block(block, next[1]).messages()].flatMap(([id, number]) =>
      isOnSide(id, around, direction) ? [{ id, number }] : [],
    )
    const found = (await readMessages(storage, placed)).filter(({ kept }) => isWanted(kept))
    rows.push(...(descending ? found.reverse() : found))
    if (rows.length > most) return { rows: rows.slice(0, most), isEnd: false }
    block += direction
    if (block < 0) return { rows, isEnd: true }
  }
}

/** Returns messages by id. The replica may lack some. */
export async function readIds(storage: Storage, ids: readonly number[]): Promise<Row[]> {
  const numbers = [...new Set(ids.map(blockOf))]
  const stored = await storage.read<StoredBlock>(numbers.map(blockKey))
  const blocks = new Map(numbers.map((number, nth) => [number, new Block(number, stored[nth])]))
  const placed = ids.flatMap((id) => {
    const number = blocks.get(blockOf(id))?.conversationOf(id)
    return number === undefined ? [] : [{ id, number }]
  })
  return readMessages(storage, placed)
}

async function readMessages(storage: Storage, placed: readonly Placed[]): Promise<Row[]> {
  const keys = [...new Set(placed.map(({ id, number }) => packKey(number, id)))]
  const packs = await storage.read<string>(keys)
  const byId = new Map(packs.flatMap((pack) => packOf(pack).map((message): [number, Kept] => [message.id, message])))
  const kept = placed.flatMap(({ id, number }) => {
    const message = byId.get(id)
    return message ? [{ message, number }] : []
  })
  return rowsOf(storage, kept)
}

/** Adds the conversations and the senders. */
async function rowsOf(storage: Storage, kept: readonly { message: Kept; number: number }[]): Promise<Row[]> {
  const numbers = [...new Set(kept.map(({ number }) => number))]
  const people = [...new Set(kept.map(({ message }) => message.sender_id))]
  const places = await storage.read<KeptConversation>(numbers.map(conversationKey))
  const storedSenders = await storage.read<KeptSender>(people.map(senderKey))
  const conversations = new Map(numbers.map((number, nth) => [number, places[nth]]))
  const senders = new Map(people.map((id, nth) => [id, storedSenders[nth]]))
  return kept.flatMap(({ message, number }) => {
    const [conversation, sender] = [conversations.get(number), senders.get(message.sender_id)]
    return conversation && sender ? [{ kept: message, conversation, sender }] : []
  })
}
