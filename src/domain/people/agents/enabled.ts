import { forbidden } from '../../../api/errors'
import type { ReadOnlyRealm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'

export const agentsAreDisabled = forbidden(() => 'This organization allows no agents')

export const areAgentsEnabled = (realm: ReadOnlyRealm): boolean => settingsOf(realm).parley_agents_enabled

/** Throws if the organization allows no agents: then the tokens of connected agents do nothing. */
export function requireAgents(realm: ReadOnlyRealm): void {
  if (!areAgentsEnabled(realm)) throw agentsAreDisabled({})
}
