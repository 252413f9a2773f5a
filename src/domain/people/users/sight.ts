import type { Queue } from '../../../events/queue'
import type { Realm } from '../../../realm'
import { permissionsOf } from '../../realm/settings/storage'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { isGuest } from './rules'
import { allUsers, maybeUser } from './storage'
import type { User } from './user'

type Viewer = Pick<User, 'user_id' | 'role'>

/** Does this realm let its guests know of those only with whom they have to do? */
export const limitsGuests = (realm: Realm): boolean =>
  permissionsOf(realm).can_access_all_users_group !== SYSTEM_GROUPS['role:everyone']

const isLimited = (realm: Realm, viewer: Viewer): boolean => isGuest(viewer) && limitsGuests(realm)

/**
 * May they know who this is? The one rule of it, asked by whatever tells of people. Bots are known to all, and so are all
 * to everyone but the guests of some realms, who know of those with whom they share a channel or a conversation.
 */
export const canKnowOf = (realm: Realm, viewer: Viewer, user: Pick<User, 'user_id' | 'is_bot'>): boolean =>
  user.is_bot ||
  user.user_id === viewer.user_id ||
  !isLimited(realm, viewer) ||
  realm.acquaintances.some((acquaintance) => acquaintance.between(realm, viewer.user_id, user.user_id))

/** The same, of whoever listens with a queue. Accounts are never deleted: both are somebody. */
export const hearsOf = (realm: Realm, queue: Pick<Queue, 'user_id'>, user_id: number): boolean =>
  canKnowOf(realm, maybeUser(realm, queue.user_id)!, maybeUser(realm, user_id)!)

/** The same rule, to be asked of many. */
export function whomTheyKnow(realm: Realm, viewer: Viewer): (user: Pick<User, 'user_id' | 'is_bot'>) => boolean {
  if (!isLimited(realm, viewer)) return () => true
  const known = new Set(realm.acquaintances.flatMap((acquaintance) => [...acquaintance.of(realm, viewer.user_id)]))
  return ({ user_id, is_bot }) => is_bot || user_id === viewer.user_id || known.has(user_id)
}

/** The same rule once more: everyone of whom they may know. */
export function known(realm: Realm, viewer: Viewer): User[] {
  const knows = whomTheyKnow(realm, viewer)
  return allUsers(realm).filter(knows)
}
