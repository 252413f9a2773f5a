import * as v from 'valibot'
import { badRequest, type ApiError } from '../../../api/errors'
import { integer, naturalNumber, oneOf, shortText, text } from '../../../api/params'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { LANGUAGES } from './languages'

/**
 * The personal settings: the type of each, and its initial value. A new setting is one line. Endpoints, events,
 * `POST /register` and tests iterate over the table.
 */
export type UserSetting<Value> = {
  schema: v.GenericSchema<unknown, Value>
  initial: Value
  /** The legacy event that is published besides `user_settings`, if any. */
  legacy?: 'display' | 'notification'
  /** A check whose error text clients expect, so that the schema cannot make it. */
  refusal?(value: Value): ApiError | undefined
}

export const invalidSound = badRequest((f: { sound: string }) => `Invalid notification sound '${f.sound}'`)
export const invalidBatchingPeriod = badRequest(
  (f: { seconds: number }) => `Invalid email batching period: ${f.seconds} seconds`,
)

export const SOUNDS = ['chime', 'ding', 'svc']
const NO_SOUND = 'none'

export const invalidQuietHours = badRequest(() => "Invalid quiet hours: expected '22:00-07:00' or nothing")
/** A time of the day when the quiet hours begin, and one when they end, in the time zone of the user. */
export const QUIET_HOURS = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/

export const invalidKeys = badRequest(() => 'Invalid keys: expected lists of keys by command, in JSON, or nothing')
const MAX_KEYS_CHARACTERS = 4000
const MAX_KEY_CHARACTERS = 40
const MAX_KEYS = 5
const keyText = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_KEY_CHARACTERS))
const keysOfCommands = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(keyText, v.pipe(v.array(keyText), v.maxLength(MAX_KEYS))),
)

const MAX_BATCHING_SECONDS = SECONDS_PER_WEEK

