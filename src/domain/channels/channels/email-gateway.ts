import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { maybeUserByEmail } from '../../people/users/storage'

/** What comes before the @ in the address of the bot that posts what comes in by mail. */
export const EMAIL_GATEWAY = 'emailgateway'

/** Every realm has had it from its first moment, though no mail comes in here. */
export const isEmailGateway = (realm: Realm, user_id: number): boolean =>
  maybeUserByEmail(realm, `${EMAIL_GATEWAY}@${realmRow(realm).host}`)?.user_id === user_id
