import { mapTable } from '../../../api/table'
import type { Template } from '../../../markdown/template'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Channel, TopicsPolicy } from '../../channels/channels/channel'
import { channelPermissions, type ChannelPermission } from '../../channels/channels/permissions'
import {
  refusalOfChannelCount,
  refusalOfChannelName,
  refusalOfDescription,
  refusalOfTopicCreation,
  requirementsToCreate,
  type NewChannel,
} from '../../channels/channels/rules'
import { allChannelIds, insertChannel } from '../../channels/channels/storage'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { refusalOfPrivacy, type ChannelPrivacy } from '../../channels/subscriptions/rules'
import type { User } from '../../people/users/user'
import { renderDescription } from '../../realm/settings/descriptions'
import { defaultGroupSetting, type GroupSetting } from '../../realm/settings/permissions'
import { refusalOfRequirements } from './requirements'

/** The texts of a new channel in a request. `template` is the parsed description. */
export type NewChannelTexts = { name: string; description: string; template: Template }

/** The settings of the channels that a request creates. Absent settings get their defaults. */
export type NewChannelSettings = ChannelPrivacy & {
  message_retention_days?: number | null
  topics_policy?: TopicsPolicy
  default_push_notifications?: boolean
  folder_id?: number
  permissions: Partial<Record<ChannelPermission, GroupSetting>>
}

/** Inserts a channel without subscribers, and returns it. The caller publishes it, together with its first subscriptions. */
export function insertRequestedChannel(
  realm: Realm,
  actor: User,
  { name, description, template }: NewChannelTexts,
  settings: NewChannelSettings,
): Channel {
  const rendered_description = renderDescription(template, mentionDirectory(realm, actor))
  const initial = { ...initialChannel(realm, actor), name, description, rendered_description }
  const permissions = { ...initial.permissions, ...settings.permissions }
  const requested = { ...initial, ...requestedFields(settings), permissions }
  const refusal =
    refusalOfChannelName(name) ??
    refusalOfDescription(description) ??
    refusalOfPrivacy(settings) ??
    refusalOfTopicCreation(requested) ??
    refusalOfChannelCount(allChannelIds(realm).length) ??
    refusalOfRequirements(realm, { actor }, requirementsToCreate(initial, requested))
  if (refusal) throw refusal
  return insertChannel(realm, requested)
}

const initialChannel = (
  realm: ReadOnlyRealm,
  { user_id }: User,
): Omit<NewChannel, keyof NewChannelTexts | 'rendered_description'> => ({
  date_created: realm.now(),
  creator_id: user_id,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  is_default: false,
  default_push_notifications: false,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: null,
  folder_id: null,
  is_recently_active: true,
  subscriber_count: 0,
  weekly_traffic: null,
  permissions: mapTable(channelPermissions, (rules) => defaultGroupSetting(rules, user_id)),
})

/** The default of `history_public_to_subscribers` is false for private channels only. */
const requestedFields = (settings: NewChannelSettings) => ({
  invite_only: settings.invite_only,
  is_web_public: settings.is_web_public,
  history_public_to_subscribers: settings.history_public_to_subscribers ?? !settings.invite_only,
  is_default: settings.is_default_stream,
  default_push_notifications: settings.default_push_notifications ?? false,
  message_retention_days: settings.message_retention_days ?? null,
  topics_policy: settings.topics_policy ?? 'inherit',
  folder_id: settings.folder_id ?? null,
})
