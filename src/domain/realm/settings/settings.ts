import * as v from 'valibot'
import { integer, naturalNumber, oneOf, text } from '../../../api/params'
import { isWebAddress } from '../../../api/web-address'
import { authenticationMethods, INITIAL_METHODS, type EnabledMethods } from './authentication-methods'
import { FOR_EVER, SECONDS_PER_WEEK } from './periods'
import { REQUIRED_FACTORS, REQUIRED_OF } from './required-factors'

/**
 * The settings of the realm: the type of each, its initial value, and the role that may change it. A new setting is one line.
 * `PATCH /realm`, defaults, events, `POST /register` and tests iterate over the table.
 */
export type Setting<Value> = {
  /** The form in storage and in events. */
  schema: v.GenericSchema<unknown, Value>
  initial: Value
  /** The form in requests, if it differs. */
  param?: v.GenericSchema<unknown, Value>
  changedBy: RoleToChange
}

/** The least powerful role that may change a setting. */
type RoleToChange = 'administrators' | 'owners'

type Options<Value> = Partial<Omit<Setting<Value>, 'schema' | 'initial'>>
const OWNERS = { changedBy: 'owners' } as const

const setting = <Value>(schema: v.GenericSchema<unknown, Value>, initial: Value, options: Options<Value> = {}) => {
  const line: Setting<Value> = { schema, initial, changedBy: 'administrators', ...options }
  return line
}

const flag = (initial: boolean, options?: Options<boolean>) => setting(v.boolean(), initial, options)
const code = (codes: readonly number[], initial: number, options?: Options<number>) =>
  setting(oneOf(codes), initial, options)
const shortString = (most: number, initial = '') => setting(text(most), initial)

/** The Welcome Bot sends this text to new users, so it must be valid as a message. */
export const welcomeText = v.pipe(
  text(8000),
  v.check((message) => !message.includes('\0'), 'text without null bytes'),
)

const positive = v.pipe(integer(), v.minValue(1, 'a positive integer'))

/** A time limit for a kind of change, in seconds. null is no limit. */
const limit = (initial: number) =>
  setting<number | null>(v.nullable(v.number()), initial, {
    param: v.pipe(
      v.union([positive, oneOf(['unlimited'])]),
      v.transform((value) => (value === 'unlimited' ? null : value)),
    ),
  })

/** A number of days up to the initial one, so owners can only make it shorter. */
const days = (initial: number) =>
  setting(v.pipe(positive, v.maxValue(initial, `at most ${initial} days`)), initial, OWNERS)

export const NO_CHANNEL = -1
/** The channel for one kind of bot message, or `NO_CHANNEL`. */
const channelOrNone = setting(v.pipe(integer(), v.minValue(NO_CHANNEL, 'a channel ID')), NO_CHANNEL)

const MAX_URL_LENGTH = 200

/** An address of a service that owners choose, or none. */
const webAddress = () =>
  setting(v.string(), '', {
    ...OWNERS,
    param: v.pipe(
      text(MAX_URL_LENGTH),
      v.check((value) => value === '' || isWebAddress(value), 'a URL'),
    ),
  })

