import * as v from 'valibot'
import { mapTable } from '../../api/table'
import { stateSlice, type Realm } from '../../realm'
import { channelPermissions } from '../channels/permissions'
import { groupSetting } from '../groups/events'
import { groupPermissions } from '../groups/permissions'
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  LONGPOLL_TIMEOUT_SECONDS,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
} from '../realm/limits'
import { realmPermissions } from '../realm/permissions'
import { realmSettings } from '../realm/settings'
import { permissionsOf, realmRow, settingsOf } from '../realm/storage'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../users/rules'

const withPrefix = <Value>(fields: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`realm_${name}`, value]))

/** What is the same in every realm of this server. */
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
  server_generation: 1,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: false,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: false,
  server_supported_permission_settings: {
    realm: realmPermissions,
    stream: channelPermissions,
    group: groupPermissions,
  },
  realm_email_auth_enabled: true,
  realm_password_auth_enabled: true,
  realm_push_notifications_enabled: false,
  realm_push_notifications_enabled_end_timestamp: null,
  realm_upload_quota_mib: null,
  svc_plan_is_not_limited: true,
}

const permissionRules = v.record(v.string(), v.looseObject({ default_group_name: v.string() }))

export const realmSlice = stateSlice({
  fetchedFor: ['realm'],
  fields: {
    ...mapTable(SERVER, () => v.unknown()),
    server_supported_permission_settings: v.strictObject({
      realm: permissionRules,
      stream: permissionRules,
      group: permissionRules,
    }),
    ...withPrefix(mapTable(realmSettings, ({ schema }): v.GenericSchema => schema)),
    ...withPrefix(mapTable(realmPermissions, () => groupSetting)),
    realm_date_created: v.number(),
    realm_url: v.string(),
    realm_uri: v.string(),
    realm_bot_domain: v.string(),
    realm_allow_edit_history: v.boolean(),
    realm_mandatory_topics: v.boolean(),
    development_environment: v.boolean(),
  },
  read: (realm: Realm) => {
    const settings = settingsOf(realm)
    const row = realmRow(realm)
    return {
      ...SERVER,
      server_web_public_streams_enabled: realm.config.web_public_channels,
      ...withPrefix(settings),
      ...withPrefix(permissionsOf(realm)),
      realm_date_created: row.created_at,
      realm_url: realm.client.realm_url,
      realm_uri: realm.client.realm_url,
      realm_bot_domain: row.host,
      // Older names of what two settings say now.
      realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
      realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
      development_environment: realm.config.development,
    }
  },
})
