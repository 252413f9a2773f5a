import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { maybeUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** What comes before the @ in the address of the bot that speaks for the server. */
export const NOTIFICATION_BOT = 'notification-bot'

/** Every realm has had it from its first moment. */
export const notificationBot = (realm: Realm): User =>
  maybeUserByEmail(realm, `${NOTIFICATION_BOT}@${realmRow(realm).host}`)!
