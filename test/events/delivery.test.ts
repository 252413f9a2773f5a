import { describe, expect, test, vi } from 'vitest'
import { migrations } from '../../src/catalogue'
import { EventReader } from '../../src/events/event-reader'
import { EventDelivery } from '../../src/events/delivery'
import type { Audience } from '../../src/events/event'
import { EventLog } from '../../src/events/event-log'
import type { Queue as EventQueue } from '../../src/events/queue'
import { Queues } from '../../src/events/queues'
import { newWindow, WINDOW_CHARACTERS } from '../../src/events/send-window'
import { frameOf } from '../../src/events/shared-frames'
import type { EventBatch, Listener } from '../../src/events/listener'
import type { Sockets } from '../../src/events/sockets'
import { migrate } from '../../src/store/migrate'
import { realmSql } from '../../src/store/realm-sql'
import { captureConsole, inStorage } from '../support/faults'
import { type Json } from '../support/person'
import { TestRealm } from '../support/realm'
import { bareAudience, bareEvent } from '../support/bare-declarations'
import { plainClient } from '../support/bare-log'

const fail = () => {
  throw new Error('a bug of the server')
}
const UNLIMITED = { rows: Infinity, bytes: Infinity }
const kinds = [
  bareEvent({ type: 'good', fields: {} }),
  bareEvent({ type: 'bad', fields: {}, encode: fail }),
  bareEvent({ type: 'large', fields: {}, encode: () => ({ text: 'x'.repeat(WINDOW_CHARACTERS * 0.6) }) }),
]
const audiences = [
  bareAudience({ name: 'all', includes: () => () => true }),
  bareAudience({ name: 'broken', includes: fail }),
  bareAudience({ name: 'broken later', includes: () => fail }),
  bareAudience({ name: 'few', includes: () => () => true, candidates: () => [1] }),
  bareAudience({ name: 'nameless', includes: () => () => true, candidates: fail }),
]
const all = { parts: [{ kind: 'all', facts: {} }] }

/** Runs `act` with an event log, a queue and a reader, without a realm around them. */
const withReader = (
  name: string,
  check_declarations: boolean,
  act: (log: EventLog, queue: EventQueue, reader: EventReader, queues: Queues) => void | Promise<void>,
) =>
  inStorage(new TestRealm(name), async ({ storage }) => {
    const sql = realmSql(storage.sql)
    migrate(sql, storage, migrations)
    const log = new EventLog(sql, new Map(kinds.map((kind) => [kind.type, kind])), () => 0, UNLIMITED)
    const queues = new Queues(sql, () => 0, log.size)
    const options = {
      event_types: null,
      all_public_streams: false,
      narrow: [],
      lifespan_seconds: 600,
      client: plainClient,
    }
    const reader = new EventReader(
      () => ({ config: { check_declarations } }),
      log,
      new Map(audiences.map((kind) => [kind.name, kind])),
    )
    await act(log, queues.register({ user_id: 1, session_id: null }, 'a queue', log.lastId, options), reader, queues)
  })

const publish = (log: EventLog, type: string, audience: Audience = all, facts: object = { type }) =>
  log.append({ kind: kinds.find((kind) => kind.type === type)!, facts }, audience)

/** Sockets with these listeners. `record` receives what is sent to them: frames, or whole batches. */
const recordingSockets = (listeners: readonly Listener[], record: string[] | ((batch: EventBatch) => void)) =>
  ({
    hasAny: true,
    hasUnsavedWindows: false,
    saveWindows: () => {},
    listeners: () => listeners,
    releaseAll: () => Array.isArray(record) && record.push('released'),
    listenersOf: () => listeners,
    isListening: () => true,
    send: (_: Listener, batch: EventBatch) =>
      Array.isArray(record) ? record.push(frameOf(batch.events)) : record(batch),
  }) as unknown as Sockets

describe('an event that cannot be encoded', () => {
  test('is skipped, and the events after it are delivered', async () => {
    const logged = captureConsole('error')
    await withReader('event-passed-over', false, (log, queue, reader) => {
      const first = publish(log, 'good')
      publish(log, 'bad')
      publish(log, 'good', { parts: [{ kind: 'broken', facts: {} }] })
      publish(log, 'good', { parts: [{ kind: 'broken later', facts: {} }] })
      publish(log, 'good', { parts: [{ kind: 'removed kind', facts: {} }] })
      const last = publish(log, 'good')
      const events = reader.pending(queue, -1).events.map((json): Json => JSON.parse(json))
      expect(events.map(({ id }) => id)).toEqual([first.id, last.id])
    })
    expect(logged).toHaveLength(3)
    expect(logged[0]).toContain('a bug of the server')
  })

  test('throws where declarations are checked', () =>
    withReader('event-fails-aloud', true, (log, queue, reader) => {
      publish(log, 'bad')
      expect(() => reader.pending(queue, -1)).toThrow('a bug of the server')
    }))

  test('does not delay the events that were published after it', async () => {
    captureConsole('error')
    const frames: string[] = []
    await withReader('event-delivery', false, async (log, { queue_id }, reader, queues) => {
      const delivery = new EventDelivery(
        recordingSockets([{ queue_id, user_id: 1, session_id: null, socket: {} as WebSocket }], frames),
        queues,
        reader,
      )
      const nameless = { parts: [{ kind: 'nameless', facts: {} }] }
      delivery.add([publish(log, 'good', nameless)])
      delivery.add([publish(log, 'good', nameless)])
      delivery.add([publish(log, 'bad')])
      delivery.add([publish(log, 'good')])
      await vi.waitFor(() => expect(frames).toHaveLength(2), { interval: 1 })
      delivery.add([publish(log, 'good')])
      await vi.waitFor(() => expect(frames).toHaveLength(3), { interval: 1 })
    })
    // The first one fails at once, the second one with all that wait with it.
    expect(frames).toEqual(['released', 'released', '{"events":[{"type":"good","id":4}]}'])
  })
})

