import type { OutsidePolicy } from '../../../outside/fetch-outside'
import type { Edge } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { ownUrl } from './own-url'

/** Returns which addresses the server may call for users of the realm: none of the deployment, nor of the realm itself. */
export const outsidePolicy = (realm: ReadOnlyRealm): OutsidePolicy => withOwnHost(realm.config.outside, ownUrl(realm))

/** As `outsidePolicy`, for the Worker. */
export const outsidePolicyAtEdge = ({ config, realm_url }: Edge): OutsidePolicy =>
  withOwnHost(config.outside, realm_url)

const withOwnHost = (outside: OutsidePolicy, url: string): OutsidePolicy => ({
  ...outside,
  own_hosts: [...outside.own_hosts, new URL(url).hostname],
})
