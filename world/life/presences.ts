import { Client, outcomeOf } from './client.ts'
import { asOperator } from './operator.ts'
import type { Action, Life } from './life.ts'
import type { Member, Organization } from './organization.ts'
import type { Json, Pick } from '../shared-parts.ts'

// Members ask who is there, and hide themselves. What a gateway answers for the realm must be what the realm decided before.

const OFFLINE_AFTER_SECONDS = 200
const PAUSE_MILLISECONDS = 3000

async function ping({ organization }: Life, { client }: Member, pick: Pick): Promise<string> {
  const hides = new Map(organization.hidden)
  const parley_user_ids = organization.members.map((member) => member.client.id)
  const fields = { status: 'active', new_user_input: true, slim_presence: true, parley_user_ids }
  const answer: Json = await client.ask('POST', '/users/me/presence', {
    ...fields,
    ping_only: pick([false, false, true]),
  })
  for (const [user_id, since] of hides) {
    const { active_timestamp = -Infinity } = answer?.presences?.[user_id] ?? {}
    const isHidden = organization.hidden.get(user_id) === since
    if (isHidden && active_timestamp > since - OFFLINE_AFTER_SECONDS + 1)
      organization.fail(`User ${user_id} hides since ${since}, and was shown as active at ${active_timestamp}`)
  }
  await lookAt(organization, client, hides.size > 0 ? pick([...hides]) : undefined)
  return outcomeOf(answer)
}

/** The realm itself says the same as its gateway. */
async function lookAt(organization: Organization, client: Client, of?: [number, number]): Promise<void> {
  if (of === undefined) return
  const [user_id, since] = of
  const answer: Json = await client.ask('GET', `/users/${user_id}/presence`)
  const { status = 'offline' } = answer?.presence?.aggregated ?? {}
  if (status !== 'offline' && organization.hidden.get(user_id) === since)
    organization.fail(`User ${user_id} hides since ${since}, and the realm says: ${status}`)
}

/** A user hides, or appears again. One who was deactivated hides, too. */
async function hide({ organization }: Life, { client }: Member, pick: Pick): Promise<string> {
  organization.hidden.delete(client.id)
  const presence_enabled = pick([true, false])
  await client.ask('POST', '/users/me/presence', { status: 'active', ping_only: true })
  // Meanwhile the realm may write down that the user is there.
  await client.world.scheduler.wait(pick([0, 0, 90_000]))
  const answer = await client.ask('PATCH', '/settings', { presence_enabled })
  if (answer?.result === 'success' && !presence_enabled)
    organization.hidden.set(client.id, Math.floor(client.world.scheduler.now / 1000))
  if (organization.world.faults.isOn && pick([true, false])) organization.realm.crash('after a user hid')
  return outcomeOf(answer)
}

/** The owner closes the organization. From the answer on it serves no user, until the operator opens it again. */
async function close({ organization }: Life, _actor: Member, pick: Pick): Promise<string> {
  const [owner] = organization.members
  if (owner === undefined) return 'no owner'
  const { scheduler } = organization.world
  const { client, devices } = pick(organization.members)
  const { queue_id } = devices[0]?.state ?? {}
  const polled = { queue_id: queue_id ?? 'none', last_event_id: -1, dont_block: true }
  // Gateways admit the key before.
  await client.ask('GET', '/events', polled)
  await client.ask('POST', '/users/me/presence', { status: 'active', ping_only: true })
  const closed = await owner.client.ask('POST', '/realm/deactivate')
  const paths: [string, string, object][] = [
    ['GET', '/events', polled],
    ['POST', '/users/me/presence', { status: 'active', ping_only: true }],
  ]
  if (closed?.result === 'success')
    for (const [method, path, fields] of paths)
      if ((await client.ask(method, path, { ...fields }))?.result === 'success')
        organization.fail(`${path} was answered in an organization that is closed`)
  const operator = new Client(organization.world, organization.url, owner.client.account)
  // A request to close whose answer was lost may arrive later.
  if (closed === undefined) await scheduler.wait(LATE_MILLISECONDS)
  for (let attempt = 0; attempt < 60; attempt++) {
    const opened: Json = await asOperator(operator, 'POST', '/realm/reactivate')
    if (opened?.result === 'success') break
    await scheduler.wait(PAUSE_MILLISECONDS)
  }
  return outcomeOf(closed)
}

const LATE_MILLISECONDS = 45_000

export const PRESENCES: Readonly<Record<string, Action>> = {
  'ask who is there': { weight: 1, run: ping },
  'hide or appear': { weight: 0.2, changesAccess: true, run: hide },
  'close the organization': { weight: 0, changesAccess: true, run: close },
}
