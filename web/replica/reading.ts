import type { KeptConversation, KeptSender } from '../../client-state/wire'
import { blockOf } from '../../src/domain/messages/replica/digest-rules'
import { Block, type StoredBlock } from './block'
import { after, blockKey, conversationKey, numberIn, packKey, packsOf, senderKey, topicsOf } from './keys'
import { packOf, type Kept, type Row } from './kept'
import type { Entry, KeyRange, Storage } from './storage'

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
  if (number === undefined) return { rows: [], isOldest: true, isNewest: true }
  const { anchor } = around
  const packs = packsOf(number)
  const near = Number.isFinite(anchor) ? packKey(number, anchor) : packs
  const { found, ...ends } = await bothSides(around, (direction) =>
    takePacks(storage, direction === -1 ? { from: packs, to: after(near) } : { from: near, to: after(packs) }, {
      around,
      direction,
    }),
  )
  return {
    rows: await rowsOf(
      storage,
      found.map((message) => ({ message, number })),
    ),
    ...ends,
  }
}

/** Messages of one side of the anchor, the nearest first, and whether there are no others. */
type Found<Of> = { found: readonly Of[]; isEnd: boolean }
type Side = { around: Around; direction: 1 | -1 }

/** Returns messages of both sides, in the order of their ids. There is nothing newer than the newest ones. */
async function bothSides<Of>({ anchor }: Around, take: (direction: 1 | -1) => Promise<Found<Of>>) {
  const older = await take(-1)
  const newer: Found<Of> = Number.isFinite(anchor) ? await take(1) : { found: [], isEnd: true }
  return { found: [...older.found.toReversed(), ...newer.found], isOldest: older.isEnd, isNewest: newer.isEnd }
}

/** Returns the messages on one side of the anchor, the nearest first. Those before it have the anchor itself, if it is wanted. */
async function takePacks(storage: Storage, range: KeyRange, { around, direction }: Side) {
  const found: Kept[] = []
  const descending = direction === -1
  for await (const [, stored] of entriesOf<string>(storage, { ...range, most: PACKS_PER_READ, descending })) {
    const pack = packOf(stored)
    found.push(...(descending ? pack.reverse() : pack).filter(({ id }) => isOnSide(id, around, direction)))
    if (found.length > mostOf(around, direction)) break
  }
  return cut(found, around, direction)
}

/** Returns how many messages one side has at most. The anchor is on the older side. */
const mostOf = ({ before, after: newer }: Around, direction: 1 | -1): number => (direction === 1 ? newer : before + 1)

/** Yields the entries of a range from one of its ends on, and reads so many at a time. */
async function* entriesOf<Value>(storage: Storage, range: KeyRange & { most: number }): AsyncGenerator<Entry<Value>> {
  for (let { from, to } = range; ;) {
    const entries = await storage.range<Value>({ ...range, from, to })
    yield* entries
    const last = entries.at(-1)?.[0]
    if (entries.length < range.most || last === undefined) return
    if (range.descending) to = last
    else from = `${last} `
  }
}

function isOnSide(id: number, { anchor, withAnchor }: Around, direction: 1 | -1): boolean {
  if (id === anchor) return withAnchor && direction === -1
  return direction === 1 ? id > anchor : id < anchor
}

function cut<Of extends { id: number }>(
  found: readonly Of[],
  { anchor, before, after: newer }: Around,
  direction: 1 | -1,
) {
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
  const start = Math.min(around.anchor, newest)
  const { found, ...ends } = await bothSides(around, (direction) =>
    takeIds(storage, { around, start, direction }, numbers),
  )
  return { rows: await readMessages(storage, found), ...ends }
}

export type Placed = { id: number; number: number }

const blocksFrom = (id: number, direction: 1 | -1): KeyRange =>
  direction === -1
    ? { from: 'b', to: after(blockKey(blockOf(id))), descending: true }
    : { from: blockKey(blockOf(id)), to: after('b') }

