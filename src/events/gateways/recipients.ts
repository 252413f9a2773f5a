import type { PublishedEvent } from '../event-log'
import type { EventReader } from '../event-reader'
import type { Queue } from '../queue'
import type { ListedRecipients } from './kept-list'
import type { GatewayEvent } from './protocol'
import { gatewayOf, numberOf } from './queue-ids'

/** An event for one gateway. Each list of numbers is in order. */
export type AssignedEvent = Omit<GatewayEvent, 'recipients'> & { recipients: (number[] | ListedRecipients)[] }

/** An event for each gateway that has recipients, by the number of the gateway. */
export type EventByGateway = ReadonlyMap<number, AssignedEvent>

export const emptyEvent = ({ id, kind }: PublishedEvent): AssignedEvent => ({
  id,
  texts: [],
  recipients: [],
  ...(kind.isEphemeral ? { isEphemeral: true as const } : {}),
})

/**
 * Decides which of these queues receive an event, and in which text. Each text is encoded once. Yields after a limited number
 * of tests: the realm serves other requests in between.
 */
export function* assignRecipients(
  event: PublishedEvent,
  queues: Iterable<Queue>,
  reader: EventReader,
): Generator<void, EventByGateway> {
  const accepts = reader.acceptanceOf(event)
  const byGateway = new Map<number, Map<string, number[]>>()
  yield* testInTurns(queues, { event, reader }, (queue) => {
    // The client's initial state includes the events up to its registration.
    if (event.id <= queue.registered_after || !accepts(queue)) return
    const text = reader.encode(event, queue)
    if (text === undefined) return
    const gateway = gatewayOf(queue.queue_id)!
    let texts = byGateway.get(gateway)
    if (texts === undefined) byGateway.set(gateway, (texts = new Map()))
    const numbers = texts.get(text)
    if (numbers) numbers.push(numberOf(queue.queue_id))
    else texts.set(text, [numberOf(queue.queue_id)])
  })
  return new Map(
    [...byGateway].map(([gateway, texts]) => {
      const recipients = [...texts.values()].map((numbers) => numbers.sort((a, b) => a - b))
      return [gateway, { ...emptyEvent(event), texts: [...texts.keys()], recipients }]
    }),
  )
}

type Tested = { event: PublishedEvent; reader: EventReader }

/**
 * Tests queues for an event. Yields after a limited number of tests: the realm serves other requests in between. The users of the queues of
 * a turn are read at once.
 */
export function* testInTurns(
  queues: Iterable<Queue>,
  { event, reader }: Tested,
  test: (queue: Queue) => void,
): Generator<void> {
  const iterator = queues[Symbol.iterator]()
  for (let turn = take(iterator); turn.length > 0; turn = take(iterator)) {
    reader.loadUsersOf(turn, event)
    for (const queue of turn) test(queue)
    if (turn.length < TESTS_PER_TURN) return
    yield
    // The cache may be empty now, because another request undid its writes.
    yield* reader.load(event)
  }
}

function take(queues: Iterator<Queue>): Queue[] {
  const taken: Queue[] = []
  while (taken.length < TESTS_PER_TURN) {
    const { done, value } = queues.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/** No request waits long: a test may have to load the groups of a user. */
export const TESTS_PER_TURN = 500

/** Throws if two ways to find the recipients of an event differ in the queues that exist. */
export function requireSameRecipients(
  left: EventByGateway,
  right: EventByGateway,
  exists: (number: number) => boolean,
): void {
  const [found, expected] = [left, right].map((byGateway) => JSON.stringify(textsByQueue(byGateway, exists)))
  if (found !== expected) throw new Error(`The lists say ${found}, and a test of each queue says ${expected}`)
}

const textsByQueue = (byGateway: EventByGateway, exists: (number: number) => boolean) =>
  [...byGateway.values()]
    .flatMap(({ texts, recipients }) =>
      recipients.flatMap((each, index) => numbersOf(each).map((number) => ({ number, text: texts[index] }))),
    )
    .filter(({ number }) => exists(number))
    .sort((a, b) => a.number - b.number)

function numbersOf(recipients: number[] | ListedRecipients): number[] {
  if (Array.isArray(recipients)) return recipients
  const { numbers, joined, left } = recipients
  return [...numbers, ...joined].filter((number) => !left.includes(number))
}
