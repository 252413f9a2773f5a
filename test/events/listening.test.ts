import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { WINDOW_CHARACTERS } from '../../src/events/send-window'
import { contentsIn } from '../support/received-events'
import { countIn, crash, evict, parkedPolls, passTime, ring, rowsIn, untilParked } from '../support/faults'
import {
  acknowledges,
  listenOn,
  openSocket,
  readStream,
  sentEvents,
  socketListener,
  streamListener,
  WAYS,
} from '../support/listening'
import { Person, succeeded, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'

describe.for(WAYS)('whoever listens by $way', ({ listens }) => {
  test('is told at once what is pending, in order, each under a greater id', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    for (const content of ['one', 'two', 'three']) await dov.sends(general, 'lunch', content)
    const events = await (await listens(ezra, queue, queue.lastEventId)).next()
    expect(contentsIn(events)).toEqual(['one', 'two', 'three'])
    const ids = events.map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  })

  test('waits for what comes, again and again, and hears what is for them only', async () => {
    const { realm, ada, ben, dov, general, vault } = await freshRealm()
    const [bens, dovs] = [await ben.registers(), await dov.registers()]
    const benHears = await listens(ben, bens, bens.lastEventId)
    const dovHears = await listens(dov, dovs, dovs.lastEventId)
    await untilParked(realm, 2)
    await ada.sends(vault, 'keys', 'Under the mat')
    expect(contentsIn(await benHears.next())).toEqual(['Under the mat'])
    await untilParked(realm, 2)
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await dovHears.next())).toEqual(['Pizza?'])
    expect(contentsIn(await benHears.next())).toEqual(['Pizza?'])
    await untilParked(realm, 2)
    await ada.sends(general, 'lunch', 'Soup!')
    expect(contentsIn(await dovHears.next())).toEqual(['Soup!'])
    expect(contentsIn(await benHears.next())).toEqual(['Soup!'])
  })

  test('waits on through events of types the queue did not ask for, and outside its narrow', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'], narrow: [['topic', 'lunch']] })
    const listener = await listens(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const { id } = await dov.sends(general, 'dinner', 'Soup?')
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
  })

  test('is told together what one request caused', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const listener = await listens(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await ada.subscribes({ name: 'kitchen' }, { principals: [ada.id, dov.id] })
    const types = (await listener.next()).map((event) => `${event.type}/${event.op}`)
    expect(types).toEqual(expect.arrayContaining(['stream/create', 'subscription/add']))
  })

  test('is told the same as others are, in the variant of the client', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const client = { apply_markdown: true, client_gravatar: false, client_capabilities: { empty_topic_name: true } }
    const [queue, late] = [await ezra.registers(client), await ezra.registers(client)]
    const listener = await listens(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.sends(general, '', 'Say **hello** to @**Ezra**')
    expect(await listener.next()).toEqual(await late.events())
  })

  test('goes on listening while the realm sleeps, and is told when it wakes', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const listener = await listens(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    for (const content of ['one', 'two']) {
      await evict(realm)
      await dov.sends(general, 'lunch', content)
      expect(contentsIn(await listener.next())).toEqual([content])
      await untilParked(realm, 1)
    }
  })

  test('is let go when the realm crashes, and goes on from the last event it has: nothing is lost, nothing told twice', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const before = await listens(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'one')
    const one = (await before.next()).at(-1)
    await untilParked(realm, 1)
    await crash(realm)
    await before.end()
    await dov.sends(general, 'lunch', 'two')
    const after = await listens(ezra, queue, one.id)
    expect(contentsIn(await after.next())).toEqual(['two'])
  })

  test('gives way to whoever listens on the same queue after them', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const first = await listens(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const second = await listens(dov, queue, queue.lastEventId)
    expect([[], 'the stream ended', { code: 4009, reason: 'Another connection listens on this queue' }]).toContainEqual(
      await first.end(),
    )
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await second.next())).toEqual(['Pizza?'])
  })

  test('is let go when the queue is deleted', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const listener = await listens(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    expect([[], 'the stream ended', { code: 4004, reason: 'BAD_EVENT_QUEUE_ID' }]).toContainEqual(await listener.end())
  })

  test('leaves no socket behind, and loses nothing', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const listener = await listens(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    listener.leave()
    await untilParked(realm, 0)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
  })

  test('keeps the queue alive while they wait, and has its lifetime from then on', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const listener = await listens(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await passTime(realm, 200)
    await ring(realm)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
    listener.leave()
    await untilParked(realm, 0)
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
    await passTime(realm, 1000)
    await ring(realm)
    expect(await countIn(realm, 'queues')).toBe(0)
  })

  test('hears nothing of a channel from when they are no longer in it', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    const queue = await dov.registers({ event_types: ['message'] })
    const listener = await listens(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await ada.sends(cellar, 'keys', 'Where?')
    expect(contentsIn(await listener.next())).toEqual(['Where?'])
    await untilParked(realm, 1)
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    await ada.sends(cellar, 'keys', 'Under the mat')
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
  })
})

