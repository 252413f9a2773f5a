import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import { runAlarm } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { advanceClock } from '../support/clock'
import { joinsCall, type Caller } from '../support/calls'
import { succeeded, type Json, type Person } from '../support/person'
import { newChannel, type Channel } from '../support/realm'
import { asOperator } from '../support/realm-copies'
import { realmWithVariables } from '../support/realm-with-variables'
import { rowsWritten, selectRows } from '../support/tables'

const ROOT = 'https://media.example/v1/apps/app/sessions'
const APP = { CALL_SFU_URL: 'https://media.example/v1', CALL_SFU_APP_ID: 'app', CALL_SFU_SECRET: 'the secret' }

/** A media server that answers each request as its document says, and keeps what it received. */
class FakeMediaServer {
  readonly requests: { call: string; body: Json }[] = []
  /** What the next request is answered with. */
  next: { status: number; body: object } | undefined
  #sessions = 0

  constructor() {
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) => this.#answer(new Request(input, init)))
    onTestFinished(() => spy.mockRestore())
  }

  /** The requests whose method and path begin so. */
  bodiesOf = (call: string): Json[] =>
    this.requests.filter((each) => each.call.startsWith(call)).map(({ body }) => body)

  async #answer(request: Request): Promise<Response> {
    expect(request.headers.get('authorization')).toBe('Bearer the secret')
    expect(request.url.startsWith(ROOT)).toBe(true)
    const text = await request.text()
    const call = `${request.method} ${request.url.slice(ROOT.length)}`
    const body: Json = text === '' ? undefined : JSON.parse(text)
    this.requests.push({ call, body })
    const { status, body: answer } = this.next ?? this.#usual(call, body)
    this.next = undefined
    return Response.json(answer, { status })
  }

  #usual(call: string, body: Json): { status: number; body: object } {
    if (call === 'POST /new') return { status: 201, body: { sessionId: `session${++this.#sessions}` } }
    if (call.startsWith('GET ')) return { status: 200, body: { tracks: [{ mid: '0' }, { mid: '1' }] } }
    if (!call.endsWith('/tracks/new')) return { status: 200, body: {} }
    const isLocal = body.tracks[0].location === 'local'
    const tracks = body.tracks.map((track: Json, index: number) => ({ ...track, mid: String(index) }))
    const sessionDescription = { type: isLocal ? 'answer' : 'offer', sdp: isLocal ? 'an answer' : 'an offer' }
    return { status: 200, body: { tracks, sessionDescription, requiresImmediateRenegotiation: !isLocal } }
  }
}

const inTopic = ({ stream_id }: Channel) => ({ type: 'stream', stream_id, topic: 'lunch' })
const pathOf = ({ seat }: Caller, action: string) => `/parley/calls/${seat.call_id}/${action}`
const named = ({ seat }: Caller) => ({ participant: seat.participant })
const MICROPHONE = { mid: '0', source: 'microphone' }

const publishes = (caller: Caller, fields: object = {}): Promise<Json> =>
  caller.person.post(pathOf(caller, 'publish'), { ...named(caller), sdp: 'an offer', tracks: [MICROPHONE], ...fields })

const subscribes = (caller: Caller, to: Caller, fields: object = {}): Promise<Json> =>
  caller.person.post(pathOf(caller, 'subscribe'), {
    ...named(caller),
    tracks: [{ ...named(to), source: 'microphone' }],
    ...fields,
  })

