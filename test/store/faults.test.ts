import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import {
  answerLost,
  breakD1,
  countIn,
  crash,
  dieBeforeCommit,
  evict,
  failingMidway,
  hush,
  loseAlarm,
  passTime,
  refused,
  RESTARTS,
  ring,
  untilParked,
} from '../support/faults'
import { formOf, succeeded, type Json, type Queue } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { replays } from '../support/replays'

type Received = { id: number; content: string }

const messages = (events: Json[]): Received[] =>
  events.filter((event) => event.type === 'message').map(({ message: { id, content } }): Received => ({ id, content }))

const inD1 = async (realm_id: string): Promise<Received[]> => {
  const all = env.DB.prepare('SELECT id, content FROM messages WHERE realm_id = ? ORDER BY id').bind(realm_id)
  return (await all.all<Received>()).results
}

describe('when the realm object crashes during a request', () => {
  test('before the commit, nothing of the request remains, and no client receives an event', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    await dieBeforeCommit(realm)

    const form = formOf({ type: 'channel', to: 'general', topic: 'lunch', content: 'lost' })
    hush('error')
    expect((await dov.request('/messages', { method: 'POST', body: form })).status).toBe(500)

    expect(await queue.events()).toEqual([])
    expect(await countIn(realm, 'message_index')).toBe(0)
    expect(await dov.sends(general, 'lunch', 'kept')).toMatchObject({ id: 1 })
    expect(messages(await queue.events())).toEqual([{ id: 1, content: 'kept' }])
  })

  test('after the commit and before the delivery, clients receive the event when they poll again', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const waiting = queue.poll()
    await untilParked(realm, 1)

    await dov.sends(general, 'lunch', 'Pizza?')
    await crash(realm)

    const received = [...messages(await waiting), ...messages(await queue.events())]
    expect(received).toEqual([{ id: 1, content: 'Pizza?' }])
  })

  for (const { how, restart } of RESTARTS)
    test(`state and events agree for clients that registered before the realm object ${how}`, async () => {
      const { realm, ada, dov, ezra, general, vault } = await freshRealm()
      const received = await replays([ada, dov, ezra], async () => {
        const { id } = await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
        await restart(realm)
        succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
        await ada.subscribes(vault, { principals: [dov.id] })
        await restart(realm)
        await ada.sends(vault, 'keys', 'Under the mat')
        succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
      })
      expect(messages(received[2]!).map(({ content }) => content)).toEqual(['Pizza, @**Ezra**?', 'Under the mat'])
    })
})

describe('after any faults, in any order', () => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    test(`each confirmed message is stored, received once and in order, and in D1 (seed ${seed})`, async () => {
      hush('warn')
      hush('error')
      const cast = await freshRealm()
      const storm = new Storm(
        cast,
        seed,
        await cast.ezra.registers({ event_types: ['message'], queue_lifespan_secs: 86_400 }),
      )
      for (let step = 0; step < 60; step++) await storm.step()
      await storm.recover()

      const received = new Map(storm.received.map(({ id, content }) => [id, content]))
      expect(storm.received).toHaveLength(received.size) // none twice
      expect([...received.keys()]).toEqual([...received.keys()].sort((a, b) => a - b))
      for (const { id, content } of storm.confirmed) expect(received.get(id)).toBe(content)
      expect([...received.values()].filter((content) => !storm.sent.has(content))).toEqual([])
      expect(await inD1(cast.realm.name)).toEqual(storm.received)
      expect(await countIn(cast.realm, 'outbox')).toBe(0)
      expect(storm.confirmed.length).toBeGreaterThan(10)
    })
})

/** A sender, a client that polls, and random faults around them. One seed repeats one sequence. */
class Storm {
  readonly sent = new Set<string>()
  readonly confirmed: Received[] = []
  readonly received: Received[] = []
  #mend = () => {}
  #acknowledged: number
  #random: number

  constructor(
    readonly cast: Cast,
    seed: number,
    readonly queue: Queue,
  ) {
    this.#acknowledged = queue.lastEventId
    this.#random = seed * 2_654_435_761
  }

  async step(): Promise<void> {
    const { realm } = this.cast
    const steps: (() => Promise<unknown>)[] = [
      () => this.#send(),
      () => this.#send(),
      () => Promise.all([this.#send(), this.#send(), this.#send()]),
      () => Promise.all([this.#send(), crash(realm)]),
      () => this.#receive(),
      () => this.#receive(),
      () => this.#loseResponse(),
      () => Promise.all([this.#receive(), this.#send()]),
      () => Promise.all([this.#receive('waiting'), this.#send(), this.#send()]),
      () => evict(realm),
      () => crash(realm),
      () => loseAlarm(realm),
      () => ring(realm),
      () => Promise.all([ring(realm), this.#send(), this.#send()]),
      () => passTime(realm, 100),
      () => this.#breakD1(),
    ]
    await steps[this.#below(steps.length)]!()
  }

  /** Ends all faults, and lets the client receive what is left. */
  async recover(): Promise<void> {
    this.#mend()
    await passTime(this.cast.realm, 3600) // by then the realm notices a lost alarm
    await this.#send()
    await ring(this.cast.realm)
    while ((await this.#receive()) > 0);
  }

  async #send(): Promise<void> {
    const { dov, general } = this.cast
    const content = `number ${this.sent.size}`
    this.sent.add(content)
    const form = formOf({ type: 'channel', to: general.stream_id, topic: 'storm', content })
    const response = await dov.request('/messages', { method: 'POST', body: form })
    const answer: Json = await response.json()
    // Without a response the client does not know whether the message was sent.
    if (response.ok) this.confirmed.push({ id: answer.id, content })
  }

  async #receive(how: 'waiting' | 'at once' = 'at once'): Promise<number> {
    const response = await this.#poll(how)
    if (!response.ok) return 1
    const { events }: Json = await response.json()
    this.received.push(...messages(events))
    this.#acknowledged = events.at(-1)?.id ?? this.#acknowledged
    return events.length
  }

  // The client does not get the response, so it acknowledges nothing.
  async #loseResponse(): Promise<void> {
    await (await this.#poll('at once')).text()
  }

  #poll(how: 'waiting' | 'at once'): Promise<Response> {
    const query = `queue_id=${this.queue.id}&last_event_id=${this.#acknowledged}&dont_block=${how === 'at once'}`
    return this.cast.ezra.request(`/events?${query}`)
  }

  async #breakD1(): Promise<void> {
    this.#mend()
    const faults = [undefined, refused, failingMidway, answerLost]
    const fault = faults[this.#below(faults.length)]
    this.#mend = fault ? breakD1(this.cast.realm, fault).mend : () => {}
  }

  #below(bound: number): number {
    // A linear congruential generator repeats its sequence for one seed.
    this.#random = (Math.imul(this.#random | 0, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#random / 2 ** 32) * bound)
  }
}
