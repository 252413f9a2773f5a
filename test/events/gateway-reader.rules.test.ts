import { describe, expect, test } from 'vitest'
import { GatewayReader } from '../../src/events/gateways/gateway-reader'
import type { ReceivedEvent } from '../../src/events/gateways/gateway-log'
import type { Queue } from '../../src/events/queue'
import type { PendingEvents } from '../../src/events/event-reader'

const [OWN, OTHER] = [1, 2]
/** Most events are for another queue, and these for this one: more than a turn reads. */
const FOR_QUEUE = [...Array.from({ length: 12 }, (_, at) => 30 + at), 60]
const LAST = 80
const ROWS_PER_TURN = 10

const EVENTS: readonly ReceivedEvent[] = Array.from({ length: LAST }, (_, at) => ({
  id: at + 1,
  texts: [`{"id":${at + 1}}`],
  recipients: [new Set([FOR_QUEUE.includes(at + 1) ? OWN : OTHER])],
  characters: 10,
}))

const newReader = () => {
  const log = { lastId: LAST, eventsAfter: (id: number) => EVENTS.filter((event) => event.id > id).values() }
  return new GatewayReader(log as never, new Map())
}

const newQueue = () => ({ queue_id: 'g1-00000001-x', searchedUpTo: 0, pendingIds: [] }) as unknown as Queue

/** Asks as a request does that waits until the log was read to its end. Returns the last answer. */
function readToEnd(reader: GatewayReader, queue: Queue, after: number): PendingEvents & { turns: number } {
  for (let turns = 1; turns < 100; turns++) {
    const pending = reader.pending(queue, after, ROWS_PER_TURN)
    if (!pending.isPartial) return { ...pending, turns }
  }
  throw new Error('The log is never read to its end')
}

const ALL = FOR_QUEUE.map((id) => `{"id":${id}}`)

describe('a queue at a gateway with a long log', () => {
  test('is read to its end in turns, although events for it are found on the way', () => {
    expect(readToEnd(newReader(), newQueue(), 0)).toMatchObject({ events: ALL, last: 60, upTo: LAST, turns: 9 })
  })

  test('has all events at once for a client that did not receive them', () => {
    const [reader, queue] = [newReader(), newQueue()]
    readToEnd(reader, queue, 0)
    expect(readToEnd(reader, queue, 0)).toMatchObject({ events: ALL, last: 60, upTo: LAST, turns: 1 })
    expect(readToEnd(reader, queue, 41)).toMatchObject({ events: [ALL.at(-1)], last: 60, upTo: LAST, turns: 1 })
  })
})
