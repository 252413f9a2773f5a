import { permission, type PermissionRules } from '../../realm/settings/permissions'

const everyone = { allow_everyone_group: true }

/** The permissions of a channel, each with its default for new channels. One line adds a permission. */
export const channelPermissions = {
  can_add_subscribers_group: permission('role:nobody'),
  can_administer_channel_group: permission('channel_creator'),
  can_create_topic_group: permission('role:everyone', everyone),
  can_delete_any_message_group: permission('role:nobody', everyone),
  can_delete_own_message_group: permission('role:nobody', everyone),
  can_move_messages_out_of_channel_group: permission('role:nobody', everyone),
  can_move_messages_within_channel_group: permission('role:nobody', everyone),
  can_remove_subscribers_group: permission('role:administrators', everyone),
  can_resolve_topics_group: permission('role:nobody', everyone),
  can_send_message_group: permission('role:everyone', everyone),
  can_subscribe_group: permission('role:nobody'),
} satisfies Record<string, PermissionRules>

export type ChannelPermission = keyof typeof channelPermissions
