import type { Realm } from '../../realm'
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
export const tellingGuests = <Result>(realm: Realm, change: () => Result): Result =>
  telling(
    realm,
    allUsers(realm).filter((user) => isGuest(user) && user.is_active),
    change,
  )

/** Makes a change to what these people may know, and tells them of everyone whom they know of by it, or no longer do. */
function telling<Result>(realm: Realm, viewers: readonly User[], change: () => Result): Result {
  const before = viewers.map((viewer) => known(realm, viewer))
  const result = change()
  for (const [nth, { user_id }] of viewers.entries())
    tellOfPeople(realm, user_id, before[nth]!, known(realm, maybeUser(realm, user_id)!))
  return result
}

export function tellOfPeople(realm: Realm, viewer_id: number, before: readonly User[], after: readonly User[]): void {
  const own = people({ user_ids: [viewer_id] })
  const [knew, knows] = [idsOf(before), idsOf(after)]
  for (const user of after.filter(({ user_id }) => !knew.has(user_id))) {
    realm.publish(userAdded({ user }), own)
    for (const introduction of realm.introductions) introduction.tell(realm, user.user_id, own)
  }
  for (const { user_id } of before.filter((user) => !knows.has(user.user_id)))
    realm.publish(userRemoved({ user_id }), own)
}

const idsOf = (users: readonly User[]) => new Set(users.map(({ user_id }) => user_id))
