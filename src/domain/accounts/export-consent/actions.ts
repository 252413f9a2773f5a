import type { Realm } from '../../../realm'
import { administratorsOnly } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { consentingUserIds } from './consents'
import { consentChanged } from './events'

/** Publishes to administrators that a user allows the export of private data, or no longer does. */
export const publishConsent = (realm: Realm, { user_id }: Pick<User, 'user_id'>, consented: boolean): void =>
  realm.publish(consentChanged({ user_id, consented }), administratorsOnly())

/** Publishes the consent of a reactivated user, who may have given it earlier. Clients assume none for a new active user. */
export function publishConsentOfReactivated(realm: Realm, user_id: number): void {
  if (consentingUserIds(realm).includes(user_id)) publishConsent(realm, { user_id }, true)
}
