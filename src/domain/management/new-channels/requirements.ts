import type { ApiError } from '../../../api/errors'
import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { invalidChannelId, webPublicNotEnabled, type Requirement } from '../../channels/channels/rules'
import { canSeeContent } from '../../channels/channels/access-rules'
import { hasRealmPermission } from '../../people/groups/membership'
import { admitsSpectators } from '../../realm/settings/spectators'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, isAdministrator } from '../../people/users/rules'
import { OWNER, type User } from '../../people/users/user'
import { loadViewerAccess } from '../../channels/subscriptions/access'

/** Returns the refusal for the first requirement that the actor does not meet. A new channel has no `channel` yet. */
export function refusalOfRequirements(
  realm: ReadOnlyRealm,
  { actor, channel }: { actor: User; channel?: Channel },
  requirements: readonly Requirement[],
): ApiError | undefined {
  for (const requirement of requirements) {
    if (requirement === 'content') {
      if (channel && !canSeeContent(channel, loadViewerAccess(realm, actor, channel))) return invalidChannelId({})
    } else if (requirement === 'web-public channels') {
      if (!admitsSpectators(realm)) return webPublicNotEnabled({})
    } else if (requirement === 'administrator') {
      if (!isAdministrator(actor)) return mustBeAdministrator({})
    } else if (requirement === 'owner') {
      if (actor.role !== OWNER) return mustBeOwner({})
    } else if (!hasRealmPermission(realm, actor, requirement)) return insufficientPermission({})
  }
  return undefined
}