function isTimezone(name: string): boolean {
  // `Intl` also accepts an offset such as +02:00, but an offset has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

type Options<Value> = Omit<UserSetting<Value>, 'schema' | 'initial'>
const DISPLAY = { legacy: 'display' } as const
const NOTIFICATION = { legacy: 'notification' } as const

const setting = <Value>(schema: v.GenericSchema<unknown, Value>, initial: Value, options: Options<Value> = {}) => {
  const line: UserSetting<Value> = { schema, initial, ...options }
  return line
}
const flag = (initial: boolean, options?: Options<boolean>) => setting(v.boolean(), initial, options)
const code = <const Codes extends readonly number[]>(
  codes: Codes,
  initial: Codes[number],
  options?: Options<Codes[number]>,
) => setting<Codes[number]>(oneOf(codes), initial, options)
const choice = (choices: readonly string[], initial: string, options?: Options<string>) =>
  setting(oneOf(choices), initial, options)
const checkedText = (isValid: (value: string) => boolean) => v.pipe(shortText(), v.check(isValid))

/** The settings for which the realm can have a default for new users. */
export const defaultableSettings = {
  twenty_four_hour_time: flag(false, DISPLAY),
  starred_message_counts: flag(true, DISPLAY),
  receives_typing_notifications: flag(true, DISPLAY),
  web_suggest_update_timezone: flag(true),
  fluid_layout_width: flag(false, DISPLAY),
  high_contrast_mode: flag(false, DISPLAY),
  web_mark_read_on_scroll_policy: code([1, 2, 3], 1), // 1 always, 2 in conversations only, 3 never
  web_channel_default_view: code([1, 2, 3, 4], 1), // 1 top topic, 2 channel feed, 3 list of topics, 4 top unread topic
  web_font_size_px: setting(naturalNumber(), 16),
  web_line_height_percent: setting(naturalNumber(), 140), // 120: 1.2
  color_scheme: code([1, 2, 3], 1, DISPLAY), // 1 automatic, 2 dark, 3 light
  enable_drafts_synchronization: flag(true, DISPLAY),
  translate_emoticons: flag(false, DISPLAY),
  display_emoji_reaction_users: flag(true),
  web_home_view: choice(['recent', 'inbox', 'all_messages'], 'inbox', DISPLAY),
  web_escape_navigates_to_home_view: flag(true),
  left_side_userlist: flag(false, DISPLAY),
  emojiset: choice(['google', 'twitter', 'text'], 'google', DISPLAY),
  demote_inactive_streams: code([1, 2, 3], 1, DISPLAY), // 1 automatic, 2 always, 3 never
  user_list_style: code([1, 2, 3], 3), // 1 compact, 2 with status, 3 with avatar and status
  web_animate_image_previews: choice(['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: code([1, 2, 3], 2), // 1 all channels, 2 channels that are not muted, 3 none
  hide_ai_features: flag(false),
  web_left_sidebar_show_channel_folders: flag(true),
  web_inbox_show_channel_folders: flag(true),
  web_left_sidebar_unreads_count_summary: flag(true),
  web_navigate_to_sent_message: flag(true),
  enter_sends: flag(false, DISPLAY),

  enable_stream_desktop_notifications: flag(false, NOTIFICATION),
  enable_stream_email_notifications: flag(false, NOTIFICATION),
  enable_stream_push_notifications: flag(false, NOTIFICATION),
  enable_stream_audible_notifications: flag(false, NOTIFICATION),
  notification_sound: setting(shortText(), 'svc', {
    ...NOTIFICATION,
    refusal: (sound) => (SOUNDS.includes(sound) || sound === NO_SOUND ? undefined : invalidSound({ sound })),
  }),
  enable_desktop_notifications: flag(true, NOTIFICATION),
  enable_sounds: flag(true, NOTIFICATION),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  email_notifications_batching_period_seconds: setting(integer(), 120, {
    ...NOTIFICATION,
    refusal: (seconds) =>
      seconds < 1 || seconds > MAX_BATCHING_SECONDS ? invalidBatchingPeriod({ seconds }) : undefined,
  }),
  enable_offline_email_notifications: flag(true, NOTIFICATION),
  enable_offline_push_notifications: flag(true, NOTIFICATION),
  enable_online_push_notifications: flag(true, NOTIFICATION),
  enable_digest_emails: flag(true, NOTIFICATION),
  message_content_in_email_notifications: flag(true, NOTIFICATION),
  pm_content_in_desktop_notifications: flag(true, NOTIFICATION),
  wildcard_mentions_notify: flag(true, NOTIFICATION),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  desktop_icon_count_display: code([1, 2, 3, 4], 1, NOTIFICATION), // 1 all unread, 2 DMs, mentions and followed topics, 3 DMs and mentions, 4 none
  realm_name_in_email_notifications_policy: code([1, 2, 3], 1, NOTIFICATION), // 1 automatic, 2 always, 3 never
  // Topics that become followed or unmuted automatically: 1 participation, 2 sending, 3 starting the topic, 4 none
  automatically_follow_topics_policy: code([1, 2, 3, 4], 3),
  automatically_unmute_topics_in_muted_streams_policy: code([1, 2, 3, 4], 2),
  automatically_follow_topics_where_mentioned: flag(true),
  resolved_topic_notice_auto_read_policy: choice(['always', 'except_followed', 'never'], 'except_followed'),

  presence_enabled: flag(true, NOTIFICATION),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  email_address_visibility: code([1, 2, 3, 4, 5], 1), // 1 everyone, 2 members, 3 administrators, 4 no user, 5 moderators
}

export const userSettings = {
  ...defaultableSettings,
  default_language: setting(
    checkedText((language) => LANGUAGES.has(language)),
    'en',
    DISPLAY,
  ),
  timezone: setting(checkedText(isTimezone), '', DISPLAY),
  enable_marketing_emails: flag(true, NOTIFICATION),
  enable_login_emails: flag(true, NOTIFICATION),
  // While a user is not to be disturbed, phones stay silent and emails wait.
  parley_do_not_disturb_until: setting(naturalNumber(), 0), // UNIX seconds
  // Without previews, clients hide those of linked pages, and the server fetches none for links in the user's messages.
  parley_link_previews: flag(true),
  parley_quiet_hours: setting(shortText(), '', {
    refusal: (hours) => (hours === '' || QUIET_HOURS.test(hours) ? undefined : invalidQuietHours({})),
  }),
  // The keys that the user chose in the web client, such as `{"star":["b"]}`. All other commands have their usual keys.
  parley_keys: setting(text(MAX_KEYS_CHARACTERS), '', {
    refusal: (keys) =>
      keys === '' || (keys.startsWith('{') && v.is(keysOfCommands, keys)) ? undefined : invalidKeys({}),
  }),
  allow_private_data_export: flag(false),
}

type ValuesOf<Table> = { [Name in keyof Table]: Table[Name] extends UserSetting<infer Value> ? Value : never }
export type UserSettings = ValuesOf<typeof userSettings>
export type DefaultableSettings = ValuesOf<typeof defaultableSettings>
export type UserSettingName = keyof UserSettings
export type UserSettingValue = UserSettings[UserSettingName]

/** The same table for code that iterates over it: the values of its lines have a common type. */
export const settingLines: Record<UserSettingName, UserSetting<UserSettingValue>> = { ...userSettings }

/** The settings that are columns of `users`, because they decide how other users see the account. */
export const SETTINGS_IN_USERS_TABLE = ['timezone', 'email_address_visibility'] as const
