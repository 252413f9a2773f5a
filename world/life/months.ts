import { Client, outcomeOf } from './client.ts'
import type { Action, Life } from './life.ts'
import { asOperator, insistAsOperator } from './operator.ts'
import type { Json, Pick } from '../shared-parts.ts'

// What ends after weeks: messages by retention, and organizations that were erased. It needs days that are weeks apart.

const PASSWORD = 'correct horse battery'

/** The owner lets messages be kept for so many days. It is longer than the time between two days, and shorter than twice as long. */
export const KEPT_DAYS = 33

async function keepForDays({ organization }: Life): Promise<string> {
  const fields = { message_retention_days: KEPT_DAYS }
  const answer = await organization.members[0]?.client.insist('PATCH', '/realm', fields)
  if (answer?.result === 'success') organization.hasRetention = true
  return outcomeOf(answer)
}

/** Founds an organization in which its owner writes, and erases it. Some are opened again, and then nothing of them is erased. */
async function eraseOrganization({ organization, done }: Life, client: Client, pick: Pick): Promise<string> {
  const { world } = organization
  const name = `leaving-${done}`
  const owner_email = `grace@${name}.test`
  const owner = { owner_email, owner_full_name: 'Grace', owner_password: PASSWORD }
  await insistAsOperator(client, 'POST', '/realms', { name, ...owner })
  const account = {
    ...client.account,
    email: owner_email,
    full_name: `Grace of ${name}`,
    api_key: '',
    password: PASSWORD,
  }
  const there = new Client(world, `http://${name}.parley.test`, account)
  const login = await there.logIn()
  const fields = { type: 'direct', to: [login.user_id], content: 'Good bye' }
  const ids: number[] = []
  for (const _ of [1, 2, 3, 4]) ids.push((await there.insist('POST', '/messages', fields)).id)
  await there.insist('PATCH', `/messages/${ids[0]}`, { content: 'Edited' })
  await there.ask('DELETE', `/messages/${ids[1]}`)
  world.bucket.objects.set(`${name}/uploads/notes`, { ...FILE, key: `${name}/uploads/notes` })
  world.backups.objects.set(`${name}/night`, { ...FILE, key: `${name}/night` })
  const erased = await insistAsOperator(there, 'POST', '/realm/erase', { name })
  if (erased.result !== 'success') return outcomeOf(erased)
  const isReopened = pick([true, false, false])
  const opened: Json = isReopened ? await asOperator(there, 'POST', '/realm/reactivate') : undefined
  if (!isReopened) organization.ledger.erased.push({ name, at: world.scheduler.now })
  else if (opened?.result === 'success') organization.ledger.reopened.push(name)
  return outcomeOf(opened ?? erased)
}

const FILE = { bytes: new Uint8Array(1), uploaded: new Date(0), etag: 'one' }

export const MONTHS: Readonly<Record<string, Action>> = {
  'keep messages for weeks': { weight: 0, run: keepForDays },
  'erase an organization': { weight: 0, run: (life, { client }, pick) => eraseOrganization(life, client, pick) },
}
