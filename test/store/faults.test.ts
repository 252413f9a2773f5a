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

type Heard = { id: number; content: string }

const messages = (events: Json[]): Heard[] =>
  events.filter((event) => event.type === 'message').map(({ message: { id, content } }): Heard => ({ id, content }))

const inD1 = async (realm_id: string): Promise<Heard[]> => {
  const all = env.DB.prepare('SELECT id, content FROM messages WHERE realm_id = ? ORDER BY id').bind(realm_id)
  return (await all.all<Heard>()).results
}

describe('killed in the middle of a request', () => {
  test('before it was committed: nothing of it remains, and nobody was told', async () => {
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

  test('after it was committed, before those who wait were told: they hear of it when they ask again', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const waiting = queue.poll()
    await untilParked(realm, 1)

    await dov.sends(general, 'lunch', 'Pizza?')
    await crash(realm)

    const heard = [...messages(await waiting), ...messages(await queue.events())]
    expect(heard).toEqual([{ id: 1, content: 'Pizza?' }])
  })

  for (const { how, restart } of RESTARTS)
    test(`the law holds for whoever registered before it ${how}`, async () => {
      const { realm, ada, dov, ezra, general, vault } = await freshRealm()
      const heard = await replays([ada, dov, ezra], async () => {
        const { id } = await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
        await restart(realm)
        succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
        await ada.subscribes(vault, { principals: [dov.id] })
        await restart(realm)
        await ada.sends(vault, 'keys', 'Under the mat')
        succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
      })
      expect(messages(heard[2]!).map(({ content }) => content)).toEqual(['Pizza, @**Ezra**?', 'Under the mat'])
    })
})

describe('whatever goes wrong, in whatever order', () => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    test(`what was answered is kept, heard once and in order, and known to D1 (seed ${seed})`, async () => {
      hush('warn')
      hush('error')
      const cast = await freshRealm()
      const storm = new Storm(
        cast,
        seed,
        await cast.ezra.registers({ event_types: ['message'], queue_lifespan_secs: 86_400 }),
      )
      for (let step = 0; step < 60; step++) await storm.step()
      await storm.clearsUp()

      const heard = new Map(storm.heard.map(({ id, content }) => [id, content]))
      expect(storm.heard).toHaveLength(heard.size) // nothing twice
      expect([...heard.keys()]).toEqual([...heard.keys()].sort((a, b) => a - b))
      for (const { id, content } of storm.answered) expect(heard.get(id)).toBe(content)
      expect([...heard.values()].filter((content) => !storm.said.has(content))).toEqual([])
      expect(await inD1(cast.realm.name)).toEqual(storm.heard)
      expect(await countIn(cast.realm, 'outbox')).toBe(0)
      expect(storm.answered.length).toBeGreaterThan(10)
    })
})

/** One who speaks, one who listens, and a world that falls apart around them: the same way each time for one seed. */
class Storm {
  readonly said = new Set<string>()
  readonly answered: Heard[] = []
  readonly heard: Heard[] = []
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
      () => this.#says(),
      () => this.#says(),
      () => Promise.all([this.#says(), this.#says(), this.#says()]),
      () => Promise.all([this.#says(), crash(realm)]),
      () => this.#listens(),
      () => this.#listens(),
      () => this.#listensInVain(),
      () => Promise.all([this.#listens(), this.#says()]),
      () => Promise.all([this.#listens('waiting'), this.#says(), this.#says()]),
      () => evict(realm),
      () => crash(realm),
      () => loseAlarm(realm),
      () => ring(realm),
      () => Promise.all([ring(realm), this.#says(), this.#says()]),
      () => passTime(realm, 100),
      () => this.#breaks(),
    ]
    await steps[this.#below(steps.length)]!()
  }

  /** The world is whole again, and everyone catches up. */
  async clearsUp(): Promise<void> {
    this.#mend()
    await passTime(this.cast.realm, 3600) // an alarm that was lost is noticed by then
    await this.#says()
    await ring(this.cast.realm)
    while ((await this.#listens()) > 0);
  }

  async #says(): Promise<void> {
    const { dov, general } = this.cast
    const content = `number ${this.said.size}`
    this.said.add(content)
    const form = formOf({ type: 'channel', to: general.stream_id, topic: 'storm', content })
    const response = await dov.request('/messages', { method: 'POST', body: form })
    const answer: Json = await response.json()
    // Without an answer nobody knows: it may have been sent, or not.
    if (response.ok) this.answered.push({ id: answer.id, content })
  }

  async #listens(how: 'waiting' | 'at once' = 'at once'): Promise<number> {
    const response = await this.#ask(how)
    if (!response.ok) return 1
    const { events }: Json = await response.json()
    this.heard.push(...messages(events))
    this.#acknowledged = events.at(-1)?.id ?? this.#acknowledged
    return events.length
  }

  // The answer never arrives, so nothing is acknowledged.
  async #listensInVain(): Promise<void> {
    await (await this.#ask('at once')).text()
  }

  #ask(how: 'waiting' | 'at once'): Promise<Response> {
    const query = `queue_id=${this.queue.id}&last_event_id=${this.#acknowledged}&dont_block=${how === 'at once'}`
    return this.cast.ezra.request(`/events?${query}`)
  }

  async #breaks(): Promise<void> {
    this.#mend()
    const faults = [undefined, refused, failingMidway, answerLost]
    const fault = faults[this.#below(faults.length)]
    this.#mend = fault ? breakD1(this.cast.realm, fault).mend : () => {}
  }

  #below(bound: number): number {
    // An LCG is random enough to stumble with, and says the same each time.
    this.#random = (Math.imul(this.#random | 0, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#random / 2 ** 32) * bound)
  }
}
