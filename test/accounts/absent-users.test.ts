import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { Bouncer, Phone } from '../support/bouncer'
import { advanceClock } from '../support/clock'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'

const LIFETIME = 1000 // of a queue without its client, after the realm woke
const BATCHING = 120

async function quietRealm() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  return cast
}

const isActive = async (person: Person) =>
  succeeded(await person.post('/users/me/presence', { status: 'active', ping_only: true }))

/** Lets the time pass, and returns the texts of the emails that the realm has sent to a user. */
async function emailsTo(person: Person, realm: TestRealm, seconds: number): Promise<string[]> {
  await advanceClock(realm, seconds)
  await doDueWork(realm)
  await advanceClock(realm, BATCHING)
  await doDueWork(realm)
  await doDueWork(realm)
  const { mail } = succeeded(await (await realm.request('/dev_mailbox')).json())
  return mail.filter(({ to }: Json) => to === person.email).map(({ text }: Json) => text)
}

describe('a user who closes the laptop while active', () => {
  test('is notified of what came then and is unread, when the last queue expires', async () => {
    const { realm, ada, dov } = await quietRealm()
    await dov.registers()
    await isActive(dov)
    await ada.sendsDirectly([dov], 'Pizza?')
    const read = await ada.sendsDirectly([dov], 'Soup?')
    expect(await emailsTo(dov, realm, 0)).toEqual([])
    succeeded(await dov.post('/messages/flags', { messages: [read.id], op: 'add', flag: 'read' }))
    const [email, ...more] = await emailsTo(dov, realm, LIFETIME)
    expect([email?.includes('Pizza?'), email?.includes('Soup?'), more]).toEqual([true, false, []])
  })

  test('gets one notification of each message: those of an idle user notified before', async () => {
    const { realm, ada, dov } = await quietRealm()
    await dov.registers()
    await isActive(dov)
    await advanceClock(realm, 200)
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await emailsTo(dov, realm, 0)).toHaveLength(1)
    expect(await emailsTo(dov, realm, LIFETIME)).toHaveLength(1)
  })

  test('is not notified of messages that the client has confirmed, nor while another client receives messages', async () => {
    const { realm, ada, dov, ezra } = await quietRealm()
    const queue = await dov.registers()
    await ezra.registers()
    const phone = await ezra.registers()
    for (const person of [dov, ezra]) await isActive(person)
    await ada.sendsDirectly([dov], 'Pizza?')
    await ada.sendsDirectly([ezra], 'Soup?')
    await queue.events()
    await queue.events()
    await advanceClock(realm, 500)
    await phone.events()
    expect([await emailsTo(dov, realm, 550), await emailsTo(ezra, realm, 0)]).toEqual([[], []])
  })

  test('is notified on the phone too, if no notification was due before', async () => {
    const { realm, ada, dov } = await quietRealm()
    const bouncer = new Bouncer()
    await (await Phone.with(1)).registersFor(dov)
    await doDueWork(realm)
    succeeded(await dov.patch('/settings', { enable_online_push_notifications: false }))
    await dov.registers()
    await isActive(dov)
    await ada.sendsDirectly([dov], 'Pizza?')
    await doDueWork(realm)
    bouncer.takeRequests()
    await advanceClock(realm, LIFETIME)
    await doDueWork(realm)
    await doDueWork(realm)
    expect(bouncer.takeRequests().map(({ path }) => path)).toEqual(['e2ee/notify'])
  })
})

test('a user without a client is absent at once', async () => {
  const { realm, ada, dov, ezra } = await quietRealm()
  await dov.registers({ event_types: ['presence'] })
  await ezra.registers()
  for (const person of [dov, ezra]) await isActive(person)
  await ada.sendsDirectly([dov, ezra], 'Pizza?')
  expect([(await emailsTo(dov, realm, 0)).length, await emailsTo(ezra, realm, 0)]).toEqual([1, []])
})
