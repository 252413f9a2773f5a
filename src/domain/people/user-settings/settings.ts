import * as v from 'valibot'
import { badRequest, type ApiError } from '../../../api/errors'
import { integer, naturalNumber, oneOf, shortText } from '../../../api/params'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { LANGUAGES } from './languages'

/**
 * Everything a person may choose for themselves: what it may be and what it is until somebody chooses. A new setting is
 * one line; endpoints, events, /register and tests walk the table.
 */
export type UserSetting<Value> = {
  schema: v.GenericSchema<unknown, Value>
  initial: Value
  /** Which of the two events of old tells of it, beside the one that tells of them all. */
  legacy?: 'display' | 'notification'
  /** What the schema cannot word as clients expect it. */
  refusal?(value: Value): ApiError | undefined
}

export const invalidSound = badRequest((f: { sound: string }) => `Invalid notification sound '${f.sound}'`)
export const invalidBatchingPeriod = badRequest(
  (f: { seconds: number }) => `Invalid email batching period: ${f.seconds} seconds`,
)

export const SOUNDS = ['chime', 'ding', 'svc']
const NO_SOUND = 'none'
const MOST_BATCHING_SECONDS = SECONDS_PER_WEEK

function isTimezone(name: string): boolean {
  // An offset such as +02:00 would be taken too, but is no place's time: it knows no summer.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

type More<Value> = Omit<UserSetting<Value>, 'schema' | 'initial'>
const DISPLAY = { legacy: 'display' } as const
const NOTIFICATION = { legacy: 'notification' } as const

const setting = <Value>(schema: v.GenericSchema<unknown, Value>, initial: Value, more: More<Value> = {}) => {
  const line: UserSetting<Value> = { schema, initial, ...more }
  return line
}
const yesNo = (initial: boolean, more?: More<boolean>) => setting(v.boolean(), initial, more)
const code = <const Codes extends readonly number[]>(
  codes: Codes,
  initial: Codes[number],
  more?: More<Codes[number]>,
) => setting<Codes[number]>(oneOf(codes), initial, more)
const choice = (choices: readonly string[], initial: string, more?: More<string>) =>
  setting(oneOf(choices), initial, more)
const among = (isOneOfThem: (value: string) => boolean) => v.pipe(shortText(), v.check(isOneOfThem))

/** Those that the realm may choose for newcomers. */
export const defaultableSettings = {
  twenty_four_hour_time: yesNo(false, DISPLAY),
  starred_message_counts: yesNo(true, DISPLAY),
  receives_typing_notifications: yesNo(true, DISPLAY),
  web_suggest_update_timezone: yesNo(true),
  fluid_layout_width: yesNo(false, DISPLAY),
  high_contrast_mode: yesNo(false, DISPLAY),
  web_mark_read_on_scroll_policy: code([1, 2, 3], 1), // 1 always, 2 in conversations only, 3 never
  web_channel_default_view: code([1, 2, 3, 4], 1), // 1 top topic, 2 channel feed, 3 list of topics, 4 top unread topic
  web_font_size_px: setting(naturalNumber(), 16),
  web_line_height_percent: setting(naturalNumber(), 140), // 120: 1.2
  color_scheme: code([1, 2, 3], 1, DISPLAY), // 1 automatic, 2 dark, 3 light
  enable_drafts_synchronization: yesNo(true, DISPLAY),
  translate_emoticons: yesNo(false, DISPLAY),
  display_emoji_reaction_users: yesNo(true),
  web_home_view: choice(['recent_topics', 'inbox', 'all_messages'], 'inbox', DISPLAY),
  web_escape_navigates_to_home_view: yesNo(true),
  left_side_userlist: yesNo(false, DISPLAY),
  emojiset: choice(['google', 'twitter', 'text'], 'google', DISPLAY),
  demote_inactive_streams: code([1, 2, 3], 1, DISPLAY), // 1 automatic, 2 always, 3 never
  user_list_style: code([1, 2, 3], 3), // 1 compact, 2 with status, 3 with avatar and status
  web_animate_image_previews: choice(['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: code([1, 2, 3], 2), // 1 all channels, 2 what is not muted, 3 none
  hide_ai_features: yesNo(false),
  web_left_sidebar_show_channel_folders: yesNo(true),
  web_left_sidebar_unreads_count_summary: yesNo(true),
  web_navigate_to_sent_message: yesNo(true),
  enter_sends: yesNo(false, DISPLAY),

  enable_stream_desktop_notifications: yesNo(false, NOTIFICATION),
  enable_stream_email_notifications: yesNo(false, NOTIFICATION),
  enable_stream_push_notifications: yesNo(false, NOTIFICATION),
  enable_stream_audible_notifications: yesNo(false, NOTIFICATION),
  notification_sound: setting(shortText(), 'svc', {
    ...NOTIFICATION,
    refusal: (sound) => (SOUNDS.includes(sound) || sound === NO_SOUND ? undefined : invalidSound({ sound })),
  }),
  enable_desktop_notifications: yesNo(true, NOTIFICATION),
  enable_sounds: yesNo(true, NOTIFICATION),
  enable_followed_topic_desktop_notifications: yesNo(true),
  enable_followed_topic_email_notifications: yesNo(true),
  enable_followed_topic_push_notifications: yesNo(true),
  enable_followed_topic_audible_notifications: yesNo(true),
  email_notifications_batching_period_seconds: setting(integer(), 120, {
    ...NOTIFICATION,
    refusal: (seconds) =>
      seconds < 1 || seconds > MOST_BATCHING_SECONDS ? invalidBatchingPeriod({ seconds }) : undefined,
  }),
  enable_offline_email_notifications: yesNo(true, NOTIFICATION),
  enable_offline_push_notifications: yesNo(true, NOTIFICATION),
  enable_online_push_notifications: yesNo(true, NOTIFICATION),
  enable_digest_emails: yesNo(true, NOTIFICATION),
  message_content_in_email_notifications: yesNo(true, NOTIFICATION),
  pm_content_in_desktop_notifications: yesNo(true, NOTIFICATION),
  wildcard_mentions_notify: yesNo(true, NOTIFICATION),
  enable_followed_topic_wildcard_mentions_notify: yesNo(true),
  desktop_icon_count_display: code([1, 2, 3, 4], 1, NOTIFICATION), // 1 all unread, 2 DMs, mentions and followed topics, 3 DMs and mentions, 4 none
  realm_name_in_email_notifications_policy: code([1, 2, 3], 1, NOTIFICATION), // 1 automatic, 2 always, 3 never
  // Which topics follow or unmute themselves: 1 one takes part in, 2 one writes to, 3 one starts, 4 none
  automatically_follow_topics_policy: code([1, 2, 3, 4], 3),
  automatically_unmute_topics_in_muted_streams_policy: code([1, 2, 3, 4], 2),
  automatically_follow_topics_where_mentioned: yesNo(true),
  resolved_topic_notice_auto_read_policy: choice(['always', 'except_followed', 'never'], 'except_followed'),

  presence_enabled: yesNo(true, NOTIFICATION),
  send_private_typing_notifications: yesNo(true),
  send_stream_typing_notifications: yesNo(true),
  send_read_receipts: yesNo(true),
  email_address_visibility: code([1, 2, 3, 4, 5], 1), // 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators
}

export const userSettings = {
  ...defaultableSettings,
  default_language: setting(
    among((tongue) => LANGUAGES.has(tongue)),
    'en',
    DISPLAY,
  ),
  timezone: setting(among(isTimezone), '', DISPLAY),
  enable_marketing_emails: yesNo(true, NOTIFICATION),
  enable_login_emails: yesNo(true, NOTIFICATION),
  allow_private_data_export: yesNo(false),
}

type ValuesOf<Table> = { [Name in keyof Table]: Table[Name] extends UserSetting<infer Value> ? Value : never }
export type UserSettings = ValuesOf<typeof userSettings>
export type DefaultableSettings = ValuesOf<typeof defaultableSettings>
export type UserSettingName = keyof UserSettings
export type UserSettingValue = UserSettings[UserSettingName]

/** The table for those who walk it, whatever each line holds. */
export const settingLines: Record<UserSettingName, UserSetting<UserSettingValue>> = { ...userSettings }

/** What an account keeps itself, as it decides how others see it. */
export const KEPT_BY_THE_ACCOUNT = ['timezone', 'email_address_visibility'] as const
