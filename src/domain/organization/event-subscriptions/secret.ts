import { standardSecret } from '../../../outside/standard-webhooks'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { writeSecret } from '../../realm/secrets/actions'
import { deleteSigningSecrets, replaceSecret, signingSecrets } from '../../realm/secrets/signing-secrets'

const nameOf = (id: number) => `signing secret of event subscription ${id}`
const SECRET_CHARACTERS = 32

const newSecret = (realm: Realm): string => standardSecret(Buffer.from(realm.randomKey(SECRET_CHARACTERS)))

/** Creates the secret with which the events of a subscription are signed, and returns it. Stores it encrypted. */
export function createSigningSecret(realm: Realm, id: number): string {
  const secret = newSecret(realm)
  writeSecret(realm, nameOf(id), secret)
  return secret
}

/** Replaces the secret of a subscription, and returns the new one. The earlier one signs too for a day, unless it leaked. */
export function replaceSigningSecret(realm: Realm, id: number, { has_leaked }: { has_leaked: boolean }): string {
  const secret = newSecret(realm)
  replaceSecret(realm, nameOf(id), secret, has_leaked)
  return secret
}

/** Returns the secrets with which an event is signed now, the newest one first. */
export const signingSecretsOf = (realm: ReadOnlyRealm, id: number): string[] => signingSecrets(realm, nameOf(id))

export const deleteSigningSecretsOf = (realm: Realm, id: number): void => deleteSigningSecrets(realm, nameOf(id))
