// The name of each permission of the organization, channels and groups, and one sentence about it, in Simplified Chinese.

import type {
  channelPermissionWords as Channel,
  groupPermissionWords as Group,
  realmPermissionWords as Realm,
} from '../en-permissions'

export const realmPermissionWords: typeof Realm = {
  can_access_all_users_group: {
    name: '查看所有用户',
    text: '其他人只能看到与自己有共同频道或会话的用户。',
  },
  can_add_custom_emoji_group: { name: '添加表情符号', text: '所有人都可以使用。' },
  can_add_subscribers_group: { name: '为他人订阅频道', text: '仅限自己能看到的频道。' },
  can_create_bots_group: { name: '创建任意类型的机器人', text: '可读可写的机器人。' },
  can_create_groups: { name: '创建群组', text: '群组可以被提及，也可以持有权限。' },
  can_create_private_channel_group: { name: '创建私有频道', text: '只有订阅者能看到。' },
  can_create_public_channel_group: { name: '创建公开频道', text: '所有成员都能找到并阅读。' },
  can_create_web_public_channel_group: {
    name: '创建网络公开频道',
    text: '互联网上的任何人都能阅读。',
  },
  can_create_write_only_bots_group: {
    name: '创建只写机器人',
    text: '供外部服务通过传入 Webhook 发消息。',
  },
  can_delete_any_message_group: { name: '删除任何消息', text: '随时可以删除。' },
  can_delete_own_message_group: { name: '删除自己的消息', text: '限于允许删除的时间内。' },
  can_invite_users_group: { name: '通过邮件邀请', text: '每份邀请仅供一人使用。' },
  can_manage_all_groups: { name: '管理所有群组', text: '包括成员、名称和权限。' },
  can_manage_billing_group: { name: '管理套餐', text: '适用于服务器运营者收费的情况。' },
  can_mention_many_users_group: { name: '在大型频道中使用 @all', text: '会通知频道中的所有人。' },
  can_move_messages_between_channels_group: {
    name: '将消息移到其他频道',
    text: '限于允许移动的时间内。',
  },
  can_move_messages_between_topics_group: {
    name: '将消息移到其他话题',
    text: '限于允许移动的时间内。',
  },
  can_resolve_topics_group: { name: '将话题标记为已解决', text: '也可以恢复为未解决。' },
  can_set_delete_message_policy_group: {
    name: '决定谁能在频道中删除消息',
    text: '限于自己管理的频道。',
  },
  can_set_topics_policy_group: { name: '决定频道的话题规则', text: '限于自己管理的频道。' },
  can_summarize_topics_group: { name: '总结和翻译', text: '使用所有者选择的语言模型。' },
  create_multiuse_invite_group: { name: '创建邀请链接', text: '任何持有链接的人都可以加入。' },
  direct_message_initiator_group: { name: '发起私信', text: '其他人只能回复。' },
  direct_message_permission_group: {
    name: '参与私信',
    text: '每个会话至少要有一位拥有此权限的人。',
  },
  parley_can_create_automations_group: {
    name: '创建自动操作',
    text: '它们以创建者的权限运行。',
  },
  parley_can_create_guest_links_group: { name: '创建访客链接', text: '任何持有链接的人都可以在一个频道中发言。' },
  parley_can_join_calls_group: { name: '加入通话', text: '他们可以阅读的对话中的通话。' },
  parley_can_search_everything_group: {
    name: '搜索所有内容',
    text: '仅限所有者:所有人的所有消息,包括由保全保留的已删除消息。',
  },
  parley_can_share_screens_group: { name: '在通话中共享屏幕', text: '在他们可以加入的通话中。' },
  parley_can_start_calls_group: { name: '发起通话', text: '在他们可以发言的对话中。' },
  workplace_users_group: { name: '工作场所的人员', text: '套餐可能以不同方式统计他们。这不授予任何权限。' },
}

export const channelPermissionWords: typeof Channel = {
  can_administer_channel_group: {
    name: '管理频道',
    text: '包括名称、描述、隐私和权限。',
  },
  can_add_subscribers_group: { name: '添加订阅者', text: '在整个组织中拥有此权限的人也可以。' },
  can_remove_subscribers_group: { name: '移除订阅者', text: '从此频道中移除。' },
  can_subscribe_group: { name: '自行订阅', text: '即使频道是私有的。' },
  can_create_topic_group: { name: '新建话题', text: '其他人在现有话题中发言。' },
  can_send_message_group: { name: '发消息', text: '其他人只能阅读。' },
  can_resolve_topics_group: { name: '将话题标记为已解决', text: '在整个组织中拥有此权限的人也可以。' },
  can_move_messages_within_channel_group: {
    name: '在频道内移动消息',
    text: '随时可以移到其他话题。',
  },
  can_move_messages_out_of_channel_group: {
    name: '将消息移出频道',
    text: '随时可以移到其他频道。',
  },
  can_delete_any_message_group: { name: '删除任何消息', text: '限于此频道。' },
  can_delete_own_message_group: { name: '删除自己的消息', text: '限于此频道，且在允许删除的时间内。' },
}

export const groupPermissionWords: typeof Group = {
  can_manage_group: { name: '管理群组', text: '包括名称、成员和权限。' },
  can_add_members_group: { name: '添加成员', text: '也可以添加其他群组。' },
  can_remove_members_group: { name: '移除成员', text: '也可以移除其他群组。' },
  can_join_group: { name: '加入', text: '无需由他人添加。' },
  can_leave_group: { name: '退出', text: '无需由他人移除。' },
  can_mention_group: { name: '提及群组', text: '提及时会通知所有成员。' },
}
