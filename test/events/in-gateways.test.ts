// The tests of listening once more, with all queues in gateways. An address with a query names another module, so each is evaluated again.

import { beforeEach, expect, test } from 'vitest'
import { gatewaysOf, putQueuesInGateways } from '../support/gateways'
import { freshRealm } from '../support/realm'
import './held-polls.test?again'
import './listening.test?again'
import './queue-lifetime.test?again'
import './websocket.test?again'

beforeEach(() => putQueuesInGateways(2))

test('these tests have two queues in each gateway', async () => {
  const { realm, ada } = await freshRealm()
  for (let number = 0; number < 3; number++) await ada.registers()
  expect(await gatewaysOf(realm)).toHaveLength(2)
})