/** So many turns are more than a delivery takes. A time would not do: a busy machine runs its timer between two turns. */
const idle = async () => {
  for (let turns = 0; turns < 20; turns++) await scheduler.wait(0)
}

describe('an event for few listeners', () => {
  /** Delivers to listeners, of which the realm has `count` in all. */
  async function deliverTo(
    { name, listeners, count = listeners }: { name: string; listeners: number; count?: number },
    act: (delivery: EventDelivery, log: EventLog, frames: string[]) => Promise<void>,
  ) {
    await withReader(name, true, async (log, { queue_id }, reader, queues) => {
      const frames: string[] = []
      const one = { queue_id, user_id: 1, session_id: null, socket: {} as WebSocket }
      const sockets = recordingSockets(
        Array.from({ length: listeners }, () => one),
        frames,
      )
      Object.assign(sockets, { count })
      await act(new EventDelivery(sockets, queues, reader), log, frames)
    })
  }
  const frame = (...ids: number[]) => `{"events":[${ids.map((id) => `{"type":"good","id":${id}}`).join(',')}]}`
  const few = { parts: [{ kind: 'few', facts: {} }] }

  test('is delivered before the request is answered, and events that follow share a frame', () =>
    deliverTo({ name: 'event-at-once', listeners: 2 }, async (delivery, log, frames) => {
      delivery.add([publish(log, 'good')])
      expect(frames).toEqual([frame(0), frame(0)])
      delivery.add([publish(log, 'good')])
      delivery.add([publish(log, 'good')])
      expect(frames).toHaveLength(2)
      await idle()
      expect(frames.slice(2)).toEqual([frame(1, 2), frame(1, 2)])
      delivery.add([publish(log, 'good')])
      expect(frames.slice(4)).toEqual([frame(3), frame(3)])
    }))

  test('is delivered at once if the audience is small, and otherwise in a turn of its own', () =>
    deliverTo({ name: 'event-small-audience', listeners: 2, count: 1000 }, async (delivery, log, frames) => {
      delivery.add([publish(log, 'good', few)])
      expect(frames).toEqual([frame(0), frame(0)])
      await idle()
      delivery.add([publish(log, 'good')])
      expect(frames).toHaveLength(2)
      await idle()
      expect(frames.slice(2)).toEqual([frame(1), frame(1)])
    }))

  test('is for users whom the realm lists once', () =>
    deliverTo({ name: 'event-listed-once', listeners: 2, count: 1000 }, async (delivery, log, frames) => {
      const listing = vi.spyOn(delivery.reader, 'candidatesOf')
      delivery.add([publish(log, 'good', few)])
      await idle()
      expect(frames).toEqual([frame(0), frame(0)])
      expect(listing).toHaveBeenCalledTimes(1)
    }))

  test('is for all listeners without a list of users, if they are few themselves', () =>
    deliverTo({ name: 'event-not-listed', listeners: 2 }, async (delivery, log, frames) => {
      const listing = vi.spyOn(delivery.reader, 'candidatesOf')
      delivery.add([publish(log, 'good', few)])
      expect(frames).toEqual([frame(0), frame(0)])
      expect(listing).not.toHaveBeenCalled()
    }))

  test('delays the answer by a hundred listeners, however many the few users have', () =>
    deliverTo({ name: 'event-many-devices', listeners: 220, count: 1000 }, async (delivery, log, frames) => {
      delivery.add([publish(log, 'good', few)])
      expect(frames).toHaveLength(100)
      await idle()
      expect(frames).toEqual(Array(220).fill(frame(0)))
    }))
})

