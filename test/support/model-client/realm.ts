import type { Json } from '../person'

/** What a client makes of news of the realm: what it is told, and what it knows under an older name as well. */
export function applyToRealm(state: Json, news: Json): void {
  for (const [name, value] of Object.entries(news)) state[`realm_${name}`] = value
  if (news.authentication_methods) {
    const { enabled } = news.authentication_methods.Email
    state.realm_email_auth_enabled = enabled
    state.realm_password_auth_enabled = enabled
  }
  if ('jitsi_server_url' in news) state.jitsi_server_url = news.jitsi_server_url ?? state.server_jitsi_server_url
  for (const [policy, [permission, codes, otherwise]] of Object.entries(NUMBERS))
    if (permission in news) state[policy] = codes[news[permission]] ?? otherwise
}

// By the ids of system groups: 1 nobody, 2 owners, 3 administrators, 4 moderators, 5 full members, 6 members, 7 everyone.
const CREATING = { 6: 1, 3: 2, 5: 3, 4: 4 }
const NUMBERS: Record<string, [permission: string, codes: Record<number, number>, otherwise: number]> = {
  realm_create_public_stream_policy: ['can_create_public_channel_group', CREATING, 1],
  realm_create_private_stream_policy: ['can_create_private_channel_group', CREATING, 1],
  realm_create_web_public_stream_policy: ['can_create_web_public_channel_group', { 3: 2, 4: 4, 1: 6, 2: 7 }, 4],
  realm_wildcard_mention_policy: ['can_mention_many_users_group', { 7: 1, 6: 2, 5: 3, 3: 5, 1: 6, 4: 7 }, 1],
}
