import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { GatewayBatch } from '../../src/events/gateways/protocol'
import type { GatewayObject } from '../../src/gateway-object'
import type { ListeningRealm } from '../../src/listening-realm'
import { captureConsole, crash, until } from '../support/faults'
import { gatewaysOf, hostOf, realmWithGateways, recordCalls, replaceDeliver } from '../support/gateways'
import { contentsIn } from '../support/received-events'

const ONLY_MESSAGES = { event_types: ['message'], fetch_event_types: [] }

test('a call with all queues of a gateway that comes late removes no queue that was registered meanwhile', async () => {
  const { realm, dov, ezra, general } = await realmWithGateways(10)
  let late: GatewayBatch | undefined
  replaceDeliver(realm, 1, (deliver, batch) => {
    if (batch.reset) late ??= structuredClone(batch)
    return deliver(batch)
  })
  const first = await ezra.registers(ONLY_MESSAGES)
  await first.events()
  const second = await ezra.registers(ONLY_MESSAGES)
  await second.events()
  const reply = await runInDurableObject(hostOf(realm, second.id), (object) => (object as GatewayObject).deliver(late!))
  expect(reply.applied).toBeGreaterThan(late!.version)
  await dov.sends(general, 'lunch', 'one')
  for (const queue of [first, second]) expect(contentsIn(await queue.events())).toEqual(['one'])
})

test('a call that continues after events which the gateway lacks adds nothing, and the answer says what it has', async () => {
  const { realm, dov, ezra, general } = await realmWithGateways(10)
  const queue = await ezra.registers(ONLY_MESSAGES)
  const batches = recordCalls(realm, 1)
  await dov.sends(general, 'lunch', 'one')
  await queue.events()
  const { upTo, ...last } = batches.at(-1)!
  const late: GatewayBatch = { ...last, from: upTo + 10, upTo: upTo + 20, events: [] }
  const reply = await runInDurableObject(hostOf(realm, queue.id), (object) => (object as GatewayObject).deliver(late))
  expect(reply.position).toBe(upTo)
})

test('a realm that has just woken asks who listens, before a user with a hundred queues registers another one', async () => {
  const { realm, dov, ezra } = await realmWithGateways(200)
  const connected = await dov.registers(ONLY_MESSAGES)
  const oldest = await dov.registers(ONLY_MESSAGES)
  for (let count = 2; count < 100; count++) await dov.registers(ONLY_MESSAGES)
  const others = await ezra.registers(ONLY_MESSAGES)
  await others.events()
  await crash(realm)
  const requested = new Set<number>()
  replaceDeliver(realm, 1, (deliver, batch) => {
    for (const user_id of batch.connected_of) requested.add(user_id)
    return {
      ...deliver(batch),
      connected: batch.connected_of.map((user_id) => ({ user_id, queue_ids: [connected.id] })),
    }
  })
  await until(async () => (await others.events()).length === 0 && requested.has(dov.id))
  await others.events()
  await dov.registers(ONLY_MESSAGES)
  expect([await oldest.isGone(), await connected.isGone()]).toEqual([true, false])
})

test('a gateway whose tables a newer release changed does not start, and says so', async () => {
  captureConsole('error')
  const { realm, dov } = await realmWithGateways(10)
  const queue = await dov.registers(ONLY_MESSAGES)
  await queue.events()
  const gateway = hostOf(realm, queue.id)
  await runInDurableObject(gateway, (_, { storage }) => {
    storage.sql.exec("INSERT INTO migrations (owner, step, sql) VALUES ('gateway', 99, 'CREATE TABLE later (x)')")
  })
  await evictDurableObject(gateway)
  const fields = { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true }
  expect(await dov.get('/events', fields)).toMatchObject({
    code: 'REALM_CANNOT_START',
    msg: expect.stringContaining('step 2 of gateway is not listed here'),
  })
})

test('a gateway that a failed transaction ended is there again', async () => {
  const { realm, dov } = await realmWithGateways(10)
  const queue = await dov.registers(ONLY_MESSAGES)
  await queue.events()
  await dov.delete('/events', { queue_id: queue.id })
  await queue.isGone()
  const opened = await runInDurableObject(realm.stub, (object) => {
    const listening = Reflect.get(object, 'host') as ListeningRealm
    const { gateways } = listening
    const end = () => {
      gateways.maintain({ mayAnswerPings: false })
      expect([...gateways.opened.remotes.keys()]).toEqual([])
      throw new Error('The write failed')
    }
    expect(() => listening.transaction(end)).toThrow('The write failed')
    return [...gateways.opened.remotes.keys()]
  })
  expect(opened).toEqual([1])
  expect(await gatewaysOf(realm)).toEqual([1])
})
