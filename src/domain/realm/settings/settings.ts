import * as v from 'valibot'
import { integer, naturalNumber, oneOf, text } from '../../../api/params'
import { authenticationMethods, INITIAL_METHODS, type MethodsEnabled } from './authentication-methods'
import { FOR_EVER, SECONDS_PER_WEEK } from './periods'

/**
 * The realm's settings: what each may be, what it is until somebody changes it, and who may. A new setting is one line;
 * PATCH /realm, defaults, events, /register and tests walk the table.
 */
export type Setting<Value> = {
  /** What it is kept and told as. */
  schema: v.GenericSchema<unknown, Value>
  initial: Value
  /** How a request says it, where that is not how it is kept. */
  param?: v.GenericSchema<unknown, Value>
  by: Changer
}

/** The least who may change it. */
type Changer = 'administrators' | 'owners'

type More<Value> = Partial<Omit<Setting<Value>, 'schema' | 'initial'>>
const OWNERS = { by: 'owners' } as const

const setting = <Value>(schema: v.GenericSchema<unknown, Value>, initial: Value, more: More<Value> = {}) => {
  const line: Setting<Value> = { schema, initial, by: 'administrators', ...more }
  return line
}

const yesNo = (initial: boolean, more?: More<boolean>) => setting(v.boolean(), initial, more)
const code = (codes: readonly number[], initial: number, more?: More<number>) => setting(oneOf(codes), initial, more)
const words = (most: number, initial = '') => setting(text(most), initial)

/** What newcomers are greeted with. It is sent as a message, so it must be what a message can be. */
export const welcomeText = v.pipe(
  text(8000),
  v.check((said) => !said.includes('\0'), 'text without null bytes'),
)

const positive = v.pipe(integer(), v.minValue(1, 'a positive integer'))

/** A length of time after which something can no longer be done; null is never. */
const limit = (initial: number) =>
  setting<number | null>(v.nullable(v.number()), initial, {
    param: v.pipe(
      v.union([positive, oneOf(['unlimited'])]),
      v.transform((said) => (said === 'unlimited' ? null : said)),
    ),
  })

export const NO_CHANNEL = -1
/** Which channel the server writes to about something, if any. */
const channelOrNone = setting(v.pipe(integer(), v.minValue(NO_CHANNEL, 'a channel ID')), NO_CHANNEL)

const MAX_URL_LENGTH = 200
const isWebAddress = (said: string) => URL.canParse(said) && /^https?:$/.test(new URL(said).protocol)

export const realmSettings = {
  name: words(40),
  description: words(1000),
  org_type: code([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], 0),
  plan_type: code([1, 2, 3, 4, 10], 1),
  default_language: words(50, 'en'),
  welcome_message_custom_text: setting(welcomeText, ''),

  authentication_methods: setting<MethodsEnabled>(authenticationMethods, INITIAL_METHODS, OWNERS),
  emails_restricted_to_domains: yesNo(false, OWNERS),
  invite_required: yesNo(true, OWNERS),
  disallow_disposable_email_addresses: yesNo(true, OWNERS),
  enable_spectator_access: yesNo(false),
  want_advertise_in_communities_directory: yesNo(false),
  send_welcome_emails: yesNo(true),
  waiting_period_threshold: setting(naturalNumber(), 0, OWNERS), // days

  require_unique_names: yesNo(false),
  name_changes_disabled: yesNo(false),
  email_changes_disabled: yesNo(false),
  avatar_changes_disabled: yesNo(false),
  presence_disabled: yesNo(false),
  enable_read_receipts: yesNo(true),
  enable_guest_user_indicator: yesNo(true),
  enable_guest_user_dm_warning: yesNo(true),
  send_channel_events_messages: yesNo(false),

  allow_message_editing: yesNo(true),
  message_content_edit_limit_seconds: limit(600),
  message_content_delete_limit_seconds: limit(600),
  move_messages_within_stream_limit_seconds: limit(SECONDS_PER_WEEK),
  move_messages_between_streams_limit_seconds: limit(SECONDS_PER_WEEK),
  message_edit_history_visibility_policy: setting(oneOf(['all', 'moves', 'none']), 'all'),
  message_retention_days: setting(v.number(), FOR_EVER, {
    ...OWNERS,
    param: v.pipe(
      v.union([positive, oneOf(['unlimited'])]),
      v.transform((said) => (said === 'unlimited' ? FOR_EVER : said)),
    ),
  }),
  topics_policy: setting(oneOf(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
  default_code_block_language: words(50),

  inline_image_preview: yesNo(true),
  inline_url_embed_preview: yesNo(false),
  giphy_rating: code([0, 1, 2, 3, 4, 5], 2),
  video_chat_provider: code([0, 1, 3, 4, 5], 1, { param: oneOf([0, 1]) }), // the rest need accounts elsewhere
  // null: whatever the deployment says
  jitsi_server_url: setting<string | null>(v.nullable(v.string()), null, {
    param: v.pipe(
      text(MAX_URL_LENGTH),
      v.check((said) => said === 'default' || isWebAddress(said), 'a URL'),
      v.transform((said) => (said === 'default' ? null : said)),
    ),
  }),

  digest_emails_enabled: yesNo(false),
  digest_weekday: code([0, 1, 2, 3, 4, 5, 6], 1), // 0 is Monday
  message_content_allowed_in_email_notifications: yesNo(true),
  require_e2ee_push_notifications: yesNo(false),

  moderation_request_channel_id: channelOrNone,
  new_stream_announcements_stream_id: channelOrNone,
  signup_announcements_stream_id: channelOrNone,
  svc_update_announcements_stream_id: channelOrNone,
} satisfies Record<string, Setting<never> | Setting<unknown>>

/** Those that can be changed over the API. What the realm is entitled to is not for the realm to say. */
const { plan_type: _, ...changeable } = realmSettings
export const changeableSettings = changeable

export type RealmSettingName = keyof typeof realmSettings

/** Those that name a channel. */
export const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'svc_update_announcements_stream_id',
] as const satisfies readonly RealmSettingName[]

export type RealmSettings = {
  [Name in keyof typeof realmSettings]: (typeof realmSettings)[Name] extends Setting<infer V> ? V : never
}
