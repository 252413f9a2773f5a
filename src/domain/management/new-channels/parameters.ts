import { boolean, integer, oneOf, optional } from '../../../api/params'
import { mapTable, keysOf } from '../../../api/table'
import type { ReadOnlyRealm } from '../../../realm'
import { TOPICS_POLICIES, type TopicsPolicy } from '../../channels/channels/channel'
import { channelPermissions, type ChannelPermission } from '../../channels/channels/permissions'
import { retentionDays, retentionParam, type Retention } from '../../channels/channels/retention'
import {
  channelDescriptionTooLong,
  channelNameEmpty,
  channelNameInvalid,
  channelNameTooLong,
  tooManyChannels,
  webPublicNotEnabled,
  topicsMustBeOpen,
} from '../../channels/channels/rules'
import {
  defaultChannelCannotBePrivate,
  invalidParameters,
  type ChannelPrivacy,
} from '../../channels/subscriptions/rules'
import {
  groupIsDeactivated,
  groupNotAllowed,
  groupSettingParam,
  invalidGroup,
  invalidGroupMember,
  resolveGroupSetting,
} from '../../people/groups/group-setting'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import type { GroupSetting } from '../../realm/settings/permissions'
import { requireActiveFolder } from '../channel-folders/actions'
import { invalidFolderId } from '../channel-folders/rules'
import type { NewChannelSettings } from './actions'

/** The parameters for settings of new channels. Two endpoints create channels. */
export const newChannelParams = {
  invite_only: optional(boolean(), false),
  is_web_public: optional(boolean(), false),
  is_default_stream: optional(boolean(), false),
  default_push_notifications: optional(boolean(), false),
  history_public_to_subscribers: optional(boolean()),
  message_retention_days: optional(retentionParam),
  topics_policy: optional(oneOf(TOPICS_POLICIES)),
  folder_id: optional(integer()),
  ...mapTable(channelPermissions, () => optional(groupSettingParam)),
}

/** All refusals of a new channel. */
export const newChannelErrors = [
  markdownTooLarge,
  tooManyChannels,
  channelNameEmpty,
  channelNameTooLong,
  channelNameInvalid,
  channelDescriptionTooLong,
  invalidParameters,
  defaultChannelCannotBePrivate,
  topicsMustBeOpen,
  webPublicNotEnabled,
  insufficientPermission,
  mustBeAdministrator,
  mustBeOwner,
  invalidGroup,
  groupIsDeactivated,
  invalidGroupMember,
  groupNotAllowed,
  invalidFolderId,
]

type RequestedPermissions = Partial<Record<ChannelPermission, GroupSetting>>

type RequestedSettings = ChannelPrivacy & {
  folder_id?: number
  message_retention_days?: Retention
  topics_policy?: TopicsPolicy
  default_push_notifications: boolean
} & RequestedPermissions

/** Returns the settings in the form in which they are stored. Throws if the folder or a group does not exist. */
export function newChannelSettings(realm: ReadOnlyRealm, requested: RequestedSettings): NewChannelSettings {
  if (requested.folder_id !== undefined) requireActiveFolder(realm, requested.folder_id)
  return {
    invite_only: requested.invite_only,
    is_web_public: requested.is_web_public,
    is_default_stream: requested.is_default_stream,
    history_public_to_subscribers: requested.history_public_to_subscribers,
    message_retention_days: retentionDays(requested.message_retention_days),
    topics_policy: requested.topics_policy,
    default_push_notifications: requested.default_push_notifications,
    folder_id: requested.folder_id,
    permissions: storedPermissions(realm, requested),
  }
}

function storedPermissions(realm: ReadOnlyRealm, requested: RequestedPermissions): RequestedPermissions {
  const permissions: RequestedPermissions = {}
  for (const setting_name of keysOf(channelPermissions)) {
    const value = requested[setting_name]
    if (value !== undefined)
      permissions[setting_name] = resolveGroupSetting(
        realm,
        { setting_name, rules: channelPermissions[setting_name] },
        value,
      )
  }
  return permissions
}
