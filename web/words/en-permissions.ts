// The name of each permission of the organization, channels and groups, and one sentence about it.

import type { SettingText } from './en-user-settings'
import { translated } from './translated'

export const realmPermissionWords = translated('realmPermissionWords', {
  can_access_all_users_group: {
    name: 'See all people',
    text: 'Others see only people with whom they share a channel or a conversation.',
  },
  can_add_custom_emoji_group: { name: 'Add emoji', text: 'Everyone can use them.' },
  can_add_subscribers_group: { name: 'Subscribe others', text: 'To channels that they can see themselves.' },
  can_create_bots_group: { name: 'Create any bot', text: 'Bots that read and write.' },
  can_create_groups: { name: 'Create groups', text: 'Groups can be mentioned and hold permissions.' },
  can_create_private_channel_group: { name: 'Create private channels', text: 'Only subscribers see them.' },
  can_create_public_channel_group: { name: 'Create public channels', text: 'All members can find and read them.' },
  can_create_web_public_channel_group: {
    name: 'Create web-public channels',
    text: 'Anyone on the internet can read them.',
  },
  can_create_write_only_bots_group: {
    name: 'Create bots that only write',
    text: 'Services report with incoming webhooks.',
  },
  can_delete_any_message_group: { name: 'Delete any message', text: 'At any time.' },
  can_delete_own_message_group: { name: 'Delete own messages', text: 'Within the time for deleting.' },
  can_invite_users_group: { name: 'Invite by email', text: 'Each invitation is for one person.' },
  can_manage_all_groups: { name: 'Manage all groups', text: 'Their members, names and permissions.' },
  can_manage_billing_group: { name: 'Manage plans', text: 'Where the operator of the server asks for payment.' },
  can_mention_many_users_group: { name: 'Use @all in large channels', text: 'It notifies everyone in the channel.' },
  can_move_messages_between_channels_group: {
    name: 'Move messages to other channels',
    text: 'Within the time for moving.',
  },
  can_move_messages_between_topics_group: {
    name: 'Move messages to other topics',
    text: 'Within the time for moving.',
  },
  can_resolve_topics_group: { name: 'Resolve topics', text: 'And open them again.' },
  can_set_delete_message_policy_group: {
    name: 'Decide who deletes in a channel',
    text: 'For channels that they administer.',
  },
  can_set_topics_policy_group: { name: 'Decide about topics of a channel', text: 'For channels that they administer.' },
  can_summarize_topics_group: {
    name: 'Summarize and translate',
    text: 'With the language model, if owners chose one.',
  },
  create_multiuse_invite_group: { name: 'Create invitation links', text: 'Anyone with the link can join.' },
  direct_message_initiator_group: { name: 'Begin direct conversations', text: 'Others can only answer.' },
  direct_message_permission_group: {
    name: 'Take part in direct conversations',
    text: 'A conversation needs at least one such person.',
  },
  parley_can_create_automations_group: {
    name: 'Create automations',
    text: 'They act with the rights of the person who made them.',
  },
  parley_can_create_guest_links_group: {
    name: 'Create guest links',
    text: 'Anyone with the link can write in one channel.',
  },
  parley_can_join_calls_group: { name: 'Join calls', text: 'Of the conversations that they can read.' },
  parley_can_search_everything_group: {
    name: 'Search everything',
    text: 'Owners only: all messages of all people, also deleted ones that a hold keeps.',
  },
  parley_can_share_screens_group: { name: 'Share a screen in calls', text: 'Where they can join calls.' },
  parley_can_start_calls_group: { name: 'Start calls', text: 'In the conversations in which they can write.' },
  workplace_users_group: {
    name: 'People of the workplace',
    text: 'A plan may count them in another way than others. It permits nothing.',
  },
} satisfies Record<string, SettingText>)

export const channelPermissionWords = translated('channelPermissionWords', {
  can_administer_channel_group: {
    name: 'Administer the channel',
    text: 'Its name, description, privacy and permissions.',
  },
  can_add_subscribers_group: { name: 'Subscribe others', text: 'Besides those who may do so everywhere.' },
  can_remove_subscribers_group: { name: 'Unsubscribe others', text: 'From this channel.' },
  can_subscribe_group: { name: 'Subscribe themselves', text: 'Also if the channel is private.' },
  can_create_topic_group: { name: 'Begin topics', text: 'Others write in topics that exist.' },
  can_send_message_group: { name: 'Write', text: 'Others can only read.' },
  can_resolve_topics_group: { name: 'Resolve topics', text: 'Besides those who may do so everywhere.' },
  can_move_messages_within_channel_group: {
    name: 'Move messages inside of the channel',
    text: 'To other topics, at any time.',
  },
  can_move_messages_out_of_channel_group: {
    name: 'Move messages out of the channel',
    text: 'To other channels, at any time.',
  },
  can_delete_any_message_group: { name: 'Delete any message', text: 'In this channel.' },
  can_delete_own_message_group: { name: 'Delete own messages', text: 'In this channel, within the time for deleting.' },
} satisfies Record<string, SettingText>)

export const groupPermissionWords = translated('groupPermissionWords', {
  can_manage_group: { name: 'Manage the group', text: 'Its name, members and permissions.' },
  can_add_members_group: { name: 'Add members', text: 'And other groups.' },
  can_remove_members_group: { name: 'Remove members', text: 'And other groups.' },
  can_join_group: { name: 'Join', text: 'Without being added.' },
  can_leave_group: { name: 'Leave', text: 'Without being removed.' },
  can_mention_group: { name: 'Mention the group', text: 'A mention notifies all members.' },
} satisfies Record<string, SettingText>)
