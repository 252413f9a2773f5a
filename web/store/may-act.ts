import type { Channel } from '../../client-state/wire'
import { canAdminister, canSeeContent } from '../../src/domain/channels/channels/access-rules'
import { canAddOthers, canRemoveOthers } from '../../src/domain/channels/subscriptions/permission-rules'
import { isPermitted } from '../../src/domain/people/groups/permission-rules'
import { GUEST } from '../../src/domain/people/users/user'
import { obstacleToDelete } from '../../src/domain/writing/deletion/permission-rules'
import { permissionsToMove, type MovePermissions, type Viewed } from '../../src/domain/writing/editing/permission-rules'
import { mayPin } from '../../src/domain/writing/pins/permission-rules'
import type { OwnState } from '../wire/own-state'
import type { Message } from './messages'
import { hasPermission, viewerOf, withPermissions } from './viewer'

// What the user may do with channels, topics and messages, by the rules of the server.

export const mayAdminister = (state: OwnState, channel: Channel): boolean =>
  canAdminister(withPermissions(channel), viewerOf(state, channel))

/** Returns whether the user may subscribe to a channel, also again after they left it. */
export function maySubscribe(state: OwnState, channel: Channel): boolean {
  const viewer = { ...viewerOf(state, channel), is_subscribed: false }
  return viewer.role < GUEST && canSeeContent(withPermissions(channel), viewer)
}

export function mayAddSubscribers(state: OwnState, channel: Channel): boolean {
  const [ruled, viewer] = [withPermissions(channel), viewerOf(state, channel)]
  const realmWide = hasPermission(state, 'can_add_subscribers_group')
  return viewer.role < GUEST && canSeeContent(ruled, viewer) && canAddOthers(ruled, viewer, realmWide)
}

/** Returns whether the user may unsubscribe another one. */
export function mayRemoveSubscriber(state: OwnState, channel: Channel, user_id: number): boolean {
  const bot_owner_id = state.realm_users.get(user_id)?.bot_owner_id ?? null
  return canRemoveOthers(withPermissions(channel), viewerOf(state, channel), [{ bot_owner_id }])
}

export const mayResolve = (state: OwnState, channel: Channel | undefined): boolean => movesOf(state, channel).resolve

/** Returns whether the user may pin messages of a channel, and add bookmarks. */
export function mayPinIn(state: OwnState, channel: Channel | undefined): boolean {
  if (channel === undefined) return false
  const [ruled, viewer] = [withPermissions(channel), viewerOf(state, channel)]
  return canSeeContent(ruled, viewer) && mayPin(ruled, viewer, hasPermission(state, 'can_resolve_topics_group'))
}

/** Returns whether the user may move messages of a channel to another topic, or to another channel. */
export const mayMove = (state: OwnState, channel: Channel | undefined): boolean =>
  mayChangeTopic(state, channel) || mayMoveOut(state, channel)

/** Returns whether the user may give messages another topic. A move to a channel is permitted by either of the channels. */
export const mayChangeTopic = (state: OwnState, from: Channel | undefined, to = from): boolean =>
  movesOf(state, from, to).changeTopic

export const mayMoveOut = (state: OwnState, channel: Channel | undefined): boolean =>
  movesOf(state, channel).leaveChannel

const NONE: MovePermissions = { resolve: false, changeTopic: false, leaveChannel: false }

function movesOf(state: OwnState, from: Channel | undefined, to = from): MovePermissions {
  const [source, target] = [viewedBy(state, from), viewedBy(state, to)]
  if (source === undefined) return NONE
  const ofRealm = {
    can_resolve_topics_group: hasPermission(state, 'can_resolve_topics_group'),
    can_move_messages_between_topics_group: hasPermission(state, 'can_move_messages_between_topics_group'),
    can_move_messages_between_channels_group: hasPermission(state, 'can_move_messages_between_channels_group'),
  }
  return permissionsToMove(ofRealm, source, target)
}

/** Undefined if no message of the channel can move: the channel is archived, or the user cannot read it. */
function viewedBy(state: OwnState, channel: Channel | undefined): Viewed | undefined {
  if (channel === undefined || channel.is_archived) return undefined
  const viewed = { channel: withPermissions(channel), viewer: viewerOf(state, channel) }
  return canSeeContent(viewed.channel, viewed.viewer) ? viewed : undefined
}

/** Returns whether the user may delete a message. `channel` is undefined for direct messages. */
export function mayDelete(
  state: OwnState,
  channel: Channel | undefined,
  { sender_id, timestamp }: Pick<Message, 'sender_id' | 'timestamp'>,
  nowSeconds: number,
): boolean {
  const holds = (name: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    hasPermission(state, name) || (channel !== undefined && isPermitted(channel[name], viewerOf(state, channel)))
  const { bot_owner_id = null } = state.realm_users.get(sender_id) ?? state.realm_non_active_users.get(sender_id) ?? {}
  const obstacle = obstacleToDelete({
    actor: state,
    sender: { user_id: sender_id, bot_owner_id },
    mayDelete: { any: holds('can_delete_any_message_group'), own: holds('can_delete_own_message_group') },
    age_seconds: nowSeconds - timestamp,
    limit_seconds: state.realm_message_content_delete_limit_seconds,
  })
  return obstacle === undefined
}
