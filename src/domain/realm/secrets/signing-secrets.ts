import type { ReadOnlyRealm, Realm } from '../../../realm'
import { SECONDS_PER_DAY } from '../settings/periods'
import { deleteSecret, readSecret, writeSecret } from './actions'

/** So long a replaced secret still signs, so that its receiver misses nothing while its owner changes it. */
export const OVERLAP_SECONDS = SECONDS_PER_DAY

const nameOfPrevious = (name: string): string => `previous ${name}`

/** Stores a secret in place of another one. The other one signs too until the overlap ends, unless it leaked. */
export function replaceSecret(realm: Realm, name: string, secret: string, hasLeaked: boolean): void {
  if (hasLeaked) endOverlap(realm, name)
  else beginOverlap(realm, name)
  writeSecret(realm, name, secret)
}

/** Returns the secrets with which requests are signed now, the newest one first. */
export function signingSecrets(realm: ReadOnlyRealm, name: string): string[] {
  const current = readSecret(realm, name)
  const [until = '0', previous] = readSecret(realm, nameOfPrevious(name))?.split(' ') ?? []
  return [current, realm.now() < Number(until) ? previous : undefined].filter((secret) => secret !== undefined)
}

/** The present secret of a name signs too until the overlap ends. */
function beginOverlap(realm: Realm, name: string): void {
  const previous = readSecret(realm, name)
  if (previous !== undefined) writeSecret(realm, nameOfPrevious(name), `${realm.now() + OVERLAP_SECONDS} ${previous}`)
}

/** Deletes the previous secret of a name: from now on, only the current one signs. */
const endOverlap = (realm: Realm, name: string): void => deleteSecret(realm, nameOfPrevious(name))

/** Deletes the secrets of a name. */
export function deleteSigningSecrets(realm: Realm, name: string): void {
  deleteSecret(realm, name)
  endOverlap(realm, name)
}
