import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { maybeUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** The local parts of the addresses of the bots that each realm has from the beginning. */
export const NOTIFICATION_BOT = 'notification-bot'
export const WELCOME_BOT = 'welcome-bot'

export const notificationBot = (realm: Realm): User => botNamed(realm, NOTIFICATION_BOT)
export const welcomeBot = (realm: Realm): User => botNamed(realm, WELCOME_BOT)

const botNamed = (realm: Realm, name: string): User => maybeUserByEmail(realm, `${name}@${realmRow(realm).host}`)!
