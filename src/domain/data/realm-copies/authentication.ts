import {
  isImport,
  sameSecret,
  wrongDeploymentSecret,
  type Credential,
  type ImportCredential,
} from '../../../api/callers'
import type { Realm } from '../../../realm'
import { authenticate as authenticateUser } from '../../people/sessions/authentication'
import type { User } from '../../people/users/user'
import { findKeyOfImport } from './import-storage'

/** Returns the user that a credential belongs to, or undefined for the key of an import, which is no user's. Throws if it is not valid. */
export function authenticate(realm: Realm, credential: Credential): User | undefined {
  if (!isImport(credential)) return authenticateUser(realm, credential)
  requireImportKey(realm, credential)
  realm.session.isImport = true
  return undefined
}

function requireImportKey({ sql, timeline }: Realm, { import_hash }: ImportCredential): void {
  const stored = findKeyOfImport(sql) ?? ''
  if (!sameSecret(stored, import_hash) || timeline.state !== 'newest') throw wrongDeploymentSecret({})
}
