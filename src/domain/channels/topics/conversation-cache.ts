import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { Conversation, Topic } from './conversation'
import { topicKeyInRealm } from './topic-key'

/**
 * Conversations by id, and ids by place. Each message looks up its conversation by its place, and each message that is read by its id.
 * A new message updates its conversation. `storage.ts` and `segment-storage.ts` make the cache forget a conversation that changes otherwise.
 */
const conversationCache = cacheKeyById<number, Conversation>()
const conversationIdCache = cacheKeyById<string, number>()

/** Where a conversation is: a topic of a channel, or a set of users. */
export type Place = Pick<Topic, 'stream_id' | 'topic' | 'people'> | { people: readonly number[] }

/** Returns the form in which sets of users are stored and compared. */
export const peopleKey = (people: readonly number[]): string =>
  JSON.stringify([...new Set(people)].sort((a, b) => a - b))

const placeKey = (place: Place): string =>
  place.people === null ? topicKeyInRealm(place.stream_id, place.topic) : peopleKey(place.people)

/** Returns the cached conversation, or the result of `find`, which is then cached. */
export const cachedConversation = (
  realm: ReadOnlyRealm,
  id: number,
  find: () => Conversation | undefined,
): Conversation | undefined => realm.cache.get(conversationCache(id), find)

export const conversationIfCached = (realm: ReadOnlyRealm, id: number): Conversation | undefined =>
  realm.cache.find(conversationCache(id))

/** Returns the cached id of the conversation at a place, or the result of `find`, which is then cached. */
export const cachedConversationId = (
  realm: ReadOnlyRealm,
  place: Place,
  find: () => number | undefined,
): number | undefined => realm.cache.get(conversationIdCache(placeKey(place)), find)

/** Replaces the conversation if it is cached. Its place must not have changed. */
export function updateCachedConversation(realm: Realm, conversation: Conversation): void {
  const key = conversationCache(conversation.id)
  if (realm.cache.find(key) !== undefined) realm.cache.set(key, conversation)
}

/** Makes the cache forget a conversation that changes in its place. */
export const forgetConversation = (realm: Realm, id: number): void => realm.cache.invalidate(conversationCache(id))

/** Makes the cache forget which conversation is at a place. */
export const forgetPlace = (realm: Realm, place: Place): void =>
  realm.cache.invalidate(conversationIdCache(placeKey(place)))
