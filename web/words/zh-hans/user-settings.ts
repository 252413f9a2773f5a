// The name of each personal setting, one sentence about it, and its options, in Simplified Chinese.

import type { userSettingWords as English } from '../en-user-settings'

const channelTopics = {
  1: '当你参与时',
  2: '当你发言时',
  3: '当你发起时',
  4: '从不',
}

export const userSettingWords: typeof English = {
  color_scheme: {
    name: '主题',
    text: '浅色、深色，或跟随此设备的设置。',
    options: { 1: '跟随设备', 2: '深色', 3: '浅色' },
  },
  web_font_size_px: { name: '文字大小', text: '消息和列表的文字大小，以像素为单位。' },
  web_line_height_percent: { name: '行高', text: '占文字大小的百分比。' },
  fluid_layout_width: { name: '使用全部宽度', text: '消息可以与窗口同宽。' },
  high_contrast_mode: { name: '高对比度', text: '文字和线条在浅色背景上更深，在深色背景上更浅。' },
  emojiset: {
    name: '表情符号',
    text: '表情符号在消息中的样子。',
    options: { google: '使用此设备的样式', text: '显示为名称，例如 :smile:' },
  },
  twenty_four_hour_time: {
    name: '24 小时制',
    text: '时间显示为 17:30 的形式。关闭后按你的语言习惯显示。',
  },
  default_language: { name: '语言', text: '用于界面和发给你的邮件。' },
  timezone: { name: '时区', text: '其他人会看到你的当地时间。邮件也使用此时区。' },
  web_suggest_update_timezone: {
    name: '时区不同时询问',
    text: '客户端会建议改用设备的时区。',
  },
  web_animate_image_previews: {
    name: '动图',
    text: '消息中的图片何时播放动画。',
    options: { always: '始终', on_hover: '指针悬停时', never: '从不' },
  },

  web_home_view: {
    name: '首屏视图',
    text: '客户端启动时显示的内容。',
    options: { inbox: '收件箱', recent: '最近会话', all_messages: '综合动态' },
  },
  web_escape_navigates_to_home_view: { name: '按 Escape 回到首屏视图', text: '在会话以外的任何视图中都有效。' },
  web_mark_read_on_scroll_policy: {
    name: '将消息标为已读',
    text: '在哪些视图中，看完的消息算作已读。',
    options: { 1: '在所有视图中', 2: '仅在会话中', 3: '不自动标记' },
  },
  web_channel_default_view: {
    name: '点击频道时打开',
    text: '进入频道时首先看到的内容。',
    options: {
      1: '最新的话题',
      2: '所有消息',
      4: '最新的未读话题',
    },
  },
  parley_link_previews: {
    name: '链接预览',
    text: '在组织允许时显示链接网页的简介。关闭后，也不会为你消息中的链接获取网页。',
  },
  hide_ai_features: { name: '不使用语言模型', text: '如果组织提供总结和翻译，则将其隐藏。' },
  display_emoji_reaction_users: {
    name: '在回应旁显示名称',
    text: '回应较少时，显示回应者而不是数字。',
  },
  automatically_follow_topics_policy: {
    name: '自动关注话题',
    text: '你关注的话题会通知你。',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: '自动取消静音频道中的话题静音',
    text: '频道的其余部分保持静音。',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: { name: '关注提及你的话题', text: '从被提及时开始。' },
  resolved_topic_notice_auto_read_policy: {
    name: '话题已解决的通知自动标为已读',
    text: '这些通知不再计入未读。',
    options: { always: '始终', except_followed: '关注的话题除外', never: '从不' },
  },

  enter_sends: { name: '按 Enter 发送', text: '按 Shift 和 Enter 换行。' },
  translate_emoticons: { name: '替换颜文字', text: '你消息中的“:)”会变成表情符号。' },
  enable_drafts_synchronization: {
    name: '将草稿保存在服务器上',
    text: '你可以在其他设备上继续写。',
  },
  web_navigate_to_sent_message: {
    name: '前往已发送的消息',
    text: '从其他视图回复后，客户端会打开该会话。',
  },

  starred_message_counts: { name: '显示星标消息数', text: '数字显示在“已加星标”旁。' },
  demote_inactive_streams: {
    name: '安静的频道排在后面',
    text: '没有新消息的频道在列表中下移。',
    options: { 1: '频道较多时', 2: '始终', 3: '从不' },
  },
  web_stream_unreads_count_display_policy: {
    name: '频道旁的数字',
    text: '哪些频道显示未读消息数。',
    options: { 1: '所有频道', 2: '未静音的频道', 3: '不显示' },
  },
  web_left_sidebar_show_channel_folders: {
    name: '按文件夹分组频道',
    text: '按照组织的安排。',
  },
  web_inbox_show_channel_folders: {
    name: '按文件夹分组收件箱',
    text: '频道的未读对话显示在其文件夹名称下。',
  },
  web_left_sidebar_unreads_count_summary: { name: '显示全部未读消息数', text: '显示在列表顶部。' },

  presence_enabled: { name: '显示你的在线状态', text: '其他人会在你的名称旁看到绿点。' },
  send_private_typing_notifications: { name: '显示你正在输入私信', text: '向收到私信的人显示。' },
  send_stream_typing_notifications: {
    name: '显示你正在频道中输入',
    text: '向打开该话题的人显示。',
  },
  receives_typing_notifications: { name: '查看其他人正在输入', text: '显示在会话消息的下方。' },
  send_read_receipts: { name: '显示你读过的内容', text: '其他人会在已读回执中看到你的名称。' },
  email_address_visibility: {
    name: '谁能看到你的邮箱地址',
    text: '其他人看到的是另一个地址，发到那里的邮件无人收到。',
    options: { 1: '所有人', 2: '成员', 5: '版主', 3: '管理员', 4: '无人' },
  },
  allow_private_data_export: {
    name: '在导出中包含你的私密数据',
    text: '管理员可以导出你的私信和私有频道。',
  },

  notification_sound: { name: '声音', text: '通知的提示音。' },
  pm_content_in_desktop_notifications: {
    name: '在桌面通知中显示私信正文',
    text: '关闭后，通知只显示谁发了消息。',
  },
  desktop_icon_count_display: {
    name: '标题中的数字',
    text: '窗口标题中的数字统计哪些内容。',
    options: {
      1: '所有未读消息',
      2: '私信、提及和关注的话题',
      3: '私信和提及',
      4: '不显示',
    },
  },
  enable_online_push_notifications: {
    name: '使用其他设备时也通知手机',
    text: '关闭后，使用其他设备时手机保持安静。',
  },
  parley_do_not_disturb_until: {
    name: '免打扰至',
    text: '在此之前手机保持安静，邮件暂不发送。',
  },
  parley_quiet_hours: {
    name: '每日免打扰时段',
    text: '按你的时区每天生效，例如 22:00-07:00。',
  },
  email_notifications_batching_period_seconds: {
    name: '发送邮件前的等待时间',
    text: '以秒为单位。这段时间内的消息合并为一封邮件。',
  },
  message_content_in_email_notifications: {
    name: '邮件中包含消息正文',
    text: '关闭后，邮件只说明在哪里查看。',
  },
  realm_name_in_email_notifications_policy: {
    name: '邮件主题中包含组织名称',
    text: '使用多个组织时很有用。',
    options: { 1: '使用多个组织时', 2: '始终', 3: '从不' },
  },
  enable_digest_emails: { name: '摘要', text: '离开几天后，告诉你错过了什么。' },
  enable_login_emails: { name: '新的登录', text: '有新设备登录时发送邮件。' },
  enable_marketing_emails: { name: '产品动态', text: '很少发送。' },
  wildcard_mentions_notify: { name: '将 @all 视为提及', text: '就像写了你的名字一样通知你。' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: '在关注的话题中将 @all 视为提及',
    text: '即使在其他地方不视为提及。',
  },

  enable_desktop_notifications: {
    name: '私信和提及：桌面',
    text: '在屏幕上显示通知。',
  },
  enable_sounds: { name: '私信和提及：声音', text: '客户端播放提示音。' },
  enable_offline_push_notifications: { name: '私信和提及：推送', text: '在你离开时。' },
  enable_offline_email_notifications: { name: '私信和提及：邮件', text: '在你离开时。' },
  enable_followed_topic_desktop_notifications: {
    name: '关注的话题：桌面',
    text: '在屏幕上显示通知。',
  },
  enable_followed_topic_audible_notifications: { name: '关注的话题：声音', text: '客户端播放提示音。' },
  enable_followed_topic_push_notifications: { name: '关注的话题：推送', text: '在你离开时。' },
  enable_followed_topic_email_notifications: { name: '关注的话题：邮件', text: '在你离开时。' },
  enable_stream_desktop_notifications: { name: '所有频道消息：桌面', text: '在屏幕上显示通知。' },
  enable_stream_audible_notifications: { name: '所有频道消息：声音', text: '客户端播放提示音。' },
  enable_stream_push_notifications: { name: '所有频道消息：推送', text: '在你离开时。' },
  enable_stream_email_notifications: { name: '所有频道消息：邮件', text: '在你离开时。' },
}
