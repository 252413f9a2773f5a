import type { ApiError } from '../../../api/errors'
import { keysOf } from '../../../api/table'
import type { Template } from '../../../markdown/template'
import type { ReadOnlyRealm } from '../../../realm'
import type { Channel, TopicsPolicy } from '../../channels/channels/channel'
import { channelPermissions, type ChannelPermission } from '../../channels/channels/permissions'
import {
  archivedCannotBeDefault,
  channelHasNamedTopics,
  moderationChannelIsPrivate,
  refusalOfDescription,
  refusalOfTopicCreation,
  refusalToRename,
  requirementsToChange,
} from '../../channels/channels/rules'
import { findChannelByName } from '../../channels/channels/storage'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { refusalOfPrivacy } from '../../channels/subscriptions/rules'
import { hasNamedTopic } from '../../channels/topics/storage'
import { resolveGroupSettingChange, type GroupSettingChange } from '../../people/groups/group-setting'
import type { User } from '../../people/users/user'
import { renderDescription } from '../../realm/settings/descriptions'
import { settingsOf } from '../../realm/settings/storage'
import { refusalOfRequirements } from '../new-channels/requirements'

/** The changes of a channel in a request. An absent field does not change. */
export type ChannelChanges = {
  new_name?: string
  newDescription?: { description: string; template: Template } // `template` is the parsed description
  is_archived?: boolean
  is_private?: boolean
  is_web_public?: boolean
  history_public_to_subscribers?: boolean
  is_default_stream?: boolean
  default_push_notifications?: boolean
  message_retention_days?: number | null
  folder_id?: number | null // null: in no folder
  topics_policy?: TopicsPolicy
  permissions: Partial<Record<ChannelPermission, GroupSettingChange>>
}

/** Returns the channel with all changes, except that of `is_archived`. */
export function changedChannel(realm: ReadOnlyRealm, actor: User, before: Channel, changes: ChannelChanges): Channel {
  const { newDescription, new_name, message_retention_days, folder_id } = changes
  const invite_only = changes.is_private ?? before.invite_only
  const initialHistory = invite_only === before.invite_only ? before.history_public_to_subscribers : !invite_only
  const after: Channel = {
    ...before,
    invite_only,
    is_web_public: changes.is_web_public ?? before.is_web_public,
    history_public_to_subscribers: changes.history_public_to_subscribers ?? initialHistory,
    is_default: changes.is_default_stream ?? before.is_default,
    default_push_notifications: changes.default_push_notifications ?? before.default_push_notifications,
    message_retention_days:
      message_retention_days === undefined ? before.message_retention_days : message_retention_days,
    folder_id: folder_id === undefined ? before.folder_id : folder_id,
    topics_policy: changes.topics_policy ?? before.topics_policy,
    name: new_name?.trim() ?? before.name,
    permissions: changedPermissions(realm, before, changes),
  }
  if (newDescription === undefined || newDescription.description === before.description) return after
  const rendered_description = renderDescription(newDescription.template, mentionDirectory(realm, actor))
  return { ...after, description: newDescription.description, rendered_description }
}

function changedPermissions(
  realm: ReadOnlyRealm,
  { permissions }: Channel,
  changes: ChannelChanges,
): Channel['permissions'] {
  const changed = { ...permissions }
  for (const setting_name of keysOf(channelPermissions)) {
    const change = changes.permissions[setting_name]
    if (change === undefined) continue
    const permission = { setting_name, rules: channelPermissions[setting_name], current: permissions[setting_name] }
    changed[setting_name] = resolveGroupSettingChange(realm, permission, change)
  }
  return changed
}

export type ChannelChange = { before: Channel; after: Channel }

/** Returns the refusal of a change: its result is impossible, or the actor lacks a permission for it. */
export function refusalOfChange(
  realm: ReadOnlyRealm,
  actor: User,
  { before, after }: ChannelChange,
  { new_name }: ChannelChanges,
): ApiError | undefined {
  const { stream_id } = before
  const refusal =
    refusalOfPrivacy({ ...after, is_default_stream: after.is_default }) ??
    refusalOfTopicCreation(after) ??
    refusalOfRequirements(realm, { actor, channel: before }, requirementsToChange(before, after))
  if (refusal) return refusal
  if (after.is_archived && after.is_default) return archivedCannotBeDefault({})
  if (settingsOf(realm).moderation_request_channel_id === stream_id && before.invite_only && !after.invite_only)
    return moderationChannelIsPrivate({})
  const forbidsNamedTopics = after.topics_policy === 'empty_topic_only' && before.topics_policy !== after.topics_policy
  if (forbidsNamedTopics && hasNamedTopic(realm.sql, stream_id)) return channelHasNamedTopics({})
  return (
    refusalOfDescription(after.description) ??
    (new_name === undefined ? undefined : refusalToRename(before, after.name, findChannelByName(realm, after.name)))
  )
}
