import { badRequest } from '../../../api/errors'
import { problemOfAddress } from '../../../outside/address-rules'
import type { ReadOnlyRealm } from '../../../realm'
import { outsidePolicy } from './outside-policy'

export const urlIsInvalid = badRequest(() => 'url is not a URL')
export const urlIsPrivate = badRequest(() => 'url is an address that this server does not call')

/** Throws if `url` is not an address that the server calls for users of the realm. Each request checks it again. */
export function requireCallable(realm: ReadOnlyRealm, url: string): void {
  const problem = problemOfAddress(url, outsidePolicy(realm))
  if (problem !== undefined) throw problem === 'invalid' ? urlIsInvalid({}) : urlIsPrivate({})
}
