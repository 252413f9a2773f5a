import type { Realm } from '../../../realm'
import { onlyUsers, userAdded, userRemoved } from './events'
import { isGuest } from './rules'
import { allUsers, findUser } from './storage'
import type { User } from './user'
import { limitsGuests, visibleUsers } from './visible-users'

/**
 * Makes a change to the channels or conversations of `affectedUserIds`. Then it publishes to the limited guests among them which
 * users they can see from now on, and which no longer.
 */
export function withVisibilityChanges<Result>(
  realm: Realm,
  affectedUserIds: () => readonly number[],
  change: () => Result,
): Result {
  if (!limitsGuests(realm)) return change()
  const guests = affectedUserIds()
    .flatMap((id) => findUser(realm, id) ?? [])
    .filter((user) => isGuest(user) && user.is_active)
  return guests.length === 0 ? change() : publishingChanges(realm, guests, change)
}

/** Makes a change to what all guests can see, and publishes to each guest how their visible users change. */
export function withVisibilityChangesOfGuests(realm: Realm, change: () => void): void {
  const guests = allUsers(realm).filter((user) => isGuest(user) && user.is_active)
  if (guests.length * allUsers(realm).length <= MAX_COMPARED_PAIRS) return publishingChanges(realm, guests, change)
  change()
  for (const { user_id } of guests) realm.listeners.removeQueuesOf(user_id)
}

// The visible users of more guests than this do not fit in the memory of the realm object.
const MAX_COMPARED_PAIRS = 1_000_000

function publishingChanges<Result>(realm: Realm, viewers: readonly User[], change: () => Result): Result {
  const before = viewers.map((viewer) => visibleUsers(realm, viewer))
  const result = change()
  publishVisibilityChanges(
    realm,
    viewers.map(({ user_id }, index) => ({
      user_id,
      before: before[index]!,
      after: visibleUsers(realm, findUser(realm, user_id)!),
    })),
  )
  return result
}

/** The users that a viewer can see, before and after a change. */
export type VisibilityChange = { user_id: number; before: readonly User[]; after: readonly User[] }

/** A change with more events than this ends the queues of the viewers instead. They register again, which costs fewer rows. */
export const MAX_VISIBILITY_EVENTS = 1000

/** Publishes to each viewer the users that they can see from now on, and the ids of those that they no longer see. */
export function publishVisibilityChanges(realm: Realm, changes: readonly VisibilityChange[]): void {
  const gained = viewersByUser(
    changes.map(({ user_id, before, after }) => ({ user_id, users: without(after, before) })),
  )
  const lost = viewersByUser(changes.map(({ user_id, before, after }) => ({ user_id, users: without(before, after) })))
  if (gained.size + lost.size > MAX_VISIBILITY_EVENTS) {
    for (const user_id of new Set([...gained.values(), ...lost.values()].flat()))
      realm.listeners.removeQueuesOf(user_id)
    return
  }
  for (const [user_id, user_ids] of gained) {
    const viewers = onlyUsers({ user_ids })
    realm.publish(userAdded({ user: findUser(realm, user_id)! }), viewers)
    for (const data of realm.initialUserData) data.publish(realm, user_id, viewers)
  }
  for (const [user_id, user_ids] of lost) realm.publish(userRemoved({ user_id }), onlyUsers({ user_ids }))
}

function viewersByUser(changes: readonly { user_id: number; users: readonly User[] }[]): Map<number, number[]> {
  const viewerIds = new Map<number, number[]>()
  for (const { user_id, users } of changes)
    for (const user of users) {
      const viewers = viewerIds.get(user.user_id)
      if (viewers) viewers.push(user_id)
      else viewerIds.set(user.user_id, [user_id])
    }
  return viewerIds
}

function without(users: readonly User[], removed: readonly User[]): User[] {
  const ids = new Set(removed.map(({ user_id }) => user_id))
  return users.filter(({ user_id }) => !ids.has(user_id))
}
