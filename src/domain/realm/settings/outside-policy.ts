import type { Config } from '../../../config'
import type { Outside, OutsidePolicy } from '../../../outside/fetch-outside'
import type { Edge } from '../../../edge'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { ownUrl } from './own-url'

/** Returns which addresses the server may call for users of the realm: none of the deployment, nor of the realm itself. */
export const outsidePolicy = (realm: ReadOnlyRealm): OutsidePolicy => withOwnHost(realm.config.outside, ownUrl(realm))

/** As `outsidePolicy`, for requests that neighbors of the realm send: due work that waits for other servers delays no other work. */
export const outsideBeside = (realm: Realm): Outside => ({ ...outsidePolicy(realm), sendBeside: realm.sendBeside })

/** Returns the configuration with the same, for requests to the services that the operator chose. */
export const configBeside = (realm: Realm): Omit<Config, 'outside'> & { outside: Outside } => ({
  ...realm.config,
  outside: { ...realm.config.outside, sendBeside: realm.sendBeside },
})

/** As `outsidePolicy`, for the Worker. */
export const outsidePolicyAtEdge = ({ config, realm_url }: Edge): OutsidePolicy =>
  withOwnHost(config.outside, realm_url)

const withOwnHost = (outside: OutsidePolicy, url: string): OutsidePolicy => ({
  ...outside,
  own_hosts: [...outside.own_hosts, new URL(url).hostname],
})
