import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { findChannel } from '../../channels/channels/storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { postBotMessage } from '../../writing/bot-messages/actions'
import { actorNameIn } from '../../writing/bot-messages/names'
import { channelsCreatedText } from '../../writing/bot-messages/rules'
import { wordsOf } from '../../writing/bot-messages/words'
import { creationText } from './bot-message-rules'

/** Posts bot messages about a channel in the channel, if the realm enabled them and the channel is not archived. */
export function postChannelEvents(realm: Realm, actor: User, channel: Channel, texts: readonly string[]): void {
  if (channel.is_archived || !settingsOf(realm).send_channel_events_messages) return
  const topic = wordsOf(realm).topics.channelEvents
  for (const text of texts) postBotMessage(realm, actor, { channel, topic }, text)
}

/** Posts a bot message about its creation in each new channel. */
export function postCreationMessages(realm: Realm, actor: User, created: readonly Channel[]): void {
  const words = wordsOf(realm)
  for (const channel of created)
    postChannelEvents(realm, actor, channel, [creationText(words, actorNameIn(realm, channel, actor), channel)])
}

/** Posts one bot message about new channels in the realm's channel for announcements. It does not mention private channels. */
export function announceNewChannels(realm: Realm, actor: User, created: readonly Channel[]): void {
  const channel = findChannel(realm, settingsOf(realm).new_stream_announcements_stream_id)
  const announced = created.filter(({ invite_only }) => !invite_only)
  if (channel === undefined || channel.is_archived || announced.length === 0) return
  const words = wordsOf(realm)
  const text = channelsCreatedText(words, actorNameIn(realm, channel, actor), announced)
  postBotMessage(realm, actor, { channel, topic: words.topics.newChannels }, text)
}
