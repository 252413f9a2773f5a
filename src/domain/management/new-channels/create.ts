import { mapTable } from '../../../api/table'
import type { Template } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import type { Channel, TopicsPolicy } from '../../channels/channels/channel'
import { channelPermissions, type ChannelPermission } from '../../channels/channels/permissions'
import {
  requirementsToCreate,
  refusalOfChannelName,
  refusalOfDescription,
  type NewChannel,
} from '../../channels/channels/rules'
import { insertChannel } from '../../channels/channels/storage'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { refusalOfPrivacy, type ChannelPrivacy } from '../../channels/subscriptions/rules'
import type { User } from '../../people/users/user'
import { renderDescription } from '../../realm/settings/descriptions'
import { defaultHolders, type GroupSetting } from '../../realm/settings/permissions'
import { refusalOfNeeds } from './requirements'

export type NamedChannel = { name: string; description: string; template: Template }

/** Settings for channels that do not exist yet; for those that do they mean nothing. */
export type NewChannelWishes = ChannelPrivacy & {
  message_retention_days?: number | null
  topics_policy?: TopicsPolicy
  folder_id?: number
  permissions: Partial<Record<ChannelPermission, GroupSetting>>
}

/** Makes a channel with nobody in it. Whoever calls tells of it. */
export function createChannel(
  realm: Realm,
  actor: User,
  { name, description, template }: NamedChannel,
  wishes: NewChannelWishes,
): Channel {
  const rendered_description = renderDescription(template, mentionDirectory(realm, actor))
  const ordinary = { ...ordinaryChannel(realm, actor), name, description, rendered_description }
  const wished = { ...ordinary, ...settingsIn(wishes), permissions: { ...ordinary.permissions, ...wishes.permissions } }
  const refusal =
    refusalOfChannelName(name) ??
    refusalOfDescription(description) ??
    refusalOfPrivacy(wishes) ??
    refusalOfNeeds(realm, { actor }, requirementsToCreate(ordinary, wished))
  if (refusal) throw refusal
  return insertChannel(realm, wished)
}

const ordinaryChannel = (
  realm: Realm,
  { user_id }: User,
): Omit<NewChannel, keyof NamedChannel | 'rendered_description'> => ({
  date_created: realm.now(),
  creator_id: user_id,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  is_default: false,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: null,
  folder_id: null,
  is_recently_active: true,
  subscriber_count: 0,
  weekly_traffic: null,
  permissions: mapTable(channelPermissions, (rules) => defaultHolders(rules, user_id)),
})

/** Public channels show their history to all; private ones keep theirs, unless it is said that they do not. */
const settingsIn = (wishes: NewChannelWishes) => ({
  invite_only: wishes.invite_only,
  is_web_public: wishes.is_web_public,
  history_public_to_subscribers: wishes.history_public_to_subscribers ?? !wishes.invite_only,
  is_default: wishes.is_default_stream,
  message_retention_days: wishes.message_retention_days ?? null,
  topics_policy: wishes.topics_policy ?? 'inherit',
  folder_id: wishes.folder_id ?? null,
})