describe('an event for many listeners', () => {
  const LISTENERS = 1200

  const listenersOf = (queue_id: string) =>
    Array.from({ length: LISTENERS }, () => ({ queue_id, user_id: 1, session_id: null, socket: {} as WebSocket }))

  test('is delivered in turns, and the realm serves requests between them', () =>
    withReader('event-listeners', true, async (log, { queue_id }, reader, queues) => {
      const frames: string[] = []
      const delivery = new EventDelivery(recordingSockets(listenersOf(queue_id), frames), queues, reader)
      delivery.add([publish(log, 'good')])
      const framesAtEachTurn: number[] = []
      while (frames.length < LISTENERS) {
        await scheduler.wait(0)
        framesAtEachTurn.push(frames.length)
      }
      expect(framesAtEachTurn.length).toBeGreaterThan(2)
      expect(frames).toEqual(Array(LISTENERS).fill('{"events":[{"type":"good","id":0}]}'))
    }))

  test('shares a frame with the events that wait at the same time, and comes before later events', () =>
    withReader('event-merged', true, async (log, { queue_id }, reader, queues) => {
      const frames: string[] = []
      const delivery = new EventDelivery(recordingSockets(listenersOf(queue_id), frames), queues, reader)
      delivery.add([publish(log, 'good')])
      delivery.add([publish(log, 'good')])
      await scheduler.wait(0)
      expect(frames.length).toBeLessThan(LISTENERS)
      delivery.add([publish(log, 'good')])
      delivery.add([publish(log, 'good')])
      await vi.waitFor(() => expect(frames).toHaveLength(2 * LISTENERS), { interval: 1 })
      const [first, second] = [
        '{"type":"good","id":0},{"type":"good","id":1}',
        '{"type":"good","id":2},{"type":"good","id":3}',
      ]
      expect(frames.slice(0, LISTENERS)).toEqual(Array(LISTENERS).fill(`{"events":[${first}]}`))
      expect(frames.slice(LISTENERS)).toEqual(Array(LISTENERS).fill(`{"events":[${second}]}`))
    }))

  test('is left to the log when the frame holds a window of characters', () =>
    withReader('event-window', false, async (log, { queue_id }, reader, queues) => {
      const batches: EventBatch[] = []
      const window = newWindow({ transport: 'socket', vendor: '' }, -1, 0)
      const listener = { queue_id, user_id: 1, session_id: null, socket: {} as WebSocket, window }
      const sockets = recordingSockets([listener], (batch) => batches.push(batch))
      const delivery = new EventDelivery(sockets, queues, reader)
      for (let count = 0; count < 3; count++) delivery.add([publish(log, 'large')])
      await vi.waitFor(() => expect(batches).toHaveLength(1), { interval: 1 })
      expect(batches[0]).toMatchObject({ last: 1, upTo: 1, events: { length: 2 } })
    }))

  test('ends all listeners when more events wait than memory may hold', () =>
    withReader('event-backlog', false, async (log, { queue_id }, reader, queues) => {
      const logged = captureConsole('error')
      const frames: string[] = []
      const delivery = new EventDelivery(recordingSockets(listenersOf(queue_id), frames), queues, reader)
      const text = 'x'.repeat(WINDOW_CHARACTERS)
      for (let count = 0; count < 7; count++) delivery.add([publish(log, 'good', all, { text })])
      expect(frames).toEqual([])
      delivery.add([publish(log, 'good', all, { text })])
      expect(frames).toEqual(['released'])
      expect(logged).toEqual([expect.stringContaining('too_many_events_wait')])
      const last = publish(log, 'good')
      delivery.add([last])
      await vi.waitFor(() => expect(frames).toHaveLength(1 + LISTENERS), { interval: 1 })
      expect(frames.at(-1)).toBe(`{"events":[{"type":"good","id":${last.id}}]}`)
    }))

  test('is not sent to a listener that left after the delivery began', () =>
    withReader('event-left', true, async (log, { queue_id }, reader, queues) => {
      const frames: string[] = []
      const listeners = listenersOf(queue_id)
      const [first, second] = listeners
      const sockets = recordingSockets(listeners, frames)
      sockets.isListening = (listener) => listener === first || listener === second
      const delivery = new EventDelivery(sockets, queues, reader)
      delivery.add([publish(log, 'good')])
      await vi.waitFor(() => expect(frames).toHaveLength(2), { interval: 1 })
      await idle()
      expect(frames).toHaveLength(2)
    }))

  test('is not sent to a listener that has read it from the log meanwhile', () =>
    withReader('event-read-already', true, async (log, queue, reader, queues) => {
      const frames: string[] = []
      const delivery = new EventDelivery(
        recordingSockets([{ ...queue, socket: {} as WebSocket }], frames),
        queues,
        reader,
      )
      delivery.add([publish(log, 'good')])
      const inLog = queues.get(1, queue.queue_id)
      expect(reader.pending(inLog, -1).events).toHaveLength(1)
      queues.acknowledge(inLog, log.lastId, log.lastId)
      delivery.add([publish(log, 'good')])
      await vi.waitFor(() => expect(frames).toEqual(['{"events":[{"type":"good","id":1}]}']), { interval: 1 })
    }))
})
