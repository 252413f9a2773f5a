import type { Queue } from '../../../events/queue'
import type { ReadOnlyRealm } from '../../../realm'
import { permissionsOf } from '../../realm/settings/storage'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { isGuest, isLinkGuest } from './rules'
import { hasLinkGuests } from './link-guests-storage'
import { allUsers, findUser } from './storage'
import { idsOf, type User } from './user'
import { UserBits } from './user-bits'

type Viewer = Pick<User, 'user_id' | 'role' | 'guest_link_id'>

/** Whether all guests of this realm are limited guests. */
export const limitsAllGuests = (realm: ReadOnlyRealm): boolean =>
  permissionsOf(realm).can_access_all_users_group !== SYSTEM_GROUPS['role:everyone']

/** Whether some guests of this realm are limited guests. */
export const limitsGuests = (realm: ReadOnlyRealm): boolean => limitsAllGuests(realm) || hasLinkGuests(realm)

/** Whether the viewer sees only some users. Guests who came by a link always do: anyone may have opened it. */
export const isLimited = (realm: ReadOnlyRealm, viewer: Viewer): boolean =>
  isGuest(viewer) && (isLinkGuest(viewer) || limitsAllGuests(realm))

/**
 * Whether the viewer can see the user. A limited guest sees bots, themselves, and the users with whom they share a channel or a
 * conversation. All other viewers see all users.
 */
export const canSeeUser = (realm: ReadOnlyRealm, viewer: Viewer, user: Pick<User, 'user_id' | 'is_bot'>): boolean =>
  user.is_bot ||
  user.user_id === viewer.user_id ||
  !isLimited(realm, viewer) ||
  realm.sharedContexts.some((context) => context.isShared(realm, viewer.user_id, user.user_id))

/** Whether the user of a queue can see the user. Both exist, because accounts are never deleted. */
export const canQueueSeeUser = (realm: ReadOnlyRealm, queue: Pick<Queue, 'user_id'>, user_id: number): boolean =>
  canSeeUser(realm, findUser(realm, queue.user_id)!, findUser(realm, user_id)!)

/** A limited guest sees some users only, so each event about a user is decided for their queues. */
export const decidedForLimitedGuests = (realm: ReadOnlyRealm) => ({
  isException: ({ user_id }: Pick<Queue, 'user_id'>) => isLimited(realm, findUser(realm, user_id)!),
})

/** Returns the same rule as `canSeeUser` as a filter for many users: the shared contexts are read once. */
export function visibilityFilter(
  realm: ReadOnlyRealm,
  viewer: Viewer,
): (user: Pick<User, 'user_id' | 'is_bot'>) => boolean {
  if (!isLimited(realm, viewer)) return () => true
  const usersInSharedContexts = new Set<number>()
  for (const list of listsInSharedContexts(realm, viewer)) for (const id of list) usersInSharedContexts.add(id)
  return ({ user_id, is_bot }) => is_bot || user_id === viewer.user_id || usersInSharedContexts.has(user_id)
}

const listsInSharedContexts = (realm: ReadOnlyRealm, { user_id }: Viewer) =>
  realm.sharedContexts.flatMap((context) => context.findUsers(realm, user_id))

/**
 * Returns a function that counts the users whom a viewer can see. Same rule as `canSeeUser`, for many viewers: users are bits, so a
 * list that viewers share is read once, and joining lists takes little.
 */
export function visibleUsersCounter(realm: ReadOnlyRealm): (viewer: Viewer) => number {
  const users = allUsers(realm)
  const bits = new UserBits(idsOf(users))
  const bots = bits.of(idsOf(users.filter(({ is_bot }) => is_bot)))
  return (viewer) =>
    isLimited(realm, viewer)
      ? bits.countOf([bots, bits.of([viewer.user_id]), ...listsInSharedContexts(realm, viewer).map(bits.ofShared)])
      : users.length
}

/** Returns all users that the viewer can see. Same rule as `canSeeUser`. */
export const visibleUsers = (realm: ReadOnlyRealm, viewer: Viewer): readonly User[] =>
  isLimited(realm, viewer) ? allUsers(realm).filter(visibilityFilter(realm, viewer)) : allUsers(realm)

/** Returns all users that the viewer cannot see. */
export function hiddenUsers(realm: ReadOnlyRealm, viewer: Viewer): readonly User[] {
  const canSee = visibilityFilter(realm, viewer)
  return isLimited(realm, viewer) ? allUsers(realm).filter((user) => !canSee(user)) : []
}
