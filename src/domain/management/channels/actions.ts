import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { publishDefaultChannels } from '../../channels/channels/actions'
import type { Channel } from '../../channels/channels/channel'
import { channelUpdated, updatesBetween } from '../../channels/channels/events'
import { cannotAdministerChannel, channelAlreadyExists, hasSameVisibility } from '../../channels/channels/rules'
import { canAdminister } from '../../channels/channels/access-rules'
import { findChannelByName, getChannel, writeChannel } from '../../channels/channels/storage'
import { recordVisibility } from '../../channels/channels/visibility-storage'
import { channelViewers, loadViewerAccess, requireVisibleChannel } from '../../channels/subscriptions/access'
import { publishChannelVisibility, viewerIdsOf } from '../../channels/subscriptions/channel-visibility'
import { refusalOfGuest } from '../../channels/subscriptions/rules'
import { canAddOthers } from '../../channels/subscriptions/permission-rules'
import { markUnreadableAsRead } from '../../messages/access/mark-unreadable-as-read'
import { isSameSetting } from '../../people/groups/rules'
import { channelPermissions } from '../../channels/channels/permissions'
import { keysOf } from '../../../api/table'
import { permissionsWithActiveHolders } from '../../people/groups/active-holders'
import { hasRealmPermission } from '../../people/groups/membership'
import { insufficientPermission } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { actorNameIn } from '../../writing/bot-messages/names'
import { wordsOf } from '../../writing/bot-messages/words'
import { requireActiveFolder } from '../channel-folders/actions'
import { channelFolders } from '../channel-folders/storage'
import { removeFromGroups } from '../default-channels/actions'
import { insertRequestedChannel, type NewChannelSettings, type NewChannelTexts } from '../new-channels/actions'
import { announceNewChannels, postChannelEvents, postCreationMessages } from '../new-channels/bot-messages'
import { addSubscriptions } from '../subscriptions/add-subscriptions'
import { requirePrincipals } from '../subscriptions/principals'
import { archive, unarchive } from './archiving'
import { changeTexts } from './bot-message-rules'
import { changedChannel, refusalOfChange, type ChannelChange, type ChannelChanges } from './channel-changes'

/*
 * The actions that create, change and archive a channel, with all consequences. `npm run imports` checks that no other file
 * archives a channel.
 */

export type NewChannelRequest = {
  texts: NewChannelTexts
  subscribers: readonly number[]
  settings: NewChannelSettings
  announce: boolean
}

/** Creates a channel with these subscribers only, and returns it. Throws if a channel has the name already. */
export function createChannel(
  realm: Realm,
  actor: User,
  { texts, subscribers, settings, announce }: NewChannelRequest,
): Channel {
  const refusal = refusalOfGuest(actor)
  if (refusal) throw refusal
  if (findChannelByName(realm, texts.name)) throw channelAlreadyExists({ channel_name: texts.name })
  const users = subscribers.length === 0 ? [] : requirePrincipals(realm, actor, subscribers)
  const channel = insertRequestedChannel(realm, actor, texts, settings)
  requireAddPermission(realm, actor, channel, users)
  addSubscriptions(realm, { channels: [channel], created: [channel], users })
  if (announce) announceNewChannels(realm, actor, [channel])
  postCreationMessages(realm, actor, [channel])
  return channel
}

function requireAddPermission(realm: ReadOnlyRealm, actor: User, channel: Channel, users: readonly User[]): void {
  if (users.every(({ user_id }) => user_id === actor.user_id)) return
  const realmWide = hasRealmPermission(realm, actor, 'can_add_subscribers_group')
  if (!canAddOthers(channel, loadViewerAccess(realm, actor, channel), realmWide)) throw insufficientPermission({})
}

/** Archives a channel. The bot message comes first: afterwards some clients no longer have the channel. */
export function archiveChannel(realm: Realm, actor: User, stream_id: number): void {
  const channel = requireAdministeredChannel(realm, actor, stream_id)
  postArchivingMessage(realm, actor, channel)
  archive(realm, getChannel(realm, stream_id))
  removeFromGroups(realm, stream_id)
}

const postArchivingMessage = (realm: Realm, actor: User, channel: Channel): void =>
  postChannelEvents(realm, actor, channel, [wordsOf(realm).channel.archived(actorNameIn(realm, channel, actor))])

/** Makes all of the changes or none, and publishes each property that differs as its own event. */
export function updateChannel(realm: Realm, actor: User, stream_id: number, changes: ChannelChanges): void {
  if (typeof changes.folder_id === 'number') requireActiveFolder(realm, changes.folder_id)
  const initial = requireAdministeredChannel(realm, actor, stream_id)
  if (changes.is_archived === true) {
    postArchivingMessage(realm, actor, initial)
    archive(realm, getChannel(realm, stream_id))
  }
  if (changes.is_archived === false) unarchive(realm, initial)

  const before = getChannel(realm, stream_id)
  const after = changedChannel(realm, actor, before, changes)
  const refusal = refusalOfChange(realm, actor, { before, after }, changes)
  if (refusal) throw refusal

  if (!hasSameVisibility(before, after)) recordVisibility(realm, before)
  writeChannel(realm, after)
  recordPermissions(realm, { before, after })
  publishChange(realm, { before, after })
  markUnreadableAsRead(realm, initial)
  // New users can choose only public channels that are not default channels.
  if (after.is_archived || after.invite_only || after.is_default) removeFromGroups(realm, stream_id)
  postChangeMessages(realm, actor, { before: initial, after: getChannel(realm, stream_id) })
}

function recordPermissions(realm: Realm, { before, after }: ChannelChange): void {
  const { stream_id } = after
  for (const name of keysOf(channelPermissions)) {
    const [old, value] = [before.permissions[name], after.permissions[name]]
    if (!isSameSetting(old, value)) recordAudit(realm, 'permission_changed', {}, { stream_id, name, old, new: value })
  }
}

/** Returns the channel. Throws if the actor cannot see it or cannot administer it. */
function requireAdministeredChannel(realm: ReadOnlyRealm, actor: User, stream_id: number): Channel {
  const channel = requireVisibleChannel(realm, actor, stream_id)
  if (!canAdminister(channel, loadViewerAccess(realm, actor, channel))) throw cannotAdministerChannel({})
  return channel
}

/** Users who newly see the channel receive the whole channel, and not the single changes. */
function publishChange(realm: Realm, { before, after }: ChannelChange): void {
  const { stream_id } = before
  const newViewers = hasSameVisibility(before, after)
    ? []
    : publishChannelVisibility(realm, after, viewerIdsOf(realm, before), viewerIdsOf(realm, after))
  if (before.is_default !== after.is_default) publishDefaultChannels(realm)
  for (const update of updatesBetween(withActiveHolders(realm, before), withActiveHolders(realm, after)))
    realm.publish(channelUpdated(update), channelViewers({ stream_id }), newViewers)
}

/** Events name no deactivated users in permissions. So a change that only adds or removes such users is not published. */
const withActiveHolders = (realm: ReadOnlyRealm, channel: Channel): Channel => ({
  ...channel,
  permissions: permissionsWithActiveHolders(realm, channel.permissions),
})

function postChangeMessages(realm: Realm, actor: User, change: ChannelChange): void {
  const folderName = (folder_id: number) => channelFolders(realm.sql).find(({ id }) => id === folder_id)?.name
  const actor_name = actorNameIn(realm, change.after, actor)
  postChannelEvents(realm, actor, change.after, changeTexts(wordsOf(realm), actor_name, { ...change, folderName }))
}
