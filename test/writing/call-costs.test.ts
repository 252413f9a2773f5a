import { expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { joinsCall, type Caller } from '../support/calls'
import { advanceClock } from '../support/clock'
import { APP, countRequests, FakeMediaServer, inTopic, named, pathOf, publishes } from '../support/fake-media-server'
import { succeeded, type Person } from '../support/person'
import { newChannel } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { rowsWritten } from '../support/tables'

test('an hour with ten people writes 15 rows, none of them while they join and speak, and makes 144 requests', async () => {
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
    const { pass } = succeeded(await caller.person.post(pathOf(caller, 'subscribe'), { ...named(caller), tracks }))
    succeeded(await caller.person.post(pathOf(caller, 'answer'), { ...named(caller), sdp: 'an answer', pass }))
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
  // The row of the call is written and deleted. Two events say that it began and ended. The message then says so: an event, its version, and
  // its body, which waits in the outbox.
  expect(ofStart + ofEnd).toBe(ofMessage + 2 + 2 + 4)
  expect(ofStart + ofEnd).toBe(15)
  // Ten take a seat (2 requests), publish (2) and ask for what the others send (1, the first time 2). Each new voice is asked for once more by
  // who was there. Offers are answered with a pass.
  expect([counter.requests(), messages]).toEqual([108, 84])
  // With 400 messages about microphones, of which 20 are a request, and an alarm each five minutes.
  expect(counter.requests() + Math.floor((messages + 400) / 20) + 12).toBe(144)
})
