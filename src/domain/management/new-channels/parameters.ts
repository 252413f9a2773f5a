import { boolean, integer, oneOf, optional } from '../../../api/params'
import { mapTable } from '../../../api/table'
import type { Realm } from '../../../realm'
import { TOPICS_POLICIES, type TopicsPolicy } from '../../channels/channels/channel'
import { channelPermissions, type ChannelPermission } from '../../channels/channels/permissions'
import { retentionDays, retentionParam, type Retention } from '../../channels/channels/retention'
import {
  channelDescriptionTooLong,
  channelNameEmpty,
  channelNameInvalid,
  channelNameTooLong,
  webPublicNotEnabled,
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
} from '../../people/groups/group-setting'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import type { GroupSetting } from '../../realm/settings/permissions'
import { chosenPermissions } from './chosen-permissions'
import type { NewChannelWishes } from './create'

/** What may be said of channels that are to be made, wherever they are made. */
export const newChannelParams = {
  invite_only: optional(boolean(), false),
  is_web_public: optional(boolean(), false),
  is_default_stream: optional(boolean(), false),
  history_public_to_subscribers: optional(boolean()),
  message_retention_days: optional(retentionParam),
  topics_policy: optional(oneOf(TOPICS_POLICIES)),
  folder_id: optional(integer()),
  ...mapTable(channelPermissions, () => optional(groupSettingParam)),
}

/** All that making a channel may be refused for, but for its folder. */
export const newChannelErrors = [
  markdownTooLarge,
  channelNameEmpty,
  channelNameTooLong,
  channelNameInvalid,
  channelDescriptionTooLong,
  invalidParameters,
  defaultChannelCannotBePrivate,
  webPublicNotEnabled,
  insufficientPermission,
  mustBeAdministrator,
  mustBeOwner,
  invalidGroup,
  groupIsDeactivated,
  invalidGroupMember,
  groupNotAllowed,
]

type Said = ChannelPrivacy & {
  folder_id?: number
  message_retention_days?: Retention
  topics_policy?: TopicsPolicy
} & Partial<Record<ChannelPermission, GroupSetting>>

export const newChannelWishes = (realm: Realm, said: Said): NewChannelWishes => ({
  invite_only: said.invite_only,
  is_web_public: said.is_web_public,
  is_default_stream: said.is_default_stream,
  history_public_to_subscribers: said.history_public_to_subscribers,
  message_retention_days: retentionDays(said.message_retention_days),
  topics_policy: said.topics_policy,
  folder_id: said.folder_id,
  permissions: chosenPermissions(realm, said),
})
