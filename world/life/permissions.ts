import { outcomeOf } from './client.ts'
import type { Action, Life } from './life.ts'
import type { Organization } from './organization.ts'
import type { Pick } from '../shared-parts.ts'

// Who may read a private channel without being in it, and whom guests see. The owner decides, with groups and settings.

/** The names of the owner's groups. The first may read the channel `library`, and the second is in the first, at times. */
const GROUPS = ['readers', 'helpers'] as const
const EVERYONE = 6
const MEMBERS = 7
const CHANNEL = 'library'

/** Returns the ids of the groups, which it makes if they are missing, and of the private channel. */
async function groupsOf(organization: Organization): Promise<{ ids: number[]; stream_id: number } | undefined> {
  const [owner] = organization.members
  const found = () => organization.query(`SELECT id FROM user_groups WHERE name IN ('readers', 'helpers') ORDER BY 1`)
  if (found().length < GROUPS.length)
    for (const name of GROUPS)
      await owner?.client.ask('POST', '/user_groups/create', { name, description: '', members: [] })
  const ids = found().map(({ id }) => Number(id))
  const channels = organization.query('SELECT stream_id, name FROM channels')
  const stream_id = Number(channels.find(({ name }) => name === CHANNEL)?.stream_id)
  return ids.length < GROUPS.length || Number.isNaN(stream_id) ? undefined : { ids, stream_id }
}

async function changeGroups({ organization }: Life, pick: Pick): Promise<string> {
  const [owner, ...others] = organization.members
  const groups = await groupsOf(organization)
  if (owner === undefined || groups === undefined) return 'no groups'
  const { ids, stream_id } = groups
  const group = pick([...ids])
  const op = pick(['add', 'delete'])
  const requests: readonly [string, string, object][] = [
    ['POST', `/user_groups/${group}/members`, { [op]: [pick(others).client.id] }],
    ['POST', `/user_groups/${group}/members`, { [op]: [pick(others).client.id, pick(others).client.id] }],
    ['POST', `/user_groups/${ids[0]}/subgroups`, { [op]: [ids[1]] }],
    ['PATCH', `/streams/${stream_id}`, { can_subscribe_group: { new: pick([...ids, ids[0], 2]) } }],
    ['PATCH', `/streams/${stream_id}`, { can_add_subscribers_group: { new: pick([...ids, 2]) } }],
    ['PATCH', '/realm', { can_access_all_users_group: { new: pick([EVERYONE, MEMBERS]) } }],
  ]
  const [method, path, fields] = pick(requests)
  return `${path} ${outcomeOf(await owner.client.ask(method, path, { ...fields }))}`
}

export const PERMISSIONS: Readonly<Record<string, Action>> = {
  'change who may read': { weight: 0.5, changesAccess: true, run: (life, _actor, pick) => changeGroups(life, pick) },
}
