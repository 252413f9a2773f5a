import { describe, expect, test } from 'vitest'
import { alarmTime, doDueWork, preventAlarms, runAlarm, runAlarmAfter } from '../support/alarms'
import { refusal } from '../support/answers'
import { entersCall, joinsCall, opensSeat, sits, type Caller } from '../support/calls'
import { advanceClock, stopClock } from '../support/clock'
import { crash, evict, inStorage } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Channel } from '../support/realm'
import { eventsOfType, receivedBy } from '../support/received-events'
import { countRows, rowsWritten, selectRows } from '../support/tables'

const inTopic = ({ stream_id }: Channel, topic = 'lunch') => ({ type: 'stream', stream_id, topic })

const callsOf = async (person: Person): Promise<Json[]> => succeeded(await person.get('/parley/calls')).calls
const peopleIn = (call: Json): number[] => call.people.map(({ user_id }: Json) => user_id)
const messageOf = async (person: Person, id: number): Promise<Json> =>
  succeeded(await person.get(`/messages/${id}`, { apply_markdown: true })).message
const callEvents = (events: { able: Json[] } | undefined): Json[] => eventsOfType(events!.able, 'parley_call')

describe('GET /parley/calls/:call_id/socket', () => {
  test('passes signals, keys, states, hands and reactions between participants', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    const signal = { epoch: 'a', candidate: { candidate: 'x', sdpMid: '0', sdpMLineIndex: null } }
    first.send({ to: second.seat.participant, signal })
    await second.got({ from: first.seat.participant, signal })
    // A secret that is encrypted for one participant goes to no other one.
    const third = await joinsCall(ezra, inTopic(general))
    first.send({ keys: [{ to: second.seat.participant, sealed: 'for dov' }] })
    await second.got({ from: first.seat.participant, sealed: 'for dov' })
    expect(JSON.stringify([third.received, first.received])).not.toContain('for dov')
    second.send({ state: { key: 'the public key' } })
    await third.until(() => third.seatOf(dov)?.key === 'the public key')
    expect(third.seatOf(ada).key).toBeNull()
    second.send({ react: '👍' })
    await first.got({ from: second.seat.participant, react: '👍' })
    second.send({ state: { hand: true, audio: false } })
    await first.until(() => first.seatOf(dov)?.hand === 1 && first.seatOf(dov)?.audio === false)
    first.send({ state: { hand: true } })
    await second.until(() => second.seatOf(ada)?.hand === 2)
    expect(second.received.some((message) => 'from' in message && message.from === second.seat.participant)).toBe(false)
  })

  test('users who see the call learn who joins, shows a camera, and leaves, and its message says how it ended', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const first = await joinsCall(ada, inTopic(general))
    let second: Caller
    const [joined] = await receivedBy([ezra], async () => {
      second = await joinsCall(dov, inTopic(general))
    })
    expect(callEvents(joined).map(({ op, call }) => [op, peopleIn(call)])).toEqual([['people', [ada.id, dov.id]]])
    const [changed] = await receivedBy([ezra], async () => {
      second.send({ state: { video: true } })
      await first.until(() => first.seatOf(dov)?.video)
    })
    expect(callEvents(changed)).toMatchObject([
      { op: 'people', call: { people: [{}, { user_id: dov.id, video: true }] } },
    ])
    await stopClock(realm, 2_000_000_240)
    const [ended] = await receivedBy([ezra], async () => {
      second.send({ leave: true })
      await first.until(({ users }) => users.length === 1)
      first.send({ leave: true })
      await first.closed()
    })
    const { call_id } = first.seat
    expect(callEvents(ended)).toMatchObject([
      { op: 'people', call: { people: [{ user_id: ada.id }] } },
      { op: 'end', call_id, duration: 240, count: 2, reason: 'last_left' },
    ])
    await runAlarm(realm)
    expect((await messageOf(ezra, call_id)).content).toBe('<p>Call: 4 minutes, 2 people.</p>')
    expect(await countRows(realm, 'calls')).toBe(0)
    expect(await callsOf(ezra)).toEqual([])
  })

  test('keeps the seat of a lost connection for a while', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    second.send({ state: { hand: true } })
    await first.until(() => first.seatOf(dov)?.hand === 1)
    second.socket.close(3000)
    await first.until(() => first.seatOf(dov)?.away)
    const again = await sits(dov, second.seat)
    await first.until(() => first.seatOf(dov)?.away === false)
    expect(again.roster).toEqual(first.roster)
    expect(again.seatOf(dov)).toMatchObject({ number: second.seat.participant, hand: 1 })
    again.socket.close(3000)
    await first.until(() => first.seatOf(dov)?.away)
    await runAlarmAfter(realm, 21)
    await first.until(({ users }) => users.length === 1)
  })

  test('a socket that has just opened is not silent, although the seat is old', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await stopClock(realm, 1_900_000_000)
    const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    await advanceClock(realm, 40)
    const again = await sits(dov, second.seat)
    first.send({ lost: second.seat.participant })
    // The realm answers after it has looked.
    first.send({ state: { hand: true } })
    await again.until(() => again.seatOf(ada)?.hand === 1)
    expect(first.seatOf(dov)?.away).toBe(false)
    await advanceClock(realm, 40)
    first.send({ lost: second.seat.participant })
    await first.until(() => first.seatOf(dov)?.away)
  })

  test('another device of the user takes the place of the first one', async () => {
    const { ada, dov, general } = await freshRealm()
    const first = await joinsCall(ada, inTopic(general))
    const other = await joinsCall(dov, inTopic(general))
    const moved = await joinsCall(ada, inTopic(general))
    await first.got({ end: 'moved' })
    await other.until(({ roster }) => roster.every(({ number }) => number !== first.seat.participant))
    expect(new Set(other.users)).toEqual(new Set([ada.id, dov.id]))
    expect(moved.seat.call_id).toBe(first.seat.call_id)
    await joinsCall(ada, inTopic(general, 'dinner'))
    await other.until(({ users }) => users.join() === String(dov.id))
  })

  test('the realm sleeps, and the seats are complete afterwards without a row', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    await evict(realm)
    const before = await rowsWritten(realm)
    second.send({ state: { audio: false } })
    await first.until(() => first.seatOf(dov)?.audio === false)
    expect(first.users).toHaveLength(2)
    expect(await rowsWritten(realm)).toBe(before)
  })

  test('the realm stops: clients come back to the same call, or it ends', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await preventAlarms(realm)
    const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    await crash(realm)
    const back = await sits(ada, first.seat)
    expect(back.seat.call_id).toBe(first.seat.call_id)
    await sits(dov, second.seat)
    await back.until(({ users }) => users.length === 2)
    await crash(realm)
    await doDueWork(realm)
    expect(await callsOf(dov)).toHaveLength(1)
    await advanceClock(realm, 31)
    await doDueWork(realm)
    expect(await callsOf(dov)).toEqual([])
  })

  test('the message counts who left before, also when the realm sleeps or stops', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    await preventAlarms(realm)
    const callers = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    const third = await joinsCall(ben, inTopic(general))
    const before = await rowsWritten(realm)
    callers[0]!.send({ leave: true })
    await third.until(({ users }) => users.length === 2)
    expect(await rowsWritten(realm)).toBe(before)
    await evict(realm)
    callers[1]!.send({ leave: true })
    await third.until(({ users }) => users.length === 1)
    // A minute later the row names them.
    await advanceClock(realm, 61)
    await doDueWork(realm)
    expect(await selectRows(realm, 'SELECT user_ids FROM calls')).toEqual([
      { user_ids: JSON.stringify([ada.id, ben.id, dov.id]) },
    ])
    third.send({ leave: true })
    await third.closed()
    await crash(realm)
    await doDueWork(realm)
    expect(await callsOf(ada)).toHaveLength(1)
    await advanceClock(realm, 31)
    await doDueWork(realm)
    expect(await callsOf(ada)).toEqual([])
    expect((await messageOf(ada, third.seat.call_id)).content).toContain('3 people')
  })

  test('who may not read the conversation any more leaves at once', async () => {
    const { realm, ada, ben, vault } = await freshRealm()
    const first = await joinsCall(ada, inTopic(vault))
    const second = await joinsCall(ben, inTopic(vault))
    await first.until(({ users }) => users.length === 2)
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [vault.name], principals: [ben.id] }))
    await runAlarm(realm)
    await second.got({ end: 'no_access' })
    await first.until(({ users }) => users.length === 1)
    expect((await opensSeat(ben, second.seat)).status).toBe(400)
  })

  test('a deactivated user leaves at once', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const first = await joinsCall(ada, inTopic(general))
    const second = await joinsCall(dov, inTopic(general))
    await first.until(({ users }) => users.length === 2)
    succeeded(await ada.delete(`/users/${dov.id}`))
    await runAlarm(realm)
    await second.closed()
    await first.until(({ users }) => users.length === 1)
  })

  test('what is no message of a participant ends the socket, and other sites and requests without a socket are refused', async () => {
    const { ada, general } = await freshRealm()
    for (const wrong of ['hello', '{"state":{"audio":1}}', '{"roster":[]}', 'x'.repeat(70_000)]) {
      const caller = await joinsCall(ada, inTopic(general))
      caller.socket.send(wrong)
      expect(await caller.closed()).toMatchObject({ code: 1008 })
    }
    const seat = await entersCall(ada, inTopic(general))
    const query = { participant: seat.participant, token: seat.token }
    expect(await ada.get(`/parley/calls/${seat.call_id}/socket`, query)).toEqual(
      refusal('This endpoint needs a WebSocket.'),
    )
    const forged = { ...seat, token: `${seat.token.split('.')[0]}.${'A'.repeat(43)}` }
    expect((await opensSeat(ada, forged)).status).toBe(400)
    expect((await opensSeat(ada, { ...seat, participant: seat.participant + 1 })).status).toBe(400)
    await sits(ada, seat)
  })

  test('a participant who sends more than 240 messages in ten seconds is disconnected, and may come back', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    for (let sent = 0; sent <= 240; sent++) first.send({ react: '👍' })
    expect(await first.closed()).toMatchObject({ code: 1008 })
    expect(second.received.filter((message) => 'react' in message)).toHaveLength(240)
    await second.until(() => second.seatOf(ada)?.away)
    await stopClock(realm, 2_000_000_011)
    await sits(ada, first.seat)
    await second.until(() => second.seatOf(ada)?.away === false)
  })

  test('nothing that participants tell each other is stored', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
    const signal = { epoch: 'a', description: { type: 'offer', sdp: 'secret-marker' } }
    first.send({ to: second.seat.participant, signal })
    first.send({ keys: [{ to: second.seat.participant, sealed: 'secret-marker' }] })
    await second.got({ from: first.seat.participant, sealed: 'secret-marker' })
    const tables = await selectRows(
      realm,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf%'",
    )
    const rows = await Promise.all(tables.map(({ name }) => selectRows(realm, `SELECT * FROM "${name}"`)))
    expect(rows.flat().length).toBeGreaterThan(100)
    expect(JSON.stringify(rows)).not.toContain('secret-marker')
  })
})

test('a quiet call sets its alarm minutes ahead', async () => {
  const { realm, ada, dov, general } = await freshRealm()
  await joinsCall(ada, inTopic(general))
  await joinsCall(dov, inTopic(general))
  await doDueWork(realm)
  await doDueWork(realm)
  const at = await alarmTime(realm)
  expect(at === null || at > Date.now() + 50_000).toBe(true)
  expect(await inStorage(realm, (state) => state.getWebSockets('peer').length)).toBe(2)
})
