import { describe, expect, test } from 'vitest'
import { runAlarm, runAlarmAfter } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { joinsCall, type Caller } from '../support/calls'
import {
  APP,
  countRequests,
  FakeMediaServer,
  inTopic,
  MICROPHONE,
  named,
  pathOf,
  publishes,
  subscribes,
} from '../support/fake-media-server'
import { succeeded, type Json } from '../support/person'
import { newChannel } from '../support/realm'
import { asOperator } from '../support/realm-copies'
import { realmWithVariables } from '../support/realm-with-variables'
import { selectRows } from '../support/tables'

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
    expect(answer).toEqual({
      ...SUCCESS,
      sdp: 'an offer',
      pass: expect.any(String),
      tracks: [{ ...requested, mid: '0' }],
    })
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
    const nothing = { ...SUCCESS, sdp: null, pass: null, tracks: [] }
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

  test('with a pass, the Worker answers for its owner alone', async () => {
    const { server, first, second, cleo } = await twoInACall()
    succeeded(await publishes(first))
    const { pass } = succeeded(await subscribes(second, first))
    const answers = ({ person }: Pick<Caller, 'person'>, of: Caller, carried: string): Promise<Json> =>
      person.post(pathOf(of, 'answer'), { ...named(of), sdp: 'mine', pass: carried })
    const count = server.requests.length
    const counter = countRequests()
    expect(await answers(second, second, pass)).toEqual(SUCCESS)
    expect([counter.requests(), server.requests.length]).toEqual([0, count + 1])
    // The realm is asked for a second answer, and counts it.
    expect(await answers(second, second, pass)).toEqual(SUCCESS)
    expect([counter.requests(), server.requests.length]).toEqual([1, count + 2])
    // The pass of another user, and for another seat: the realm is asked, and refuses.
    for (const [person, of] of [
      [cleo, second],
      [first.person, second],
      [second.person, first],
    ] as const)
      expect(await answers({ person }, of, pass)).toEqual(refusal('This participant has left.'))
    expect([counter.requests(), server.requests.length]).toEqual([4, count + 2])
    // A pass that the Worker did not write counts as none.
    expect(await answers(second, second, pass.replace('session', 'another'))).toEqual(SUCCESS)
    expect(counter.requests()).toBe(5)
    expect(server.requests.at(-1)?.call).toBe('PUT /session2/renegotiate')
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
    // What the realm had allowed may reach the media server a moment later, with a pass. It ends, too.
    await runAlarm(realm)
    expect(closed(server)).toHaveLength(2)
    await runAlarmAfter(realm, 20)
    expect(closed(server)).toEqual(['session2', 'session2', 'session3', 'session3'])
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
