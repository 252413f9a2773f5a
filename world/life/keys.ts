import { Client, outcomeOf } from './client.ts'
import type { Action, Life } from './life.ts'
import type { Member } from './organization.ts'
import type { Json, Pick } from '../shared-parts.ts'

// Members replace their API keys. From the answer on, the earlier key must open nothing, wherever the queue of a device is.

/** Returns what a key opens, if anything. Each reaches another object: a gateway with queues, the one for pings, the realm. */
async function openedBy(old: Client, queue_id: unknown): Promise<string | undefined> {
  const answers: Readonly<Record<string, Json>> = {
    'GET /events':
      queue_id === undefined
        ? undefined
        : await old.ask('GET', '/events', { queue_id, last_event_id: -1, dont_block: true }),
    'POST /users/me/presence': await old.ask('POST', '/users/me/presence', { status: 'idle', ping_only: true }),
    'GET /users/me': await old.ask('GET', '/users/me'),
  }
  return Object.keys(answers).find((route) => answers[route]?.result === 'success')
}

async function renewKey({ organization }: Life, { client, devices }: Member, pick: Pick): Promise<string> {
  const { account } = client
  if (account.password === undefined) return 'no password'
  const old = new Client(organization.world, organization.url, { ...account })
  // Gateways have admitted the key before.
  await openedBy(old, devices[0]?.state.queue_id)
  // A realm that has just woken does not know yet which queues its gateways have.
  if (organization.world.faults.isOn && pick([true, false, false])) organization.realm.evict()
  const answer = await client.ask('POST', '/users/me/api_key/regenerate')
  // If the answer was lost, the key may be another one, or become another one a little later.
  if (answer?.result !== 'success') {
    await client.world.scheduler.wait(LATE_MILLISECONDS)
    await client.logIn()
    return outcomeOf(answer)
  }
  account.api_key = answer.api_key
  const route = await openedBy(old, devices[0]?.state.queue_id)
  if (route !== undefined) organization.fail(`The earlier key of ${account.full_name} opened ${route}`)
  return 'success'
}

const LATE_MILLISECONDS = 45_000

export const KEYS: Readonly<Record<string, Action>> = { 'renew a key': { weight: 0.5, run: renewKey } }
