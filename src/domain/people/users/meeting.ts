import type { Realm } from '../../../realm'
import { startAnew } from './end-queues'
import { people, userAdded, userRemoved } from './events'
import { isGuest } from './rules'
import { known, limitsGuests } from './sight'
import { allUsers, maybeUser } from './storage'
import type { User } from './user'

/** Makes a change to who has to do with whom among these people, and tells the guests whom they come to know of by it. */
export function acquainting<Result>(realm: Realm, who: () => readonly number[], change: () => Result): Result {
  if (!limitsGuests(realm)) return change()
  const guests = who()
    .flatMap((id) => maybeUser(realm, id) ?? [])
    .filter((user) => isGuest(user) && user.is_active)
  return guests.length === 0 ? change() : telling(realm, guests, change)
}

/** The same of every guest, where the change is what guests may know. */
export function tellingGuests(realm: Realm, change: () => void): void {
  const guests = allUsers(realm).filter((user) => isGuest(user) && user.is_active)
  if (guests.length * allUsers(realm).length <= MOST_COMPARED) return telling(realm, guests, change)
  change()
  for (const { user_id } of guests) startAnew(realm, user_id)
}

// Whom each of many knows is more than an object can hold at once.
const MOST_COMPARED = 1_000_000

function telling<Result>(realm: Realm, viewers: readonly User[], change: () => Result): Result {
  const before = viewers.map((viewer) => known(realm, viewer))
  const result = change()
  tellOfPeople(
    realm,
    viewers.map(({ user_id }, nth) => ({
      user_id,
      before: before[nth]!,
      after: known(realm, maybeUser(realm, user_id)!),
    })),
  )
  return result
}

/** Whom somebody knew of, and knows of. */
export type Knowledge = { user_id: number; before: readonly User[]; after: readonly User[] }

/** Beyond so many, nobody is told of each: whom it concerns registers anew, which is less to write and to read. */
export const MOST_TOLD_OF = 1000

/** Tells each of these people of everyone whom they know of by now, or no longer do. */
export function tellOfPeople(realm: Realm, all: readonly Knowledge[]): void {
  const came = viewersByPerson(all.map(({ user_id, before, after }) => ({ user_id, others: without(after, before) })))
  const went = viewersByPerson(all.map(({ user_id, before, after }) => ({ user_id, others: without(before, after) })))
  if (came.size + went.size > MOST_TOLD_OF) {
    for (const user_id of new Set([...came.values(), ...went.values()].flat())) startAnew(realm, user_id)
    return
  }
  for (const [user_id, user_ids] of came) {
    const viewers = people({ user_ids })
    realm.publish(userAdded({ user: maybeUser(realm, user_id)! }), viewers)
    for (const introduction of realm.introductions) introduction.tell(realm, user_id, viewers)
  }
  for (const [user_id, user_ids] of went) realm.publish(userRemoved({ user_id }), people({ user_ids }))
}

function viewersByPerson(all: readonly { user_id: number; others: readonly User[] }[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const { user_id, others } of all)
    for (const other of others) {
      const viewers = found.get(other.user_id)
      if (viewers) viewers.push(user_id)
      else found.set(other.user_id, [user_id])
    }
  return found
}

function without(users: readonly User[], others: readonly User[]): User[] {
  const ids = new Set(others.map(({ user_id }) => user_id))
  return users.filter(({ user_id }) => !ids.has(user_id))
}
