import type { Realm } from '../../../realm'
import { sendOnboarding } from '../../accounts/sign-up/onboarding'
import { createAccount } from '../../accounts/users/actions'
import { insertSystemGroups } from '../../people/groups/system-groups-storage'
import { EMAIL_GATEWAY } from '../../channels/channels/email-gateway'
import { NOTIFICATION_BOT, WELCOME_BOT } from '../../writing/bot-messages/bots'
import { beginGeneration } from '../../realm/settings/server-generation'
import { insertRealmUuid } from '../../realm/settings/uuid-storage'
import { insertRealm, realmRow, writeSetting } from '../../realm/settings/storage'
import { GENERIC_BOT, OWNER } from '../../people/users/user'
import { createApiKey } from '../../people/users/api-key-storage'
import { createFirstChannels } from './first-channels'

export type NewRealm = {
  name: string
  full_name?: string
  host: string
  owner_email: string
  owner_full_name: string
  password_hash: string
  org_type?: number
  default_language?: string
  first_channels: boolean
}

const SYSTEM_BOTS = [
  { local_part: NOTIFICATION_BOT, full_name: 'Notification Bot' },
  { local_part: WELCOME_BOT, full_name: 'Welcome Bot' },
  { local_part: EMAIL_GATEWAY, full_name: 'Email Gateway' },
]

/** Creates the realm with its system groups, its system bots, its owner and its first channels. Returns the owner's API key. */
export function createRealm(
  realm: Realm,
  { name, full_name, host, owner_email, owner_full_name, password_hash, ...beginning }: NewRealm,
) {
  insertRealm(realm.sql, { string_id: name, host, created_at: realm.now(), is_deactivated: false })
  insertRealmUuid(realm)
  beginGeneration(realm)
  writeSetting(realm, 'name', full_name ?? name)
  const { org_type, default_language, first_channels } = beginning
  if (org_type !== undefined) writeSetting(realm, 'org_type', org_type)
  if (default_language !== undefined) writeSetting(realm, 'default_language', default_language)
  insertFirstRows(realm)
  const owner = createAccount(realm, {
    email: owner_email,
    full_name: owner_full_name,
    password_hash,
    role: OWNER,
    can_create_users: true,
    can_change_user_emails: true,
  })
  if (first_channels) createFirstChannels(realm, owner)
  sendOnboarding(realm, owner, { hasPassword: true, isFounder: true })
  return { user_id: owner.user_id, email: owner.delivery_email, api_key: createApiKey(realm, owner.user_id) }
}

/** Creates the system groups and the system bots, which every realm has. */
export function insertFirstRows(realm: Realm): void {
  insertSystemGroups(realm)
  const { host } = realmRow(realm)
  for (const bot of SYSTEM_BOTS)
    createAccount(realm, {
      email: `${bot.local_part}@${host}`,
      full_name: bot.full_name,
      password_hash: null,
      bot_type: GENERIC_BOT,
      is_system_bot: true,
    })
}
