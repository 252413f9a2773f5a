import { expect, onTestFinished, test } from 'vitest'
import { gatewayOf } from '../../src/events/gateways/queue-ids'
import { runAlarmAfter } from '../support/alarms'
import { captureConsole, until } from '../support/faults'
import { crashGateway, evictGateway, gatewaysOf, realmWithGateways } from '../support/gateways'
import { WAYS_TO_LISTEN, type Listener } from '../support/listening'
import { succeeded, type Json, type Person, type Queue } from '../support/person'
import { contentsIn } from '../support/received-events'

const ONLY_MESSAGES = { event_types: ['message'], fetch_event_types: [], queue_lifespan_secs: 604_800 }

type Listen = (typeof WAYS_TO_LISTEN)[number]['listen']

/** How the clients listen. Undefined: by long polls. */
const WAYS: (Listen | undefined)[] = [
  undefined,
  ...WAYS_TO_LISTEN.filter(({ way }) => way === 'a WebSocket' || way === 'an event stream').map(({ listen }) => listen),
]

/** A client that listens again when its connection ends, as clients do. It notes each message, and whether ids rise. */
class Client {
  readonly received: string[] = []
  idsRise = true
  #last: number
  #isOpen = true
  #listener: Listener | undefined

  constructor(
    readonly person: Person,
    readonly queue: Queue,
    readonly listen: Listen | undefined,
  ) {
    this.#last = queue.lastEventId
    void (listen === undefined ? this.#pollOnAndOn() : this.#listenOnAndOn(listen))
    onTestFinished(() => this.leave())
  }

  leave(): void {
    this.#isOpen = false
    this.#listener?.leave()
  }

  async #pollOnAndOn() {
    while (this.#isOpen) this.#note(await this.queue.poll().catch(() => []))
  }

  async #listenOnAndOn(listen: Listen) {
    while (this.#isOpen) {
      const listener = await listen(this.person, this.queue, this.#last).catch(() => undefined)
      this.#listener = listener
      const ended = listener?.end().then(() => undefined)
      for (let events; (events = await Promise.race([listener?.next(), ended])) !== undefined;) this.#note(events)
    }
  }

  #note(events: Json[]) {
    for (const event of events) {
      if (event.id <= this.#last) this.idsRise = false
      this.#last = event.id
      this.received.push(...contentsIn([event]))
    }
  }
}

test('a realm that grows from no gateway to sixteen and back loses and doubles no event of its listeners', async () => {
  captureConsole('warn')
  const { realm, ada, ben, cleo, dov, general } = await realmWithGateways(2, 2)
  const clients: { client: Client; sentBefore: number }[] = []
  const sent: string[] = []
  const send = async () => {
    const content = `message ${sent.length}`
    await ada.sends(general, 'lunch', content)
    sent.push(content)
  }
  const people = [ben, cleo, dov]
  const growTo = async (queues: number) => {
    for (let n = clients.length; n < queues; n++) {
      const person = people[n % people.length]!
      const queue = await person.registers(ONLY_MESSAGES)
      clients.push({ client: new Client(person, queue, WAYS[n % WAYS.length]), sentBefore: sent.length })
      if (n % 4 === 0) await send()
    }
  }
  const hasAll = ({ client, sentBefore }: (typeof clients)[number]) =>
    client.received.length >= sent.length - sentBefore
  const allHaveAll = () =>
    until(async () => {
      await scheduler.wait(10)
      return clients.every(hasAll)
    })
  const numberOfGateways: number[] = []
  for (const queues of [2, 4, 10, 34]) {
    await growTo(queues)
    numberOfGateways.push((await gatewaysOf(realm)).length)
    await send()
  }
  await allHaveAll()
  await evictGateway(realm, 3)
  await crashGateway(realm, 5)
  await send()
  await allHaveAll()
  for (const queues of [10, 4, 2]) {
    for (const { client } of clients.splice(queues)) {
      client.leave()
      succeeded(await client.person.delete('/events', { queue_id: client.queue.id }))
    }
    await send()
    await runAlarmAfter(realm, 61)
    numberOfGateways.push((await gatewaysOf(realm)).length)
  }
  await allHaveAll()
  expect(numberOfGateways).toEqual([0, 1, 4, 16, 4, 1, 0])
  for (const { client, sentBefore } of clients) {
    expect(client.received).toEqual(sent.slice(sentBefore))
    expect(client.idsRise).toBe(true)
  }
})

test('a realm whose gateways have more than twice the queues that it may serve serves no new queue itself', async () => {
  const { realm, ben } = await realmWithGateways(5, 2)
  const register = () => ben.registers(ONLY_MESSAGES)
  const end = async ({ id }: Queue) => succeeded(await ben.delete('/events', { queue_id: id }))
  const isInGateway = ({ id }: Queue) => gatewayOf(id) !== undefined
  const [first] = [await register(), await register()]
  const others: Queue[] = []
  for (let nth = 0; nth < 5; nth++) others.push(await register())
  expect(others.every(isInGateway)).toBe(true)

  await end(first)
  expect(isInGateway(await register())).toBe(true)
  for (const queue of others.slice(0, 2)) await end(queue)
  const last = await register()
  expect(isInGateway(last)).toBe(false)
  expect(await gatewaysOf(realm)).toHaveLength(2)
})
