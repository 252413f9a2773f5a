import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import type { Channel } from '../../channels/channels/channel'
import { defaultChannels } from '../../channels/channels/storage'
import { groupMembersAdded } from '../../people/groups/events'
import { roleGroupsOf } from '../../people/groups/membership'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { addSubscriptions } from '../../management/subscriptions/add-subscriptions'
import { applyRealmDefaults } from '../../people/user-settings/actions'
import { realmDefaultsOf, userSettingsOf } from '../../people/user-settings/storage'
import { publishAway } from '../../personal/user-status/actions'
import { everyone, userAdded } from '../../people/users/events'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { emailInUse, namesMustBeUnique, refusalOfEmail, refusalOfName } from '../../people/users/rules'
import {
  apiEmailOf,
  findUserIdByEmail,
  insertUser,
  isNameTaken,
  nextUserId,
  type NewUser,
} from '../../people/users/storage'
import { MEMBER, type Role, type User, type BotType } from '../../people/users/user'
import { defaultAvatar } from '../../people/users/avatar'

export type NewAccount = {
  email: string
  full_name: string
  password_hash: string | null
  role?: Role
  bot_type?: BotType
  bot_owner_id?: number
  is_system_bot?: boolean
  can_create_users?: boolean
  can_change_user_emails?: boolean
  /** The language of the user, instead of that of the realm. */
  language?: string
  /** The channels in which the user starts, instead of the default channels. */
  channels?: Channel[]
  /** 'created': another user made the account, and the user has not logged in yet. */
  standing?: 'claimed' | 'created'
  /** The link of a guest who gave a name only. No user sees the address of such an account: it is none. */
  guest_link_id?: number
}

/**
 * Creates an account in the groups of its role, and subscribes a person to the default channels. Throws if the name or the
 * address is invalid or taken. Checks no permission. All other functions that create accounts call this one.
 */
export function createAccount(realm: Realm, account: NewAccount): User {
  const email = account.email.trim()
  const full_name = account.full_name.trim()
  const refusal = refusalOfName(full_name) ?? refusalOfEmail(email)
  if (refusal) throw refusal
  if (findUserIdByEmail(realm, email) !== undefined) throw emailInUse({ email })
  if (settingsOf(realm).require_unique_names && isNameTaken(realm.sql, full_name)) throw namesMustBeUnique({})

  const user = insertUser(realm, newUser(realm, { ...account, email, full_name }))
  copyProfileToD1(realm, user)
  if (user.is_system_bot) return user
  recordAudit(realm, 'user_created', { user_id: user.user_id }, { role: user.role, is_bot: user.is_bot })
  if (!user.is_bot) applyRealmDefaults(realm, user, account.language)
  realm.publish(userAdded({ user }), everyone({}))
  if (!userSettingsOf(realm, user).presence_enabled) publishAway(realm, user, false)
  for (const group_id of roleGroupsOf(realm, user))
    realm.publish(groupMembersAdded({ group_id, user_ids: [user.user_id] }), everyone({}))
  if (!user.is_bot) addSubscriptions(realm, { channels: account.channels ?? defaultChannels(realm), users: [user] })
  return user
}

function newUser(realm: ReadOnlyRealm, account: NewAccount): NewUser {
  const user_id = nextUserId(realm.sql)
  const is_bot = account.bot_type !== undefined
  const { guest_link_id = null } = account
  const email_address_visibility =
    guest_link_id === null ? realmDefaultsOf(realm.sql).email_address_visibility : VISIBLE_TO_NO_USER
  const user = { user_id, delivery_email: account.email, email_address_visibility, is_bot }
  return {
    ...user,
    full_name: account.full_name,
    role: account.role ?? MEMBER,
    is_active: true,
    bot_type: account.bot_type ?? null,
    bot_owner_id: account.bot_owner_id ?? null,
    is_system_bot: account.is_system_bot ?? false,
    can_create_users: account.can_create_users ?? false,
    can_change_user_emails: account.can_change_user_emails ?? false,
    date_joined: realm.now(),
    timezone: '',
    ...defaultAvatar(realm, { user_id, email: apiEmailOf(user, realmRow(realm).host) }),
    avatar_version: 1,
    password_hash: account.password_hash,
    standing: account.standing ?? 'claimed',
    guest_link_id,
  }
}

const VISIBLE_TO_NO_USER = 4
