import { describe, expect, test } from 'vitest'
import type { AnswerOf, Event, KeptMessage, ParametersOf } from '../../client-state/wire'
import {
  Digest,
  digestOfAll,
  IDS_PER_BLOCK,
  MAX_BLOCKS,
  MAX_IDS_OF_MONTH,
  placeNumber,
} from '../../src/domain/messages/replica/digest-rules'
import { Keeper } from '../../web/replica/keeper'
import type { AskReplica } from '../../web/replica/ask'
import { nameOf } from '../../web/replica/keys'
import { readChannel, readConversation, type Around } from '../../web/replica/reading'
import type { News } from '../../web/replica-worker/messages'
import { MemoryStorage } from '../support/memory-storage'

const CHANNEL = 7
const NOW = 1_800_000_000
const DAY = 24 * 3600
const QUEUE = 'queue'
const sender = { sender_id: 5, sender_email: '', sender_full_name: 'Dov', sender_realm_str: '', avatar_url: null }
const inTopic = (subject: string) => ({
  type: 'stream' as const,
  stream_id: CHANNEL,
  subject,
  recipient_id: 14,
  display_recipient: 'general',
  topic_links: [],
})

type Stored = Pick<KeptMessage, 'id' | 'content' | 'timestamp' | 'version'> & { topic: string }

/** A server with messages of one channel. It answers as the real one, pages of three messages. */
class Server {
  readonly messages = new Map<number, Stored>()
  readonly requests: string[] = []
  event = 100
  isReachable = true

  send(id: number, topic = 'lunch', timestamp = NOW) {
    this.messages.set(id, { id, topic, content: `<p>${id}</p>`, timestamp })
  }

  edit(id: number, content: string) {
    const version = ++this.event
    this.messages.set(id, { ...this.messages.get(id)!, content, version })
  }

  ask: AskReplica = async (route, parameters) => {
    if (!this.isReachable) throw new Error('unreachable')
    this.requests.push(route.split('/').at(-1)!)
    // The declarations of the server say what fits to what.
    return this.#answer(route, parameters) as AnswerOf<typeof route>
  }

  #answer(route: string, parameters: Parameters) {
    if (route.endsWith('messages')) return this.#page(parameters)
    const { event } = this
    if (route.endsWith('digests')) {
      const { from = 0, digest } = parameters
      const newest = Math.max(from, ...this.messages.keys())
      const first = Math.floor(from / IDS_PER_BLOCK)
      const to = Math.min(newest, (first + MAX_BLOCKS) * IDS_PER_BLOCK - 1)
      const digests = Array.from({ length: Math.floor(to / IDS_PER_BLOCK) - first + 1 }, (_, nth) =>
        this.#digest(first + nth, from),
      )
      const same = digestOfAll(digests) === digest
      return { event, to, newest, same, digests: same ? [] : digests }
    }
    const listed = [...this.messages.values()].filter(({ id }) =>
      parameters.blocks?.includes(Math.floor(id / IDS_PER_BLOCK)),
    )
    const topics = Map.groupBy(listed, ({ topic }) => topic)
    return {
      event,
      places: [...topics].map(([topic, found]) => ({
        place: { stream_id: CHANNEL, topic },
        ids: found.map(({ id }) => id),
      })),
      versions: listed.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])),
      marks: [],
    }
  }

  #digest(block: number, from: number): number {
    const digest = new Digest()
    for (const { id, topic, version = 0 } of this.messages.values())
      if (id >= from && Math.floor(id / IDS_PER_BLOCK) === block)
        digest.add(id, version, placeNumber({ stream_id: CHANNEL, topic }), 0)
    return digest.value
  }

  #page({ before = Infinity, message_ids }: Parameters) {
    const all = [...this.messages.values()].sort((a, b) => b.id - a.id)
    const requested = all.filter(({ id }) => (message_ids ? message_ids.includes(id) : id < before))
    const found = requested.slice(0, 3)
    const topics = [...new Set(found.map(({ topic }) => topic))]
    return {
      event: this.event,
      reached: message_ids ? null : requested.length > 3 ? found.at(-1)!.id : 0,
      left_out: message_ids ? requested.slice(3).map(({ id }) => id) : [],
      senders: [sender],
      conversations: topics.map(inTopic),
      messages: found.map(({ topic, ...message }) => ({ ...message, sender: 0, conversation: topics.indexOf(topic) })),
    }
  }
}

