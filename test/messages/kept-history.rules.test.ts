import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../client-state/wire'
import { MAX_IDS_OF_MONTH } from '../../src/domain/messages/replica/digest-rules'
import { Keeper } from '../../web/replica/keeper'
import { CORE, nameOf } from '../../web/replica/keys'
import { readChannel, readConversation, type Around } from '../../web/replica/reading'
import { changes, CHANNEL, DAY, inTopic, keeperOf, NOW, renamed, Server } from '../support/kept-server'
import { MemoryStorage } from '../support/memory-storage'

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

describe('a browser that keeps the history', () => {
  test('110. fetches all of it, the newest first, each message once', async () => {
    const [server, storage] = [new Server(), new MemoryStorage()]
    for (let id = 1; id <= 10; id++) server.send(id, id % 2 === 0 ? 'even' : 'odd')
    await keeperOf(server, storage).follow()
    expect(await idsIn(storage, 'even')).toEqual([2, 4, 6, 8, 10])
    expect(await idsIn(storage, 'odd')).toEqual([1, 3, 5, 7, 9])
    expect(server.requests).toEqual(['messages', 'messages', 'messages', 'messages'])
  })

  test('110. fetches the last month only, and goes on when the user wants all', async () => {
    const [server, storage] = [new Server(), new MemoryStorage()]
    for (let id = 1; id <= 12; id++) server.send(id, 'lunch', NOW - (12 - id) * 8 * DAY)
    const kept = keeperOf(server, storage, 'month')
    await kept.follow()
    expect(await idsIn(storage, 'lunch')).toEqual([7, 8, 9, 10, 11, 12])
    await kept.keeper.receive({ kind: 'limit', amount: 'everything' })
    expect(await idsIn(storage, 'lunch')).toHaveLength(12)
  })

  test('112. keeps of the last month the newest million ids of the organization, also after a long absence', async () => {
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

  test('111. continues after a crash where it was, and verifies with one request', async () => {
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

  test('112. fetches after an absence only what differs', async () => {
    const { server, storage } = await filled()
    server.edit(4, '<p>new</p>')
    server.send(11)
    server.messages.delete(7)
    await keeperOf(server, storage).follow()
    expect(await contentsIn(storage, 'lunch')).toEqual(
      [1, 2, 3, 4, 5, 6, 8, 9, 10, 11].map((id) => (id === 4 ? '<p>new</p>' : `<p>${id}</p>`)),
    )
    expect(server.requests).toEqual(['digests', 'versions', 'messages'])
    expect(storage.dump()).not.toContain('<p>7</p>')
  })

  test('113. writes no message when a whole topic gets another name', async () => {
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

  test('114. has nothing of a channel after the user left it', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    // The event alone does it, before any comparison.
    server.isReachable = false
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

  test('an edit says anew whom the message mentions', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    const flagsAfter = async (flags: string[]) => {
      await kept.events([{ ...changes.edit(server, 4, 'lunch'), flags: ['read', ...flags] } as Event])
      const { rows } = await readConversation(storage, nameOf(inTopic('lunch')), NEWEST)
      return rows.find((row) => row.kept.id === 4)?.kept.flags
    }
    expect(await flagsAfter(['mentioned'])).toEqual(['mentioned'])
    expect(await flagsAfter([])).toBeUndefined()
  })

  test('a reaction that an event removes is gone, without a comparison', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    const reactionsOf = async () =>
      (await readConversation(storage, nameOf(inTopic('lunch')), NEWEST)).rows[3]?.kept.reactions
    await kept.events([changes.react(server, 4)!])
    expect(await reactionsOf()).toHaveLength(1)
    await kept.events([changes.react(server, 4)!])
    expect(await reactionsOf()).toBeUndefined()
    expect(server.requests).toEqual([])
  })

  test('115. goes on after a write that the browser refused', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    server.send(1, 'soup')
    storage.refusals = 1
    await kept.events([renamed(server, [1], 'lunch', 'soup')])
    expect(server.requests).toContain('digests')
    expect(await idsIn(storage, 'soup')).toEqual([1])
  })

  test('115. claims nothing from a write that the browser refused until it has compared', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    const claims: unknown[] = []
    const write = storage.write.bind(storage)
    storage.write = async (all) => {
      await write(all)
      for (const [key, value] of all) if (key === CORE) claims.push(Reflect.get(Object(value), 'isVerified'))
    }
    storage.refusals = 1
    await kept.events([renamed(server, [1], 'lunch', 'lunch today')])
    expect(claims[0]).toBe(false)
    expect(claims.at(-1)).toBe(true)
  })

  test('112. finds a change that it missed, although a later one of the same message arrived before the comparison', async () => {
    const { server, storage } = await filled()
    server.edit(4, '<p>missed</p>')
    server.isReachable = false
    const kept = keeperOf(server, storage)
    await kept.follow()
    const later = changes.react(server, 4)!
    await kept.events([later])
    server.isReachable = true
    await kept.follow()
    expect((await contentsIn(storage, 'lunch'))[3]).toBe('<p>missed</p>')
  })

  test('112. compares again if a message changes while others are repaired', async () => {
    const { server, storage } = await filled()
    server.edit(4, '<p>new</p>')
    const kept = keeperOf(server, storage)
    server.before('messages', () => server.edit(4, '<p>newer</p>'))
    await kept.follow()
    expect((await contentsIn(storage, 'lunch'))[3]).toBe('<p>newer</p>')
    expect(server.requests).toEqual(['digests', 'versions', 'messages', 'digests'])
  })

  test('112. compares again if an event arrives meanwhile: it may be of a message that lacks an earlier change', async () => {
    const { server, storage } = await filled()
    server.edit(4, '<p>new</p>')
    const kept = keeperOf(server, storage)
    server.before('messages', () => void kept.events([changes.react(server, 5)!]))
    await kept.follow()
    await keeperOf(server, storage).follow()
    // The last one is of the second page, for which nothing differs.
    const first = ['digests', 'versions', 'messages']
    expect(server.requests).toEqual([...first, ...first, 'digests'])
  })

  test('115. keeps the newer half if the browser has no more room', async () => {
    const { server, storage } = await filled()
    const kept = keeperOf(server, storage)
    await kept.follow([])
    storage.refusals = 1
    kept.room.isFull = true
    await kept.events([renamed(server, [1], 'lunch', 'soup')])
    expect(await idsIn(storage, 'lunch')).toEqual([5, 6, 7, 8, 9, 10])
    expect(server.requests).not.toContain('messages')
  })

  test('116. belongs to one session', async () => {
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

  test('opens later if the browser refuses at first', async () => {
    const { server, storage } = await filled()
    const read = storage.read.bind(storage)
    storage.read = () => Promise.reject(new Error('The connection was closed.'))
    const kept = keeperOf(server, storage)
    // The test fails if no code handles the rejection.
    await setImmediate()
    storage.read = read
    expect(kept.news).toEqual([])
    await kept.follow()
    expect(await idsIn(storage, 'lunch')).toHaveLength(10)
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

  test('a page that ends with a read of the storage says that there are older messages', async () => {
    const [server, storage] = [new Server(), new MemoryStorage()]
    for (let id = 1; id <= 6001; id += 600) server.send(id)
    await keeperOf(server, storage).follow()
    const around = { anchor: 6001, before: 7, after: 0, withAnchor: true }
    const { rows, isOldest } = await readConversation(storage, nameOf(inTopic('lunch')), around)
    expect([rows.length, isOldest]).toEqual([8, false])
  })

  test('119. fetches nothing while the device or the connection asks for quiet, and then goes on', async () => {
    const { server, storage } = await filled()
    await storage.clear()
    const kept = keeperOf(server, storage)
    await kept.keeper.receive({ kind: 'limit', isQuiet: true })
    await kept.follow()
    expect(server.requests).toEqual([])
    await kept.keeper.receive({ kind: 'limit', isQuiet: false })
    expect(await idsIn(storage, 'lunch')).toHaveLength(10)
  })

  test('120. reads as much for a conversation among many as for a single one', async () => {
    const readsWith = async (others: number) => {
      const [server, storage] = [new Server(), new MemoryStorage()]
      for (let id = 1; id <= 20; id++) server.send(id)
      for (let id = 21; id <= 20 + others; id++) server.send(id, `topic ${id % 40}`)
      await keeperOf(server, storage).follow()
      storage.reads = 0
      expect(await idsIn(storage, 'lunch')).toHaveLength(20)
      return storage.reads
    }
    expect(await readsWith(400)).toBe(await readsWith(0))
  })
})
