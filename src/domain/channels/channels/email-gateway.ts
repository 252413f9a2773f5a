import type { ReadOnlyRealm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { findUserByEmail } from '../../people/users/storage'

/** The local part of the email address of the Email Gateway bot, which posts incoming emails. */
export const EMAIL_GATEWAY = 'emailgateway'

/** Whether the user is the Email Gateway bot. Every realm has this bot, although this server receives no emails. */
export const isEmailGateway = (realm: ReadOnlyRealm, user_id: number): boolean =>
  findUserByEmail(realm, `${EMAIL_GATEWAY}@${realmRow(realm).host}`)?.user_id === user_id
