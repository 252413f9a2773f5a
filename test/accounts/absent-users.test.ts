import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import type { RealmObject } from '../../src/realm-object'
import { emailsTo, isActive } from '../support/absence'
import { doDueWork, preventAlarms } from '../support/alarms'
import { OlderBouncer, Phone } from '../support/older-bouncer'
import { advanceClock } from '../support/clock'
import { succeeded } from '../support/person'
import { realmWithGateways, runGatewayAlarms } from '../support/gateways'
import { freshRealm } from '../support/realm'

const LIFETIME = 1000 // of a queue without its client, after the realm woke

async function quietRealm() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  return cast
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
    const bouncer = new OlderBouncer()
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

describe('a user whose queue expires in a gateway', () => {
  test('is notified of the messages that the client did not confirm, also behind a megabyte of other events', async () => {
    const { realm, ada, dov, general } = await realmWithGateways(2)
    await preventAlarms(realm)
    const queue = await dov.registers()
    await isActive(dov)
    await ada.sendsDirectly([dov], 'Soup?')
    const lunch = await ada.sends(general, 'lunch', 'x')
    await queue.events()
    await queue.events()
    for (let edit = 0; edit < 60; edit++)
      succeeded(await ada.patch(`/messages/${lunch.id}`, { content: `${edit}${'x'.repeat(9_900)}` }))
    succeeded(await dov.post('/messages/flags', { messages: [lunch.id], op: 'add', flag: 'read' }))
    await ada.sendsDirectly([dov], 'Pizza?')
    await doDueWork(realm)
    await advanceClock(realm, LIFETIME)
    await runGatewayAlarms(realm)
    const [email, ...more] = await emailsTo(dov, realm, 0)
    expect([email?.includes('Pizza?'), email?.includes('Soup?'), more]).toEqual([true, false, []])
  })
})

describe('the realm that a gateway tells of expired queues', () => {
  test.each([
    ['of this release', (id: number) => ({ missed_id: id })],
    ['of release 0.1.0', (id: number) => ({ missed: `{"type":"message","message":{"id":${id},"content":"Pizza?"}}` })],
  ])('reads the message that a client did not receive from a gateway %s', async (_, missed) => {
    const { realm, ada, dov } = await realmWithGateways(2)
    await preventAlarms(realm)
    const queues = [await dov.registers(), await dov.registers()]
    await isActive(dov)
    const soup = await ada.sendsDirectly([dov], 'Soup?')
    const pizza = await ada.sendsDirectly([dov], 'Pizza?')
    const expired = [soup, pizza].map(({ id }, at) => ({ queue_id: queues[at]!.id, ...missed(id) }))
    await runInDurableObject(realm.stub, (object) => (object as RealmObject).removeExpiredQueues(1, expired))
    const [email, ...more] = await emailsTo(dov, realm, 0)
    expect([email?.includes('Pizza?'), email?.includes('Soup?'), more]).toEqual([true, false, []])
  })

  test('notifies of nothing if a client of the user has received all', async () => {
    const { realm, ada, dov } = await realmWithGateways(2)
    await preventAlarms(realm)
    const queues = [await dov.registers(), await dov.registers()]
    await isActive(dov)
    const { id } = await ada.sendsDirectly([dov], 'Pizza?')
    const expired = [{ queue_id: queues[0]!.id, missed_id: id }, { queue_id: queues[1]!.id }]
    await runInDurableObject(realm.stub, (object) => (object as RealmObject).removeExpiredQueues(1, expired))
    expect(await emailsTo(dov, realm, 0)).toEqual([])
  })
})
