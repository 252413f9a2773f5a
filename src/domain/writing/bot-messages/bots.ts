import type { ReadOnlyRealm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { findUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** The local parts of the addresses of the bots that each realm has from the beginning. */
export const NOTIFICATION_BOT = 'notification-bot'
export const WELCOME_BOT = 'welcome-bot'

export const notificationBot = (realm: ReadOnlyRealm): User => botNamed(realm, NOTIFICATION_BOT)
export const welcomeBot = (realm: ReadOnlyRealm): User => botNamed(realm, WELCOME_BOT)

const botNamed = (realm: ReadOnlyRealm, name: string): User =>
  findUserByEmail(realm, `${name}@${realmRow(realm).host}`)!
