import { describe, expect, test } from 'vitest'
import { runAlarm, runAlarmAfter } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { entersCall, joinsCall, opensSeat, type Caller } from '../support/calls'
import { stopClock } from '../support/clock'
import { crash } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { eventsOfType, receivedBy } from '../support/received-events'

const inTopic = ({ stream_id }: Channel, topic = 'lunch') => ({ type: 'stream', stream_id, topic })
const directly = (...people: Person[]) => ({ type: 'direct', to: people.map(({ id }) => id) })

const callsOf = async (person: Person): Promise<Json[]> => succeeded(await person.get('/parley/calls')).calls
const peopleIn = (call: Json): number[] => call.people.map(({ user_id }: Json) => user_id)
const messageOf = async (person: Person, id: number): Promise<Json> =>
  succeeded(await person.get(`/messages/${id}`, { apply_markdown: true })).message
const callStateOf = async (person: Person): Promise<Json> =>
  succeeded(await person.post('/register', { fetch_event_types: ['parley_call'] }))
const ringingCallsOf = async (person: Person): Promise<number[]> => (await callStateOf(person)).parley_ringing_calls
const callEvents = (events: { able: Json[] } | undefined): Json[] => eventsOfType(events!.able, 'parley_call')

const NO_SUCH_CALL = refusal('This call does not exist, or has ended.')