/** Returns which messages of some conversations are on one side of the anchor, as `takePacks` does. */
async function takeIds(storage: Storage, { around, start, direction }: Scan, numbers: ReadonlySet<number>) {
  const found: Placed[] = []
  const range = blocksFrom(start, direction)
  for await (const [key, stored] of entriesOf<StoredBlock>(storage, { ...range, most: BLOCKS_PER_READ })) {
    const placed = placedIn(key, stored, around, direction).filter(({ number }) => numbers.has(number))
    found.push(...(range.descending ? placed.reverse() : placed))
    if (found.length > mostOf(around, direction)) break
  }
  return cut(found, around, direction)
}

/** Returns the messages of a block on one side of the anchor. */
const placedIn = (key: string, stored: StoredBlock, around: Around, direction: 1 | -1): Placed[] =>
  [...new Block(numberIn(key), stored).messages()].flatMap(([id, number]) =>
    isOnSide(id, around, direction) ? [{ id, number }] : [],
  )

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
  const { found, ...ends } = await bothSides(around, (direction) =>
    takeWhere(storage, { around, start, direction }, isWanted),
  )
  return { rows: found, ...ends }
}

type Scan = Side & { start: number }

async function takeWhere(
  storage: Storage,
  { around, start, direction }: Scan,
  isWanted: (message: Kept) => boolean,
): Promise<Found<Row>> {
  const rows: Row[] = []
  const most = mostOf(around, direction)
  const range = blocksFrom(start, direction)
  for await (const [key, stored] of entriesOf<StoredBlock>(storage, { ...range, most: 1 })) {
    const placed = placedIn(key, stored, around, direction)
    const found = (await readMessages(storage, placed)).filter(({ kept }) => isWanted(kept))
    rows.push(...(range.descending ? found.reverse() : found))
    if (rows.length > most) return { found: rows.slice(0, most), isEnd: false }
  }
  return { found: rows, isEnd: true }
}

/** Returns messages by id. The replica may lack some. */
export async function readIds(storage: Storage, ids: readonly number[]): Promise<Row[]> {
  const blocks = await readEach<StoredBlock>(storage, ids.map(blockOf), blockKey)
  const placed = ids.flatMap((id) => {
    const stored = blocks.get(blockOf(id))
    const number = stored && new Block(blockOf(id), stored).conversationOf(id)
    return number === undefined ? [] : [{ id, number }]
  })
  return readMessages(storage, placed)
}

/** Returns messages by id, without their senders. */
export async function readPlaced(storage: Storage, placed: readonly Placed[]): Promise<Map<number, Kept>> {
  const keys = [...new Set(placed.map(({ id, number }) => packKey(number, id)))]
  const packs = await storage.read<string>(keys)
  return new Map(packs.flatMap((pack) => packOf(pack).map((message): [number, Kept] => [message.id, message])))
}

async function readMessages(storage: Storage, placed: readonly Placed[]): Promise<Row[]> {
  const byId = await readPlaced(storage, placed)
  const kept = placed.flatMap(({ id, number }) => {
    const message = byId.get(id)
    return message ? [{ message, number }] : []
  })
  return rowsOf(storage, kept)
}

/** Adds the conversations and the senders. */
async function rowsOf(storage: Storage, kept: readonly { message: Kept; number: number }[]): Promise<Row[]> {
  const conversations = await readEach<KeptConversation>(
    storage,
    kept.map(({ number }) => number),
    conversationKey,
  )
  const senders = await readEach<KeptSender>(
    storage,
    kept.map(({ message }) => message.sender_id),
    senderKey,
  )
  return kept.flatMap(({ message, number }) => {
    const [conversation, sender] = [conversations.get(number), senders.get(message.sender_id)]
    return conversation && sender ? [{ kept: message, conversation, sender }] : []
  })
}

/** Reads what is stored for each of some numbers. */
async function readEach<Value>(storage: Storage, numbers: readonly number[], keyOf: (number: number) => string) {
  const each = [...new Set(numbers)]
  const values = await storage.read<Value>(each.map(keyOf))
  return new Map(each.map((number, nth) => [number, values[nth]]))
}
