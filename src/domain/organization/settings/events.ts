import * as v from 'valibot'
import { named } from '../../../api/named'
import { mapTable } from '../../../api/table'
import { stateSlice, type ReadOnlyRealm } from '../../../realm'
import { channelPermissions } from '../../channels/channels/permissions'
import { permissionsWithActiveHolders } from '../../people/groups/active-holders'
import { groupPermissions } from '../../people/groups/permissions'
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  LONGPOLL_TIMEOUT_SECONDS,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
} from '../../realm/settings/limits'
import { availableMethods } from '../../realm/settings/authentication-methods'
import { authenticationMethodShape } from '../../realm/settings/events'
import { groupSetting, realmPermissions } from '../../realm/settings/permissions'
import { MOVING_FORMAT, THUMBNAIL_FORMAT } from '../../files/attachments/rules'
import { realmSettings } from '../../realm/settings/settings'
import { serverGeneration } from '../../realm/settings/server-generation'
import { availableCallProviders } from '../../realm/settings/video-call-providers'
import { permissionsOf, realmRow, settingsOf } from '../../realm/settings/storage'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { hasBouncer } from '../../people/push-service/status'
import { findPushStatus } from '../../people/push-service/storage'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../people/users/rules'
import { gifRatings, olderGifRating, olderGifRatings } from './gif-ratings'
import { LEGACY_POLICIES, legacyPolicies } from './legacy-policies'
import { methodStates } from './rules'
import { shownSettingsOf } from './shown-settings'

const withPrefix = <Value>(fields: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`realm_${name}`, value]))

const JITSI_URL = 'https://meet.jit.si'

/** The fields with the same value in every realm. */
const SERVER = {
  max_message_length: MAX_MESSAGE_LENGTH,
  max_topic_length: MAX_TOPIC_LENGTH,
  max_stream_name_length: MAX_CHANNEL_NAME_LENGTH,
  max_stream_description_length: MAX_CHANNEL_DESCRIPTION_LENGTH,
  event_queue_longpoll_timeout_seconds: LONGPOLL_TIMEOUT_SECONDS,
  realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
  password_min_length: MIN_PASSWORD_LENGTH,
  password_max_length: MAX_PASSWORD_LENGTH,
  password_min_guesses: 10_000,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: false,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_supported_permission_settings: {
    realm: realmPermissions,
    stream: channelPermissions,
    group: groupPermissions,
  },
  gif_rating_policy_options: gifRatings(),
  giphy_rating_options: olderGifRatings(),
  server_jitsi_server_url: JITSI_URL,
  server_can_summarize_topics: false,
  // Only the operator exports all private data, with `npm run parley`.
  realm_owner_full_content_access: false,
  // The server never deletes the data of a deactivated realm.
  server_min_deactivated_realm_deletion_days: null,
  server_max_deactivated_realm_deletion_days: null,
  settings_send_digest_emails: false,
  realm_is_legacy_mirror_realm: false,
  svc_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
  server_thumbnail_formats: [MOVING_FORMAT, THUMBNAIL_FORMAT],
}

const SHAPES: Partial<Record<string, v.GenericSchema>> = {
  boolean: v.boolean(),
  number: v.number(),
  string: v.string(),
}

/** Returns the type of a value. Times have no limit at present. */
const shapeOf = (value: unknown): v.GenericSchema => SHAPES[typeof value] ?? v.nullable(v.number())

const thumbnailFormat = v.strictObject({
  name: v.string(),
  max_width: v.number(),
  max_height: v.number(),
  format: v.string(),
  animated: v.boolean(),
})

const permissionRules = v.record(
  v.string(),
  named(
    'PermissionRules',
    v.strictObject({
      default_group_name: v.string(),
      require_system_group: v.boolean(),
      allow_internet_group: v.boolean(),
      allow_nobody_group: v.boolean(),
      allow_everyone_group: v.boolean(),
      allowed_system_groups: v.array(v.string()),
    }),
  ),
)

const options = v.record(v.string(), v.strictObject({ name: v.string(), id: v.number() }))
/** Whether the bouncer sends notifications of the realm, and until when. It first answers after a phone was registered. */
function pushStatus(realm: ReadOnlyRealm) {
  const { can_push = false, ends_at = null } = (hasBouncer(realm) ? findPushStatus(realm) : undefined) ?? {}
  return { realm_push_notifications_enabled: can_push, realm_push_notifications_enabled_end_timestamp: ends_at }
}

