import { describe, expect, test } from 'vitest'
import { runAlarm, trimWhole } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { evict, parkedPolls, untilParked } from '../support/faults'
import { messagesInLogs } from '../support/gateways'
import { acknowledge, fillSendWindow, listenOn, openSocket, sentEvents, socketListener } from '../support/listening'
import { Person, succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { countRows } from '../support/tables'

describe('a WebSocket', () => {
  test('acknowledges events, and the queue then drops them', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'one')
    await socket.next()
    await acknowledge(realm, queue, socket)
    await dov.sends(general, 'lunch', 'two')
    expect(contentsIn(await socket.next())).toEqual(['two'])
    expect(
      await ezra.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true }),
    ).toEqual({
      result: 'error',
      code: 'BAD_REQUEST',
      msg: `An event newer than ${queue.lastEventId} has already been pruned!`,
    })
  })

  test('gets an answer to a ping while the realm is evicted', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await evict(realm)
    expect(await socket.ping()).toBe('pong')
  })

  test('receives at most one send window of unacknowledged events, and the others after it acknowledges', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const contents = await fillSendWindow(dov, general)
    const received = contentsIn(await sentEvents(realm, queue, socket))
    expect(received.length).toBeGreaterThan(contents.length / 2)
    expect(received.length).toBeLessThan(contents.length)
    await evict(realm) // the send window is stored with the socket
    socket.send(JSON.stringify({ last_event_id: socket.lastEventId }))
    while (received.length < contents.length) received.push(...contentsIn(await socket.next()))
    expect(received).toEqual(contents)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await socket.next())).toEqual(['Pizza?'])
  })

  test('is disconnected when it acknowledges too slowly, and gets all events when it returns', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const contents = await fillSendWindow(dov, general)
    await advanceClock(realm, 61)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(await socket.end()).toMatchObject({ code: 4008 })
    await untilParked(realm, 0)
    const received: string[] = []
    while (received.length <= contents.length) received.push(...contentsIn(await queue.events()))
    expect(received).toEqual([...contents, 'Pizza?'])
  })

  const INVALID_FRAMES: [string, string | ArrayBuffer][] = [
    ['text that is not JSON', 'hello'],
    ['an unknown field', '{"last_event_id":1,"more":1}'],
    ['an array', '[1]'],
    ['an id that is not an integer', '{"last_event_id":1.5}'],
    ['an id before the acknowledged events', '{"last_event_id":-5}'],
    ['an id that was never sent', '{"last_event_id":999999}'],
    ['binary data', new Uint8Array([1, 2, 3]).buffer],
    ['very long text', 'x'.repeat(100_000)],
  ]
  test.for(INVALID_FRAMES)('is disconnected when it sends %s, and loses no event', async ([, frame]) => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    socket.send(frame)
    expect(await socket.end()).toMatchObject({ code: 1008 })
    await untilParked(realm, 0)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
  })

  test('is disconnected when it sends nothing for long, so its queue can expire', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await advanceClock(realm, 200)
    await runAlarm(realm)
    expect(await parkedPolls(realm)).toBe(1)
    await advanceClock(realm, 200)
    await runAlarm(realm)
    expect(await socket.end()).toMatchObject({ code: 4010 })
  })

  test('is disconnected when its user gets a new API key, and its ticket is deleted', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.post('/events/tickets', { queue_id: queue.id })
    const { api_key } = succeeded(await dov.post('/users/me/api_key/regenerate'))
    expect(await socket.end()).toMatchObject({ code: 4001 })
    expect(await countRows(realm, 'tickets')).toBe(0)
    expect((await openSocket(dov, queue, queue.lastEventId)).status).toBe(401)
    const again = new Person(dov.realm_url, { ...dov.account, api_key })
    expect((await socketListener(again, queue, queue.lastEventId)).lastEventId).toBe(-1)
  })

  test('is disconnected when its user is deactivated', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await socket.end()).toMatchObject({ code: 4004 })
    await untilParked(realm, 0)
  })

  test('keeps only its unacknowledged events in the log', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const idle = await ezra.registers({ event_types: [], queue_lifespan_secs: 200 })
    const active = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 200 })
    await socketListener(ezra, idle, idle.lastEventId)
    const socket = await socketListener(dov, active, active.lastEventId)
    await untilParked(realm, 2)
    const storedMessages = () => messagesInLogs(realm)
    for (const content of ['one', 'two']) {
      await dov.sends(general, 'lunch', content)
      expect(contentsIn(await socket.next())).toEqual([content])
    }
    expect(await storedMessages()).toHaveLength(2)
    await advanceClock(realm, 120)
    await acknowledge(realm, active, socket)
    await trimWhole(realm)
    expect(await storedMessages()).toEqual([])
    await dov.sends(general, 'lunch', 'three')
    await socket.next()
    await trimWhole(realm, 60)
    expect(await storedMessages()).toHaveLength(1)
  })

  test('is refused with an HTTP error, as any other request', async () => {
    const { dov, ezra } = await freshRealm()
    const queue = await dov.registers()
    const outcomeOf = async (response: Promise<Response>) => {
      const { status, webSocket } = await response
      return { status, isOpen: webSocket !== null }
    }
    expect(await outcomeOf(openSocket(ezra, queue, queue.lastEventId))).toEqual({ status: 400, isOpen: false })
    expect(await outcomeOf(openSocket(dov, queue, queue.lastEventId + 9))).toEqual({ status: 400, isOpen: false })
    expect(await outcomeOf(openSocket(dov, queue, queue.lastEventId, { headers: {} }))).toEqual({
      status: 401,
      isOpen: false,
    })
  })

  test('of another site needs a ticket: the credentials that a browser adds do not count', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const authorization = `Basic ${btoa(`${dov.email}:${dov.account.api_key}`)}`
    const foreign = await openSocket(dov, queue, queue.lastEventId, {
      headers: { authorization, origin: 'https://elsewhere.example' },
    })
    expect(await foreign.json()).toMatchObject({ code: 'BAD_REQUEST', msg: expect.stringContaining('ticket') })
    const own = await openSocket(dov, queue, queue.lastEventId, { headers: { authorization, origin: realm.url } })
    expect(own.status).toBe(101)
    listenOn(own.webSocket!)
    const { ticket } = succeeded(await dov.post('/events/tickets', { queue_id: queue.id }))
    const withTicket = await openSocket(dov, queue, queue.lastEventId, {
      query: `&ticket=${ticket}`,
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(withTicket.status).toBe(101)
    listenOn(withTicket.webSocket!)
  })
})
