import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { GatewayBatch } from '../../src/events/gateways/protocol'
import type { GatewayObject } from '../../src/gateway-object'
import { hostOf, realmWithGateways, replaceDeliver } from '../support/gateways'
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
