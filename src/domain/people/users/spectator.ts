import { notLoggedIn } from '../../../api/callers'
import type { ReadOnlyRealm } from '../../../realm'
import { admitsSpectators } from '../../realm/settings/spectators'
import { GUEST, type User } from './user'

/**
 * A spectator in the form of a user: a guest in no channel and no group, who sees no address. So the rules for guests show a
 * spectator exactly what is web-public.
 */
const SPECTATOR: User = {
  user_id: 0,
  role: GUEST,
  is_active: false,
  delivery_email: '',
  email: '',
  full_name: '',
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  is_system_bot: false,
  can_create_users: false,
  can_change_user_emails: false,
  date_joined: 0,
  standing: 'claimed',
  guest_link_id: null,
  timezone: '',
  avatar_source: 'G',
  avatar_version: 1,
  avatar_hash: '',
  email_address_visibility: 4,
  profile_data: {},
}

export const isSpectator = ({ user_id }: User): boolean => user_id === SPECTATOR.user_id

/** Returns the actor, or a spectator if the request has no account. Throws `notLoggedIn` if the realm admits no spectators. */
export function requireReader(realm: ReadOnlyRealm, actor: User | undefined): User {
  if (actor === undefined && !admitsSpectators(realm)) throw notLoggedIn({})
  return actor ?? SPECTATOR
}
