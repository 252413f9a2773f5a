import { sharedIfLong, type SharedText } from '../../../api/shared-text'
import type { ReadOnlyRealm } from '../../../realm'
import { allUsers } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { cachedSubscribers } from './storage'

// A partial list must have all bots and all recently active users. Not all active users send pings, so it has all active ones.
const omittedFromPartial = new WeakMap<readonly User[], ReadonlySet<number>>()

/** Returns the users who are left out of partial lists of subscribers. */
export function usersOmittedFromPartial(realm: ReadOnlyRealm): ReadonlySet<number> {
  const users = allUsers(realm)
  let omitted = omittedFromPartial.get(users)
  if (omitted === undefined) {
    omitted = new Set(users.flatMap((user) => (user.is_active || user.is_bot ? [] : [user.user_id])))
    omittedFromPartial.set(users, omitted)
  }
  return omitted
}

/** Returns the subscribers of a channel as JSON. With `isPartial`, only those of a partial list. */
export function encodedSubscribers(realm: ReadOnlyRealm, stream_id: number, isPartial: boolean): string | SharedText {
  const subscribers = cachedSubscribers(realm, stream_id)
  const { ids } = subscribers
  const omitted = isPartial ? usersOmittedFromPartial(realm) : undefined
  if (omitted === undefined || omitted.size === 0) return (subscribers.text ??= encoded(ids))
  if (subscribers.partial?.omitted !== omitted)
    subscribers.partial = { omitted, text: encoded(ids.filter((id) => !omitted.has(id))) }
  return subscribers.partial.text
}

const encoded = (ids: readonly number[]): string | SharedText =>
  sharedIfLong(
    () => JSON.stringify(ids),
    () => BYTES_PER_ID * ids.length,
  )

const BYTES_PER_ID = 8
