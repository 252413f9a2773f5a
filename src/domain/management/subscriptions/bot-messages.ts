import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { findChannel } from '../../channels/channels/storage'
import { settingsOf } from '../../realm/settings/storage'
import type { Joined } from './subscribe'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import {
  channelsCreatedText,
  MAX_BULK_NEW_SUBSCRIPTION_MESSAGES,
  subscribedText,
} from '../../writing/bot-messages/rules'
import { postBotMessage, sendBotMessage } from '../../writing/bot-messages/actions'
import { actorNameIn, actorNameFor } from '../../writing/bot-messages/names'

type Brought = { joined: readonly Joined[]; created: readonly Channel[] }

/**
 * Tells people that somebody else brought them into channels. Of a channel made for them they need no telling. Answers
 * whether anyone would be told: where there are too many newcomers, nobody is.
 */
export function tellNewcomers(realm: Realm, actor: User, { joined, created }: Brought): boolean {
  const news = Map.groupBy(
    joined.filter((each) => !each.already),
    (each) => each.user_id,
  )
  if (news.size > MAX_BULK_NEW_SUBSCRIPTION_MESSAGES) return false
  const isNew = new Set(created.map((channel) => channel.stream_id))
  for (const [user_id, channels] of news) {
    const user = maybeUser(realm, user_id)
    const older = channels.filter(({ stream_id }) => !isNew.has(stream_id))
    if (user === undefined || user.is_bot || user_id === actor.user_id || older.length === 0) continue
    sendBotMessage(realm, user, subscribedText(actorNameFor(realm, user, actor), older))
  }
  return true
}

/** Announces new channels where the realm wants to hear of them. Those that not everyone may know of go unmentioned. */
export function announceChannels(realm: Realm, actor: User, created: readonly Channel[]): void {
  const channel = findChannel(realm, settingsOf(realm).new_stream_announcements_stream_id)
  const open = created.filter((each) => !each.invite_only)
  if (channel === undefined || channel.is_archived || open.length === 0) return
  postBotMessage(
    realm,
    actor,
    { channel, topic: 'new channels' },
    channelsCreatedText(actorNameIn(realm, channel, actor), open),
  )
}
