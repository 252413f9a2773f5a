import type { PublishedEvent } from '../event-log'
import type { EventReader } from '../event-reader'
import type { Queue } from '../queue'
import type { GatewayEvent } from './protocol'
import { gatewayOf, numberOf } from './queue-ids'

/** An event for each gateway that has recipients, by the number of the gateway. Each list of numbers is in order. */
export type EventByGateway = ReadonlyMap<number, Omit<GatewayEvent, 'recipients'> & { recipients: number[][] }>

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
  let tests = 0
  for (const queue of queues) {
    if (++tests % TESTS_PER_TURN === 0) yield
    // The client's initial state includes the events up to its registration.
    if (event.id <= queue.registered_after || !accepts(queue)) continue
    const text = reader.encode(event, queue)
    if (text === undefined) continue
    const gateway = gatewayOf(queue.queue_id)!
    let texts = byGateway.get(gateway)
    if (texts === undefined) byGateway.set(gateway, (texts = new Map()))
    const numbers = texts.get(text)
    if (numbers) numbers.push(numberOf(queue.queue_id))
    else texts.set(text, [numberOf(queue.queue_id)])
  }
  const { id, kind } = event
  const ephemeral = kind.isEphemeral ? { isEphemeral: true as const } : {}
  return new Map(
    [...byGateway].map(([gateway, texts]) => {
      const recipients = [...texts.values()].map((numbers) => numbers.sort((a, b) => a - b))
      return [gateway, { id, texts: [...texts.keys()], recipients, ...ephemeral }]
    }),
  )
}

const TESTS_PER_TURN = 2000
