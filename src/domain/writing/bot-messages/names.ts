import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { getChannel } from '../../channels/channels/storage'
import { isSubscribed } from '../../channels/subscriptions/user-subscriptions-storage'
import type { IndexedMessage } from '../../messages/message-index/message'
import { canSeeUser, limitsGuests } from '../../people/users/visible-users'
import type { User } from '../../people/users/user'
import type { MessageReference } from './quote-rules'
import { silentMention } from './rules'
import { wordsFor, wordsOf } from './words'

/** Returns the name of `actor` in a text for one reader, or a word for unnamed whom the reader may not see. */
export const actorNameFor = (realm: ReadOnlyRealm, reader: User, actor: User): string =>
  canSeeUser(realm, reader, actor) ? silentMention(actor) : wordsFor(realm, reader).unnamed

/**
 * Returns the name of `actor` in a text for the readers of a channel. All subscribers of a channel can see each other. A
 * limited guest among them may not be able to see an actor who is not subscribed.
 */
export const actorNameIn = (realm: ReadOnlyRealm, { stream_id }: Pick<Channel, 'stream_id'>, actor: User): string =>
  actor.is_bot || !limitsGuests(realm) || isSubscribed(realm, actor.user_id, stream_id)
    ? silentMention(actor)
    : wordsOf(realm).unnamed

/** Returns the id and the location of a message, for a text whose reader can read the message. */
export function referenceTo(realm: ReadOnlyRealm, { id, conversation }: IndexedMessage): MessageReference {
  const { stream_id, topic } = conversation
  return stream_id === null ? { id } : { id, location: { channel: getChannel(realm, stream_id).name, topic } }
}
