import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeContent } from '../../channels/channels/rules'
import { findChannel } from '../../channels/channels/storage'
import { activeGroup, changerOf } from '../../people/groups/access'
import type { Group } from '../../people/groups/group'
import { canAdd } from '../../people/groups/rights-rules'
import { realmAllows } from '../../people/groups/standing'
import { allGroups } from '../../people/groups/storage'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { canAddOthers } from '../../channels/subscriptions/rules'
import { insufficientPermission } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { invalidChannelToJoin, mayNotSubscribeOthers } from './rules'

/**
 * An invitation brings somebody into what whoever invites them could bring them into, and no more. That is asked when it is
 * made, so that they are told, and again when it is used, as much may have changed.
 */
export function refuseTargets(realm: Realm, actor: User, stream_ids: number[], group_ids: number[]): void {
  for (const stream_id of stream_ids) {
    const channel = findChannel(realm, stream_id)
    if (channel === undefined || channel.is_archived || !isSeen(realm, actor, channel))
      throw invalidChannelToJoin({ stream_id })
    if (!mayBringInto(realm, actor, channel)) throw mayNotSubscribeOthers({})
  }
  for (const id of group_ids) if (!mayPutInto(realm, actor, activeGroup(realm, id))) throw insufficientPermission({})
}

/** Those of the channels that the inviter could still bring somebody into. */
export const channelsStillOpen = (realm: Realm, inviter: User, stream_ids: readonly number[]): Channel[] =>
  stream_ids.flatMap((stream_id) => {
    const channel = findChannel(realm, stream_id)
    return channel && !channel.is_archived && mayBringInto(realm, inviter, channel) ? [channel] : []
  })

/** The same of groups, by id. */
export const groupsStillOpen = (realm: Realm, inviter: User, group_ids: readonly number[]): number[] =>
  [...new Set(group_ids)].filter((id) => {
    const group = allGroups(realm).get(id)
    return group !== undefined && !group.deactivated && mayPutInto(realm, inviter, group)
  })

// Somebody else, who has no id yet: joining a group oneself takes less.
const NOBODY_YET = 0
const mayPutInto = (realm: Realm, actor: User, group: Group): boolean =>
  canAdd(group, changerOf(realm, actor), [NOBODY_YET])

// Everyone starts in the default channels, so anybody may invite somebody into them.
const mayBringInto = (realm: Realm, actor: User, channel: Channel): boolean =>
  channel.is_default || (isSeen(realm, actor, channel) && mayAdd(realm, actor, channel))

const mayAdd = (realm: Realm, actor: User, channel: Channel) =>
  canAddOthers(channel, loadViewerAccess(realm, actor, channel), realmAllows(realm, actor, 'can_add_subscribers_group'))

const isSeen = (realm: Realm, actor: User, channel: Channel) =>
  channel.is_default || canSeeContent(channel, loadViewerAccess(realm, actor, channel))
