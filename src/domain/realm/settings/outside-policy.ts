import type { OutsidePolicy } from '../../../outside/fetch-outside'
import type { ReadOnlyRealm } from '../../../realm'
import { ownUrl } from './own-url'

/** Returns which addresses the server may call for users of the realm: none of the deployment, nor of the realm itself. */
export function outsidePolicy(realm: ReadOnlyRealm): OutsidePolicy {
  const { outside } = realm.config
  return { ...outside, own_hosts: [...outside.own_hosts, new URL(ownUrl(realm)).hostname] }
}
