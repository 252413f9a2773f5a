import { isOneOf } from '../../client-state/groups'
import type * as wire from '../../client-state/wire'
import type { Message } from './messages'
import type { OwnState, RealmPermission } from '../wire/own-state'

type Channel = wire.Channel

// What the user may do with channels, topics and messages. The rules are those of the server.

/** Returns whether the user has a permission of the realm, or one of the channel. Guests can have some of them. */
const holds = (state: OwnState, realm: RealmPermission, ...values: (wire.GroupSetting | undefined)[]): boolean =>
  isOneOf(
    state,
    [state[`realm_${realm}`], ...values].filter((value) => value !== undefined),
  )

export const mayAdminister = (state: OwnState, channel: Channel): boolean =>
  state.is_admin || (!state.is_guest && isOneOf(state, [channel.can_administer_channel_group]))

/** Returns whether the user may subscribe to a channel, also again after they left it. */
export const maySubscribe = (state: OwnState, channel: Channel): boolean =>
  !state.is_guest &&
  (!channel.invite_only || isOneOf(state, [channel.can_subscribe_group, channel.can_add_subscribers_group]))

export const mayAddSubscribers = (state: OwnState, channel: Channel): boolean =>
  !state.is_guest &&
  (mayAdminister(state, channel) || holds(state, 'can_add_subscribers_group', channel.can_add_subscribers_group))

export const mayRemoveSubscribers = (state: OwnState, channel: Channel): boolean =>
  mayAdminister(state, channel) || (!state.is_guest && isOneOf(state, [channel.can_remove_subscribers_group]))

export const mayResolve = (state: OwnState, channel: Channel | undefined): boolean =>
  holds(state, 'can_resolve_topics_group', channel?.can_resolve_topics_group)

/** Returns whether the user may move messages of a channel to another topic, or to another channel. */
export const mayMove = (state: OwnState, channel: Channel | undefined): boolean =>
  mayChangeTopics(state, channel) || mayMoveOut(state, channel)

const mayChangeTopics = (state: OwnState, channel: Channel | undefined): boolean =>
  holds(state, 'can_move_messages_between_topics_group', channel?.can_move_messages_within_channel_group) ||
  (channel !== undefined && mayAdminister(state, channel))

export const mayMoveOut = (state: OwnState, channel: Channel | undefined): boolean =>
  holds(state, 'can_move_messages_between_channels_group', channel?.can_move_messages_out_of_channel_group) ||
  (channel !== undefined && mayAdminister(state, channel))

/** Returns whether the user may delete a message. `channel` is undefined for direct messages. */
export function mayDelete(
  state: OwnState,
  channel: Channel | undefined,
  message: Message,
  nowSeconds: number,
): boolean {
  if (holds(state, 'can_delete_any_message_group', channel?.can_delete_any_message_group)) return true
  const { sender_id, timestamp } = message
  const isOwn = sender_id === state.user_id || state.realm_users.get(sender_id)?.bot_owner_id === state.user_id
  if (!isOwn || !holds(state, 'can_delete_own_message_group', channel?.can_delete_own_message_group)) return false
  const limit: number | null = state.realm_message_content_delete_limit_seconds
  return limit === null || nowSeconds - timestamp <= limit
}
