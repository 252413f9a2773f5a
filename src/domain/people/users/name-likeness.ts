import type { ReadOnlyRealm } from '../../../realm'
import type { ApiError } from '../../../api/errors'
import { glanceOf, refusalOfGuestName } from './name-likeness-rules'
import { allUsers } from './storage'
import type { User } from './user'

/** What is seen of the names of users at a glance. A `User` never changes: another name makes another object. */
const glances = new WeakMap<User, string>()

function knownGlanceOf(user: User): string {
  let glance = glances.get(user)
  if (glance === undefined) glances.set(user, (glance = glanceOf(user.full_name)))
  return glance
}

/** Refuses the name that a link guest wants to have, if it looks like that of another active user. `user_id` is the guest's. */
export const refusalOfNameFor = (realm: ReadOnlyRealm, full_name: string, user_id?: number): ApiError | undefined =>
  refusalOfGuestName(
    full_name,
    allUsers(realm)
      .filter((user) => user.is_active && user.user_id !== user_id)
      .map(knownGlanceOf),
  )