/** The settings that spectators see. */
const PUBLIC_SETTINGS = [
  'name',
  'description',
  'org_type',
  'default_language',
  'enable_spectator_access',
  'invite_required',
  'topics_policy',
  'default_code_block_language',
  'inline_image_preview',
] as const

export const realmState = stateSlice({
  fetchedFor: ['realm'],
  fields: {
    ...mapTable(SERVER, (value): v.GenericSchema => shapeOf(value)),
    gif_rating_policy_options: options,
    giphy_rating_options: options,
    realm_giphy_rating: v.number(),
    server_thumbnail_formats: v.array(thumbnailFormat),
    server_generation: v.number(),
    realm_available_video_chat_providers: options,
    server_supported_permission_settings: v.strictObject({
      realm: permissionRules,
      stream: permissionRules,
      group: permissionRules,
    }),
    ...withPrefix(mapTable(realmSettings, ({ schema }): v.GenericSchema => schema)),
    ...withPrefix(mapTable(realmPermissions, () => groupSetting)),
    ...withPrefix(mapTable(LEGACY_POLICIES, () => v.number())),
    realm_parley_presence_disabled: v.boolean(),
    realm_authentication_methods: v.record(v.string(), authenticationMethodShape),
    realm_email_auth_enabled: v.boolean(),
    realm_password_auth_enabled: v.boolean(),
    jitsi_server_url: v.string(),
    realm_push_notifications_enabled: v.boolean(),
    realm_push_notifications_enabled_end_timestamp: v.nullable(v.number()),
    realm_date_created: v.number(),
    realm_uuid: v.string(),
    realm_url: v.string(),
    realm_uri: v.string(),
    realm_bot_domain: v.string(),
    realm_allow_edit_history: v.boolean(),
    realm_mandatory_topics: v.boolean(),
    development_environment: v.boolean(),
  },
  read: (realm: ReadOnlyRealm) => {
    const settings = shownSettingsOf(realm)
    const row = realmRow(realm)
    return {
      ...SERVER,
      server_generation: serverGeneration(realm),
      realm_available_video_chat_providers: availableCallProviders(realm.config),
      server_web_public_streams_enabled: realm.config.web_public_channels,
      ...withPrefix(settings),
      // What the organization chose. `realm_presence_disabled` is also true in a large organization that hides nothing.
      realm_parley_presence_disabled: settingsOf(realm).presence_disabled,
      ...withPrefix(permissionsWithActiveHolders(realm, permissionsOf(realm))),
      ...withPrefix(legacyPolicies(permissionsOf(realm))),
      realm_authentication_methods: methodStates(settings.authentication_methods, availableMethods(realm.config)),
      realm_email_auth_enabled: settings.authentication_methods.Email === true,
      realm_password_auth_enabled: settings.authentication_methods.Email === true,
      ...pushStatus(realm),
      realm_date_created: row.created_at,
      realm_uuid: realmUuid(realm),
      realm_url: realm.client.realm_url,
      realm_uri: realm.client.realm_url,
      realm_bot_domain: row.host,
      // Older clients read these settings under other names.
      jitsi_server_url: settings.jitsi_server_url ?? JITSI_URL,
      realm_giphy_rating: olderGifRating(settings.gif_rating_policy),
      realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
      realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
      development_environment: realm.config.development,
    }
  },
  readInPublic: (realm: ReadOnlyRealm) => {
    const settings = settingsOf(realm)
    return {
      ...SERVER,
      server_generation: serverGeneration(realm),
      realm_available_video_chat_providers: availableCallProviders(realm.config),
      server_web_public_streams_enabled: realm.config.web_public_channels,
      ...withPrefix(Object.fromEntries(PUBLIC_SETTINGS.map((name) => [name, settings[name]]))),
      realm_email_auth_enabled: settings.authentication_methods.Email === true,
      realm_password_auth_enabled: settings.authentication_methods.Email === true,
      realm_date_created: realmRow(realm).created_at,
      realm_url: realm.client.realm_url,
      realm_uri: realm.client.realm_url,
      development_environment: realm.config.development,
    }
  },
})
