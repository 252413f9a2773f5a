import { asyncProperty, assert, array, constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../client-state/wire'
import type { Core } from '../../web/replica/core'
import { CORE, nameOf } from '../../web/replica/keys'
import { readConversation } from '../../web/replica/reading'
import { changes, inTopic, keeperOf, Server } from '../support/kept-server'
import { MemoryStorage } from '../support/memory-storage'

/** `KEPT_HISTORIES=10000` takes half a minute. */
const HISTORIES = Number(process.env.KEPT_HISTORIES ?? 300)
const TOPICS = ['lunch', 'dinner', 'soup']

type Step =
  | { kind: keyof typeof changes; id: number; topic: string }
  /** The tab receives the events, or its queue is lost, or it crashes, or the browser refuses its next writes, or the server is away. */
  | { kind: 'receive' | 'lose' | 'crash' | 'refuse' | 'away' }

const step: Arbitrary<Step> = oneof(
  record({
    kind: constantFrom<keyof typeof changes>('send', 'edit', 'move', 'remove', 'react'),
    id: integer({ min: 1, max: 5 }).map((nth) => nth * 700),
    topic: constantFrom(...TOPICS),
  }),
  record({
    kind: constantFrom(
      'receive' as const,
      'receive' as const,
      'lose' as const,
      'crash' as const,
      'refuse' as const,
      'away' as const,
    ),
  }),
)

/** A browser over the model of the server, and the events that it did not receive. */
class Browser {
  readonly server = new Server()
  readonly storage = new MemoryStorage()
  kept = keeperOf(this.server, this.storage)
  waiting: Event[] = []
  /** Since the registration of the queue, and the event at which it was registered. */
  received: Event[] = []
  registeredAt = 0

  async take(one: Step): Promise<void> {
    const { server } = this
    if ('id' in one) {
      const isNew = one.kind === 'send' && !server.messages.has(one.id)
      const event = one.kind === 'send' && !isNew ? undefined : changes[one.kind](server, one.id, one.topic)
      if (event) this.waiting.push(event)
    } else if (one.kind === 'refuse') this.storage.refusals = 2
    else if (one.kind === 'away') server.isReachable = !server.isReachable
    else if (one.kind === 'receive') await this.#receive()
    else await this.restart(one.kind === 'crash')
  }

  async #receive() {
    const events = this.waiting.splice(0)
    this.received.push(...events)
    if (events.length > 0) await this.kept.events(events)
  }

  /** Starts another tab over what was written: with the queue of the page, or with a new one. */
  async restart(hasQueue: boolean) {
    this.kept = keeperOf(this.server, this.storage)
    const core = await this.core()
    // What was written may be of an earlier queue.
    if (hasQueue && core?.position && core.position.last_event_id >= this.registeredAt) {
      const { last_event_id } = core.position
      const missed = this.received.filter(({ id }) => id > last_event_id)
      return this.kept.follow(missed, this.last)
    }
    this.waiting = []
    this.received = []
    this.registeredAt = this.server.event
    return this.kept.follow()
  }

  /** The last event that the page knows. */
  get last(): number {
    return this.received.at(-1)?.id ?? this.registeredAt
  }

  core = async (): Promise<Core | undefined> => (await this.storage.read<Core>([CORE]))[0]

  /** Returns what the browser has of each topic, and what the server has. */
  async compared() {
    const around = { anchor: Infinity, before: 100, after: 0, withAnchor: true }
    const own = await Promise.all(
      TOPICS.map(async (topic) => {
        const { rows } = await readConversation(this.storage, nameOf(inTopic(topic)), around)
        return rows.map(({ kept: { id, content, version, reactions } }) => ({ id, content, version, reactions }))
      }),
    )
    const sent = TOPICS.map((topic) =>
      [...this.server.messages.values()]
        .filter((message) => message.topic === topic)
        .sort((a, b) => a.id - b.id)
        .map(({ id, content, version, reactions }) => ({ id, content, version, reactions })),
    )
    return { own, sent }
  }
}

test('117. after any changes, crashes, lost queues, refused writes and absences, a browser has what the server has', async () => {
  await assert(
    asyncProperty(array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const browser = new Browser()
      await browser.kept.follow()
      for (const one of steps) await browser.take(one)
      browser.server.isReachable = true
      browser.storage.refusals = 0
      await browser.take({ kind: 'receive' })
      // Without a doubt, the events alone must give the same. A page applies those after the position itself.
      const { isVerified, position } = (await browser.core()) ?? {}
      const isSure = isVerified === true && position !== undefined && position.last_event_id >= browser.last
      const compared = isSure ? [await browser.compared()] : []
      await browser.kept.follow()
      compared.push(await browser.compared())
      expect(compared.map(({ own }) => own)).toEqual(compared.map(({ sent }) => sent))
    }),
    { numRuns: HISTORIES },
  )
})
