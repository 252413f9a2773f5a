import type { ReadOnlyRealm, Realm } from '../../../realm'
import { deleteSecret, readSecret, writeSecret } from '../../realm/secrets/actions'
import { secretFrom } from './signed-request'

const nameOf = (id: number) => `signing secret of event subscription ${id}`
const SECRET_CHARACTERS = 32

/** Creates the secret with which the events of a subscription are signed, and returns it. Stores it encrypted. */
export function createSigningSecret(realm: Realm, id: number): string {
  const secret = secretFrom(realm.randomKey(SECRET_CHARACTERS))
  writeSecret(realm, nameOf(id), secret)
  return secret
}

export const signingSecretOf = (realm: ReadOnlyRealm, id: number): string | undefined => readSecret(realm, nameOf(id))

export const deleteSigningSecret = (realm: Realm, id: number): void => deleteSecret(realm, nameOf(id))
