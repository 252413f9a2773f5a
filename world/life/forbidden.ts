import { outcomeOf, type Client } from './client.ts'
import { ERASURES } from './forbidden-after-erasure.ts'
import { PINGS } from './forbidden-to-pings.ts'
import { ACCOUNTS, found, LOSSES, SITES } from './forbidden-to-accounts.ts'
import type { Action, Life } from './life.ts'
import {
  ADMINISTRATORS,
  EVERYONE,
  FULL_MEMBERS,
  member,
  MEMBERS,
  NO_USERS,
  Scene,
  type Attempt,
  type Fields,
} from './scene.ts'
import type { Json } from '../shared-parts.ts'

// What a user may not do, whatever happens beside it: each attempt must be refused.

/** Asks for a change of the members of a new group. */
const membership =
  (who: (scene: Scene) => Client, group: Fields, change: (scene: Scene) => Fields): Attempt =>
  async (scene) =>
    who(scene).ask('POST', `/user_groups/${await scene.group(group)}/members`, change(scene))

const GROUPS: Readonly<Record<string, Attempt>> = {
  'a member adds members to a group': membership(member, {}, ({ other }) => ({ add: [other.id] })),
  'a member removes members from a group': membership(member, {}, (scene) => ({ delete: [scene.owner.id] })),
  'a member adds a subgroup': async (scene) => {
    const [group, inner] = [await scene.group(), await scene.group()]
    return scene.member.ask('POST', `/user_groups/${group}/subgroups`, { add: [inner] })
  },
  'a member removes a subgroup': async (scene) => {
    const inner = await scene.group()
    const group = await scene.group({ subgroups: [inner] })
    return scene.member.ask('POST', `/user_groups/${group}/subgroups`, { delete: [inner] })
  },
  'a member changes a group': async (scene) =>
    scene.member.ask('PATCH', `/user_groups/${await scene.group()}`, { description: 'Changed' }),
  'a deactivated group takes in users': async (scene) => {
    const group = await scene.group()
    await scene.owner.insist('POST', `/user_groups/${group}/deactivate`)
    return scene.owner.ask('POST', `/user_groups/${group}/members`, { add: [scene.member.id] })
  },
  'an owner adds a user to a system group': (scene) =>
    scene.owner.ask('POST', `/user_groups/${ADMINISTRATORS}/members`, { add: [scene.member.id] }),
  'a user who may join adds another one': membership(member, { can_join_group: MEMBERS }, ({ other }) => ({
    add: [other.id],
  })),
  'a user who may leave removes another one': membership(member, { can_leave_group: EVERYONE }, (scene) => ({
    delete: [scene.owner.id],
  })),
  'a guest in a permitted group changes a group': async (scene) => {
    const permitted = await scene.group({ members: [scene.guest.id] })
    const group = await scene.group({ can_manage_group: permitted })
    return scene.guest.ask('PATCH', `/user_groups/${group}`, { description: 'Changed' })
  },
  'a group contains itself': async (scene) => {
    const inner = await scene.group()
    const group = await scene.group({ subgroups: [inner] })
    return scene.owner.ask('POST', `/user_groups/${inner}/subgroups`, { add: [group] })
  },
  'a new member does what full members do': async (scene) => {
    await scene.set('waiting_period_threshold', 10_000, 0)
    await scene.permit('can_create_groups', FULL_MEMBERS, MEMBERS)
    const fields = { name: scene.name('group'), description: '', members: [] }
    return scene.member.ask('POST', '/user_groups/create', fields)
  },
}

