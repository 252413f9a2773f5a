import type { ReadOnlyRealm, Realm } from '../../../realm'
import { markSenderRead } from '../../messages/read-state/mark-read'
import { mutedUsersChanged, mutedUsersOf } from '../../people/muted-users/events'
import { notMuted, refusalOfMuteCount, refusalToMute } from '../../people/muted-users/rules'
import { countMutedBy, insertMute, mutersOf, removeMute } from '../../people/muted-users/storage'
import { onlyUsers } from '../../people/users/events'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { noSuchUser } from '../../people/users/rules'
import type { User } from '../../people/users/user'

/**
 * Mutes a user. Their earlier messages become read, and later ones are read from the start. Throws `noSuchUser`,
 * `cannotMuteSelf`, `alreadyMuted` or `tooManyMutedUsers`.
 */
export function mute(realm: Realm, actor: User, muted_user_id: number): void {
  const user = findVisibleUser(realm, actor, muted_user_id)
  if (user === undefined) throw noSuchUser({})
  const refusal =
    refusalToMute(actor.user_id, muted_user_id, isMuted(realm, actor, user)) ??
    refusalOfMuteCount(countMutedBy(realm.sql, actor.user_id))
  if (refusal) throw refusal
  markSenderRead(realm, actor, user)
  insertMute(realm, actor.user_id, { muted_user_id, muted_at: realm.now() })
  publishMutedUsers(realm, actor)
}

/**
 * Ends a mute. Messages that are read stay read. This also works for a user whom the actor can no longer see. Throws
 * `noSuchUser` or `notMuted`.
 */
export function unmute(realm: Realm, actor: User, user_id: number): void {
  if (!isMuted(realm, actor, { user_id })) {
    if (findVisibleUser(realm, actor, user_id) === undefined) throw noSuchUser({})
    throw notMuted({})
  }
  removeMute(realm, actor.user_id, user_id)
  publishMutedUsers(realm, actor)
}

const isMuted = (realm: ReadOnlyRealm, actor: User, { user_id }: Pick<User, 'user_id'>) =>
  mutersOf(realm, user_id).includes(actor.user_id)

const publishMutedUsers = (realm: Realm, actor: User) =>
  realm.publish(
    mutedUsersChanged({ muted_users: mutedUsersOf(realm, actor) }),
    onlyUsers({ user_ids: [actor.user_id] }),
  )
