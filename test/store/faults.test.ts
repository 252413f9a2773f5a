import { describe, expect, test } from 'vitest'
import { loseAlarm, runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { answerLost, breakD1, failingMidway, unavailable } from '../support/d1-faults'
import { crash, crashBeforeCommit, evict, captureConsole, RESTARTS, untilParked } from '../support/faults'
import { bodiesOf, messagesInD1, type Body } from '../support/outbox'
import { randomBelow } from '../support/random-numbers'
import { contentsIn, messagesIn } from '../support/received-events'
import { countRows } from '../support/tables'
import { formOf, succeeded, type Json, type Queue } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { replays } from '../support/replays'

const bodiesIn = (events: readonly Json[]): Body[] => bodiesOf(messagesIn(events))

describe('a crash in the middle of a request', () => {
  test('before the commit leaves no write and sends no event', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    await crashBeforeCommit(realm)

    const form = formOf({ type: 'channel', to: 'general', topic: 'lunch', content: 'lost' })
    captureConsole('error')
    expect((await dov.request('/messages', { method: 'POST', body: form })).status).toBe(500)

    expect(await queue.events()).toEqual([])
    expect(await countRows(realm, 'message_index')).toBe(0)
    expect(await dov.sends(general, 'lunch', 'kept')).toMatchObject({ id: 1 })
    expect(bodiesIn(await queue.events())).toEqual([{ id: 1, content: 'kept' }])
  })

  test('after the commit, before the delivery, delays the events until the next poll', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const waiting = queue.poll()
    await untilParked(realm, 1)

    await dov.sends(general, 'lunch', 'Pizza?')
    await crash(realm)

    const received = [...bodiesIn(await waiting), ...bodiesIn(await queue.events())]
    expect(received).toEqual([{ id: 1, content: 'Pizza?' }])
  })

  for (const { how, restart } of RESTARTS)
    test(`clients that registered before the object ${how} end with the right state`, async () => {
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
      expect(contentsIn(received[2]!)).toEqual(['Pizza, @**Ezra**?', 'Under the mat'])
    })
})

describe('random faults in random order', () => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    test(`lose no message that was answered: each is sent once, in order, and reaches D1 (seed ${seed})`, async () => {
      captureConsole('warn')
      captureConsole('error')
      const cast = await freshRealm()
      const run = new FaultyRun(
        cast,
        seed,
        await cast.ezra.registers({ event_types: ['message'], queue_lifespan_secs: 86_400 }),
      )
      for (let step = 0; step < 60; step++) await run.step()
      await run.recover()

      const received = new Map(run.received.map(({ id, content }) => [id, content]))
      expect(run.received).toHaveLength(received.size) // no event twice
      expect([...received.keys()]).toEqual([...received.keys()].sort((a, b) => a - b))
      for (const { id, content } of run.answered) expect(received.get(id)).toBe(content)
      expect([...received.values()].filter((content) => !run.sentContents.has(content))).toEqual([])
      expect(await messagesInD1(cast.realm.name)).toEqual(run.received)
      expect(await countRows(cast.realm, 'outbox')).toBe(0)
      expect(run.answered.length).toBeGreaterThan(10)
    })
})

/** A sender, a listener, and random faults of the realm and of D1. A seed always gives the same faults. */
class FaultyRun {
  readonly sentContents = new Set<string>()
  readonly answered: Body[] = []
  readonly received: Body[] = []
  #mend = () => {}
  #acknowledged: number
  readonly #below: (bound: number) => number

  constructor(
    readonly cast: Cast,
    seed: number,
    readonly queue: Queue,
  ) {
    this.#acknowledged = queue.lastEventId
    this.#below = randomBelow(seed * 2_654_435_761)
  }

  async step(): Promise<void> {
    const { realm } = this.cast
    const steps: (() => Promise<unknown>)[] = [
      () => this.#send(),
      () => this.#send(),
      () => Promise.all([this.#send(), this.#send(), this.#send()]),
      () => Promise.all([this.#send(), crash(realm)]),
      () => this.#listen(),
      () => this.#listen(),
      () => this.#loseResponse(),
      () => Promise.all([this.#listen(), this.#send()]),
      () => Promise.all([this.#listen('waiting'), this.#send(), this.#send()]),
      () => evict(realm),
      () => crash(realm),
      () => loseAlarm(realm),
      () => runAlarm(realm),
      () => Promise.all([runAlarm(realm), this.#send(), this.#send()]),
      () => advanceClock(realm, 100),
      () => this.#changeFault(),
    ]
    await steps[this.#below(steps.length)]!()
  }

  /** Ends all faults, and reads all events. */
  async recover(): Promise<void> {
    this.#mend()
    await advanceClock(this.cast.realm, 3600) // by then the realm sets a lost alarm again
    await this.#send()
    await runAlarm(this.cast.realm)
    while ((await this.#listen()) > 0);
  }

  async #send(): Promise<void> {
    const { dov, general } = this.cast
    const content = `number ${this.sentContents.size}`
    this.sentContents.add(content)
    const form = formOf({ type: 'channel', to: general.stream_id, topic: 'faults', content })
    const response = await dov.request('/messages', { method: 'POST', body: form })
    const answer: Json = await response.json()
    // Without an answer the sender cannot know whether the message was sent.
    if (response.ok) this.answered.push({ id: answer.id, content })
  }

  async #listen(how: 'waiting' | 'at once' = 'at once'): Promise<number> {
    const response = await this.#poll(how)
    if (!response.ok) return 1
    const { events }: Json = await response.json()
    this.received.push(...bodiesIn(events))
    this.#acknowledged = events.at(-1)?.id ?? this.#acknowledged
    return events.length
  }

  // The response does not arrive, so the client acknowledges no event.
  async #loseResponse(): Promise<void> {
    await (await this.#poll('at once')).text()
  }

  #poll(how: 'waiting' | 'at once'): Promise<Response> {
    const query = `queue_id=${this.queue.id}&last_event_id=${this.#acknowledged}&dont_block=${how === 'at once'}`
    return this.cast.ezra.request(`/events?${query}`)
  }

  async #changeFault(): Promise<void> {
    this.#mend()
    const faults = [undefined, unavailable, failingMidway, answerLost]
    const fault = faults[this.#below(faults.length)]
    this.#mend = fault ? breakD1(this.cast.realm, fault).mend : () => {}
  }
}
