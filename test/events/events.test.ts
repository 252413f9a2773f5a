import { describe, expect, test, vi } from 'vitest'
import { migrations } from '../../src/catalogue'
import type { RealmCall } from '../../src/api/realm-call'
import { hashApiKey } from '../../src/api/callers'
import { EventReader, type PendingEvents } from '../../src/events/event-reader'
import { EventDelivery } from '../../src/events/delivery'
import type { Audience } from '../../src/events/event'
import { longPoll } from '../../src/events/edge-listening'
import { EventLog } from '../../src/events/event-log'
import type { Queue as EventQueue } from '../../src/events/queue'
import { Queues } from '../../src/events/queues'
import { frameOf, type Listener, type Sockets } from '../../src/events/sockets'
import { migrate } from '../../src/store/migrate'
import { realmSql } from '../../src/store/realm-sql'
import { contentsIn } from '../support/received-events'
import { bareAudience, bareEvent } from '../support/bare-declarations'
import { plainClient } from '../support/bare-log'
import {
  countIn,
  crash,
  evict,
  hastenHeartbeats,
  hush,
  inStorage,
  instanceOf,
  parkedPolls,
  passTime,
  RESTARTS,
  ring,
  rowsIn,
  untilParked,
} from '../support/faults'
import { succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm, newChannel, TestRealm } from '../support/realm'
import { replays } from '../support/replays'

/** The one message among these events. */
function message(events: Json[]): Json {
  const messages = events.filter((event) => event.type === 'message')
  expect(messages).toHaveLength(1)
  return messages[0].message
}

/** One poll, with the fields a test wants to choose itself. */
const ask = (person: Person, fields: Record<string, FieldValue>): Promise<Json> =>
  person.get('/events', { dont_block: true, ...fields })

