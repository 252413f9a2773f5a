import type { ClientState } from './client-state'
import type { RealmUpdateDictEvent } from './wire'

type Changes = RealmUpdateDictEvent['data']

/** Updates settings of the realm, under their names and under the older names that the state also has. */
export function updateRealm(state: ClientState, { rendered_description: _, ...changes }: Changes): void {
  for (const [name, value] of Object.entries(changes)) Object.assign(state, { [`realm_${name}`]: value })
  if (changes.authentication_methods) {
    const enabled = changes.authentication_methods.Email?.enabled === true
    state.realm_email_auth_enabled = enabled
    state.realm_password_auth_enabled = enabled
  }
  if ('jitsi_server_url' in changes) state.jitsi_server_url = changes.jitsi_server_url ?? state.server_jitsi_server_url
  for (const [policy, permission, policies, otherwise] of OLDER_POLICIES) {
    const group = changes[permission]
    if (group !== undefined) state[policy] = (typeof group === 'number' ? policies[group] : undefined) ?? otherwise
  }
}

type OlderPolicy = [
  policy: keyof Pick<
    ClientState,
    | 'realm_create_public_stream_policy'
    | 'realm_create_private_stream_policy'
    | 'realm_create_web_public_stream_policy'
    | 'realm_wildcard_mention_policy'
  >,
  permission: keyof Pick<
    Changes,
    | 'can_create_public_channel_group'
    | 'can_create_private_channel_group'
    | 'can_create_web_public_channel_group'
    | 'can_mention_many_users_group'
  >,
  policies: Record<number, number>,
  otherwise: number,
]

// By the ids of system groups: 1 role:nobody, 2 owners, 3 administrators, 4 moderators, 5 full members, 6 members, 7 everyone.
const CREATION_POLICIES = { 6: 1, 3: 2, 5: 3, 4: 4 }
const OLDER_POLICIES: readonly OlderPolicy[] = [
  ['realm_create_public_stream_policy', 'can_create_public_channel_group', CREATION_POLICIES, 1],
  ['realm_create_private_stream_policy', 'can_create_private_channel_group', CREATION_POLICIES, 1],
  ['realm_create_web_public_stream_policy', 'can_create_web_public_channel_group', { 3: 2, 4: 4, 1: 6, 2: 7 }, 4],
  ['realm_wildcard_mention_policy', 'can_mention_many_users_group', { 7: 1, 6: 2, 5: 3, 3: 5, 1: 6, 4: 7 }, 1],
]
