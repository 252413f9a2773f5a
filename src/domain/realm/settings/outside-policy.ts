import type { Outside, OutsidePolicy } from '../../../outside/fetch-outside'
import type { Edge } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { ownUrl } from './own-url'

/** Returns which addresses the server may call for users of the realm: none of the deployment, nor of the realm itself. */
export function outsidePolicy(realm: ReadOnlyRealm): OutsidePolicy {
  const { sendBeside: _, ...policy } = outsideOf(realm)
  return policy
}

/** As `outsidePolicy`, for requests of the realm itself. */
export const outsideOf = (realm: ReadOnlyRealm): Outside => withOwnHost(realm.config.outside, ownUrl(realm))

/** As `outsidePolicy`, for requests of the Worker. */
export const outsideAtEdge = ({ config, realm_url }: Edge): Outside => withOwnHost(config.outside, realm_url)

const withOwnHost = (outside: Outside, url: string): Outside => ({
  ...outside,
  own_hosts: [...outside.own_hosts, new URL(url).hostname],
})

/** Returns what the realm decided about a request to another server, for the object that sends it. */
export const sentFrom = <Decided extends { policy: OutsidePolicy }>(
  { config }: Pick<Edge, 'config'>,
  decided: Decided,
): Decided & { policy: Outside } => ({
  ...decided,
  policy: { ...decided.policy, sendBeside: config.outside.sendBeside },
})