const LONG = 'x'.repeat(9_000)

/** Sends so much that no window holds it, and answers how much that was. */
async function floods(dov: Person, general: { name: string }): Promise<string[]> {
  const said = Array.from({ length: Math.ceil((1.2 * WINDOW_CHARACTERS) / LONG.length) }, (_, nth) => `${nth} ${LONG}`)
  for (const content of said) await dov.sends(general, 'flood', content)
  return said
}

describe('a WebSocket', () => {
  test('says what it has, and what it has is not kept for it any longer', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'one')
    await socket.next()
    await acknowledges(realm, queue, socket)
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

  test('is answered a ping without anyone waking up', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await evict(realm)
    expect(await socket.pings()).toBe('pong')
  })

  test('is told a window beyond what it has and no more; the rest when it says that it is ready', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const said = await floods(dov, general)
    const heard = contentsIn(await sentEvents(realm, queue, socket))
    expect(heard.length).toBeGreaterThan(said.length / 2)
    expect(heard.length).toBeLessThan(said.length)
    await evict(realm) // how far it is travels with the socket
    socket.says(JSON.stringify({ last_event_id: socket.heard }))
    while (heard.length < said.length) heard.push(...contentsIn(await socket.next()))
    expect(heard).toEqual(said)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await socket.next())).toEqual(['Pizza?'])
  })

  test('is hung up on when it stays behind, and finds everything when it comes back', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const said = await floods(dov, general)
    await passTime(realm, 61)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(await socket.end()).toMatchObject({ code: 4008 })
    await untilParked(realm, 0)
    const heard: string[] = []
    while (heard.length <= said.length) heard.push(...contentsIn(await queue.events()))
    expect(heard).toEqual([...said, 'Pizza?'])
  })

  const nonsense: [string, string | ArrayBuffer][] = [
    ['text that is no JSON', 'hello'],
    ['JSON that says something else', '{"last_event_id":1,"more":1}'],
    ['a list', '[1]'],
    ['an id that is none', '{"last_event_id":1.5}'],
    ['an id of what was acknowledged long ago', '{"last_event_id":-5}'],
    ['an id that was never told', '{"last_event_id":999999}'],
    ['bytes', new Uint8Array([1, 2, 3]).buffer],
    ['a novel', 'x'.repeat(100_000)],
  ]
  test.for(nonsense)('is hung up on for %s, and loses nothing', async ([, what]) => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    socket.says(what)
    expect(await socket.end()).toMatchObject({ code: 1008 })
    await untilParked(realm, 0)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
  })

  test('is hung up on when nothing was heard of it for long, so that its queue may die', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await passTime(realm, 200)
    await ring(realm)
    expect(await parkedPolls(realm)).toBe(1)
    await passTime(realm, 200)
    await ring(realm)
    expect(await socket.end()).toMatchObject({ code: 4010 })
  })

  test('is let go when the account’s key is another, and so is its ticket', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.post('/events/tickets', { queue_id: queue.id })
    const { api_key } = succeeded(await dov.post('/users/me/api_key/regenerate'))
    expect(await socket.end()).toMatchObject({ code: 4001 })
    expect(await countIn(realm, 'tickets')).toBe(0)
    expect((await openSocket(dov, queue, queue.lastEventId)).status).toBe(401)
    const again = new Person(dov.realm_url, { ...dov.account, api_key })
    expect((await socketListener(again, queue, queue.lastEventId)).heard).toBe(-1)
  })

  test('is let go when the account is deactivated', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await socket.end()).toMatchObject({ code: 4004 })
    await untilParked(realm, 0)
  })

  test('does not hold the log back, whether anything is for it or not, but by what it has not acknowledged', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const idle = await ezra.registers({ event_types: [], queue_lifespan_secs: 200 })
    const heeding = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 200 })
    await socketListener(ezra, idle, idle.lastEventId)
    const socket = await socketListener(dov, heeding, heeding.lastEventId)
    await untilParked(realm, 2)
    const kept = () => rowsIn(realm, "SELECT id FROM events WHERE kind = 'message'")
    for (const content of ['one', 'two']) {
      await dov.sends(general, 'lunch', content)
      expect(contentsIn(await socket.next())).toEqual([content])
    }
    expect(await kept()).toHaveLength(2)
    await passTime(realm, 120)
    await acknowledges(realm, heeding, socket)
    await ring(realm)
    expect(await kept()).toEqual([])
    await dov.sends(general, 'lunch', 'three')
    await socket.next()
    await passTime(realm, 120)
    await ring(realm)
    expect(await kept()).toHaveLength(1)
  })

  test('is refused as any other request, before it is one', async () => {
    const { dov, ezra } = await freshRealm()
    const queue = await dov.registers()
    const answer = async (response: Promise<Response>) => {
      const { status, webSocket } = await response
      return { status, isOpen: webSocket !== null }
    }
    expect(await answer(openSocket(ezra, queue, queue.lastEventId))).toEqual({ status: 400, isOpen: false })
    expect(await answer(openSocket(dov, queue, queue.lastEventId + 9))).toEqual({ status: 400, isOpen: false })
    expect(await answer(openSocket(dov, queue, queue.lastEventId, { headers: {} }))).toEqual({
      status: 401,
      isOpen: false,
    })
  })

  test('of another site’s page is refused what the browser adds by itself, and needs a ticket', async () => {
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

describe('an event stream', () => {
  test('begins with how soon to come back, and goes on from the id that a browser says', async () => {
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

  test('ends after a window, and nothing is lost', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const stream = await streamListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const said = await floods(dov, general)
    expect(await stream.end()).toBe('the stream ended')
    const heard: Json[] = []
    for (let last = queue.lastEventId; heard.length < said.length; last = heard.at(-1).id) {
      const next = await streamListener(ezra, queue, last)
      heard.push(...(await next.next()))
      next.leave()
    }
    expect(contentsIn(heard)).toEqual(said)
  })
})

describe('POST /events/tickets', () => {
  const opened = (url: string, queue_id: string, last: number, ticket: string, accept = 'text/event-stream') =>
    exports.default.fetch(
      new Request(`${url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last}&ticket=${ticket}`, {
        headers: { accept },
      }),
    )

  test('a ticket opens its queue, once, without a key in the address', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const { ticket, expires_in_seconds } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    expect(expires_in_seconds).toBe(60)
    const stream = await opened(realm.url, queue.id, queue.lastEventId, ticket)
    expect(stream.status).toBe(200)
    const listener = readStream(stream)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
    const refused = await opened(realm.url, queue.id, queue.lastEventId, ticket)
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { result: 'error', code: 'UNAUTHORIZED', msg: 'Invalid, used or expired ticket' },
    ])
  })

  test('is for one’s own queue, and opens no other', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const [queue, other] = [await ezra.registers(), await ezra.registers()]
    expect(await dov.post('/events/tickets', { queue_id: queue.id })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    const { ticket } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    expect((await opened(realm.url, other.id, other.lastEventId, ticket)).status).toBe(401)
    // Shown at the wrong door, it is used up.
    expect((await opened(realm.url, queue.id, queue.lastEventId, ticket)).status).toBe(401)
  })

  test('opens nothing else, nothing after a minute, and is kept as a hash until then', async () => {
    const { realm, ezra } = await freshRealm()
    const queue = await ezra.registers()
    const { ticket } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    expect((await realm.request(`/users/me?ticket=${ticket}&queue_id=${queue.id}`)).status).toBe(401)
    expect(JSON.stringify(await rowsIn(realm, 'SELECT * FROM tickets'))).not.toContain(ticket)
    await passTime(realm, 61)
    expect((await opened(realm.url, queue.id, queue.lastEventId, ticket)).status).toBe(401)
    await ezra.post('/events/tickets', { queue_id: queue.id })
    expect(await countIn(realm, 'tickets')).toBe(1)
  })

  test('survives that the realm falls asleep', async () => {
    const { realm, ezra } = await freshRealm()
    const queue = await ezra.registers()
    const { ticket } = succeeded(await ezra.post('/events/tickets', { queue_id: queue.id }))
    await evict(realm)
    const stream = await opened(realm.url, queue.id, queue.lastEventId, ticket)
    expect(stream.status).toBe(200)
    readStream(stream)
  })
})

describe('queues without end', () => {
  test('nobody has more than a hundred: those go that nobody listens to, the oldest first', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const listened = await dov.registers({ fetch_event_types: [] })
    listenOn((await openSocket(dov, listened, listened.lastEventId)).webSocket!)
    const oldest = await dov.registers({ fetch_event_types: [] })
    const others = await ezra.registers({ fetch_event_types: [] })
    await passTime(realm, 1)
    for (let nth = 0; nth < 100; nth++) await dov.registers({ fetch_event_types: [] })
    expect(await countIn(realm, 'queues')).toBe(101)
    expect(await dov.get('/events', { queue_id: oldest.id, last_event_id: -1, dont_block: true })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
    for (const queue of [listened, others])
      expect(await rowsIn(realm, `SELECT user_id FROM queues WHERE queue_id = '${queue.id}'`)).toHaveLength(1)
  })
})
