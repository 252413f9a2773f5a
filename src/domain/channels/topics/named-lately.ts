import type { Realm } from '../../../realm'

/**
 * Topics that were looked for by name lately, kept in mind: people write where somebody just wrote, and each message looks
 * for its topic. A new message mends its own; whatever else changes a conversation forgets them all.
 */
const KEY = 'topics named lately'
const MOST = 1000

/** Under which name a topic was looked for. */
export type Name = { stream_id: number; key: string }

const written = ({ stream_id, key }: Name) => `${stream_id} ${key}`

export function namedLately<Topic>(realm: Realm, name: Name, look: () => Topic | undefined): Topic | undefined {
  const lately = realm.memo.of(KEY, () => new Map<string, Topic>())
  const known = lately.get(written(name))
  if (known !== undefined) return known
  const found = look()
  if (found === undefined) return undefined
  if (lately.size >= MOST) lately.clear()
  lately.set(written(name), found)
  return found
}

/** Nothing but this changed about it. */
export function keepNamed<Topic>(realm: Realm, name: Name, topic: Topic): void {
  const lately = realm.memo.known<Map<string, Topic>>(KEY)
  if (lately?.has(written(name))) lately.set(written(name), topic)
}

export const forgetNamed = (realm: Realm): void => realm.memo.forget(KEY)
