import type { Realm } from '../../../realm'
import { forgetKeys, newKey } from '../users/keys'
import type { User } from '../users/user'
import { tellOfKey, tellOfServices } from './events'
import { regenerateKeyOfBot } from './secrets'

/** Another key for somebody, or for a bot, whose token becomes another with it. */
export function regenerateKey(realm: Realm, user: User): string {
  if (user.is_bot) {
    const key = regenerateKeyOfBot(realm, user.user_id)
    tellOfKey(realm, user)
    tellOfServices(realm, user)
    return key
  }
  forgetKeys(realm, user.user_id)
  return newKey(realm, user.user_id)
}