describe('POST /parley/calls', () => {
  test('starts a call in a topic, with a message that links to it, and readers learn of it', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    let answer: Json
    const [ofAda, ofEzra] = await receivedBy([ada, ezra], async () => {
      answer = await dov.post('/parley/calls', inTopic(general))
    })
    const { id } = answer.call
    const call = {
      id,
      stream_id: general.stream_id,
      topic: 'lunch',
      user_ids: null,
      starter_id: dov.id,
      started_at: 2_000_000_000,
      ring_until: null,
      people: [],
    }
    expect(answer).toEqual({
      ...SUCCESS,
      call,
      participant: expect.any(Number),
      token: expect.any(String),
      ice_servers: [],
      relay_only: false,
      transport: 'mesh',
    })
    for (const received of [ofAda, ofEzra])
      expect(callEvents(received)).toEqual([{ type: 'parley_call', op: 'start', call, rings: false }])
    const { rendered_content, content, sender_id } = { ...(await messageOf(ezra, id)), rendered_content: '' }
    expect(rendered_content).toBe('')
    expect(sender_id).toBe(dov.id)
    expect(content).toContain(`<a href="#call/${id}">Join the call</a>`)
    expect(await callsOf(ezra)).toEqual([call])
  })

  test('two who call each other at the same time are in the same call', async () => {
    const { ada, dov } = await freshRealm()
    const [first, second] = await Promise.all([entersCall(ada, directly(dov)), entersCall(dov, directly(ada))])
    expect(first.call_id).toBe(second.call_id)
    expect(first.participant).not.toBe(second.participant)
  })

  test('is for users who may write there and may start calls, and other users only listen', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    const news = await newChannel(ada, 'news', [ada, dov, ezra], { can_send_message_group: ada.id })
    const mayNot = refusal('You do not have permission to start calls.')
    expect(await dov.post('/parley/calls', inTopic(news))).toMatchObject({ result: 'error' })
    expect(await fig.post('/parley/calls', inTopic(news))).toMatchObject({ result: 'error' })
    const speaker = await joinsCall(ada, inTopic(news))
    const listener = await joinsCall(dov, inTopic(news))
    await speaker.until(({ users }) => users.length === 2)
    expect(speaker.seatOf(ada)).toMatchObject({ may_speak: true, audio: true })
    expect(speaker.seatOf(dov)).toMatchObject({ may_speak: false, audio: false })
    listener.send({ state: { audio: true, key: 'the public key' } })
    await listener.got({ refused: 'listens' })
    // Who may not speak decrypts what others say.
    await speaker.until(() => speaker.seatOf(dov).key === 'the public key')
    succeeded(await ada.patch('/realm', { parley_can_start_calls_group: JSON.stringify({ new: 2 }) }))
    expect(await cleo.post('/parley/calls', directly(dov))).toMatchObject(mayNot)
  })

  test('where users may not join calls, they may not', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await joinsCall(dov, inTopic(general))
    await entersCall(ezra, inTopic(general))
    succeeded(
      await ada.patch('/realm', {
        parley_can_join_calls_group: JSON.stringify({ new: { direct_members: [dov.id], direct_subgroups: [] } }),
      }),
    )
    expect(await ezra.post('/parley/calls', inTopic(general))).toEqual(
      refusal('You do not have permission to join calls.'),
    )
  })

  test('a conversation that the user cannot read has no call for them', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    const caller = await joinsCall(ada, inTopic(vault))
    expect(await callsOf(ben)).toHaveLength(1)
    expect(await callsOf(dov)).toEqual([])
    expect(await dov.post('/parley/calls', inTopic(vault))).toMatchObject({ result: 'error' })
    expect(await dov.post(`/parley/calls/${caller.seat.call_id}/decline`)).toEqual(NO_SUCH_CALL)
    expect((await opensSeat(dov, caller.seat)).status).toBe(400)
    expect((await opensSeat(ben, caller.seat)).status).toBe(400)
  })

  test('rings in a direct conversation, but not for those who must not be disturbed', async () => {
    const { realm, ada, cleo, dov } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    succeeded(await cleo.patch('/settings', { parley_do_not_disturb_until: 2_000_009_999 }))
    const [ofCleo, ofDov, ofAda] = await receivedBy([cleo, dov, ada], () => entersCall(ada, directly(cleo, dov)))
    expect(callEvents(ofDov)).toMatchObject([{ op: 'start', rings: true, call: { ring_until: 2_000_000_045 } }])
    expect(callEvents(ofCleo)).toMatchObject([{ op: 'start', rings: false }])
    expect(callEvents(ofAda)).toMatchObject([{ op: 'start', rings: false }])
  })

  test('each user for whom it rings has a code of their own, which answers it', async () => {
    const { realm, ada, ben, cleo, dov } = await freshRealm()
    succeeded(await cleo.patch('/settings', { parley_do_not_disturb_until: 9_999_999_999 }))
    const readers = [ada, ben, cleo, dov]
    const [ofAda, ofBen, ofCleo, ofDov] = await receivedBy(readers, () => entersCall(ada, directly(ben, cleo, dov)))
    const codes = [ofAda, ofBen, ofCleo, ofDov].map((events) => callEvents(events)[0].answer_code)
    expect(codes).toEqual([undefined, expect.stringMatching(/^[\w-]{43}$/), undefined, expect.any(String)])
    expect(codes[1]).not.toBe(codes[3])
    const [{ id }] = await callsOf(ada)
    const states = () => Promise.all(readers.map(async (person) => (await callStateOf(person)).parley_answer_codes))
    expect(await states()).toEqual([{}, { [id]: codes[1] }, {}, { [id]: codes[3] }])
    await crash(realm)
    expect(await states()).toEqual([{}, { [id]: codes[1] }, {}, { [id]: codes[3] }])
    succeeded(await ben.post(`/parley/calls/${id}/decline`))
    expect(await states()).toEqual([{}, {}, {}, { [id]: codes[3] }])
  })

  test('rings at a client that registers meanwhile, until the user declines or answers, also after the object restarted', async () => {
    const { realm, ada, ben, cleo, dov } = await freshRealm()
    succeeded(await cleo.patch('/settings', { parley_do_not_disturb_until: 9_999_999_999 }))
    const { seat } = await joinsCall(ada, directly(ben, cleo, dov))
    const ringing = () => Promise.all([ada, ben, cleo, dov].map(ringingCallsOf))
    expect(await ringing()).toEqual([[], [seat.call_id], [], [seat.call_id]])
    succeeded(await ben.post(`/parley/calls/${seat.call_id}/decline`))
    expect(await ringing()).toEqual([[], [], [], [seat.call_id]])
    await joinsCall(dov, directly(ada, ben, cleo))
    expect(await ringing()).toEqual([[], [], [], []])
    await crash(realm)
    expect(await callsOf(dov)).toHaveLength(1)
    expect(await ringing()).toEqual([[], [], [], []])
  })

  test('six can talk, and four while one shows a camera', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const [gus, hal] = [await realm.newPerson('gus'), await realm.newPerson('hal')]
    const callers: Caller[] = []
    for (const person of [ada, ben, cleo, dov]) callers.push(await joinsCall(person, inTopic(general)))
    callers[0]!.send({ state: { video: true } })
    await callers[1]!.until(({ roster }) => roster.some(({ video }) => video))
    const full = { code: 'PARLEY_CALL_IS_FULL', most: 4, with_video: true }
    expect(await ezra.post('/parley/calls', inTopic(general))).toMatchObject(full)
    callers[0]!.send({ state: { video: false } })
    await callers[1]!.until(({ roster }) => !roster.some(({ video }) => video))
    for (const person of [ezra, gus]) callers.push(await joinsCall(person, inTopic(general)))
    expect(await hal.post('/parley/calls', inTopic(general))).toMatchObject({ ...full, most: 6, with_video: false })
    callers[0]!.send({ state: { screen: true } })
    await callers[0]!.got({ refused: 'full' })
  })

  test('a user starts at most five calls in a minute', async () => {
    const { ada, dov, general } = await freshRealm()
    for (const topic of ['1', '2', '3', '4', '5']) await entersCall(dov, inTopic(general, topic))
    expect(await dov.post('/parley/calls', inTopic(general, '6'))).toEqual(
      refusal('You started too many calls. Try again in some minutes.'),
    )
    await entersCall(ada, inTopic(general, '6'))
    expect(await ada.post('/parley/calls', directly(ada))).toMatchObject(
      refusal('A call needs a conversation with other people.'),
    )
  })
})

describe('GET /parley/calls', () => {
  test('returns the people who are in each call', async () => {
    const { ada, dov, general } = await freshRealm()
    await joinsCall(ada, inTopic(general))
    await joinsCall(dov, inTopic(general))
    expect((await callsOf(dov)).map(peopleIn)).toEqual([[ada.id, dov.id]])
  })
})

