import { describe, expect, test } from 'vitest'
import { exports } from 'cloudflare:workers'
import { advanceClock } from '../support/clock'
import { evict, untilParked } from '../support/faults'
import { fillSendWindow, readStream, streamListener } from '../support/listening'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { countRows, selectRows } from '../support/tables'

describe('an event stream', () => {
  test('continues after the Last-Event-ID of the browser', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    await dov.sends(general, 'lunch', 'one')
    await dov.sends(general, 'lunch', 'two')
    const first = await streamListener(ezra, queue, queue.lastEventId)
    const [one] = await first.next()
    first.leave()
    const again = await ezra.request(`/events?queue_id=${queue.id}&last_event_id=${queue.lastEventId}`, {
      headers: { accept: 'text/event-stream', 'last-event-id': String(one.id) },
    })
    expect(again.headers.get('cache-control')).toBe('private, no-store')
    expect(contentsIn(await readStream(again).next())).toEqual(['two'])
  })

  test('ends when the send window is full, and loses no event', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const stream = await streamListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const contents = await fillSendWindow(dov, general)
    expect(await stream.end()).toBe('the stream ended')
    const received: Json[] = []
    for (let last = queue.lastEventId; received.length < contents.length; last = received.at(-1).id) {
      const again = await streamListener(ezra, queue, last)
      received.push(...(await again.next()))
      again.leave()
    }
    expect(contentsIn(received)).toEqual(contents)
  })
})

describe('POST /events/tickets', () => {
  const listenWithTicket = (
    url: string,
    queue_id: string,
    last: number,
    ticket: string,
    accept = 'text/event-stream',
  ) =>
    exports.default.fetch(
      new Request(`${url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last}&ticket=${ticket}`, {
        headers: { accept },
      }),
    )

  test('returns a ticket that opens its queue once, so no API key is in the address', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const { ticket, expires_in_seconds } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    expect(expires_in_seconds).toBe(60)
    const stream = await listenWithTicket(realm.url, queue.id, queue.lastEventId, ticket)
    expect(stream.status).toBe(200)
    const listener = readStream(stream)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
    const secondUse = await listenWithTicket(realm.url, queue.id, queue.lastEventId, ticket)
    expect([secondUse.status, await secondUse.json()]).toEqual([
      401,
      { result: 'error', code: 'UNAUTHORIZED', msg: 'Invalid, used or expired ticket' },
    ])
  })

  test('refuses the queue of another user; a ticket opens no other queue', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const [queue, other] = [await ezra.registers(), await ezra.registers()]
    expect(await dov.post('/events/tickets', { queue_id: queue.id })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    const { ticket } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    expect((await listenWithTicket(realm.url, other.id, other.lastEventId, ticket)).status).toBe(401)
    // An attempt with another queue uses the ticket up.
    expect((await listenWithTicket(realm.url, queue.id, queue.lastEventId, ticket)).status).toBe(401)
  })

  test('a ticket opens no other endpoint, expires after a minute and is stored as a hash', async () => {
    const { realm, ezra } = await freshRealm()
    const queue = await ezra.registers()
    const { ticket } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    expect((await realm.request(`/users/me?ticket=${ticket}&queue_id=${queue.id}`)).status).toBe(401)
    expect(JSON.stringify(await selectRows(realm, 'SELECT * FROM tickets'))).not.toContain(ticket)
    await advanceClock(realm, 61)
    expect((await listenWithTicket(realm.url, queue.id, queue.lastEventId, ticket)).status).toBe(401)
    await ezra.post('/events/tickets', { queue_id: queue.id })
    expect(await countRows(realm, 'tickets')).toBe(1)
  })

  test('a ticket survives an eviction of the realm', async () => {
    const { realm, ezra } = await freshRealm()
    const queue = await ezra.registers()
    const { ticket } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    await evict(realm)
    const stream = await listenWithTicket(realm.url, queue.id, queue.lastEventId, ticket)
    expect(stream.status).toBe(200)
    readStream(stream)
  })
})
