import * as v from 'valibot'

/** The realm's settings: name, what it may be, what it is until somebody changes it. A new setting is one line. */
export type Setting<Value> = { schema: v.GenericSchema<unknown, Value>; initial: Value }

const setting = <Value>(schema: v.GenericSchema<unknown, Value>, initial: Value): Setting<Value> => ({
  schema,
  initial,
})

const yesNo = (initial: boolean) => setting(v.boolean(), initial)
const code = (codes: readonly number[], initial: number) => setting(v.picklist(codes), initial)
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const secondsOrUnlimited = (initial: number) => setting<number | null>(v.nullable(seconds), initial)
const text = (most: number, initial = '') => setting(v.pipe(v.string(), v.maxLength(most)), initial)
const channelOrNone = setting(v.pipe(v.number(), v.safeInteger(), v.minValue(-1)), -1)

export const realmSettings = {
  name: text(40),
  description: text(1000),
  org_type: code([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], 0),
  plan_type: code([1, 2, 3, 4, 10], 1),
  default_language: text(50, 'en'),
  welcome_message_custom_text: text(8000),

  emails_restricted_to_domains: yesNo(false),
  invite_required: yesNo(true),
  disallow_disposable_email_addresses: yesNo(true),
  enable_spectator_access: yesNo(false),
  want_advertise_in_communities_directory: yesNo(false),
  send_welcome_emails: yesNo(true),
  waiting_period_threshold: setting(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),

  require_unique_names: yesNo(false),
  name_changes_disabled: yesNo(false),
  email_changes_disabled: yesNo(false),
  avatar_changes_disabled: yesNo(false),
  presence_disabled: yesNo(false),
  enable_read_receipts: yesNo(true),
  enable_guest_user_indicator: yesNo(true),
  enable_guest_user_dm_warning: yesNo(true),

  allow_message_editing: yesNo(true),
  message_content_edit_limit_seconds: secondsOrUnlimited(600), // null: no limit
  message_content_delete_limit_seconds: secondsOrUnlimited(600),
  move_messages_within_stream_limit_seconds: secondsOrUnlimited(604_800),
  move_messages_between_streams_limit_seconds: secondsOrUnlimited(604_800),
  message_edit_history_visibility_policy: setting(v.picklist(['all', 'moves', 'none']), 'all'),
  message_retention_days: setting(v.pipe(v.number(), v.safeInteger()), -1), // -1: for ever
  topics_policy: setting(v.picklist(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
  default_code_block_language: text(50),

  inline_image_preview: yesNo(true),
  inline_url_embed_preview: yesNo(false),
  giphy_rating: code([0, 1, 2, 3, 4, 5], 2),
  video_chat_provider: code([0, 1, 3, 4, 5], 1),
  jitsi_server_url: setting<string | null>(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),

  digest_emails_enabled: yesNo(false),
  digest_weekday: code([0, 1, 2, 3, 4, 5, 6], 1),
  message_content_allowed_in_email_notifications: yesNo(true),
  require_e2ee_push_notifications: yesNo(false),

  moderation_request_channel_id: channelOrNone,
  new_stream_announcements_stream_id: channelOrNone,
  signup_announcements_stream_id: channelOrNone,
  svc_update_announcements_stream_id: channelOrNone,
} satisfies Record<string, Setting<never> | Setting<unknown>>

export type RealmSettings = {
  [Name in keyof typeof realmSettings]: (typeof realmSettings)[Name] extends Setting<infer V> ? V : never
}