describe('POST /parley/calls/:call_id/decline', () => {
  test('tells the caller and the own clients, and ends a call of two as missed', async () => {
    const { realm, ada, cleo, dov } = await freshRealm()
    const caller = await joinsCall(ada, directly(dov))
    const { call_id } = caller.seat
    const [ofAda, ofDov, ofCleo] = await receivedBy([ada, dov, cleo], async () => {
      expect(await dov.post(`/parley/calls/${call_id}/decline`)).toEqual(SUCCESS)
    })
    for (const received of [ofAda, ofDov])
      expect(callEvents(received)).toMatchObject([
        { op: 'declined', call_id, user_id: dov.id },
        { op: 'end', call_id, count: 1, reason: 'missed' },
      ])
    expect(callEvents(ofCleo)).toEqual([])
    await caller.got({ end: 'missed' })
    await runAlarm(realm)
    const { content, flags } = await messageOf(dov, call_id)
    expect(content).toBe('<p>Missed call.</p>')
    expect(flags).not.toContain('read')
  })

  test('a call that no user answers is missed after 45 seconds, and one that is answered is not', async () => {
    const { realm, ada, cleo, dov } = await freshRealm()
    const caller = await joinsCall(ada, directly(dov))
    await runAlarmAfter(realm, 46)
    await caller.got({ end: 'missed' })
    const second = await joinsCall(ada, directly(dov))
    await joinsCall(dov, directly(ada))
    await runAlarmAfter(realm, 46)
    expect((await callsOf(dov)).map(peopleIn)).toEqual([[ada.id, dov.id]])
    expect((await messageOf(dov, second.seat.call_id)).flags).toContain('read')
    // The caller gives up: that is a missed call, too.
    const third = await joinsCall(ada, directly(cleo))
    third.send({ leave: true })
    await third.closed()
    await runAlarm(realm)
    const { content, flags } = await messageOf(cleo, third.seat.call_id)
    expect([content, flags.includes('read')]).toEqual(['<p>Missed call.</p>', false])
  })
})

describe('POST /parley/calls/:call_id/end', () => {
  test('ends the call for all, by those who administer the channel', async () => {
    const { ada, dov, general } = await freshRealm()
    const caller = await joinsCall(dov, inTopic(general))
    const { call_id } = caller.seat
    expect(await dov.post(`/parley/calls/${call_id}/end`)).toEqual(
      refusal('You do not have permission to do this in the call.'),
    )
    expect(await ada.post(`/parley/calls/${call_id}/end`)).toEqual(SUCCESS)
    await caller.got({ end: 'ended' })
    expect(await ada.post(`/parley/calls/${call_id}/end`)).toEqual(NO_SUCH_CALL)
  })

  test('a call ends with its message', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const caller = await joinsCall(dov, inTopic(general))
    const { call_id } = caller.seat
    const [received] = await receivedBy([ezra], () => ada.delete(`/messages/${call_id}`))
    expect(callEvents(received)).toMatchObject([{ op: 'end', call_id, reason: 'ended' }])
    await caller.got({ end: 'ended' })
  })

  test('a call moves with its message', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    const caller = await joinsCall(dov, inTopic(general))
    const [received] = await receivedBy([ezra], async () => {
      succeeded(await ada.patch(`/messages/${caller.seat.call_id}`, { topic: 'dinner' }))
      await runAlarm(realm)
    })
    expect(callEvents(received)).toMatchObject([
      { op: 'people', call: { topic: 'dinner', people: [{ user_id: dov.id }] } },
    ])
    expect((await entersCall(ezra, inTopic(general, 'dinner'))).call_id).toBe(caller.seat.call_id)
  })
})

describe('DELETE /parley/calls/:call_id/participants/:participant', () => {
  test('removes a participant, who may join again', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [first, second] = [await joinsCall(dov, inTopic(general)), await joinsCall(ezra, inTopic(general))]
    const { call_id } = first.seat
    const path = `/parley/calls/${call_id}/participants/${second.seat.participant}`
    expect(await dov.delete(path)).toEqual(refusal('You do not have permission to do this in the call.'))
    expect(await ada.delete(path)).toEqual(SUCCESS)
    await second.got({ end: 'removed' })
    expect(await ada.delete(path)).toEqual(refusal('This participant has left.'))
    await joinsCall(ezra, inTopic(general))
  })
})

describe('POST /parley/calls/:call_id/participants/:participant/mute', () => {
  test('asks the client of a participant to mute itself', async () => {
    const { ada, dov, general } = await freshRealm()
    const caller = await joinsCall(dov, inTopic(general))
    const path = `/parley/calls/${caller.seat.call_id}/participants/${caller.seat.participant}/mute`
    expect(await dov.post(path)).toEqual(refusal('You do not have permission to do this in the call.'))
    expect(await ada.post(path)).toEqual(SUCCESS)
    await caller.got({ mute: true })
  })
})
