import { expect, onTestFinished, test, vi } from 'vitest'
import { PERIODS_PER_PAGE } from '../../src/domain/channels/subscriptions/periods-storage'
import { TESTS_PER_TURN } from '../../src/events/gateways/recipients'
import type { RealmObject } from '../../src/realm-object'
import { countTests } from '../support/counted-tests'
import { evict, inStorage, instanceOf } from '../support/faults'
import { realmWithUncheckedGateways, runGatewayAlarms } from '../support/gateways'
import { copyQueue, copyUser, subscribeCopies } from '../support/many-users'
import { succeeded } from '../support/person'
import { newChannel, type TestRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'

const USERS = 6 * PERIODS_PER_PAGE

/** Returns the largest number of rows that the realm reads, and of queues that it tests, before it serves other requests. */
async function watchTurns(realm: TestRealm, tests: () => number) {
  const object = (await instanceOf(realm)) as RealmObject
  const largest = { rows: 0, tests: 0 }
  let before = { rows: object.meter().read, tests: tests() }
  const endTurn = () => {
    const now = { rows: object.meter().read, tests: tests() }
    largest.rows = Math.max(largest.rows, now.rows - before.rows)
    largest.tests = Math.max(largest.tests, now.tests - before.tests)
    before = now
    return largest
  }
  const wait = scheduler.wait.bind(scheduler)
  const spy = vi.spyOn(scheduler, 'wait').mockImplementation((...args) => {
    endTurn()
    return wait(...args)
  })
  onTestFinished(() => spy.mockRestore())
  return endTurn
}

for (const [what, settings] of [
  ['a public channel', {}],
  ['a private channel', { invite_only: true }],
] as const)
  test(`a realm that has just woken reads and tests a limited number of queues at a time for a message to ${what}`, async () => {
    const { realm, ada, dov, ezra } = await realmWithUncheckedGateways(2 * USERS)
    const channel = await newChannel(ada, 'all', [dov, ezra], settings)
    const queue = await ezra.registers({ event_types: ['message'], fetch_event_types: [] })
    await copyUser(realm, dov, USERS)
    await subscribeCopies(realm, channel.stream_id)
    await copyQueue(realm, queue)
    const tests = countTests()
    // The gateway has all earlier events, so the realm looks for none in its log.
    await queue.events()
    await runGatewayAlarms(realm)
    await evict(realm)
    const endTurn = await watchTurns(realm, tests)
    succeeded({ result: 'success', ...(await dov.sends(channel, 'lunch', 'one')) })
    expect(contentsIn(await queue.events())).toEqual(['one'])
    const largest = endTurn()
    expect(tests()).toBeGreaterThan(USERS)
    expect(largest.tests).toBeLessThan(2 * TESTS_PER_TURN)
    expect(largest.rows).toBeLessThan(USERS / 2)
  })

/** Returns the statements that read users from now on: how many read one user, and how many read several. */
async function countUserStatements(realm: TestRealm) {
  const count = { one: 0, several: 0 }
  await inStorage(realm, ({ storage: { sql } }) => {
    const exec = sql.exec.bind(sql)
    sql.exec = (text, ...values) => {
      if (/FROM users WHERE user_id = /.test(text)) count.one++
      if (/FROM users WHERE user_id IN /.test(text)) count.several++
      return exec(text, ...values)
    }
  })
  return count
}

test('the queues that a realm tests for the first time after it woke have their users read in pages', async () => {
  const { realm, ada, dov } = await realmWithUncheckedGateways(2 * USERS)
  const queue = await ada.registers({ event_types: ['user_status'], fetch_event_types: [] })
  await copyUser(realm, dov, USERS)
  await copyQueue(realm, queue)
  await queue.events()
  await runGatewayAlarms(realm)
  await evict(realm)
  const endTurn = await watchTurns(realm, countTests())
  const statements = await countUserStatements(realm)
  succeeded(await dov.post('/users/me/status', { status_text: 'busy' }))
  expect(await queue.events()).toMatchObject([{ type: 'user_status', status_text: 'busy' }])
  // The copies have a queue each, and so has ada.
  expect(statements).toEqual({ one: 1, several: USERS / TESTS_PER_TURN + 1 })
  expect(endTurn().rows).toBeLessThan(USERS / 2)
})
