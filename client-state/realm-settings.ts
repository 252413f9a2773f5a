import type { Json } from './reducer'

/** Updates settings of the realm, under their names and under the older names that the state also has. */
export function updateRealm(state: Json, changes: Json): void {
  for (const [name, value] of Object.entries(changes)) state[`realm_${name}`] = value
  if (changes.authentication_methods) {
    const { enabled } = changes.authentication_methods.Email
    state.realm_email_auth_enabled = enabled
    state.realm_password_auth_enabled = enabled
  }
  if ('jitsi_server_url' in changes) state.jitsi_server_url = changes.jitsi_server_url ?? state.server_jitsi_server_url
  for (const [policy, [permission, policies, otherwise]] of Object.entries(OLDER_POLICIES))
    if (permission in changes) state[policy] = policies[changes[permission]] ?? otherwise
}

// By the ids of system groups: 1 role:nobody, 2 owners, 3 administrators, 4 moderators, 5 full members, 6 members, 7 everyone.
const CREATION_POLICIES = { 6: 1, 3: 2, 5: 3, 4: 4 }
const OLDER_POLICIES: Record<string, [permission: string, policies: Record<number, number>, otherwise: number]> = {
  realm_create_public_stream_policy: ['can_create_public_channel_group', CREATION_POLICIES, 1],
  realm_create_private_stream_policy: ['can_create_private_channel_group', CREATION_POLICIES, 1],
  realm_create_web_public_stream_policy: ['can_create_web_public_channel_group', { 3: 2, 4: 4, 1: 6, 2: 7 }, 4],
  realm_wildcard_mention_policy: ['can_mention_many_users_group', { 7: 1, 6: 2, 5: 3, 3: 5, 1: 6, 4: 7 }, 1],
}
