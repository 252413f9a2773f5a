import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Topic } from './conversation'

/**
 * Topics that were looked up by name recently. Users mostly write to a topic that another message was just sent to, and each
 * message looks up its topic. A new message updates its own topic here; every other change of a conversation removes all.
 */
const recentTopicsCache = cacheKey<Map<string, Topic>>()
const MOST = 1000

/** The name that a topic was looked up by. */
export type Name = { stream_id: number; key: string }

const textOf = ({ stream_id, key }: Name) => `${stream_id} ${key}`

export function namedLately(realm: Realm, name: Name, look: () => Topic | undefined): Topic | undefined {
  const recent = realm.cache.get(recentTopicsCache, () => new Map())
  const cached = recent.get(textOf(name))
  if (cached !== undefined) return cached
  const found = look()
  if (found === undefined) return undefined
  if (recent.size >= MOST) recent.clear()
  recent.set(textOf(name), found)
  return found
}

/** Replaces the topic if it is cached. Only for a change that keeps its name. */
export function keepNamed(realm: Realm, name: Name, topic: Topic): void {
  const recent = realm.cache.find(recentTopicsCache)
  if (recent?.has(textOf(name))) recent.set(textOf(name), topic)
}

export const forgetNamed = (realm: Realm): void => realm.cache.invalidate(recentTopicsCache)