/** The events of an answer, letter by letter. */
async function eventsAsText(person: Person, queue: Queue, dont_block: boolean): Promise<string> {
  const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}&dont_block=${dont_block}`
  const text = await (await person.request(`/events?${query}`)).text()
  const [, events] = /"events":(\[.*\])/s.exec(text) ?? []
  return events ?? text
}

const badQueue = (queue_id: string) => ({
  result: 'error',
  code: 'BAD_EVENT_QUEUE_ID',
  msg: `Bad event queue ID: ${queue_id}`,
  queue_id,
})

const badRequest = (msg: string) => ({ result: 'error', code: 'BAD_REQUEST', msg })

describe('POST /register', () => {
  test('a queue begins at its registration', async () => {
    const { dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'before')
    const queue = await ezra.registers()
    await dov.sends(general, 'lunch', 'after')

    const event = await queue.next()

    expect(event.message.content).toBe('after')
    expect(event.id).toBeGreaterThan(queue.state.last_event_id)
  })

  test('event_types chooses what is told: null is everything, and nothing is nothing', async () => {
    const { dov, ezra, general } = await freshRealm()
    const everything = await ezra.registers({ event_types: null })
    const messages = await ezra.registers({ event_types: ['message'] })
    const nothing = await ezra.registers({ event_types: [] })
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))

    const types = (events: Json[]) => events.map((event) => event.type)
    const all = types(await everything.events())
    expect(all).toContain('message')
    expect(all).toContain('update_message_flags')
    expect(types(await messages.events())).toEqual(['message'])
    expect(await nothing.events()).toEqual([])
  })

  test('fetch_event_types chooses the state, and where it is not said event_types does', async () => {
    const { dov } = await freshRealm()
    const always = Object.keys((await dov.registers({ event_types: [] })).state)
    expect(always).toEqual(expect.arrayContaining(['queue_id', 'last_event_id', 'svc_feature_level', 'svc_version']))
    expect(always).not.toContain('realm_users')

    const users = (await dov.registers({ event_types: ['realm_user'] })).state
    expect(users).toHaveProperty('realm_users')
    expect(users).not.toHaveProperty('subscriptions')

    const channels = (await dov.registers({ event_types: ['realm_user'], fetch_event_types: ['subscription'] })).state
    expect(channels).toHaveProperty('subscriptions')
    expect(channels).not.toHaveProperty('realm_users')

    const all = (await dov.registers()).state
    for (const field of [
      'realm_users',
      'subscriptions',
      'streams',
      'unread_msgs',
      'max_message_id',
      'starred_messages',
    ])
      expect(all).toHaveProperty(field)
  })

  test('unread messages are fetched only by who asks for messages and their flags', async () => {
    const { dov } = await freshRealm()
    const fetched = async (types: string[]) => (await dov.registers({ fetch_event_types: types })).state
    expect(await fetched(['message', 'update_message_flags'])).toHaveProperty('unread_msgs')
    expect(await fetched(['message'])).not.toHaveProperty('unread_msgs')
    expect(await fetched(['update_message_flags'])).not.toHaveProperty('unread_msgs')
  })

  test('whoever asks for all public channels hears what is said there, but nothing private; guests may not ask', async () => {
    const { ada, ben, dov, ezra, vault } = await freshRealm()
    const lobby = await newChannel(ada, 'lobby', [ada])
    const wide = await dov.registers({ all_public_streams: true })
    const plain = await dov.registers()
    await ada.sends(lobby, 'hello', 'for everyone')
    await ben.sends(vault, 'keys', 'under the mat')
    await ada.sendsDirectly([ben], 'psst')

    expect(contentsIn(await wide.events())).toEqual(['for everyone'])
    expect(contentsIn(await plain.events())).toEqual([])
    expect(await ezra.post('/register', { all_public_streams: true })).toEqual(
      badRequest('User not authorized for this query'),
    )
  })

  test('a narrow picks among the messages that one receives anyway', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const lunch = await ezra.registers({ narrow: [['topic', 'lunch']], event_types: ['message'] })
    const direct = await ezra.registers({ narrow: [['is', 'dm']], event_types: ['message'] })
    const keys = await ezra.registers({ narrow: [['topic', 'keys']], event_types: ['message'] })
    await dov.sends(general, 'lunch', 'Pizza?')
    await dov.sends(general, 'dinner', 'Soup?')
    await dov.sendsDirectly([ezra], 'psst')
    await ada.sends(vault, 'keys', 'under the mat')

    expect(contentsIn(await lunch.events())).toEqual(['Pizza?'])
    expect(contentsIn(await direct.events())).toEqual(['psst'])
    expect(await keys.events()).toEqual([])
    const terms = Array.from({ length: 51 }, () => ['is', 'unread'])
    expect((await ezra.post('/register', { narrow: terms })).msg).toBe('narrow is too long (limit: 50 items)')
    const types = Array.from({ length: 501 }, () => 'message')
    expect((await ezra.post('/register', { event_types: types })).msg).toBe(
      'event_types is too long (limit: 500 items)',
    )
    expect(await ezra.post('/register', { narrow: [['search', 'x']] })).toEqual(
      badRequest('Operator search not supported.'),
    )
    expect(await ezra.post('/register', { narrow: [['is', 'followed']] })).toEqual(
      badRequest('Operand followed not supported.'),
    )
  })

  test('the state then and the events since are the state now', async () => {
    const { ada, ben, dov, ezra, general, vault } = await freshRealm()
    const heard = await replays([ada, dov, ezra], async () => {
      const { id } = await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
      await dov.sendsDirectly([ezra], 'Really?')
      succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
      await ben.sends(general, 'lunch', 'Soup!')
      await ada.subscribes(vault, { principals: [dov.id] })
      await ada.sends(vault, 'keys', 'Under the mat')
    })
    expect(contentsIn(heard[2]!)).toEqual(['Pizza, @**Ezra**?', 'Really?', 'Under the mat']) // dov's
  })
})

describe('GET /events', () => {
  test('what is pending is answered at once, in order, each under a greater id', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    for (const content of ['one', 'two', 'three']) await dov.sends(general, 'lunch', content)

    const events = await queue.poll()

    expect(contentsIn(events)).toEqual(['one', 'two', 'three'])
    const ids = events.map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  })

  test('dont_block answers at once, even with nothing', async () => {
    const { dov } = await freshRealm()
    const queue = await dov.registers()
    expect(await ask(dov, { queue_id: queue.id, last_event_id: queue.lastEventId })).toEqual({
      result: 'success',
      msg: '',
      events: [],
      queue_id: queue.id,
    })
  })

  test('a poll waits, and the first event for its queue ends the wait', async () => {
    const { realm, ada, ben, dov, general, vault } = await freshRealm()
    const bens = await ben.registers()
    const dovs = await dov.registers()
    const benHears = bens.poll()
    const dovHears = dovs.poll()
    await untilParked(realm, 2)

    await ada.sends(vault, 'keys', 'Under the mat')
    expect(contentsIn(await benHears)).toEqual(['Under the mat'])
    expect(await parkedPolls(realm)).toBe(1) // dov may not know

    await ada.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await dovHears)).toEqual(['Pizza?'])
    await untilParked(realm, 0)
  })

  test('a poll waits on through events of types its queue did not ask for', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['update_message_flags'] })
    const hears = queue.poll()
    await untilParked(realm, 1)
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    expect(await parkedPolls(realm)).toBe(1)

    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))

    expect(await hears).toMatchObject([{ type: 'update_message_flags', flag: 'starred', messages: [id] }])
  })

  test('what one request causes comes as one answer', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const hears = queue.poll()
    await untilParked(realm, 1)

    await ada.subscribes({ name: 'kitchen' }, { principals: [ada.id, dov.id] })

    const types = (await hears).map((event) => `${event.type}/${event.op}`)
    expect(types).toContain('stream/create')
    expect(types).toContain('subscription/add')
    expect(await queue.events()).toEqual([])
  })

  test('a poll in vain is answered with a heartbeat, whose id is above all before and never given again', async () => {
    const { dov, general } = await freshRealm()
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'one')
    const [before] = await queue.events()
    const waits = hastenHeartbeats()

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

  test('a heartbeat leaves nothing behind in the realm', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const events = await countIn(realm, 'events')
    hastenHeartbeats()
    await queue.poll()
    await untilParked(realm, 0)
    expect(await countIn(realm, 'events')).toBe(events)
  })

  test('a second poll of the same queue answers the first at once', async () => {
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

  test('a poll that waits is let go when the same queue is asked not to', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)
    expect(await queue.events()).toEqual([])
    expect(await waiting).toEqual([])
  })

  test('two queues of one person are told alike', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const [phone, laptop] = [await ezra.registers(), await ezra.registers()]
    const hears = phone.poll()
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(await hears).toEqual(await laptop.events())
  })

  test('a client that goes away leaves no socket behind, and loses nothing', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const gone = ezra.request(`/events?${query}`, { signal: leaving.signal }).catch((error: Error) => error.name)
    await untilParked(realm, 1)

    leaving.abort()

    expect(await gone).toBe('AbortError')
    await untilParked(realm, 0)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
  })

  test('a client that has gone before its wait begins does not wait', async () => {
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
    const heard = await longPoll((url, init) => realm.stub.fetch(url, init), call, AbortSignal.abort())
    expect(heard).toEqual({ json: `{"events":[],"queue_id":"${queue.id}"}`, rateLimit: undefined })
    await untilParked(realm, 0)
  })

  test('an answer that never arrived is given again, letter by letter; one that did is not', async () => {
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

  test('what somebody says while a client asks is heard once, in whichever order they come', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const heard: string[] = []
    for (let n = 0; n < 20; n++) {
      const [, events] = await Promise.all([dov.sends(general, 'lunch', String(n)), queue.poll()])
      heard.push(...contentsIn(events))
    }
    expect(heard).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  })

  describe('is refused', () => {
    test("for a queue that is not there, or somebody else's", async () => {
      const { dov, ezra } = await freshRealm()
      const queue = await dov.registers()
      expect(await ask(dov, { queue_id: 'nowhere', last_event_id: -1 })).toEqual(badQueue('nowhere'))
      expect(await ask(ezra, { queue_id: queue.id, last_event_id: -1 })).toEqual(badQueue(queue.id))
      expect(await ask(dov, { queue_id: queue.id, last_event_id: -1 })).toMatchObject({ result: 'success' })
    })

    test('without a queue, or without the last event', async () => {
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

    test('for a last event that never was', async () => {
      const { dov } = await freshRealm()
      const queue = await dov.registers()
      const last_event_id = queue.lastEventId + 5
      expect(await ask(dov, { queue_id: queue.id, last_event_id })).toEqual(
        badRequest(`Event ${last_event_id} was not in this queue`),
      )
    })

    test('for an event older than what was acknowledged', async () => {
      const { dov, general } = await freshRealm()
      const queue = await dov.registers()
      const from = queue.lastEventId
      await dov.sends(general, 'lunch', 'one')
      await queue.events()
      expect(contentsIn(await queue.events())).toEqual([]) // acknowledges
      expect(await ask(dov, { queue_id: queue.id, last_event_id: from })).toEqual(
        badRequest(`An event newer than ${from} has already been pruned!`),
      )
    })
  })

  test('a fresh queue may be asked from before its beginning', async () => {
    const { dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'before')
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'after')
    for (const last_event_id of [-1, 0, queue.lastEventId - 1, -1])
      expect(contentsIn((await ask(dov, { queue_id: queue.id, last_event_id })).events)).toEqual(['after'])
  })

  test('without a queue and not to block, it makes one', async () => {
    const { dov, general } = await freshRealm()
    const { queue_id, events } = succeeded(await ask(dov, { event_types: ['message'], apply_markdown: true }))
    expect(events).toEqual([])
    await dov.sends(general, 'lunch', '**Pizza**')
    const heard = succeeded(await ask(dov, { queue_id, last_event_id: -1 })).events
    expect(contentsIn(heard)).toEqual(['<p><strong>Pizza</strong></p>'])
  })
})

describe('how clients differ', () => {
  const clients: Record<string, FieldValue>[] = [
    {},
    { apply_markdown: true },
    { client_gravatar: false },
    { client_capabilities: { empty_topic_name: true } },
    { apply_markdown: true, client_gravatar: false, client_capabilities: { empty_topic_name: true } },
  ]

  test('every kind of client is told the same by a waiting poll and by a late one', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const listening = await Promise.all(
      clients.map(async (client) => {
        const [waiting, late] = [await ezra.registers(client), await ezra.registers(client)]
        return { hears: eventsAsText(ezra, waiting, false), late }
      }),
    )
    await untilParked(realm, clients.length)

    await dov.sends(general, '', 'Say **hello** to @**Ezra**')

    const told = await Promise.all(listening.map(({ hears }) => hears))
    for (const [nth, { late }] of listening.entries()) expect(await eventsAsText(ezra, late, true)).toBe(told[nth])
    expect(new Set(told).size).toBe(clients.length) // or the test would not tell them apart
  })

  test('Markdown, pictures and the empty topic follow what the client said of itself', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queues = await Promise.all(clients.map((client) => ezra.registers(client)))
    await dov.sends(general, '', '**hello**')
    const shown = await Promise.all(queues.map(async (queue) => message(await queue.events())))

    const [plain, html, pictures, empty] = shown
    expect(plain).toMatchObject({ content: '**hello**', content_type: 'text/x-markdown', avatar_url: null })
    expect(plain.subject).not.toBe('')
    expect(html).toMatchObject({ content: '<p><strong>hello</strong></p>', content_type: 'text/html' })
    expect(pictures.avatar_url).toMatch(/^https:/)
    expect(empty.subject).toBe('')
  })

  test('only the client that sent a message is told the id it gave it', async () => {
    const { dov, general } = await freshRealm()
    const [phone, laptop] = [await dov.registers(), await dov.registers()]
    await dov.sends(general, 'lunch', 'Pizza?', { queue_id: phone.id, local_id: '12.5' })
    expect((await phone.events()).at(-1)).toHaveProperty('local_message_id', '12.5')
    expect((await laptop.events()).at(-1)).not.toHaveProperty('local_message_id')
  })
})

describe('who hears of it', () => {
  test('somebody who left since still hears what was said while they were there', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const [waiting, late] = [await ezra.registers(), await ezra.registers()]
    const atOnce = eventsAsText(ezra, waiting, false)
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    const heard = await atOnce

    succeeded(await ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    await dov.sends(general, 'lunch', 'Now that he is gone')

    expect((await eventsAsText(ezra, late, true)).slice(0, heard.length - 1)).toBe(heard.slice(0, -1))
    expect(contentsIn(await late.events())).toEqual(['Pizza?'])
  })

  test('somebody who came since does not hear what was said before', async () => {
    const { ada, dov, vault } = await freshRealm()
    const queue = await dov.registers()
    await ada.sends(vault, 'keys', 'Under the mat')
    await ada.subscribes(vault, { principals: [dov.id] })
    await ada.sends(vault, 'keys', 'Welcome')

    const events = await queue.events()

    expect(contentsIn(events)).toEqual(['Welcome'])
    expect(JSON.stringify(events)).not.toContain('Under the mat')
  })

  test('who comes and goes in a private channel is told to those who were in it then, late or at once', async () => {
    const { realm, ada, cleo, dov, vault } = await freshRealm()
    const wishes = { event_types: ['subscription'], include_subscribers: 'true' }
    const [waiting, late] = [await dov.registers(wishes), await dov.registers(wishes)]
    const atOnce: Json[] = []
    const listens = async (act: () => Promise<unknown>) => {
      const hears = waiting.poll()
      await untilParked(realm, 1)
      await act()
      atOnce.push(...(await hears))
    }
    await listens(() => ada.subscribes(vault, { principals: [dov.id] }))
    await listens(() => ada.subscribes(vault, { principals: [cleo.id] }))
    await listens(() => dov.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    await ada.subscribes(vault, { principals: [cleo.id] })

    expect(await late.events()).toEqual(atOnce)
    expect(atOnce.map(({ op }) => op)).toEqual(['add', 'peer_add', 'remove'])
    expect(await waiting.events()).toEqual([])
  })

  test('a guest does not hear of channels they are not in, late or at once', async () => {
    const { ada, ezra } = await freshRealm()
    const queue = await ezra.registers()
    await newChannel(ada, 'lobby', [ada])
    expect(await queue.events()).toEqual([])
    await ada.subscribes({ name: 'lobby' }, { principals: [ezra.id] })
    expect((await queue.events()).map((event) => event.type)).toEqual(['stream', 'subscription'])
  })
})

const bug = () => {
  throw new Error('a bug of ours')
}
const UNLIMITED = { rows: Infinity, bytes: Infinity }
const kinds = [bareEvent({ type: 'good', fields: {} }), bareEvent({ type: 'bad', fields: {}, encode: bug })]
const audiences = [
  bareAudience({ name: 'all', includes: () => () => true }),
  bareAudience({ name: 'broken', includes: bug }),
  bareAudience({ name: 'broken later', includes: () => bug }),
  bareAudience({ name: 'nameless', includes: () => () => true, userIds: bug }),
]
const all = { parts: [{ kind: 'all', facts: {} }] }

/** What a realm has for telling events, with nothing else around it, in an object of its own. */
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
    const wishes = {
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
    await act(log, queues.register(1, 'a queue', log.lastId, wishes), reader, queues)
  })

const say = (log: EventLog, type: string, audience: Audience = all) =>
  log.append({ kind: kinds.find((kind) => kind.type === type)!, facts: { type } }, audience)

/** Sockets with these listeners, which record the frames that are sent to them. */
const recordingSockets = (listeners: readonly Listener[], frames: string[]) =>
  ({
    hasAny: true,
    listeners: () => listeners,
    releaseAll: () => frames.push('released'),
    listenersOf: () => listeners,
    isListening: () => true,
    send: (_: Listener, { events }: PendingEvents) => frames.push(frameOf(events)),
  }) as unknown as Sockets

describe('an event that cannot be told', () => {
  test('is passed over, and those after it are told', async () => {
    const logged = hush('error')
    await withReader('event-passed-over', false, (log, queue, reader) => {
      const first = say(log, 'good')
      say(log, 'bad')
      say(log, 'good', { parts: [{ kind: 'broken', facts: {} }] })
      say(log, 'good', { parts: [{ kind: 'broken later', facts: {} }] })
      say(log, 'good', { parts: [{ kind: 'forgotten since', facts: {} }] })
      const last = say(log, 'good')
      const told = reader.pending(queue, -1).events.map((json): Json => JSON.parse(json))
      expect(told.map(({ id }) => id)).toEqual([first.id, last.id])
    })
    expect(logged).toHaveLength(3)
    expect(logged[0]).toContain('a bug of ours')
  })

  test('where declarations are checked, fails aloud', () =>
    withReader('event-fails-aloud', true, (log, queue, reader) => {
      say(log, 'bad')
      expect(() => reader.pending(queue, -1)).toThrow('a bug of ours')
    }))

  test('keeps nobody waiting for what was published after it', async () => {
    hush('error')
    const frames: string[] = []
    await withReader('event-delivery', false, async (log, { queue_id }, reader, queues) => {
      const delivery = new EventDelivery(
        recordingSockets([{ queue_id, user_id: 1, socket: {} as WebSocket }], frames),
        queues,
        reader,
      )
      delivery.add([say(log, 'bad')])
      delivery.add([say(log, 'good', { parts: [{ kind: 'nameless', facts: {} }] })])
      delivery.add([say(log, 'good')])
      await vi.waitFor(() => expect(frames).toHaveLength(2), { interval: 1 })
    })
    expect(frames).toEqual(['released', '{"events":[{"type":"good","id":2}]}'])
  })
})

describe('when the object restarts', () => {
  for (const { how, restart } of RESTARTS) {
    test(`and ${how}, queues and what they have not heard are still there`, async () => {
      const { realm, dov, ezra, general } = await freshRealm()
      const queue = await ezra.registers({ apply_markdown: true, narrow: [['topic', 'lunch']] })
      await dov.sends(general, 'lunch', 'one')
      await queue.events()
      await dov.sends(general, 'lunch', '**two**')
      await dov.sends(general, 'dinner', 'Soup?')

      await restart(realm)

      expect(contentsIn(await queue.events())).toEqual(['<p><strong>two</strong></p>'])
      await dov.sends(general, 'lunch', 'three')
      expect(contentsIn(await queue.events())).toEqual(['<p>three</p>'])
    })

    test(`and ${how}, no id is given twice, not even that of a heartbeat`, async () => {
      const { realm, dov, ezra, general } = await freshRealm()
      const queue = await ezra.registers({ event_types: ['message'] })
      const ids: number[] = []
      hastenHeartbeats()
      for (let n = 0; n < 3; n++) {
        await dov.sends(general, 'lunch', String(n))
        ids.push(...(await queue.poll()).map((event) => event.id)) // the message
        ids.push(...(await queue.poll()).map((event) => event.id)) // a heartbeat
        await restart(realm)
      }
      expect(ids).toHaveLength(6)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    })
  }

  test('and is evicted, polls go on waiting, and what the new instance publishes answers them', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queues = await Promise.all(Array.from({ length: 20 }, () => ezra.registers()))
    const hear = queues.map((queue) => queue.poll())
    await untilParked(realm, 20)
    const asleep = await instanceOf(realm)

    await evict(realm) // which would wait for anything but hibernatable sockets
    expect(await instanceOf(realm)).not.toBe(asleep)
    expect(await parkedPolls(realm)).toBe(20)
    await dov.sends(general, 'lunch', 'Pizza?')

    for (const heard of await Promise.all(hear)) expect(contentsIn(heard)).toEqual(['Pizza?'])
    await untilParked(realm, 0)
  })

  test('and is evicted, a second poll still answers the first, and deleting the queue answers the second', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const first = queue.poll()
    await untilParked(realm, 1)
    await evict(realm)
    const second = queue.poll()
    expect(await first).toEqual([])
    await untilParked(realm, 1)
    await evict(realm)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    expect(await second).toEqual([])
  })

  test('and is evicted, a client that goes away leaves no socket behind', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const gone = dov.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    await untilParked(realm, 1)
    await evict(realm)
    expect(await parkedPolls(realm)).toBe(1)
    leaving.abort()
    await gone
    await untilParked(realm, 0)
  })

  test('and crashes, waiting polls are answered with nothing, and asking again goes on from there', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)

    await crash(realm)

    expect(await waiting).toEqual([])
    const again = queue.poll()
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await again)).toEqual(['Pizza?'])
  })
})

describe('an event for a crowd', () => {
  const CROWD = 1200

  test('is delivered in slices, between which others are served; everyone is told once, in order', () =>
    withReader('event-crowd', true, async (log, { queue_id }, reader, queues) => {
      const told: string[] = []
      const crowd = Array.from({ length: CROWD }, () => ({ queue_id, user_id: 1, socket: {} as WebSocket }))
      const delivery = new EventDelivery(recordingSockets(crowd, told), queues, reader)
      delivery.add([say(log, 'good')])
      delivery.add([say(log, 'good')])
      const served: number[] = []
      while (told.length < 2 * CROWD) {
        await scheduler.wait(0)
        served.push(told.length)
      }
      expect(served.length).toBeGreaterThan(4)
      expect(told.slice(0, CROWD)).toEqual(Array(CROWD).fill('{"events":[{"type":"good","id":0}]}'))
      expect(told.slice(CROWD)).toEqual(Array(CROWD).fill('{"events":[{"type":"good","id":1}]}'))
    }))

  test('is not told again to whoever read it from the log on the way', () =>
    withReader('event-read-already', true, async (log, queue, reader, queues) => {
      const told: string[] = []
      const delivery = new EventDelivery(
        recordingSockets([{ ...queue, socket: {} as WebSocket }], told),
        queues,
        reader,
      )
      delivery.add([say(log, 'good')])
      const inLog = queues.get(1, queue.queue_id)
      expect(reader.pending(inLog, -1).events).toHaveLength(1)
      queues.acknowledge(inLog, log.lastId, log.lastId)
      delivery.add([say(log, 'good')])
      await vi.waitFor(() => expect(told).toEqual(['{"events":[{"type":"good","id":1}]}']), { interval: 1 })
    }))
})

describe('DELETE /events', () => {
  test('the queue is gone, and a poll that waited on it is answered', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const queue = await dov.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)
    expect(await ezra.delete('/events', { queue_id: queue.id })).toEqual(badQueue(queue.id))

    expect(await dov.delete('/events', { queue_id: queue.id })).toEqual({ result: 'success', msg: '' })

    expect(await waiting).toEqual([])
    expect(await ask(dov, { queue_id: queue.id, last_event_id: -1 })).toEqual(badQueue(queue.id))
    expect(await dov.delete('/events', { queue_id: queue.id })).toEqual(badQueue(queue.id))
    expect(await countIn(realm, 'queues')).toBe(0)
  })
})

describe('the life of a queue', () => {
  test('one that nobody comes back for is buried after its lifetime', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const [idle, other] = [await dov.registers(), await ezra.registers()]
    await passTime(realm, 500)
    await other.events()
    await passTime(realm, 500)

    await ring(realm)

    expect(await rowsIn(realm, 'SELECT queue_id FROM queues')).toEqual([{ queue_id: other.id }])
    expect(await ask(dov, { queue_id: idle.id, last_event_id: -1 })).toEqual(badQueue(idle.id))
    await other.events()
  })

  test('one that was silent too long is dead, even before it is buried', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    await queue.events()
    await passTime(realm, 500)
    await queue.events()
    await passTime(realm, 601)
    expect(await ask(dov, { queue_id: queue.id, last_event_id: -1 })).toEqual(badQueue(queue.id))
  })

  test('one that somebody waits on lives, however long', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)
    await passTime(realm, 100_000)

    await ring(realm)
    await dov.sends(general, 'lunch', 'Pizza?')

    expect(contentsIn(await waiting)).toEqual(['Pizza?'])
    expect(await queue.events()).toEqual([]) // its time begins when the wait ends
  })

  test('queue_lifespan_secs shortens its time, lengthens it, and up to a week at most', async () => {
    const { realm, dov } = await freshRealm()
    const life = async (seconds: number) => (await dov.registers({ queue_lifespan_secs: seconds })).id
    const lives = {
      brief: await life(60),
      usual: await life(0),
      long: await life(86_400),
      longest: await life(10 ** 9),
    }
    const living = async () => {
      const rows = await rowsIn(realm, 'SELECT queue_id FROM queues')
      return Object.entries(lives).flatMap(([name, id]) => (rows.some((row) => row.queue_id === id) ? [name] : []))
    }
    await passTime(realm, 120)
    await ring(realm)
    expect(await living()).toEqual(['usual', 'long', 'longest'])
    await passTime(realm, 80_000)
    await ring(realm)
    expect(await living()).toEqual(['long', 'longest'])
    await passTime(realm, 7 * 86_400)
    await ring(realm)
    expect(await living()).toEqual(['longest'])
    await passTime(realm, 7 * 86_400)
    await ring(realm)
    expect(await living()).toEqual([])
  })

  test('one whose life is shorter than a wait for events survives waiting', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers({ queue_lifespan_secs: 45 })
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const waiting = dov.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    await untilParked(realm, 1)
    await passTime(realm, 50)
    leaving.abort()
    await waiting
    await untilParked(realm, 0)
    expect(await queue.events()).toEqual([])
  })

  for (const { how, restart } of RESTARTS)
    test(`one that polls stays alive when the object ${how} in between`, async () => {
      const { realm, dov } = await freshRealm()
      const queue = await dov.registers()
      await passTime(realm, 290)
      await queue.events() // remembered, not written
      await restart(realm)
      await passTime(realm, 290 + 550)
      expect(await queue.events()).toEqual([])
    })

  test('polling writes no row each time', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const seen = () => rowsIn(realm, 'SELECT last_seen_at, acknowledged FROM queues')
    const atFirst = await seen()
    for (let n = 0; n < 5; n++) {
      await passTime(realm, 10)
      await queue.events()
    }
    expect(await seen()).toEqual(atFirst)
    await passTime(realm, 300)
    await queue.events()
    expect(await seen()).not.toEqual(atFirst)
  })

  test('the log keeps what some queue still needs, and nothing else', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const [ahead, behind] = [await dov.registers(), await ezra.registers({ queue_lifespan_secs: 10_000 })]
    for (let n = 0; n < 10; n++) await dov.sends(general, 'lunch', String(n))
    await ahead.events()
    await passTime(realm, 400)
    await ahead.events()

    await ring(realm)
    expect(contentsIn(await behind.events())).toHaveLength(10)

    await passTime(realm, 400)
    await Promise.all([ahead.events(), behind.events()])
    await passTime(realm, 400)
    await Promise.all([ahead.events(), behind.events()])
    await ring(realm)
    expect(await countIn(realm, 'events')).toBe(0)

    await dov.sends(general, 'lunch', 'last')
    expect(contentsIn(await ahead.events())).toEqual(['last'])
    expect(contentsIn(await behind.events())).toEqual(['last'])
  })

  test('with nobody left to listen the log is empty', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    await passTime(realm, 700)
    await ring(realm)
    expect(await countIn(realm, 'events')).toBe(0)
  })
})
