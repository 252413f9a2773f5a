import { apiLanguages } from '../words/api-languages'
import { settingsWords } from '../words/en-settings'
import { isTranslated, locale } from '../words/language'
import { choice, code, flag, number, text, type Line } from './setting-line'

const DAY_SECONDS = 86_400

/** The interface is in English for languages that it has no texts in. The emails and other clients may have them. */
export const languages = () =>
  apiLanguages().map(([code, name]): [string, string] => [
    code,
    isTranslated(code) ? name : settingsWords.inEnglish(name),
  ])
const timezones = () =>
  Intl.supportedValuesOf('timeZone').map((zone): [string, string] => [zone, zone.replaceAll('_', ' ')])
const sounds = () => ['none', 'chime', 'ding', 'svc'].map((sound): [string, string] => [sound, sound])

const HOUR_SECONDS = 3600
const MORNING_HOUR = 8

/** The times until which a user may choose not to be disturbed: some hours, and the morning of some days. */
function quietTimes(): [value: string, name: string][] {
  const now = Math.floor(Date.now() / 1000)
  const mornings = [1, 2, 3, 7].map((days) => {
    const morning = new Date((now + days * DAY_SECONDS) * 1000)
    return Math.floor(morning.setHours(MORNING_HOUR, 0, 0, 0) / 1000)
  })
  const times = [...[1, 2, 4].map((hours) => now + hours * HOUR_SECONDS), ...mornings]
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
  return [
    ['0', settingsWords.notQuiet],
    ...times.map((time): [string, string] => [String(time), format.format(time * 1000)]),
  ]
}

const LIST_OF_TOPICS = 3

/**
 * This client has no list of all people beside the messages, so it does not offer its settings. The dialog of the keys changes those
 * of the user.
 */
export const NOT_OFFERED = ['left_side_userlist', 'user_list_style', 'parley_keys'] as const

/** The preferences, by section. All other settings of the API are here or among the notifications: a test compares them. */
export const PREFERENCES = {
  appearance: {
    color_scheme: code,
    web_font_size_px: number(12, 28),
    web_line_height_percent: number(110, 200),
    fluid_layout_width: flag,
    high_contrast_mode: flag,
    emojiset: choice,
    web_animate_image_previews: choice,
  },
  region: {
    default_language: { kind: 'list', values: languages },
    timezone: { kind: 'list', values: timezones },
    web_suggest_update_timezone: flag,
    twenty_four_hour_time: flag,
  },
  reading: {
    web_home_view: choice,
    web_escape_navigates_to_home_view: flag,
    web_mark_read_on_scroll_policy: code,
    web_channel_default_view: { kind: 'choice', codes: true, without: [LIST_OF_TOPICS] },
    display_emoji_reaction_users: flag,
    parley_link_previews: flag,
    hide_ai_features: flag,
    resolved_topic_notice_auto_read_policy: choice,
  },
  topics: {
    automatically_follow_topics_policy: code,
    automatically_follow_topics_where_mentioned: flag,
    automatically_unmute_topics_in_muted_streams_policy: code,
  },
  writing: {
    enter_sends: flag,
    translate_emoticons: flag,
    enable_drafts_synchronization: flag,
    web_navigate_to_sent_message: flag,
  },
  lists: {
    web_stream_unreads_count_display_policy: code,
    web_left_sidebar_unreads_count_summary: flag,
    web_left_sidebar_show_channel_folders: flag,
    web_inbox_show_channel_folders: flag,
    starred_message_counts: flag,
    demote_inactive_streams: code,
  },
  privacy: {
    presence_enabled: flag,
    send_private_typing_notifications: flag,
    send_stream_typing_notifications: flag,
    receives_typing_notifications: flag,
    send_read_receipts: flag,
    email_address_visibility: code,
    allow_private_data_export: flag,
  },
} satisfies Record<string, Record<string, Line>>

/** The kinds of messages, and for each channel of notification its setting: desktop, sound, phone, email. */
export const NOTIFICATION_KINDS = {
  direct: [
    'enable_desktop_notifications',
    'enable_sounds',
    'enable_offline_push_notifications',
    'enable_offline_email_notifications',
  ],
  followed: [
    'enable_followed_topic_desktop_notifications',
    'enable_followed_topic_audible_notifications',
    'enable_followed_topic_push_notifications',
    'enable_followed_topic_email_notifications',
  ],
  channels: [
    'enable_stream_desktop_notifications',
    'enable_stream_audible_notifications',
    'enable_stream_push_notifications',
    'enable_stream_email_notifications',
  ],
} as const

/** All other settings of notifications. */
export const NOTIFICATIONS = {
  mentions: {
    wildcard_mentions_notify: flag,
    enable_followed_topic_wildcard_mentions_notify: flag,
  },
  device: {
    notification_sound: { kind: 'list', values: sounds },
    pm_content_in_desktop_notifications: flag,
    desktop_icon_count_display: code,
    enable_online_push_notifications: flag,
  },
  quiet: {
    parley_do_not_disturb_until: { kind: 'list', values: quietTimes, codes: true },
    parley_quiet_hours: text(11),
  },
  email: {
    email_notifications_batching_period_seconds: number(1, 7 * DAY_SECONDS),
    message_content_in_email_notifications: flag,
    realm_name_in_email_notifications_policy: code,
    enable_digest_emails: flag,
    enable_login_emails: flag,
    enable_marketing_emails: flag,
  },
} satisfies Record<string, Record<string, Line>>
