import { canAdminister, type AccessibleChannel, type ViewerAccess } from '../../channels/channels/access-rules'
import { isPermitted, type PermissionValue } from '../../people/groups/permission-rules'

// The web client uses this file too: it imports only constants and rules.

type EditPolicy = { allow_message_editing: boolean; message_content_edit_limit_seconds: number | null }

export type EditObstacle = 'off' | 'notSender' | 'late'

/** Returns why a user may not change the content of a message. Only its sender may, within the realm's time limit. */
export function obstacleToEdit(
  message: { sender_id: number; sent_at: number },
  { user_id, now }: { user_id: number; now: number },
  { allow_message_editing, message_content_edit_limit_seconds: limit }: EditPolicy,
): EditObstacle | undefined {
  if (!allow_message_editing) return 'off'
  if (message.sender_id !== user_id) return 'notSender'
  return limit !== null && now - message.sent_at > limit ? 'late' : undefined
}

type ChannelToMove = AccessibleChannel & {
  permissions: {
    can_resolve_topics_group: PermissionValue
    can_move_messages_within_channel_group: PermissionValue
    can_move_messages_out_of_channel_group: PermissionValue
  }
}

/** A channel, and the access of the actor to it. */
export type Viewed = { channel: ChannelToMove; viewer: ViewerAccess }

type RealmPermissions = {
  can_resolve_topics_group: boolean
  can_move_messages_between_topics_group: boolean
  can_move_messages_between_channels_group: boolean
}

export type MovePermissions = { resolve: boolean; changeTopic: boolean; leaveChannel: boolean }

/** Returns what an actor may do with the topics of a channel. The messages of an archived channel do not move. */
export function permissionsToMove(ofRealm: RealmPermissions, from: Viewed, to: Viewed = from): MovePermissions {
  const inEither = (permission: 'can_resolve_topics_group' | 'can_move_messages_within_channel_group') =>
    [from, to].some(({ channel, viewer }) => isPermitted(channel.permissions[permission], viewer))
  return {
    resolve: ofRealm.can_resolve_topics_group || inEither('can_resolve_topics_group'),
    changeTopic:
      ofRealm.can_move_messages_between_topics_group ||
      inEither('can_move_messages_within_channel_group') ||
      [from, to].some(({ channel, viewer }) => canAdminister(channel, viewer)),
    leaveChannel:
      ofRealm.can_move_messages_between_channels_group ||
      canAdminister(from.channel, from.viewer) ||
      isPermitted(from.channel.permissions.can_move_messages_out_of_channel_group, from.viewer),
  }
}
