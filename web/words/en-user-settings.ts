// The name of each personal setting, one sentence about it, and its options.

import { translated } from './translated'

export type SettingText = { name: string; text: string; options?: Record<string, string> }

const channelTopics = {
  1: 'When you take part',
  2: 'When you write in them',
  3: 'When you begin them',
  4: 'Never',
}

export const userSettingWords = translated('userSettingWords', {
  color_scheme: {
    name: 'Theme',
    text: 'Light or dark, or as this device is set.',
    options: { 1: 'As this device', 2: 'Dark', 3: 'Light' },
  },
  web_font_size_px: { name: 'Size of text', text: 'In pixels, for messages and lists.' },
  web_line_height_percent: { name: 'Height of lines', text: 'In percent of the size of text.' },
  fluid_layout_width: { name: 'Use the whole width', text: 'Messages may be as wide as the window.' },
  high_contrast_mode: { name: 'High contrast', text: 'Text and lines are darker on light, and lighter on dark.' },
  emojiset: {
    name: 'Emoji',
    text: 'How emoji look in messages.',
    options: { google: 'As this device draws them', text: 'As names, such as :smile:' },
  },
  twenty_four_hour_time: {
    name: '24-hour clock',
    text: 'Times are written as 17:30. Otherwise they are written as in your language.',
  },
  default_language: { name: 'Language', text: 'For the interface and for emails to you.' },
  timezone: { name: 'Time zone', text: 'Others see your local time. Emails use it too.' },
  web_suggest_update_timezone: {
    name: 'Ask when the time zone differs',
    text: 'A client may suggest the time zone of the device.',
  },
  web_animate_image_previews: {
    name: 'Animated pictures',
    text: 'When pictures in messages move.',
    options: { always: 'Always', on_hover: 'Under the pointer', never: 'Never' },
  },

  web_home_view: {
    name: 'First view',
    text: 'What a client shows when it starts.',
    options: { inbox: 'Inbox', recent: 'Recent conversations', all_messages: 'Combined feed' },
  },
  web_escape_navigates_to_home_view: {
    name: 'Escape leads to the first view',
    text: 'From any view that is no conversation.',
  },
  web_mark_read_on_scroll_policy: {
    name: 'Mark messages as read',
    text: 'Where a message counts as read once you have seen it to its end.',
    options: { 1: 'In every view', 2: 'Only in conversations', 3: 'Never by itself' },
  },
  web_channel_default_view: {
    name: 'A click on a channel opens',
    text: 'What you see first of a channel.',
    options: {
      1: 'Its newest topic',
      2: 'All its messages',
      4: 'Its newest unread topic',
    },
  },
  parley_link_previews: {
    name: 'Previews of links',
    text: 'What linked pages say about themselves, if your organization shows it. Without, no page is fetched for links in your messages either.',
  },
  hide_ai_features: {
    name: 'Nothing of a language model',
    text: 'Hides what summarizes and translates, if your organization has it.',
  },
  display_emoji_reaction_users: {
    name: 'Names beside reactions',
    text: 'A few reactions show who reacted, not a number.',
  },
  automatically_follow_topics_policy: {
    name: 'Follow topics',
    text: 'You are notified about topics that you follow.',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Unmute topics in muted channels',
    text: 'The rest of the channel stays muted.',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: { name: 'Follow topics that mention you', text: 'From the mention on.' },
  resolved_topic_notice_auto_read_policy: {
    name: 'Notices of resolved topics are read',
    text: 'They then do not count as unread.',
    options: { always: 'Always', except_followed: 'Except in followed topics', never: 'Never' },
  },

  enter_sends: { name: 'Enter sends', text: 'Shift and Enter then begin a new line.' },
  translate_emoticons: { name: 'Replace emoticons', text: '“:)” becomes an emoji in your messages.' },
  enable_drafts_synchronization: {
    name: 'Keep drafts on the server',
    text: 'You can go on writing on another device.',
  },
  web_navigate_to_sent_message: {
    name: 'Go to a sent message',
    text: 'After you answer from another view, the client opens the conversation.',
  },

  starred_message_counts: { name: 'Count starred messages', text: 'The number stands beside “Starred”.' },
  demote_inactive_streams: {
    name: 'Quiet channels at the end',
    text: 'Channels without new messages move down in the list.',
    options: { 1: 'When there are many', 2: 'Always', 3: 'Never' },
  },
  web_stream_unreads_count_display_policy: {
    name: 'Numbers beside channels',
    text: 'Which channels show how many messages are unread.',
    options: { 1: 'All channels', 2: 'Channels that are not muted', 3: 'No channel' },
  },
  web_left_sidebar_show_channel_folders: {
    name: 'Group channels by folder',
    text: 'As the organization arranged them.',
  },
  web_inbox_show_channel_folders: {
    name: 'Group the inbox by folder',
    text: 'Unread conversations of channels stand under the name of their folder.',
  },
  web_left_sidebar_unreads_count_summary: { name: 'Number of all unread messages', text: 'At the top of the list.' },

  presence_enabled: { name: 'Show when you are active', text: 'Others see a green dot beside your name.' },
  send_private_typing_notifications: { name: 'Show when you type direct messages', text: 'To those who receive them.' },
  send_stream_typing_notifications: {
    name: 'Show when you type in channels',
    text: 'To those who have the topic open.',
  },
  receives_typing_notifications: { name: 'See when others type', text: 'Below the messages of a conversation.' },
  send_read_receipts: { name: 'Show what you have read', text: 'Others see your name in the read receipts.' },
  email_address_visibility: {
    name: 'Who sees your email address',
    text: 'Others see another address, which reaches no one.',
    options: { 1: 'Everyone', 2: 'Members', 5: 'Moderators', 3: 'Administrators', 4: 'No one' },
  },
  allow_private_data_export: {
    name: 'Include your private data in exports',
    text: 'An administrator can then export your direct messages and private channels.',
  },

  notification_sound: { name: 'Sound', text: 'What a notification sounds like.' },
  pm_content_in_desktop_notifications: {
    name: 'Text of direct messages on the desktop',
    text: 'Without it, a notification says only who wrote.',
  },
  desktop_icon_count_display: {
    name: 'Number in the title',
    text: 'What the number in the title of the window counts.',
    options: {
      1: 'All unread messages',
      2: 'Direct messages, mentions and followed topics',
      3: 'Direct messages and mentions',
      4: 'Nothing',
    },
  },
  enable_online_push_notifications: {
    name: 'Notify the phone while you are active elsewhere',
    text: 'Otherwise the phone is silent while you use another device.',
  },
  parley_do_not_disturb_until: {
    name: 'Do not disturb until',
    text: 'Phones stay silent, and emails wait until then.',
  },
  parley_quiet_hours: {
    name: 'Quiet hours',
    text: 'Each day in your time zone, such as 22:00-07:00.',
  },
  email_notifications_batching_period_seconds: {
    name: 'Wait before an email',
    text: 'In seconds. Messages of this time come in one email.',
  },
  message_content_in_email_notifications: {
    name: 'Text of messages in emails',
    text: 'Without it, an email says only where to look.',
  },
  realm_name_in_email_notifications_policy: {
    name: 'Name of the organization in subjects',
    text: 'Useful with several organizations.',
    options: { 1: 'With several organizations', 2: 'Always', 3: 'Never' },
  },
  enable_digest_emails: { name: 'Digest', text: 'What you missed, if you were away for some days.' },
  enable_login_emails: { name: 'New logins', text: 'An email when a new device logs in.' },
  enable_marketing_emails: { name: 'News about the product', text: 'Rarely.' },
  wildcard_mentions_notify: { name: '@all counts as a mention', text: 'It notifies as if your name was written.' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: '@all counts as a mention in followed topics',
    text: 'Also where it does not count otherwise.',
  },

  enable_desktop_notifications: {
    name: 'Direct messages and mentions: desktop',
    text: 'A notification on the screen.',
  },
  enable_sounds: { name: 'Direct messages and mentions: sound', text: 'A sound of the client.' },
  enable_offline_push_notifications: { name: 'Direct messages and mentions: push', text: 'While you are away.' },
  enable_offline_email_notifications: { name: 'Direct messages and mentions: email', text: 'While you are away.' },
  enable_followed_topic_desktop_notifications: {
    name: 'Followed topics: desktop',
    text: 'A notification on the screen.',
  },
  enable_followed_topic_audible_notifications: { name: 'Followed topics: sound', text: 'A sound of the client.' },
  enable_followed_topic_push_notifications: { name: 'Followed topics: push', text: 'While you are away.' },
  enable_followed_topic_email_notifications: { name: 'Followed topics: email', text: 'While you are away.' },
  enable_stream_desktop_notifications: { name: 'All channel messages: desktop', text: 'A notification on the screen.' },
  enable_stream_audible_notifications: { name: 'All channel messages: sound', text: 'A sound of the client.' },
  enable_stream_push_notifications: { name: 'All channel messages: push', text: 'While you are away.' },
  enable_stream_email_notifications: { name: 'All channel messages: email', text: 'While you are away.' },
} satisfies Record<string, SettingText>)
