import type { Client } from './client.ts'
import { MEMBERS, type Attempt } from './scene.ts'
import { newcomer, Session } from './session.ts'
import type { Json } from '../shared-parts.ts'

// What the gateway for pings must refuse, or leave to the realm. It has admitted each credential before, and answers without the realm.

const PATH = '/users/me/presence'
const FIELDS = { status: 'active', new_user_input: true, slim_presence: true }

const ping = (client: Client | Session, ...users: Client[]): Promise<Json> =>
  client.ask('POST', PATH, { ...FIELDS, parley_user_ids: users.map(({ id }) => id) })

/** Returns a success if an answer shows one of these users as active. */
const shows = (answer: Json, users: readonly Client[]): Json => ({
  result: users.some(({ id }) => answer?.presences?.[id] !== undefined) ? 'success' : 'error',
})

export const PINGS: Readonly<Record<string, Attempt>> = {
  'a session that ended pings': async ({ member }) => {
    const session = await Session.begin(member)
    if (session === undefined) return undefined
    const thief = new Session(member, session.cookie)
    await ping(thief)
    const end = await session.ask('POST', '/logout')
    return end?.result === 'success' ? ping(thief) : undefined
  },
  'a session keeps its token after a change of the role': async (scene) => {
    const session = await newcomer(scene.organization, scene.name('promoted'))
    if (session === undefined) return undefined
    await ping(session)
    const { cookie } = session
    await scene.owner.insist('PATCH', `/users/${session.client.id}`, { role: 300 })
    const answer = await ping(session)
    return session.cookie === cookie ? answer : undefined
  },
  'a guest sees who is there among strangers': async (scene) => {
    await scene.permit('can_access_all_users_group', MEMBERS, 6)
    const { organization, member, owner, name } = scene
    const session = await newcomer(organization, name('visitor'), { role: 600, in_default_channels: false })
    if (session === undefined) return undefined
    for (const each of [member, owner]) await ping(each, member)
    await ping(session.client, member, owner)
    return shows(await ping(session.client, member, owner), [member, owner])
  },
  'an organization that hides presences shows one': async (scene) => {
    const { member, other } = scene
    for (const each of [other, member]) await ping(each, member, other)
    await scene.set('presence_disabled', true, false)
    return shows(await ping(member, other), [other])
  },
  'a deactivated user pings': async (scene) => {
    const session = await newcomer(scene.organization, scene.name('guest'))
    if (session === undefined) return undefined
    const { client } = session
    // The realm admits the user while it deactivates the account.
    const before = ping(client)
    const answer = await scene.owner.ask('DELETE', `/users/${client.id}`)
    await before
    return answer?.result === 'success' ? ping(client) : undefined
  },
}
