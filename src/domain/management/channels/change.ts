import { publishDefaultChannels } from '../../channels/channels/actions'
import { keysOf } from '../../../api/table'
import type { Template } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import type { Channel, TopicsPolicy } from '../../channels/channels/channel'
import { channelUpdated, updatesBetween } from '../../channels/channels/events'
import { channelPermissions, type ChannelPermission } from '../../channels/channels/permissions'
import {
  archivedCannotBeDefault,
  canAdminister,
  channelHasNamedTopics,
  hasSameVisibility,
  cannotAdministerChannel,
  moderationChannelIsPrivate,
  requirementsToChange,
  refusalOfDescription,
  refusalToRename,
} from '../../channels/channels/rules'
import { getChannel, findChannelByName, writeChannel } from '../../channels/channels/storage'
import { recordVisibility } from '../../channels/channels/visibility-storage'
import { requireVisibleChannel, loadViewerAccess, channelViewers } from '../../channels/subscriptions/access'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { refusalOfPrivacy } from '../../channels/subscriptions/rules'
import { viewerIdsOf, publishChannelVisibility } from '../../channels/subscriptions/channel-visibility'
import { changedGroupSetting, type GroupSettingChange } from '../../people/groups/group-setting'
import { permissionsTold } from '../../people/groups/holders'
import type { User } from '../../people/users/user'
import { renderDescription } from '../../realm/settings/descriptions'
import { settingsOf } from '../../realm/settings/storage'
import { refusalOfNeeds } from '../new-channels/requirements'
import { archive, unarchive } from './archive'

/** What is wished of a channel; what is left out stays as it is. */
export type ChannelChanges = {
  new_name?: string
  described?: { description: string; template: Template }
  is_archived?: boolean
  is_private?: boolean
  is_web_public?: boolean
  history_public_to_subscribers?: boolean
  is_default_stream?: boolean
  message_retention_days?: number | null
  folder_id?: number | null // null: in none
  topics_policy?: TopicsPolicy
  permissions: Partial<Record<ChannelPermission, GroupSettingChange>>
  /** Topics are a later concept's: whoever asks looks, if it is to be known. */
  hasNamedTopics: (channel: Channel) => boolean
}

/** The channel, to somebody who may administer it. */
export function channelAdministeredBy(realm: Realm, actor: User, stream_id: number): Channel {
  const channel = requireVisibleChannel(realm, actor, stream_id)
  if (!canAdminister(channel, loadViewerAccess(realm, actor, channel))) throw cannotAdministerChannel({})
  return channel
}

/** All of the changes or none; each is told by an event of its own, and what is so already is told to nobody. */
export function changeChannel(realm: Realm, actor: User, stream_id: number, wished: ChannelChanges): void {
  const found = channelAdministeredBy(realm, actor, stream_id)
  if (wished.is_archived === true) archive(realm, found)
  if (wished.is_archived === false) unarchive(realm, found)

  const before = getChannel(realm, stream_id)
  const after = changed(realm, actor, before, wished)
  const refusal = refusalOfResult(realm, actor, { before, after }, wished)
  if (refusal) throw refusal

  if (!hasSameVisibility(before, after)) recordVisibility(realm, before)
  writeChannel(realm, after)
  tellOfChange(realm, before, after)
}

function changed(realm: Realm, actor: User, before: Channel, wished: ChannelChanges): Channel {
  const { described, new_name, message_retention_days, folder_id } = wished
  const invite_only = wished.is_private ?? before.invite_only
  const turned = invite_only !== before.invite_only
  const after: Channel = {
    ...before,
    invite_only,
    is_web_public: wished.is_web_public ?? before.is_web_public,
    history_public_to_subscribers:
      wished.history_public_to_subscribers ?? (turned ? !invite_only : before.history_public_to_subscribers),
    is_default: wished.is_default_stream ?? before.is_default,
    message_retention_days:
      message_retention_days === undefined ? before.message_retention_days : message_retention_days,
    folder_id: folder_id === undefined ? before.folder_id : folder_id,
    topics_policy: wished.topics_policy ?? before.topics_policy,
    name: new_name?.trim() ?? before.name,
    permissions: changedPermissions(realm, before, wished),
  }
  if (described === undefined || described.description === before.description) return after
  const rendered_description = renderDescription(described.template, mentionDirectory(realm, actor))
  return { ...after, description: described.description, rendered_description }
}

function changedPermissions(realm: Realm, { permissions }: Channel, wished: ChannelChanges): Channel['permissions'] {
  const changes = { ...permissions }
  for (const setting_name of keysOf(channelPermissions)) {
    const change = wished.permissions[setting_name]
    if (change === undefined) continue
    const permission = { setting_name, rules: channelPermissions[setting_name], current: permissions[setting_name] }
    changes[setting_name] = changedGroupSetting(realm, permission, change)
  }
  return changes
}

type Change = { before: Channel; after: Channel }

function refusalOfResult(realm: Realm, actor: User, { before, after }: Change, wished: ChannelChanges) {
  const { stream_id } = before
  const impossible = refusalOfPrivacy({ ...after, is_default_stream: after.is_default })
  if (impossible) return impossible
  const lacking = refusalOfNeeds(realm, { actor, channel: before }, requirementsToChange(before, after))
  if (lacking) return lacking
  if (after.is_archived && after.is_default) return archivedCannotBeDefault({})
  if (settingsOf(realm).moderation_request_channel_id === stream_id && before.invite_only && !after.invite_only)
    return moderationChannelIsPrivate({})
  const turnsTopicless = after.topics_policy === 'empty_topic_only' && before.topics_policy !== after.topics_policy
  if (turnsTopicless && wished.hasNamedTopics(before)) return channelHasNamedTopics({})
  const naming =
    wished.new_name === undefined
      ? undefined
      : refusalToRename(before, after.name, findChannelByName(realm, after.name))
  return refusalOfDescription(after.description) ?? naming
}

/** Those who gain sight of the channel are told of it as it is now; its news are for those who knew it before. */
function tellOfChange(realm: Realm, before: Channel, after: Channel) {
  const { stream_id } = before
  const gained = hasSameVisibility(before, after)
    ? []
    : publishChannelVisibility(realm, after, viewerIdsOf(realm, before), viewerIdsOf(realm, after))
  if (before.is_default !== after.is_default) publishDefaultChannels(realm)
  for (const update of updatesBetween(asTold(realm, before), asTold(realm, after)))
    realm.publish(channelUpdated(update), channelViewers({ stream_id }), gained)
}

const asTold = (realm: Realm, channel: Channel): Channel => ({
  ...channel,
  permissions: permissionsTold(realm, channel.permissions),
})
