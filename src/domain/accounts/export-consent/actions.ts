import { type Realm } from '../../../realm'
import { administratorsOnly } from '../../people/users/events'
import { type User } from '../../people/users/user'
import { consenting } from './consents'
import { consentChanged } from './events'

/** Administrators hear of it when somebody consents, or does no longer. */
export const tellOfConsent = (realm: Realm, { user_id }: Pick<User, 'user_id'>, consented: boolean): void =>
  realm.publish(consentChanged({ user_id, consented }), administratorsOnly())

/** Nobody consents who has just come in, and administrators know that. Who comes back may have done so long ago. */
export function tellOfConsentBrought(realm: Realm, user_id: number): void {
  if (consenting(realm).includes(user_id)) tellOfConsent(realm, { user_id }, true)
}
