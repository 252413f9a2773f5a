import type { Realm } from '../../../realm'
import { openAccount } from '../../accounts/users/actions'
import { insertSystemGroups } from '../../people/groups/storage'
import { EMAIL_GATEWAY } from '../../channels/channels/email-gateway'
import { NOTIFICATION_BOT, WELCOME_BOT } from '../../writing/bot-messages/bots'
import { beginGeneration } from '../../realm/settings/server-generation'
import { insertRealm, writeSetting } from '../../realm/settings/storage'
import { newKey } from '../../people/users/keys'
import { GENERIC_BOT, OWNER } from '../../people/users/user'

export type Founding = {
  name: string
  full_name?: string
  host: string
  owner_email: string
  owner_full_name: string
  password_hash: string
}

const SYSTEM_BOTS = [
  { local_part: NOTIFICATION_BOT, full_name: 'Notification Bot' },
  { local_part: WELCOME_BOT, full_name: 'Welcome Bot' },
  { local_part: EMAIL_GATEWAY, full_name: 'Email Gateway' },
]

/** A realm begins: its groups, the bots that speak for the server, and its owner, who may let others in. */
export function foundRealm(
  realm: Realm,
  { name, full_name, host, owner_email, owner_full_name, password_hash }: Founding,
) {
  insertRealm(realm.sql, { string_id: name, host, created_at: realm.now(), is_deactivated: false })
  beginGeneration(realm)
  writeSetting(realm, 'name', full_name ?? name)
  insertSystemGroups(realm)
  for (const bot of SYSTEM_BOTS)
    openAccount(realm, {
      email: `${bot.local_part}@${host}`,
      full_name: bot.full_name,
      password_hash: null,
      bot_type: GENERIC_BOT,
      is_system_bot: true,
    })
  const owner = openAccount(realm, {
    email: owner_email,
    full_name: owner_full_name,
    password_hash,
    role: OWNER,
    can_create_users: true,
    can_change_user_emails: true,
  })
  return { user_id: owner.user_id, email: owner.delivery_email, api_key: newKey(realm, owner.user_id) }
}
