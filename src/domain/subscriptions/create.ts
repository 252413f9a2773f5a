import { mapTable } from '../../api/table'
import type { Template } from '../../markdown/references'
import { renderTemplate } from '../../markdown/render'
import type { Realm } from '../../realm'
import type { Channel } from '../channels/channel'
import { channelPermissions, type ChannelPermission } from '../channels/permissions'
import { refusalOfChannelName, refusalOfDescription } from '../channels/rules'
import { insertChannel } from '../channels/storage'
import { realmAllows } from '../groups/standing'
import { defaultHolders, type GroupSetting } from '../realm/permissions'
import { mustBeAdministrator } from '../users/callers'
import { isAdministrator } from '../users/rules'
import type { User } from '../users/user'
import { mentionableBy } from './mentionable'
import { insufficientPermission, refusalOfPrivacy, type ChannelWishes } from './rules'

export type NamedChannel = { name: string; description: string; template: Template }

/** Settings for channels that do not exist yet; for those that do they mean nothing. */
export type NewChannelWishes = ChannelWishes & {
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
  const mayCreate = realmAllows(
    realm,
    actor,
    wishes.invite_only ? 'can_create_private_channel_group' : 'can_create_public_channel_group',
  )
  const refusal = refusalOfChannelName(name) ?? refusalOfDescription(description) ?? refusalOfPrivacy(wishes)
  if (refusal) throw refusal
  if (!mayCreate) throw insufficientPermission({})
  if (wishes.is_default_stream && !isAdministrator(actor)) throw mustBeAdministrator({})
  return insertChannel(realm, {
    name,
    description,
    rendered_description: renderTemplate(template, mentionableBy(realm, actor)).html,
    date_created: realm.now(),
    creator_id: actor.user_id,
    invite_only: wishes.invite_only,
    is_web_public: wishes.is_web_public,
    history_public_to_subscribers: wishes.history_public_to_subscribers ?? !wishes.invite_only,
    is_archived: false,
    is_default: wishes.is_default_stream,
    message_retention_days: null,
    topics_policy: 'inherit',
    first_message_id: null,
    folder_id: wishes.folder_id ?? null,
    is_recently_active: true,
    subscriber_count: 0,
    weekly_traffic: null,
    permissions: { ...initialPermissions(actor), ...wishes.permissions },
  })
}

const initialPermissions = ({ user_id }: User): Channel['permissions'] =>
  mapTable(channelPermissions, (rules) => defaultHolders(rules, user_id))
