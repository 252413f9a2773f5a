import type { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent, invalidChannelId, webPublicNotEnabled, type Requirement } from '../../channels/channels/rules'
import { realmAllows } from '../../people/groups/standing'
import { admitsSpectators } from '../../realm/settings/spectators'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, isAdministrator } from '../../people/users/rules'
import { OWNER, type User } from '../../people/users/user'
import { loadViewerAccess } from '../../channels/subscriptions/access'

/** The first of what a change needs that the actor has not; the channel, where there is one yet. */
export function refusalOfNeeds(
  realm: Realm,
  { actor, channel }: { actor: User; channel?: Channel },
  needs: readonly Requirement[],
): ApiError | undefined {
  for (const need of needs) {
    if (need === 'content') {
      if (channel && !canSeeContent(channel, loadViewerAccess(realm, actor, channel))) return invalidChannelId({})
    } else if (need === 'web-public channels') {
      if (!admitsSpectators(realm)) return webPublicNotEnabled({})
    } else if (need === 'administrator') {
      if (!isAdministrator(actor)) return mustBeAdministrator({})
    } else if (need === 'owner') {
      if (actor.role !== OWNER) return mustBeOwner({})
    } else if (!realmAllows(realm, actor, need)) return insufficientPermission({})
  }
  return undefined
}
