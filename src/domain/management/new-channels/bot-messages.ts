import { type Realm } from '../../../realm'
import { type Channel } from '../../channels/channels/channel'
import { settingsOf } from '../../realm/settings/storage'
import { type User } from '../../people/users/user'
import { createdHere } from './bot-message-rules'
import { postBotMessage } from '../../writing/bot-messages/actions'
import { actorNameIn } from '../../writing/bot-messages/names'

/** Where a channel is told what happened to it, in realms that want that. */
const CHANNEL_EVENTS = 'channel events'

export function tellOfCreation(realm: Realm, actor: User, created: readonly Channel[]): void {
  for (const channel of created) tell(realm, actor, channel, [createdHere(actorNameIn(realm, channel, actor), channel)])
}

export function tell(realm: Realm, actor: User, channel: Channel, words: readonly string[]): void {
  if (channel.is_archived || !settingsOf(realm).send_channel_events_messages) return
  for (const each of words) postBotMessage(realm, actor, { channel, topic: CHANNEL_EVENTS }, each)
}