async function twoInACall() {
  const cast = await realmWithVariables(APP)
  const server = new FakeMediaServer()
  const dov = await cast.realm.newPerson('dov')
  const cleo = await cast.realm.newPerson('cleo')
  const general = await newChannel(cast.ada, 'general', [cast.ada, cleo, dov])
  const [first, second] = [await joinsCall(cast.ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
  return { ...cast, cleo, dov, general, server, first, second }
}

describe('POST /parley/calls/:call_id/publish', () => {
  test('publishes at the media server, and the others learn of it without the session', async () => {
    const { server, first, second } = await twoInACall()
    expect(await publishes(first)).toEqual({ ...SUCCESS, sdp: 'an answer' })
    await second.until(() => second.seatOf(first.person)?.media.sources.includes('microphone'))
    const { epoch } = second.seatOf(first.person).media
    expect(second.seatOf(first.person).media).toEqual({ epoch, sources: ['microphone'] })
    expect(epoch).toBeGreaterThan(0)
    expect(JSON.stringify(second.received)).not.toContain('session1')
    expect(server.requests).toEqual([
      { call: 'POST /new', body: undefined },
      {
        call: 'POST /session1/tracks/new',
        body: {
          sessionDescription: { type: 'offer', sdp: 'an offer' },
          tracks: [{ location: 'local', mid: '0', trackName: 'microphone' }],
        },
      },
    ])
    // More of the same connection, and then a new one, whose epoch is another.
    succeeded(await publishes(first, { tracks: [{ mid: '1', source: 'camera' }] }))
    await second.until(() => second.seatOf(first.person)?.media.sources.length === 2)
    succeeded(await publishes(first, { fresh: true }))
    await second.until(() => second.seatOf(first.person)?.media.epoch === epoch + 1)
    expect(second.seatOf(first.person).media.sources).toEqual(['microphone'])
  })

  test('is refused for the seat of another user, and where media go between browsers', async () => {
    const { server, first, second, ada, dov } = await twoInACall()
    const ofOther = { ...named(first), sdp: 'an offer', tracks: [MICROPHONE] }
    expect(await dov.post(pathOf(first, 'publish'), ofOther)).toEqual(refusal('This participant has left.'))
    const direct = await joinsCall(ada, { type: 'direct', to: [dov.id] })
    expect(await publishes(direct)).toEqual(refusal('The media of this call go from browser to browser.'))
    succeeded(await ada.patch('/realm', { parley_can_share_screens_group: JSON.stringify({ new: 2 }) }))
    expect(await publishes(second, { tracks: [{ mid: '2', source: 'screen' }] })).toEqual(
      refusal('You do not have permission to send this in the call.'),
    )
    expect(server.requests).toEqual([])
  })

  test.each([
    ['empty_track_error', 410, 'silent'],
    ['session_error', 410, 'gone'],
    ['backend_error', 500, 'later'],
    ['something_new', 400, 'failed'],
  ])('says what the client does after %s', async (errorCode, status, problem) => {
    const { server, first } = await twoInACall()
    server.next = { status, body: { errorCode, errorDescription: 'x' } }
    expect(await publishes(first)).toMatchObject({ code: 'PARLEY_MEDIA_SERVER_FAILED', problem })
  })
})

describe('POST /parley/calls/:call_id/unpublish', () => {
  test('ends a track at the media server, and the others learn of it', async () => {
    const { server, first, second } = await twoInACall()
    succeeded(await publishes(first))
    await second.until(() => second.seatOf(first.person)?.media.sources.length === 1)
    const fields = { ...named(first), tracks: [MICROPHONE] }
    expect(await first.person.post(pathOf(first, 'unpublish'), fields)).toEqual(SUCCESS)
    await second.until(() => second.seatOf(first.person)?.media.sources.length === 0)
    expect(server.requests.at(-1)).toEqual({
      call: 'PUT /session1/tracks/close',
      body: { tracks: [{ mid: '0' }], force: true },
    })
  })
})

describe('POST /parley/calls/:call_id/subscribe', () => {
  test('receives the tracks of others, and answers the offer', async () => {
    const { server, first, second } = await twoInACall()
    succeeded(await publishes(first, { tracks: [{ mid: '0', source: 'camera' }] }))
    const requested = { ...named(first), source: 'camera' }
    const answer = succeeded(await subscribes(second, first, { tracks: [{ ...requested, layer: 'q' }] }))
    expect(answer).toEqual({ ...SUCCESS, sdp: 'an offer', tracks: [{ ...requested, mid: '0' }] })
    expect(server.bodiesOf('POST /session2/tracks/new')).toEqual([
      {
        tracks: [
          {
            location: 'remote',
            sessionId: 'session1',
            trackName: 'camera',
            simulcast: { preferredRid: 'q', priorityOrdering: 'asciibetical', ridNotAvailable: 'asciibetical' },
          },
        ],
      },
    ])
    expect(await second.person.post(pathOf(second, 'answer'), { ...named(second), sdp: 'mine' })).toEqual(SUCCESS)
    expect(server.bodiesOf('PUT /session2/renegotiate')).toEqual([
      { sessionDescription: { type: 'answer', sdp: 'mine' } },
    ])
  })

  test('asks for nothing that is not there, nor for tracks of another call', async () => {
    const { server, first, second, cleo, general } = await twoInACall()
    succeeded(await publishes(first))
    const nothing = { ...SUCCESS, sdp: null, tracks: [] }
    for (const track of [
      { participant: first.seat.participant + 1, source: 'microphone' },
      { ...named(first), source: 'camera' },
      { ...named(second), source: 'microphone' },
    ])
      expect(await subscribes(second, first, { tracks: [track] })).toEqual(nothing)
    const elsewhere = await joinsCall(cleo, { ...inTopic(general), topic: 'dinner' })
    succeeded(await publishes(elsewhere))
    expect(await subscribes(second, elsewhere)).toEqual(nothing)
    expect(server.requests.map(({ call }) => call).filter((call) => call === 'POST /new')).toHaveLength(2)
  })

  test('says which tracks have no packets yet', async () => {
    const { server, first, second } = await twoInACall()
    succeeded(await publishes(first))
    succeeded(await subscribes(second, first))
    server.next = { status: 200, body: { tracks: [{ errorCode: 'empty_track_error' }] } }
    expect(succeeded(await subscribes(second, first))).toMatchObject({
      sdp: null,
      tracks: [{ ...named(first), source: 'microphone', problem: 'silent' }],
    })
  })
})

describe('POST /parley/calls/:call_id/answer', () => {
  test('is for the seat of the user, and for an offer', async () => {
    const { server, first, second } = await twoInACall()
    succeeded(await publishes(first))
    const answers = (caller: Caller, of: Caller): Promise<Json> =>
      caller.person.post(pathOf(of, 'answer'), { ...named(of), sdp: 'mine' })
    expect(await answers(second, second)).toMatchObject({ code: 'PARLEY_MEDIA_SERVER_FAILED', problem: 'gone' })
    succeeded(await subscribes(second, first))
    const count = server.requests.length
    expect(await answers(first, second)).toEqual(refusal('This participant has left.'))
    expect(server.requests).toHaveLength(count)
    expect(await answers(second, second)).toEqual(SUCCESS)
  })
})

describe('POST /parley/calls/:call_id/layers', () => {
  test('chooses sizes, and ends what the client does not show', async () => {
    const { server, first, second } = await twoInACall()
    succeeded(await publishes(first, { tracks: [{ mid: '0', source: 'camera' }] }))
    const requested = { ...named(first), source: 'camera' }
    succeeded(await subscribes(second, first, { tracks: [requested] }))
    const fields = { ...named(second), tracks: [{ ...requested, mid: '0', layer: 'f' }], ended: ['7'] }
    expect(await second.person.post(pathOf(second, 'layers'), fields)).toEqual(SUCCESS)
    expect(server.bodiesOf('PUT /session2/tracks/update')).toMatchObject([
      {
        tracks: [
          {
            location: 'remote',
            sessionId: 'session1',
            trackName: 'camera',
            mid: '0',
            simulcast: { preferredRid: 'f' },
          },
        ],
      },
    ])
    expect(server.bodiesOf('PUT /session2/tracks/close')).toEqual([{ tracks: [{ mid: '7' }], force: true }])
  })
})

describe('the sessions of a participant', () => {
  const closed = ({ requests }: FakeMediaServer): string[] =>
    requests
      .filter(({ call }) => call.endsWith('tracks/close'))
      .map(({ call }) => call.split('/')[1]!)
      .toSorted()

  async function withSessions() {
    const all = await twoInACall()
    succeeded(await publishes(all.first))
    succeeded(await publishes(all.second))
    succeeded(await subscribes(all.second, all.first))
    return all
  }

  const leaves: [string, (all: Awaited<ReturnType<typeof withSessions>>) => Promise<unknown>][] = [
    ['removed', ({ ada, second }) => ada.delete(`${pathOf(second, 'participants')}/${second.seat.participant}`)],
    ['deactivated', ({ ada, dov }) => ada.delete(`/users/${dov.id}`)],
  ]
  test.each(leaves)('end when the participant is %s', async (_, leave) => {
    const all = await withSessions()
    const { realm, server } = all
    succeeded(await leave(all))
    await runAlarm(realm)
    expect(closed(server)).toEqual(['session2', 'session3'])
    expect(await selectRows(realm, 'SELECT closing FROM calls')).toEqual([{ closing: '[]' }])
  })

  test('end with the call, and the message waits for it', async () => {
    const { realm, ada, server, first } = await withSessions()
    succeeded(await ada.post(pathOf(first, 'end')))
    server.next = { status: 503, body: {} }
    await runAlarm(realm)
    expect(await selectRows(realm, 'SELECT call_id FROM calls')).toHaveLength(1)
    await runAlarm(realm)
    expect(closed(server)).toEqual(['session1', 'session2', 'session3'])
    expect(await selectRows(realm, 'SELECT call_id FROM calls')).toEqual([])
  })

  test('no one leaves a trace of them in the events', async () => {
    const { realm, server } = await withSessions()
    expect(server.requests.length).toBeGreaterThan(0)
    const events = JSON.stringify(await selectRows(realm, 'SELECT * FROM events'))
    for (const marker of ['session1', 'an offer', 'the secret']) expect(events).not.toContain(marker)
  })
})

test('the doctor learns whether the media server accepts the application', async () => {
  const { realm } = await realmWithVariables(APP)
  const server = new FakeMediaServer()
  const problems = async () => succeeded(await asOperator(realm, 'GET /parley/deployment')).call_problems
  expect(await problems()).toEqual([])
  server.next = { status: 401, body: { errorCode: 'unauthorized' } }
  expect(await problems()).toEqual([
    'The media server does not accept CALL_SFU_APP_ID and CALL_SFU_SECRET, or does not answer.',
  ])
})

/** Counts the requests to the realm until the test ends. */
function countRequests() {
  const [ask, fetched] = [vi.spyOn(RealmObject.prototype, 'ask'), vi.spyOn(RealmObject.prototype, 'fetch')]
  onTestFinished(() => [ask, fetched].forEach((spy) => spy.mockRestore()))
  return { requests: (): number => ask.mock.calls.length + fetched.mock.calls.length }
}

test('an hour with ten people writes 18 rows, none of them while they join and speak, and makes 198 requests', async () => {
  const { realm, ada } = await realmWithVariables(APP)
  const server = new FakeMediaServer()
  const people = [ada]
  for (let nth = 1; nth < 10; nth++) people.push(await realm.newPerson(`person${nth}`))
  const general = await newChannel(ada, 'general', people)
  const written = async (act: () => Promise<unknown>) => {
    const before = await rowsWritten(realm)
    await act()
    return (await rowsWritten(realm)) - before
  }
  await ada.sends(general, 'lunch', 'before')
  // What the realm does each hour is not of the call.
  await advanceClock(realm, 3600)
  for (const person of people) succeeded(await person.get('/parley/calls'))
  await runAlarm(realm)
  const ofMessage = await written(async () => {
    await ada.sends(general, 'lunch', 'A message')
    await runAlarm(realm)
  })
  expect(ofMessage).toBe(7)
  const counter = countRequests()
  const callers: Caller[] = []
  let messages = 0
  const says = (caller: Caller, message: object) => {
    messages++
    caller.send(message)
  }
  const receives = async (caller: Caller, others: Caller[]) => {
    if (others.length === 0) return
    const tracks = others.map((other) => ({ ...named(other), source: 'microphone' }))
    succeeded(await caller.person.post(pathOf(caller, 'subscribe'), { ...named(caller), tracks }))
    succeeded(await caller.person.post(pathOf(caller, 'answer'), { ...named(caller), sdp: 'an answer' }))
    says(caller, { keys: others.map(({ seat }) => ({ to: seat.participant, sealed: 'sealed' })) })
  }
  /** A user joins, and each other one receives the new voice, as the web client does. */
  const joins = async (person: Person) => {
    const caller = await joinsCall(person, inTopic(general))
    succeeded(await publishes(caller))
    await receives(caller, callers)
    for (const other of callers) await receives(other, [caller])
    callers.push(caller)
    for (const audio of [false, true]) says(caller, { state: { audio, hand: audio } })
  }
  const ofStart = await written(async () => {
    await joins(ada)
    await runAlarm(realm)
  })
  const ofJoins = await written(async () => {
    for (const person of people.slice(1)) await joins(person)
    await callers[0]!.until(({ roster }) => roster.length === 10 && roster.every(({ hand }) => hand !== null))
  })
  const ofEnd = await written(async () => {
    for (const caller of callers) says(caller, { leave: true })
    await callers[0]!.closed()
    await callers[9]!.closed()
    await runAlarm(realm)
    await runAlarm(realm)
  })
  expect(server.requests.filter(({ call }) => call.endsWith('tracks/close'))).toHaveLength(20)
  expect(ofJoins).toBe(0)
  // Its message has a link: one row of the index of messages. The row of the call is written, changed when the first one leaves and at the
  // end, and deleted. Two events say that it began and ended. The message then says so: an event, its version, and its body, which waits in
  // the outbox.
  expect(ofStart + ofEnd).toBe(ofMessage + 1 + 4 + 2 + 4)
  // Ten take a seat (2 requests), publish (2) and ask for what the others send (1, the first time 2). Each new voice is asked for once more by
  // who was there. The realm answers for each offer, too: who lost the right gets no further.
  expect([counter.requests(), messages]).toEqual([162, 84])
  // With 400 messages about microphones, of which 20 are a request, and an alarm each five minutes.
  expect(counter.requests() + Math.floor((messages + 400) / 20) + 12).toBe(198)
})
