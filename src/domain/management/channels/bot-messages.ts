import type { Realm } from '../../../realm'
import { channelFolders } from '../channel-folders/storage'
import { getChannel } from '../../channels/channels/storage'
import { takeOutOfGroups } from '../default-channels/groups'
import { markUnreadableAsRead } from '../../messages/access/mark-unreadable-as-read'
import { archive } from './archive'
import { changeChannel, channelAdministeredBy, type ChannelChanges } from './change'
import type { User } from '../../people/users/user'
import { archivedHere, changesHere } from '../new-channels/bot-message-rules'
import { actorNameIn } from '../../writing/bot-messages/names'
import { tell } from '../new-channels/bot-messages'

/** Archives a channel. It is told so just before: afterwards there are clients that know of no such channel. */
export function archiveChannelAndTell(realm: Realm, actor: User, stream_id: number): void {
  const channel = channelAdministeredBy(realm, actor, stream_id)
  tell(realm, actor, channel, [archivedHere(actorNameIn(realm, channel, actor))])
  archive(realm, getChannel(realm, stream_id))
  takeOutOfGroups(realm, stream_id)
}

/**
 * Changes a channel, with all that follows from it outside the channel itself. `npm run imports` checks that nothing else
 * calls `changeChannel`, so that no caller leaves a consequence out.
 */
export function changeChannelAndTell(realm: Realm, actor: User, stream_id: number, wished: ChannelChanges): void {
  const before = channelAdministeredBy(realm, actor, stream_id)
  if (wished.is_archived === true) tell(realm, actor, before, [archivedHere(actorNameIn(realm, before, actor))])
  changeChannel(realm, actor, stream_id, wished)
  markUnreadableAsRead(realm, before)
  const after = getChannel(realm, stream_id)
  // What newcomers could choose must be open to them, and not theirs anyway.
  if (after.is_archived || after.invite_only || after.is_default) takeOutOfGroups(realm, stream_id)
  const folders = () => channelFolders(realm.sql)
  const who = actorNameIn(realm, after, actor)
  const words = changesHere(who, { before, after }, (id) => folders().find((folder) => folder.id === id)?.name)
  tell(realm, actor, after, words)
}