type Parameters = Partial<
  ParametersOf<'POST /parley/replica/messages'> &
    ParametersOf<'POST /parley/replica/digests'> &
    ParametersOf<'POST /parley/replica/versions'>
>

/** Starts a keeper over a storage, which may have the replica of an earlier page. */
function keeperOf(server: Server, storage: MemoryStorage, amount: 'month' | 'everything' = 'everything') {
  const news: News[] = []
  const room = { isFull: false }
  const deleted: string[] = []
  const checks: string[] = []
  const keeper = new Keeper({
    storage,
    ask: server.ask,
    isSessionOver: () => false,
    session: 'session',
    amount,
    notify: (one) => void news.push(one),
    now: () => NOW,
    room: () => Promise.resolve(room),
    deleteFiles: (htmls) => Promise.resolve(void deleted.push(...htmls)),
    checkFiles: () => Promise.resolve(void checks.push('checked')),
    pause: () => Promise.resolve(),
  })
  const position = (last_event_id: number) => ({ queue_id: QUEUE, last_event_id })
  return {
    news,
    deleted,
    checks,
    room,
    keeper,
    follow: (events?: Event[], at = server.event) =>
      keeper.receive({
        kind: 'follow',
        position: position(at),
        subscribed: [CHANNEL],
        newest: Math.max(0, ...server.messages.keys()),
        ...(events ? { events } : {}),
      }),
    events: (events: Event[]) => keeper.receive({ kind: 'events', events, position: position(events.at(-1)?.id ?? 0) }),
  }
}

const NEWEST: Around = { anchor: Infinity, before: 100, after: 0, withAnchor: true }

async function idsIn(storage: MemoryStorage, topic: string, around = NEWEST): Promise<number[]> {
  const { rows } = await readConversation(storage, nameOf(inTopic(topic)), around)
  return rows.map(({ kept }) => kept.id)
}

async function contentsIn(storage: MemoryStorage, topic: string): Promise<string[]> {
  const { rows } = await readConversation(storage, nameOf(inTopic(topic)), NEWEST)
  return rows.map(({ kept }) => kept.content)
}

/** A server with ten messages, and a storage that has them. */
async function filled() {
  const [server, storage] = [new Server(), new MemoryStorage()]
  for (let id = 1; id <= 10; id++) server.send(id)
  await keeperOf(server, storage).follow()
  server.requests.length = 0
  return { server, storage }
}

const renamed = (server: Server, message_ids: number[], orig_subject: string, subject: string): Event => ({
  id: ++server.event,
  type: 'update_message',
  user_id: 5,
  edit_timestamp: NOW,
  message_id: message_ids[0]!,
  message_ids,
  flags: [],
  rendering_only: false,
  stream_id: CHANNEL,
  stream_name: 'general',
  orig_subject,
  subject,
  propagate_mode: 'change_all',
  topic_links: [],
})

