import type { ReadOnlyRealm } from '../../../realm'
import { ownUrl } from '../../realm/settings/own-url'

/** Returns the address of the endpoint of agents: the audience of all tokens of this realm. */
export const resourceOf = (realm: ReadOnlyRealm): string => `${ownUrl(realm)}/mcp`
