import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { defaultChannels } from '../../channels/channels/storage'
import { groupMembersAdded } from '../../people/groups/events'
import { groupsOfRole } from '../../people/groups/standing'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { addSubscriptions } from '../../management/subscriptions/add-subscriptions'
import { startWithDefaults } from '../../people/user-settings/actions'
import { realmDefaultsOf, userSettingsOf } from '../../people/user-settings/storage'
import { tellOfPresence } from '../../personal/user-status/actions'
import { avatarHash } from '../../people/users/avatar-hash'
import { everyone, userAdded } from '../../people/users/events'
import { putProfile } from '../../people/users/profile-in-d1'
import { emailInUse, namesMustBeUnique, refusalOfEmail, refusalOfName } from '../../people/users/rules'
import { apiEmailOf, holderOf, insertUser, isNameTaken, nextUserId, type NewUser } from '../../people/users/storage'
import { MEMBER, type Role, type User, type BotType } from '../../people/users/user'

export type AccountWishes = {
  email: string
  full_name: string
  password_hash: string | null
  role?: Role
  bot_type?: BotType
  bot_owner_id?: number
  is_system_bot?: boolean
  can_create_users?: boolean
  can_change_user_emails?: boolean
  /** To start in, in place of those that everyone starts in. */
  channels?: Channel[]
}

/** Somebody comes in: an account, in the groups of its role, in the channels everyone starts with. Every way in leads here. */
export function openAccount(realm: Realm, wishes: AccountWishes): User {
  const email = wishes.email.trim()
  const full_name = wishes.full_name.trim()
  const refusal = refusalOfName(full_name) ?? refusalOfEmail(email)
  if (refusal) throw refusal
  if (holderOf(realm, email) !== undefined) throw emailInUse({ email })
  if (settingsOf(realm).require_unique_names && isNameTaken(realm, full_name)) throw namesMustBeUnique({})

  const user = insertUser(realm, newUser(realm, { ...wishes, email, full_name }))
  putProfile(realm, user)
  if (user.is_system_bot) return user
  if (!user.is_bot) startWithDefaults(realm, user)
  realm.publish(userAdded({ user }), everyone({}))
  if (!userSettingsOf(realm, user).presence_enabled) tellOfPresence(realm, user, false)
  for (const group_id of groupsOfRole(realm, user))
    realm.publish(groupMembersAdded({ group_id, user_ids: [user.user_id] }), everyone({}))
  if (!user.is_bot) addSubscriptions(realm, { channels: wishes.channels ?? defaultChannels(realm), users: [user] })
  return user
}

function newUser(realm: Realm, wishes: AccountWishes): NewUser {
  const user_id = nextUserId(realm)
  const is_bot = wishes.bot_type !== undefined
  const { email_address_visibility } = realmDefaultsOf(realm.sql)
  const user = { user_id, delivery_email: wishes.email, email_address_visibility, is_bot }
  return {
    ...user,
    full_name: wishes.full_name,
    role: wishes.role ?? MEMBER,
    is_active: true,
    bot_type: wishes.bot_type ?? null,
    bot_owner_id: wishes.bot_owner_id ?? null,
    is_system_bot: wishes.is_system_bot ?? false,
    can_create_users: wishes.can_create_users ?? false,
    can_change_user_emails: wishes.can_change_user_emails ?? false,
    date_joined: realm.now(),
    timezone: '',
    avatar_source: 'G',
    avatar_version: 1,
    avatar_hash: avatarHash(apiEmailOf(user, realmRow(realm).host)),
    password_hash: wishes.password_hash,
  }
}
