import { describe, expect, test } from 'vitest'
import { hashApiKey } from '../../src/api/callers'
import type { RealmCall } from '../../src/api/realm-call'
import { longPoll } from '../../src/events/edge-listening'
import { WINDOW_CHARACTERS } from '../../src/events/send-window'
import { refusal, badQueue } from '../support/answers'
import { endHeartbeatWaits } from '../support/clock'
import { parkedPolls, untilParked } from '../support/faults'
import { eventsAsText, fillSendWindow, pollNow } from '../support/listening'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { countRows } from '../support/tables'

describe('GET /events', () => {
  test('a poll returns pending events at once, in the order of their ids', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    for (const content of ['one', 'two', 'three']) await dov.sends(general, 'lunch', content)

    const events = await queue.poll()

    expect(contentsIn(events)).toEqual(['one', 'two', 'three'])
    const ids = events.map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  })

  test('with dont_block a poll returns at once, even without events', async () => {
    const { dov } = await freshRealm()
    const queue = await dov.registers()
    expect(await pollNow(dov, { queue_id: queue.id, last_event_id: queue.lastEventId })).toEqual({
      result: 'success',
      msg: '',
      events: [],
      queue_id: queue.id,
    })
  })

  test('a poll waits for the first event of its queue', async () => {
    const { realm, ada, ben, dov, general, vault } = await freshRealm()
    const bens = await ben.registers()
    const dovs = await dov.registers()
    const benPoll = bens.poll()
    const dovPoll = dovs.poll()
    await untilParked(realm, 2)

    await ada.sends(vault, 'keys', 'Under the mat')
    expect(contentsIn(await benPoll)).toEqual(['Under the mat'])
    expect(await parkedPolls(realm)).toBe(1) // dov cannot see vault

    await ada.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await dovPoll)).toEqual(['Pizza?'])
    await untilParked(realm, 0)
  })

  test('an event of another type does not end a poll', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['update_message_flags'] })
    const response = queue.poll()
    await untilParked(realm, 1)
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    expect(await parkedPolls(realm)).toBe(1)

    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))

    expect(await response).toMatchObject([{ type: 'update_message_flags', flag: 'starred', messages: [id] }])
  })

  test('all events of one request are in one response', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const response = queue.poll()
    await untilParked(realm, 1)

    await ada.subscribes({ name: 'kitchen' }, { principals: [ada.id, dov.id] })

    const types = (await response).map((event) => `${event.type}/${event.op}`)
    expect(types).toContain('stream/create')
    expect(types).toContain('subscription/add')
    expect(await queue.events()).toEqual([])
  })

  test('a poll without events returns a heartbeat, whose id is new and greater than all before', async () => {
    const { dov, general } = await freshRealm()
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'one')
    const [before] = await queue.events()
    const waits = endHeartbeatWaits()

    const [first, ...more] = await queue.poll()
    const [second] = await queue.poll()
    await dov.sends(general, 'lunch', 'two')
    const [after] = await queue.events()

    expect(first).toEqual({ type: 'heartbeat', id: expect.any(Number) })
    expect(more).toEqual([])
    expect(second.type).toBe('heartbeat')
    const ids = [before.id, first.id, second.id, after.id]
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(waits).toHaveLength(2)
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(45_000)
      expect(wait).toBeLessThanOrEqual(55_000)
    }
  })

  test('a heartbeat is not stored', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const events = await countRows(realm, 'events')
    endHeartbeatWaits()
    await queue.poll()
    await untilParked(realm, 0)
    expect(await countRows(realm, 'events')).toBe(events)
  })

  test('a second poll of the same queue ends the first one', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const first = queue.poll()
    await untilParked(realm, 1)
    const second = queue.poll()

    expect(await first).toEqual([])
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await second)).toEqual(['Pizza?'])
  })

  test('a poll with dont_block ends a poll that waits on the same queue', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)
    expect(await queue.events()).toEqual([])
    expect(await waiting).toEqual([])
  })

  test('two queues of one user receive the same events', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const [phone, laptop] = [await ezra.registers(), await ezra.registers()]
    const response = phone.poll()
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(await response).toEqual(await laptop.events())
  })

  test('a client that disconnects leaves no socket, and gets the event in its next poll', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const aborted = ezra.request(`/events?${query}`, { signal: leaving.signal }).catch((error: Error) => error.name)
    await untilParked(realm, 1)

    leaving.abort()

    expect(await aborted).toBe('AbortError')
    await untilParked(realm, 0)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
  })

  test('a poll whose client has disconnected does not wait', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const call: RealmCall = {
      endpoint: 'GET /events',
      params: { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: false },
      credential: { email: dov.email, key_hash: hashApiKey(dov.account.api_key) },
      client: {
        request_id: 'test',
        address: '',
        name: 'test',
        vendor: '',
        realm_url: realm.url,
        realm_name: realm.name,
      },
    }
    const result = await longPoll((url, init) => realm.stub.fetch(url, init), call, AbortSignal.abort())
    expect(result).toEqual({
      answer: `{"result":"success","msg":"","events":[],"queue_id":"${queue.id}"}`,
      rateLimit: undefined,
    })
    await untilParked(realm, 0)
  })

  test('a client that was away receives its events in several responses of limited size', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const contents = await fillSendWindow(dov, general)
    const first = contentsIn(await queue.events())
    expect(first.join('').length).toBeLessThan(WINDOW_CHARACTERS)
    expect([...first, ...contentsIn(await queue.events())]).toEqual(contents)
  })

  test('a response that was lost is repeated exactly; an acknowledged one is not', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const dropped = eventsAsText(ezra, queue, false)
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'one')
    const lost = await dropped

    expect(await eventsAsText(ezra, queue, true)).toBe(lost)
    expect(contentsIn(await queue.events())).toEqual(['one'])
    await dov.sends(general, 'lunch', 'two')
    expect(contentsIn(await queue.events())).toEqual(['two'])
    expect(await queue.events()).toEqual([])
  })

  test('a message that is sent during a poll arrives exactly once', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const contents: string[] = []
    for (let n = 0; n < 20; n++) {
      const [, events] = await Promise.all([dov.sends(general, 'lunch', String(n)), queue.poll()])
      contents.push(...contentsIn(events))
    }
    expect(contents).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  })

  describe('returns an error', () => {
    test("for an unknown queue, and for another user's queue", async () => {
      const { dov, ezra } = await freshRealm()
      const queue = await dov.registers()
      expect(await pollNow(dov, { queue_id: 'nowhere', last_event_id: -1 })).toEqual(badQueue('nowhere'))
      expect(await pollNow(ezra, { queue_id: queue.id, last_event_id: -1 })).toEqual(badQueue(queue.id))
      expect(await pollNow(dov, { queue_id: queue.id, last_event_id: -1 })).toMatchObject({ result: 'success' })
    })

    test('without queue_id or last_event_id', async () => {
      const { dov } = await freshRealm()
      const queue = await dov.registers()
      const missing = (var_name: string) => ({
        result: 'error',
        code: 'REQUEST_VARIABLE_MISSING',
        msg: `Missing '${var_name}' argument`,
        var_name,
      })
      expect(await dov.get('/events', { last_event_id: -1 })).toEqual(missing('queue_id'))
      expect(await dov.get('/events', { queue_id: queue.id })).toEqual(missing('last_event_id'))
    })

    test('for a last_event_id that does not exist yet', async () => {
      const { dov } = await freshRealm()
      const queue = await dov.registers()
      const last_event_id = queue.lastEventId + 5
      expect(await pollNow(dov, { queue_id: queue.id, last_event_id })).toEqual(
        refusal(`Event ${last_event_id} was not in this queue`),
      )
    })

    test('for a last_event_id before the acknowledged events', async () => {
      const { dov, general } = await freshRealm()
      const queue = await dov.registers()
      const from = queue.lastEventId
      await dov.sends(general, 'lunch', 'one')
      await queue.events()
      expect(contentsIn(await queue.events())).toEqual([]) // acknowledges
      expect(await pollNow(dov, { queue_id: queue.id, last_event_id: from })).toEqual(
        refusal(`An event newer than ${from} has already been pruned!`),
      )
    })
  })

  test('a new queue accepts a last_event_id from before its registration', async () => {
    const { dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'before')
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'after')
    for (const last_event_id of [-1, 0, queue.lastEventId - 1, -1])
      expect(contentsIn((await pollNow(dov, { queue_id: queue.id, last_event_id })).events)).toEqual(['after'])
  })

  test('with dont_block and without queue_id it registers a queue', async () => {
    const { dov, general } = await freshRealm()
    const { queue_id, events } = succeeded(await pollNow(dov, { event_types: ['message'], apply_markdown: true }))
    expect(events).toEqual([])
    await dov.sends(general, 'lunch', '**Pizza**')
    const { events: pending } = succeeded(await pollNow(dov, { queue_id, last_event_id: -1 }))
    expect(contentsIn(pending)).toEqual(['<p><strong>Pizza</strong></p>'])
  })
})
