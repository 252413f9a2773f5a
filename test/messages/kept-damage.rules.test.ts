import { describe, expect, test } from 'vitest'
import type { Core } from '../../web/replica/core'
import { CORE, nameOf } from '../../web/replica/keys'
import { packOf } from '../../web/replica/kept'
import { readConversation } from '../../web/replica/reading'
import { changes, DAY, inTopic, keeperOf, Server } from '../support/kept-server'
import { MemoryStorage } from '../support/memory-storage'

const NEWEST = { anchor: Infinity, before: 100, after: 0, withAnchor: true }
const TOPICS = ['even', 'odd']

/** A server with messages of two topics and of several blocks, a browser that has them, and a day that has passed since. */
async function aDayLater() {
  const [server, storage] = [new Server(), new MemoryStorage()]
  for (let id = 1; id <= 6000; id += 500) server.send(id, TOPICS[((id - 1) / 500) % 2])
  const kept = keeperOf(server, storage)
  await kept.follow()
  server.requests.length = 0
  kept.clock.now += 2 * DAY
  return { server, storage, kept }
}

async function contentsIn(storage: MemoryStorage): Promise<string[][]> {
  const pages = TOPICS.map((topic) => readConversation(storage, nameOf(inTopic(topic)), NEWEST))
  return (await Promise.all(pages)).map(({ rows }) => rows.map(({ kept }) => kept.content))
}

async function packWith(storage: MemoryStorage, id: number): Promise<string> {
  const packs = await storage.range<string>({ from: 'p', to: 'q' })
  return packs.find(([, stored]) => packOf(stored).some((kept) => kept.id === id))![0]
}

const coreOf = async (storage: MemoryStorage) => (await storage.read<Core>([CORE]))[0]

describe('125. what the disk of a browser loses or changes', () => {
  const kinds = { a: 'what it has', b: 'a list', c: 'a conversation', k: 'a name', p: 'messages', s: 'a sender' }

  for (const [kind, what] of Object.entries(kinds))
    test(`is found within a day and repaired: ${what} that is missing`, async () => {
      const { server, storage, kept } = await aDayLater()
      const before = await contentsIn(storage)
      const lost = storage.keys().filter((key) => key.startsWith(kind))
      expect(lost).not.toEqual([])
      for (const key of lost) {
        await storage.write([[key, undefined]])
        const next = keeperOf(server, storage)
        next.clock.now = kept.clock.now += 2 * DAY
        await next.follow([])
        expect(await contentsIn(storage), key).toEqual(before)
        expect((await coreOf(storage))?.isVerified).toBe(true)
      }
    })

  test('is found within a day and repaired, at each place of the text of a message, by the messages of that pack alone', async () => {
    const { server, storage, kept } = await aDayLater()
    const before = await contentsIn(storage)
    const key = await packWith(storage, 1)
    const [stored = ''] = await storage.read<string>([key])
    for (let at = 0; at < stored.length; at++) {
      const changed = String.fromCharCode(stored.charCodeAt(at) ^ 1)
      await storage.write([[key, stored.slice(0, at) + changed + stored.slice(at + 1)]])
      server.requests.length = 0
      kept.clock.now += 2 * DAY
      await kept.events([])
      expect(await contentsIn(storage), `${at}`).toEqual(before)
      expect(new Set(server.requests)).toEqual(new Set(['digests', 'versions', 'messages']))
      expect(server.requests.length).toBeLessThanOrEqual(5)
    }
  })

  test('is found at once by the next change of the same messages', async () => {
    const { server, storage, kept } = await aDayLater()
    kept.clock.now -= 2 * DAY
    const key = await packWith(storage, 1)
    for (const damaged of [undefined, 'x[]', '0[]']) {
      await storage.write([[key, damaged]])
      await kept.events([changes.edit(server, 1, 'even')!])
      const [stored] = await storage.read<string>([key])
      expect(packOf(stored).map(({ content }) => content)).toEqual([server.messages.get(1)!.content])
      expect((await coreOf(storage))?.isVerified).toBe(true)
    }
  })

  test('is looked for once a day, with one short request', async () => {
    const { server, storage, kept } = await aDayLater()
    storage.reads = 0
    await kept.events([])
    expect(storage.reads).toBeGreaterThan(0)
    storage.reads = 0
    await kept.events([])
    expect(storage.reads).toBe(0)
    expect(server.requests).toEqual(['digests'])
  })
})