export const realmSettings = {
  name: shortString(40),
  description: shortString(1000),
  org_type: code([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], 0),
  plan_type: code([1, 2, 3, 4, 10], 1),
  default_language: shortString(50, 'en'),
  welcome_message_custom_text: setting(welcomeText, ''),

  authentication_methods: setting<EnabledMethods>(authenticationMethods, INITIAL_METHODS, OWNERS),
  emails_restricted_to_domains: flag(false, OWNERS),
  invite_required: flag(true, OWNERS),
  disallow_disposable_email_addresses: flag(true, OWNERS),
  enable_spectator_access: flag(false),
  parley_public_pages_indexed: flag(false),
  want_advertise_in_communities_directory: flag(false),
  send_welcome_emails: flag(true),
  waiting_period_threshold: setting(naturalNumber(), 0, OWNERS), // days

  parley_passkey_login: flag(true, OWNERS),
  parley_factor_required_of: setting(oneOf(REQUIRED_OF), 'none', OWNERS),
  parley_factor_required: setting(oneOf(REQUIRED_FACTORS), 'any', OWNERS),
  parley_session_idle_days: days(14),
  parley_session_absolute_days: days(90),
  parley_keep_in_browsers: flag(true, OWNERS), // clients store messages for their next start
  parley_scim_manages_owners: flag(false, OWNERS),
  parley_agents_enabled: flag(true, OWNERS),
  // The model that summarizes and translates, which reads messages: none, that of the platform, or the one at an address.
  parley_language_model: setting(oneOf(['none', 'platform', 'address']), 'none', OWNERS),
  parley_language_model_url: webAddress(),
  parley_language_model_name: setting(text(100), '', OWNERS),
  parley_speech_model_name: setting(text(100), '', OWNERS), // the model that writes down the speech of files; none at an address without a name
  parley_language_model_requests: setting(v.pipe(naturalNumber(), v.maxValue(100_000, 'at most 100000')), 500, OWNERS), // a day
  // Where users search for GIFs and stickers: nowhere, GIPHY, KLIPY, or an address with the same API.
  parley_gif_service: setting(oneOf(['none', 'giphy', 'klipy', 'address']), 'none', OWNERS),
  parley_gif_url: webAddress(),
  parley_audit_log_days: setting(v.pipe(positive, v.maxValue(3650, 'at most 3650 days')), 365, OWNERS),

  require_unique_names: flag(false),
  name_changes_disabled: flag(false),
  email_changes_disabled: flag(false),
  avatar_changes_disabled: flag(false),
  default_avatar_source: setting(oneOf(['G', 'J']), 'G'), // of new users: Gravatar, or a picture that the server draws
  presence_disabled: flag(false),
  enable_read_receipts: flag(true),
  enable_guest_user_indicator: flag(true),
  enable_guest_user_dm_warning: flag(true),
  send_channel_events_messages: flag(false),

  allow_message_editing: flag(true),
  message_content_edit_limit_seconds: limit(600),
  message_content_delete_limit_seconds: limit(600),
  move_messages_within_stream_limit_seconds: limit(SECONDS_PER_WEEK),
  move_messages_between_streams_limit_seconds: limit(SECONDS_PER_WEEK),
  message_edit_history_visibility_policy: setting(oneOf(['all', 'moves', 'none']), 'all'),
  message_retention_days: setting(v.number(), FOR_EVER, {
    ...OWNERS,
    param: v.pipe(
      v.union([positive, oneOf(['unlimited'])]),
      v.transform((value) => (value === 'unlimited' ? FOR_EVER : value)),
    ),
  }),
  topics_policy: setting(oneOf(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
  default_code_block_language: shortString(50),

  inline_image_preview: flag(true),
  inline_url_embed_preview: flag(false),
  media_preview_size: code([100, 150, 200], 100), // percent
  gif_rating_policy: code([0, 1, 2, 3, 4], 1), // 0 none, 1 G, 2 PG, 3 PG-13, 4 R
  // 0 none, 1 Jitsi Meet, 4 BigBlueButton, 3 Zoom with an account of each user, 5 Zoom with the deployment's account
  video_chat_provider: code([0, 1, 3, 4, 5], 1, { param: oneOf([0, 1, 3, 4, 5]) }),
  // null: the server of the deployment
  jitsi_server_url: setting<string | null>(v.nullable(v.string()), null, {
    param: v.pipe(
      text(MAX_URL_LENGTH),
      v.check((value) => value === 'default' || isWebAddress(value), 'a URL'),
      v.transform((value) => (value === 'default' ? null : value)),
    ),
  }),

  digest_emails_enabled: flag(false),
  digest_weekday: code([0, 1, 2, 3, 4, 5, 6], 1), // 0 is Monday
  message_content_allowed_in_email_notifications: flag(true),
  require_e2ee_push_notifications: flag(false),

  moderation_request_channel_id: channelOrNone,
  new_stream_announcements_stream_id: channelOrNone,
  signup_announcements_stream_id: channelOrNone,
  svc_update_announcements_stream_id: channelOrNone,
} satisfies Record<string, Setting<never> | Setting<unknown>>

/** The settings that the API can change. The plan of the realm follows from its contract. */
const { plan_type: _, ...changeable } = realmSettings
export const changeableSettings = changeable

export type RealmSettingName = keyof typeof realmSettings

/** The settings whose value is the id of a channel. */
export const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'svc_update_announcements_stream_id',
] as const satisfies readonly RealmSettingName[]

export type RealmSettings = {
  [Name in keyof typeof realmSettings]: (typeof realmSettings)[Name] extends Setting<infer V> ? V : never
}