const MESSAGES: Readonly<Record<string, Attempt>> = {
  'a user deletes an own message without the permission': async (scene) => {
    const id = await scene.message(scene.member)
    await scene.permit('can_delete_own_message_group', NO_USERS, EVERYONE)
    return scene.member.ask('DELETE', `/messages/${id}`)
  },
  'a user deletes the message of another': async (scene) =>
    scene.member.ask('DELETE', `/messages/${await scene.message(scene.other)}`),
  'a user deletes a message too late': async (scene) => {
    const id = await scene.message(scene.member)
    await scene.set('message_content_delete_limit_seconds', 10, 600)
    await scene.wait(60)
    return scene.member.ask('DELETE', `/messages/${id}`)
  },
  'a user resolves a topic without the permission': async (scene) => {
    const id = await scene.message(scene.member)
    await scene.permit('can_resolve_topics_group', ADMINISTRATORS, EVERYONE)
    return scene.member.ask('PATCH', `/messages/${id}`, { topic: '✔ rights', propagate_mode: 'change_all' })
  },
  'a user moves a message to a topic without the permission': async (scene) => {
    const id = await scene.message(scene.other)
    await scene.permit('can_move_messages_between_topics_group', ADMINISTRATORS, EVERYONE)
    return scene.member.ask('PATCH', `/messages/${id}`, { topic: 'moved' })
  },
  'a user moves a message to a channel without the permission': async (scene) => {
    const id = await scene.message(scene.member)
    await scene.permit('can_move_messages_between_channels_group', ADMINISTRATORS, MEMBERS)
    return scene.member.ask('PATCH', `/messages/${id}`, { stream_id: 3 })
  },
  'a user moves a message too late': async (scene) => {
    const id = await scene.message(scene.other)
    await scene.set('move_messages_within_stream_limit_seconds', 10, 604_800)
    await scene.wait(60)
    return scene.member.ask('PATCH', `/messages/${id}`, { topic: 'moved' })
  },
  'an edit replaces another that its author did not know': async (scene) => {
    const id = await scene.message(scene.member)
    const fields = { content: scene.name('text'), prev_content_sha256: 'a'.repeat(64) }
    return scene.member.ask('PATCH', `/messages/${id}`, fields)
  },
  'a user deletes the reminder of another': async (scene) => {
    const message_id = await scene.message(scene.member)
    const scheduled_delivery_timestamp = Math.floor(scene.organization.world.scheduler.now / 1000) + 86_400
    const made: Json = await scene.other.insist('POST', '/reminders', { message_id, scheduled_delivery_timestamp })
    return scene.member.ask('DELETE', `/reminders/${made.reminder_id}`)
  },
  'a user edits visibly the message of another': async (scene) =>
    scene.member.ask('POST', `/messages/${await scene.message(scene.other)}/typing`, { op: 'start' }),
}

/** Registers a queue, and returns what reads it as a client that has the events up to `last_event_id`. */
async function queueOf({ other }: Scene, more: Fields = {}) {
  const fields = { event_types: ['message'], ...more }
  const { queue_id, last_event_id: first }: Json = await other.insist('POST', '/register', fields)
  const read = (client: Client, last_event_id: number): Promise<Json> =>
    client.ask('GET', '/events', { queue_id, last_event_id, dont_block: true })
  return { first: Number(first), read }
}

const QUEUES: Readonly<Record<string, Attempt>> = {
  'a user reads the queue of another': async (scene) => {
    const { first, read } = await queueOf(scene)
    return read(scene.member, first)
  },
  'a client acknowledges events of the future': async (scene) => {
    const { first, read } = await queueOf(scene)
    return read(scene.other, first + 100_000)
  },
  'a client reads what it has acknowledged': async (scene) => {
    const { first, read } = await queueOf(scene)
    await scene.message(scene.other)
    const { events = [] }: Json = (await read(scene.other, first)) ?? {}
    const acknowledged: Json = events.length > 0 ? await read(scene.other, events.at(-1).id) : undefined
    return acknowledged?.result === 'success' ? read(scene.other, first) : undefined
  },
  'a client reads a queue after its lifetime': async (scene) => {
    const { first, read } = await queueOf(scene, { queue_lifespan_secs: 20 })
    await scene.wait(40)
    return read(scene.other, first)
  },
  'a user has more queues than others': async (scene) => {
    for (let nth = 0; nth <= MAX_QUEUES; nth++) await queueOf(scene)
    return found(scene, `SELECT 1 FROM queues GROUP BY user_id HAVING count(*) > ${MAX_QUEUES}`)
  },
  'a closed organization keeps its queues': async (scene) => {
    const operator = scene.operator()
    scene.undo(() => operator('POST', '/realm/reactivate'))
    await scene.owner.insist('POST', '/realm/deactivate')
    await scene.wait(130)
    return found(scene, 'SELECT 1 FROM queues')
  },
}

const MAX_QUEUES = 100

export const FORBIDDEN = { ...ACCOUNTS, ...SITES, ...LOSSES, ...ERASURES, ...GROUPS, ...MESSAGES, ...QUEUES }

async function tryForbidden({ organization, done }: Life, what: string, act: Attempt): Promise<string> {
  const scene = new Scene(organization, done)
  try {
    const answer = await act(scene)
    if (answer?.result === 'success') organization.fail(`It is forbidden, and was done: ${what}`)
    return `${what}: ${outcomeOf(answer)}`
  } finally {
    await scene.end()
  }
}

/** The names of those that need a gateway for pings. */
export const ABOUT_PINGS = Object.keys(PINGS)

export const FORBIDDEN_ACTIONS: Readonly<Record<string, Action>> = Object.fromEntries(
  Object.entries({ ...FORBIDDEN, ...PINGS }).map(([what, act]) => [
    what,
    { weight: 0, changesAccess: true, run: (life: Life) => tryForbidden(life, what, act) },
  ]),
)
