import { problemOfAddress } from '../../../outside/address-rules'
import { purposes } from '../../../outside/purposes'
import type { Realm } from '../../../realm'
import { fileSecret } from '../../realm/files/storage'
import { outsidePolicy } from '../../realm/settings/outside-policy'
import { externalContentPath } from './rules'

/** Returns the address of this server for a file of another site; undefined if the server fetches no such files. */
export function findExternalContentPath(realm: Realm, url: string): string | undefined {
  const policy = outsidePolicy(realm)
  const isOff = policy.disabled.has(purposes.external_content.name)
  if (isOff || problemOfAddress(url, policy) !== undefined) return undefined
  return externalContentPath(fileSecret(realm), url)
}