describe('a browser that keeps the history', () => {
  test('fetches all of it, the newest first, each message once', async () => {
    const [server, storage] = [new Server(), new MemoryStorage()]
    for (let id = 1; id <= 10; id++) server.send(id, id % 2 === 0 ? 'even' : 'odd')
    await keeperOf(server, storage).follow()
    expect(await idsIn(storage, 'even')).toEqual([2, 4, 6, 8, 10])
    expect(await idsIn(storage, 'odd')).toEqual([1, 3, 5, 7, 9])
    expect(server.requests).toEqual(['messages', 'messages', 'messages', 'messages'])
  })

  test('fetches the last month only, and goes on when the user wants all', async () => {
    const [server, storage] = [new Server(), new MemoryStorage()]
    for (let id = 1; id <= 12; id++) server.send(id, 'lunch', NOW - (12 - id) * 8 * DAY)
    const kept = keeperOf(server, storage, 'month')
    await kept.follow()
    expect(await idsIn(storage, 'lunch')).toEqual([7, 8, 9, 10, 11, 12])
    await kept.keeper.receive({ kind: 'limit', amount: 'everything' })
    expect(await idsIn(storage, 'lunch')).toHaveLength(12)
  })

  test('keeps of the last month the newest million ids of the organization, also after a long absence', async () => {
    const [server, storage] = [new Server(), new MemoryStorage()]
    for (const id of [1, 2, 3, 100_000, MAX_IDS_OF_MONTH + 4000]) server.send(id)
    await keeperOf(server, storage, 'month').follow()
    expect(await idsIn(storage, 'lunch')).toEqual([100_000, MAX_IDS_OF_MONTH + 4000])
    const newest = [2, 3, 4].map((part) => part * MAX_IDS_OF_MONTH + part * 5000)
    for (const id of newest) server.send(id)
    server.requests.length = 0
    await keeperOf(server, storage, 'month').follow()
    expect(await idsIn(storage, 'lunch')).toEqual(newest.slice(-1))
    expect(server.requests.filter((one) => one === 'digests').length).toBeLessThan(20)
    await keeperOf(server, storage, 'everything').follow()
    expect(await idsIn(storage, 'lunch')).toHaveLength(8)
  })

  test('continues after a crash where it was, and verifies with one request', async () => {
    const { server, storage } = await filled()
    await keeperOf(server, storage).follow()
    expect(server.requests).toEqual(['digests'])
    server.requests.length = 0
    await keeperOf(server, storage).follow([])
    expect(server.requests).toEqual([])
  })

  test('deletes the files of messages that were deleted, edited or repaired, and checks them after a doubt', async () => {
    const { server, storage } = await filled()
    const file = (id: number) => `<a href="/user_uploads/2/ab/${id}.png">${id}</a>`
    for (const id of [2, 4, 6]) server.edit(id, file(id))
    const kept = keeperOf(server, storage)
    await kept.follow()
    expect(kept.deleted).toEqual([])
    expect(kept.checks).toEqual(['checked'])
    await kept.events([{ id: ++server.event, type: 'delete_message', message_type: 'stream', message_ids: [2, 3] }])
    expect(kept.deleted).toEqual([file(2)])
    server.edit(4, '<p>no file</p>')
    server.messages.delete(6)
    await kept.follow()
    expect(new Set(kept.deleted)).toEqual(new Set([file(2), file(4), file(6)]))
    expect(kept.checks).toHaveLength(2)
  })

  test('fetches after an absence only what differs', async () => {
    const { server, storage } = await filled()
    server.edit(4, '<p>new</p>')
    server.send(11)
    server.messages.delete(7)
    await keeperOf(server, storage).follow()
    expect(await contentsIn(storage, 'lunch')).toEqual(
      [1, 2, 3, 4, 5, 6, 8, 9, 10, 11].map((id) => (id === 4 ? '<p>new</p>' : `<p>${id}</p>`)),
    )
    expect(server.requests).toEqual(['digests', 'versions', 'messages', 'digests'])
    expect(storage.dump()).not.toContain('<p>7</p>')
  })

  test('writes no message when a whole topic gets another name', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    const all = Array.from({ length: 10 }, (_, nth) => nth + 1)
    storage.written = 0
    await kept.events([renamed(server, all, 'lunch', 'dinner')])
    expect(storage.written).toBeLessThan(200)
    expect(await idsIn(storage, 'dinner')).toEqual(all)
    expect(await idsIn(storage, 'lunch')).toEqual([])
    await kept.events([renamed(server, [2, 3], 'dinner', 'soup')])
    expect(await idsIn(storage, 'soup')).toEqual([2, 3])
    for (const id of all) server.send(id, id === 2 || id === 3 ? 'soup' : 'dinner')
    server.requests.length = 0
    await keeperOf(server, storage).follow()
    expect(server.requests).toEqual(['digests'])
  })

  test('has nothing of a channel after the user left it', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    server.messages.clear()
    const subscriptions = [{ stream_id: CHANNEL, name: 'general' }]
    await kept.events([{ id: ++server.event, type: 'subscription', op: 'remove', subscriptions }])
    expect(storage.dump()).not.toContain('<p>')
  })

  test('without the network keeps what it has, and repairs it later', async () => {
    const { server, storage } = await filled()
    server.isReachable = false
    const kept = keeperOf(server, storage)
    await kept.follow()
    expect(await idsIn(storage, 'lunch')).toHaveLength(10)
    server.send(11)
    server.isReachable = true
    await kept.follow()
    expect(await idsIn(storage, 'lunch')).toHaveLength(11)
  })

  test('goes on after a write that the browser refused', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    server.send(1, 'soup')
    storage.refusals = 1
    await kept.events([renamed(server, [1], 'lunch', 'soup')])
    expect(server.requests).toContain('digests')
    expect(await idsIn(storage, 'soup')).toEqual([1])
  })

  test('keeps the newer half if the browser has no more room', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    storage.refusals = 1
    kept.room.isFull = true
    await kept.events([renamed(server, [1], 'lunch', 'soup')])
    expect(await idsIn(storage, 'lunch')).toEqual([5, 6, 7, 8, 9, 10])
    expect(server.requests).not.toContain('messages')
  })

  test('belongs to one session', async () => {
    const { server, storage } = await filled()
    const other = new Keeper({
      storage,
      ask: server.ask,
      isSessionOver: () => false,
      session: 'other',
      amount: 'month',
      notify: () => {},
      now: () => NOW,
      room: () => Promise.resolve({ isFull: false }),
      deleteFiles: () => Promise.resolve(),
      checkFiles: () => Promise.resolve(),
      pause: () => Promise.resolve(),
    })
    await other.receive({ kind: 'limit' })
    expect(storage.keys()).not.toContain('p00000000000000')
    expect(storage.dump()).not.toContain('<p>')
  })

  test('is gone when it is erased', async () => {
    const { server, storage } = await filled()
    const { keeper, news } = keeperOf(server, storage)
    await keeper.receive({ kind: 'erase' })
    expect(storage.keys()).toEqual([])
    expect(news).toContainEqual({ kind: 'erased' })
  })

  test('reads pages around a message, of a topic and of a channel', async () => {
    const [server, storage] = [new Server(), new MemoryStorage()]
    for (let id = 1; id <= 3000; id += 100) server.send(id, id % 200 === 1 ? 'even' : 'odd')
    await keeperOf(server, storage).follow()
    const around = { anchor: 1201, before: 2, after: 3, withAnchor: true }
    expect(await idsIn(storage, 'even', around)).toEqual([801, 1001, 1201, 1401, 1601, 1801])
    expect(await idsIn(storage, 'even', { ...around, withAnchor: false })).toEqual([801, 1001, 1401, 1601, 1801])
    expect(await idsIn(storage, 'odd', around)).toEqual([901, 1101, 1301, 1501, 1701])
    const channel = await readChannel(storage, CHANNEL, around, 3000)
    expect(channel.rows.map(({ kept }) => kept.id)).toEqual([1001, 1101, 1201, 1301, 1401, 1501])
    expect([channel.isOldest, channel.isNewest]).toEqual([false, false])
    const all = await readChannel(storage, CHANNEL, NEWEST, 3000)
    expect([all.rows.length, all.isOldest, all.isNewest]).toEqual([30, true, true])
    const few = await readChannel(storage, CHANNEL, { ...NEWEST, before: 4 }, 3000)
    expect([few.rows.map(({ kept }) => kept.id), few.isOldest]).toEqual([[2601, 2701, 2801, 2901], false])
  })
})
