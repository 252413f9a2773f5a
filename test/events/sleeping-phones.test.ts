import { describe, expect, test } from 'vitest'
import { emailsTo, isActive } from '../support/absence'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { realmWithGateways, runGatewayAlarms } from '../support/gateways'
import { freshRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'

const HOUR = 3600
/** A queue of a phone lives for twelve hours. The clock of the machine runs on while the realm answers. */
const LONGEST_SLEEP = 12 * HOUR - 300

describe('idle_queue_timeout', () => {
  test.each([
    [{}, 600],
    [{ idle_queue_timeout: '"mobile"' }, 43_200],
    [{ idle_queue_timeout: 90 }, 90],
    [{ idle_queue_timeout: 604_801 }, 604_800],
    [{ queue_lifespan_secs: 1200 }, 1200],
    [{ idle_queue_timeout: 90, queue_lifespan_secs: 1200 }, 90],
  ])('with %j the queue lives for %d seconds', async (fields, seconds) => {
    const { dov } = await freshRealm()
    const { state } = await dov.registers({ fetch_event_types: [], ...fields })
    expect(state.idle_queue_timeout_secs).toBe(seconds)
  })

  test('other words are refused', async () => {
    const { dov } = await freshRealm()
    expect(await dov.post('/register', { idle_queue_timeout: '"desktop"' })).toMatchObject({ result: 'error' })
  })
})

test('a phone that sleeps for longer than its queue lives registers again', async () => {
  const { realm, ada, dov, general } = await freshRealm()
  await preventAlarms(realm)
  const phone = await dov.registers({ idle_queue_timeout: '"mobile"' })
  await advanceClock(realm, LONGEST_SLEEP)
  await doDueWork(realm)
  await ada.sends(general, 'lunch', 'Pizza?')
  expect(contentsIn(await phone.events())).toEqual(['Pizza?'])
  await advanceClock(realm, 13 * HOUR)
  expect(await phone.isGone()).toBe(true)
})

for (const { where, create, runHostAlarm } of [
  { where: 'in the realm', create: freshRealm, runHostAlarm: doDueWork },
  { where: 'in a gateway', create: () => realmWithGateways(2), runHostAlarm: runGatewayAlarms },
])
  test(`the user of a sleeping phone is away after ten minutes, and present when it wakes, with the queue ${where}`, async () => {
    const { realm, ada, dov } = await create()
    await preventAlarms(realm)
    const phone = await dov.registers({ idle_queue_timeout: '"mobile"' })
    await phone.events()
    await isActive(dov)
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await emailsTo(dov, realm, 0)).toEqual([])
    await advanceClock(realm, 1000)
    await runHostAlarm(realm)
    expect(await emailsTo(dov, realm, 0)).toEqual([expect.stringContaining('Pizza?')])

    await isActive(dov)
    await ada.sendsDirectly([dov], 'Soup?')
    expect(await emailsTo(dov, realm, 0)).toHaveLength(2)

    expect(contentsIn(await phone.events())).toEqual(['Pizza?', 'Soup?'])
    await isActive(dov)
    await ada.sendsDirectly([dov], 'Wine?')
    expect(await emailsTo(dov, realm, 0)).toHaveLength(2)
  })
