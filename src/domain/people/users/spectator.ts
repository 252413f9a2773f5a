import { apiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { admitsSpectators } from '../../realm/settings/spectators'
import { GUEST, type User } from './user'

export const notLoggedIn = apiError('UNAUTHORIZED', () => 'Not logged in: API authentication or user session required')

/**
 * Whoever looks in without an account, as readers go: in no channel and no group, with less sight than any guest, so that
 * the one rule of who may read a message shows them what is web-public and nothing else.
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
  timezone: '',
  avatar_source: 'G',
  avatar_version: 1,
  avatar_hash: '',
  email_address_visibility: 4,
  profile_data: {},
}

export const isSpectator = ({ user_id }: User): boolean => user_id === SPECTATOR.user_id

/** Whoever asks to read; nobody with an account looks in, where the realm lets them. */
export function readerAsking(realm: Realm, actor: User | undefined): User {
  if (actor === undefined && !admitsSpectators(realm)) throw notLoggedIn({})
  return actor ?? SPECTATOR
}
