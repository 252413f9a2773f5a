import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { isSubscribed } from '../../channels/subscriptions/storage'
import { canKnowOf, limitsGuests } from '../../people/users/sight'
import type { User } from '../../people/users/user'
import { silentMention } from './rules'

/** Whoever did it, to those who may not know who that is: some realms have guests who know of few. */
const SOMEBODY = 'Somebody'

/** Who did something, as one person is told of it. */
export const actorNameFor = (realm: Realm, reader: User, who: User): string =>
  canKnowOf(realm, reader, who) ? silentMention(who) : SOMEBODY

/**
 * The same as a channel is told of it. All who are in a channel know of each other; whoever is not in it may be nobody that
 * its guests may know of.
 */
export const actorNameIn = (realm: Realm, { stream_id }: Pick<Channel, 'stream_id'>, who: User): string =>
  who.is_bot || !limitsGuests(realm) || isSubscribed(realm.sql, who.user_id, stream_id) ? silentMention(who) : SOMEBODY
