import { Client } from './client.ts'
import {
  ADMINISTRATORS,
  administrator,
  attempt,
  guest,
  member,
  MEMBERS,
  owner,
  pathOf,
  type Attempt,
  type Scene,
} from './scene.ts'
import type { Json } from '../shared-parts.ts'

// What a user may not do to accounts and to the organization.

export const ACCOUNTS: Readonly<Record<string, Attempt>> = {
  'a member asks for the exports': attempt(member, 'GET', '/export/realm'),
  'an administrator closes the organization': attempt(administrator, 'POST', '/realm/deactivate'),
  'a webhook bot reads messages': async (scene) =>
    (await scene.bot(scene.member, 2)).ask('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
  'a bot has settings': async (scene) => (await scene.bot(scene.member)).ask('PATCH', '/settings', { language: 'de' }),
  'a guest lists bots': attempt(guest, 'GET', '/bots'),
  'an administrator has the address of an owner changed': async (scene) => {
    await scene.giveRight(scene.administrator, 'can_change_user_emails')
    return scene.administrator.ask('PATCH', `/users/${scene.owner.id}`, { new_email: 'thief@example.org' })
  },
  'an administrator without the right changes an address': attempt(
    administrator,
    'PATCH',
    pathOf((scene) => scene.other),
    { new_email: 'other@example.org' },
  ),
  'a member renames another': attempt(
    member,
    'PATCH',
    pathOf((scene) => scene.other),
    { full_name: 'Renamed' },
  ),
  'an administrator renames a bot of the server': (scene) => {
    const [bot] = scene.organization.query('SELECT user_id FROM users WHERE is_system_bot ORDER BY user_id LIMIT 1')
    return scene.administrator.ask('PATCH', `/users/${bot?.user_id}`, { full_name: 'Renamed' })
  },
  'a member gets a right of administrators': async (scene) => {
    const path = `/parley/users/${scene.member.id}/rights`
    return scene.owner.ask('PATCH', path, { can_create_users: true })
  },
  'an administrator gives oneself a right': (scene) =>
    scene.administrator.ask('PATCH', `/parley/users/${scene.administrator.id}/rights`, { can_create_users: true }),
  'an administrator becomes an owner': attempt(administrator, 'PATCH', pathOf(administrator), { role: 100 }),
  'a member makes a bot an administrator': async (scene) => {
    const bot = await scene.bot(scene.member)
    return scene.member.ask('PATCH', `/bots/${bot.id}`, { role: 200 })
  },
  'an administrator uses the bot of an owner': async (scene) => {
    const bot = await scene.bot(scene.owner)
    await scene.giveRole(bot, 100, 400)
    return scene.administrator.ask('PATCH', `/bots/${bot.id}`, { full_name: scene.name('robot') })
  },
  'the last owner becomes a member': attempt(owner, 'PATCH', pathOf(owner), { role: 400 }),
  'the last owner is deactivated': attempt(owner, 'DELETE', pathOf(owner)),
  'the last owner leaves': attempt(owner, 'DELETE', '/users/me'),
  'an administrator deactivates an owner': async (scene) => {
    await scene.giveRole(scene.other, 100, 400)
    return scene.administrator.ask('DELETE', `/users/${scene.other.id}`)
  },
  'an administrator reactivates an owner': async (scene) => {
    await scene.giveRole(scene.other, 100, 400)
    await scene.deactivate(scene.other)
    return scene.administrator.ask('POST', `/users/${scene.other.id}/reactivate`)
  },
  'a member without the permission makes a bot': async (scene) => {
    await scene.permit('can_create_bots_group', ADMINISTRATORS, MEMBERS)
    await scene.permit('can_create_write_only_bots_group', ADMINISTRATORS, MEMBERS)
    return scene.member.ask('POST', '/bots', { full_name: 'Robot', short_name: scene.name('robot'), bot_type: 2 })
  },
  'a member who may make webhooks makes a bot that reads': async (scene) => {
    await scene.permit('can_create_bots_group', ADMINISTRATORS, MEMBERS)
    return scene.member.ask('POST', '/bots', { full_name: 'Robot', short_name: scene.name('robot'), bot_type: 1 })
  },
  'an administrator changes what only owners change': attempt(administrator, 'PATCH', '/realm', {
    waiting_period_threshold: 3,
  }),
  'a user deletes the account with an API key': (scene) =>
    scene.other.ask('POST', '/parley/users/me/erasure', { email: scene.other.account.email }),
  'an owner erases the organization with an API key': attempt(owner, 'POST', '/parley/erasure', { name: 'acme' }),
  'a member opens the bill': async ({ member: client }) => {
    const response = await client.fetch('/self-hosted-billing').catch(() => undefined)
    const place = response?.headers.get('location') ?? '/login'
    return { result: place.startsWith('/login') ? 'error' : 'success' }
  },
}

export const SITES: Readonly<Record<string, Attempt>> = {
  'a host with more labels': ({ organization: { world, realm_name }, owner: { account } }) =>
    new Client(world, `http://of.${realm_name}.parley.test`, account).ask('GET', '/server_settings'),
}

/** Returns a success if a query of the realm finds a row. */
export const found = ({ organization }: Scene, query: string): Json =>
  organization.query(query)[0] === undefined ? { result: 'error' } : { result: 'success' }

/** What a user must lose with something else. */
export const LOSSES: Readonly<Record<string, Attempt>> = {
  'the bot of a former administrator renames a user': async (scene) => {
    await scene.giveRole(scene.other, 200, 400)
    const bot = await scene.bot(scene.other)
    await scene.giveRole(bot, 200, 400)
    await scene.owner.insist('PATCH', `/users/${scene.other.id}`, { role: 400 })
    return bot.ask('PATCH', `/users/${scene.member.id}`, { full_name: 'Renamed' })
  },
  'a bot that a member received renames a user': async (scene) => {
    const bot = await scene.bot(scene.owner)
    await scene.giveRole(bot, 200, 400)
    await scene.owner.insist('PATCH', `/bots/${bot.id}`, { bot_owner_id: scene.member.id })
    return bot.ask('PATCH', `/users/${scene.other.id}`, { full_name: 'Renamed' })
  },
  'the bot of a deactivated user goes on': async (scene) => {
    const bot = await scene.bot(scene.other)
    await scene.deactivate(scene.other)
    return bot.ask('GET', '/users/me')
  },
  'a bot comes back to a deactivated user': async (scene) => {
    const bot = await scene.bot(scene.other)
    await scene.deactivate(scene.other)
    await scene.owner.insist('POST', `/users/${bot.id}/reactivate`)
    return found(scene, `SELECT 1 FROM users WHERE user_id = ${bot.id} AND bot_owner_id = ${scene.other.id}`)
  },
  'a deactivated user keeps a queue': async (scene) => {
    await scene.other.insist('POST', '/register', { event_types: ['message'] })
    await scene.deactivate(scene.other)
    return found(scene, `SELECT 1 FROM queues WHERE user_id = ${scene.other.id}`)
  },
  'a deactivated user sends what was scheduled': async (scene) => {
    const sent = await scheduled(scene)
    await scene.deactivate(scene.other)
    return sent()
  },
  'a closed organization sends what was scheduled': async (scene) => {
    const sent = await scheduled(scene)
    const operator = scene.operator()
    scene.undo(() => operator('POST', '/realm/reactivate'))
    await scene.owner.insist('POST', '/realm/deactivate')
    return sent()
  },
}

/** Schedules a message. Returns what says, some time after it was due, whether it was sent. */
async function scheduled(scene: Scene): Promise<() => Promise<Json>> {
  const due = Math.ceil(scene.organization.world.scheduler.now / 1000) + SOON_SECONDS
  const fields = {
    type: 'direct',
    to: [scene.owner.id],
    content: scene.name('text'),
    scheduled_delivery_timestamp: due,
  }
  const { scheduled_message_id: id }: Json = await scene.other.insist('POST', '/scheduled_messages', fields)
  return async () => {
    await scene.wait(SOON_SECONDS + LATE_SECONDS)
    return found(scene, `SELECT 1 FROM scheduled_messages WHERE scheduled_message_id = ${id} AND sent_at > 0`)
  }
}

const [SOON_SECONDS, LATE_SECONDS] = [90, 130]
