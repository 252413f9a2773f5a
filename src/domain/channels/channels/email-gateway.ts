import type { ReadOnlyRealm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { findUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** The local part of the email address of the Email Gateway bot, which posts incoming emails. */
export const EMAIL_GATEWAY = 'emailgateway'

/** Every realm has this bot, even if the deployment receives no emails. */
export const emailGatewayBot = (realm: ReadOnlyRealm): User =>
  findUserByEmail(realm, `${EMAIL_GATEWAY}@${realmRow(realm).host}`)!

export const isEmailGateway = (realm: ReadOnlyRealm, user_id: number): boolean =>
  emailGatewayBot(realm).user_id === user_id
