import { channel, choice, code, flag, number, text, type Line } from '../setting-line'
import { languages } from '../user-settings'

const HOUR = 3600
const MINUTE = 60
const DAY = 86_400

/** A setting of the organization: how it is chosen, and its value in a new organization. */
type RealmLine = Line & { usual: unknown }

const line = (kind: Line, usual: unknown): RealmLine => ({ ...kind, usual })
const on = line(flag, true)
const off = line(flag, false)

const limit = (unit: number, usual: number): RealmLine => ({ kind: 'limit', unit, usual })
const noChannel = line(channel, -1)

/** All settings of the organization that the API can change, by section. A test compares the names and the values. */
export const REALM_SETTINGS = {
  identity: {
    name: line(text(40), ''),
    description: line(text(1000, true), ''),
    org_type: line(code, 0),
    default_language: line({ kind: 'list', values: languages }, 'en'),
  },
  joining: {
    invite_required: on,
    emails_restricted_to_domains: off,
    disallow_disposable_email_addresses: on,
    waiting_period_threshold: line(number(0, 36_500), 0),
    welcome_message_custom_text: line(text(8000, true), ''),
    send_welcome_emails: on,
    enable_spectator_access: off,
    parley_public_pages_indexed: off,
    want_advertise_in_communities_directory: off,
  },
  people: {
    require_unique_names: off,
    name_changes_disabled: off,
    email_changes_disabled: off,
    avatar_changes_disabled: off,
    default_avatar_source: line(choice, 'G'),
    presence_disabled: off,
    enable_read_receipts: on,
    enable_guest_user_indicator: on,
    enable_guest_user_dm_warning: on,
  },
  messages: {
    allow_message_editing: on,
    message_content_edit_limit_seconds: limit(MINUTE, 600),
    message_content_delete_limit_seconds: limit(MINUTE, 600),
    move_messages_within_stream_limit_seconds: limit(HOUR, 7 * DAY),
    move_messages_between_streams_limit_seconds: limit(HOUR, 7 * DAY),
    message_edit_history_visibility_policy: line(choice, 'all'),
    message_retention_days: line({ kind: 'days' }, -1),
    topics_policy: line(choice, 'allow_empty_topic'),
    default_code_block_language: line(text(50), ''),
    inline_image_preview: on,
    inline_url_embed_preview: off,
    media_preview_size: line(code, 100),
    gif_rating_policy: line(code, 1),
  },
  calls: {
    video_chat_provider: line({ kind: 'choice', codes: true, among: 'realm_available_video_chat_providers' }, 1),
    jitsi_server_url: line(text(200), null),
  },
  announcements: {
    new_stream_announcements_stream_id: noChannel,
    signup_announcements_stream_id: noChannel,
    svc_update_announcements_stream_id: noChannel,
    moderation_request_channel_id: noChannel,
    send_channel_events_messages: off,
  },
  emails: {
    message_content_allowed_in_email_notifications: on,
    digest_emails_enabled: off,
    digest_weekday: line(code, 1),
    require_e2ee_push_notifications: off,
  },
  model: {
    parley_language_model: line(choice, 'none'),
    parley_language_model_url: line(text(200), ''),
    parley_language_model_name: line(text(100), ''),
    parley_speech_model_name: line(text(100), ''),
    parley_language_model_requests: line(number(0, 100_000), 500),
  },
  gifs: {
    parley_gif_service: line(choice, 'none'),
    parley_gif_url: line(text(200), ''),
  },
  safety: {
    parley_passkey_login: on,
    parley_factor_required_of: line(choice, 'none'),
    parley_factor_required: line(choice, 'any'),
    parley_scim_manages_owners: off,
    parley_agents_enabled: on,
    parley_session_idle_days: line(number(1, 14), 14),
    parley_session_absolute_days: line(number(1, 90), 90),
    parley_keep_in_browsers: on,
    parley_audit_log_days: line(number(1, 3650), 365),
  },
} satisfies Record<string, Record<string, RealmLine>>

/** Only owners change these. */
export const FOR_OWNERS = new Set([
  'authentication_methods',
  'emails_restricted_to_domains',
  'invite_required',
  'disallow_disposable_email_addresses',
  'waiting_period_threshold',
  'parley_passkey_login',
  'parley_factor_required_of',
  'parley_factor_required',
  'parley_scim_manages_owners',
  'parley_agents_enabled',
  'parley_session_idle_days',
  'parley_session_absolute_days',
  'parley_keep_in_browsers',
  'parley_audit_log_days',
  'parley_language_model',
  'parley_language_model_url',
  'parley_language_model_name',
  'parley_speech_model_name',
  'parley_language_model_requests',
  'parley_gif_service',
  'parley_gif_url',
  'message_retention_days',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
  'parley_can_create_guest_links_group',
  'parley_can_search_everything_group',
])

/** The permissions of the organization, by section. */
export const REALM_PERMISSIONS = {
  joining: [
    'can_invite_users_group',
    'create_multiuse_invite_group',
    'parley_can_create_guest_links_group',
    'can_access_all_users_group',
  ],
  channels: [
    'can_create_public_channel_group',
    'can_create_private_channel_group',
    'can_create_web_public_channel_group',
    'can_add_subscribers_group',
    'can_mention_many_users_group',
    'can_set_topics_policy_group',
    'can_set_delete_message_policy_group',
  ],
  messages: [
    'can_move_messages_between_topics_group',
    'can_move_messages_between_channels_group',
    'can_resolve_topics_group',
    'can_delete_own_message_group',
    'can_delete_any_message_group',
    'direct_message_permission_group',
    'direct_message_initiator_group',
    'can_summarize_topics_group',
  ],
  other: [
    'can_create_groups',
    'can_manage_all_groups',
    'can_create_bots_group',
    'parley_can_create_automations_group',
    'can_create_write_only_bots_group',
    'can_add_custom_emoji_group',
    'can_manage_billing_group',
    'parley_can_search_everything_group',
    'parley_can_start_calls_group',
    'parley_can_join_calls_group',
    'parley_can_share_screens_group',
    'workplace_users_group',
  ],
} as const
