import type { Realm } from '../../../realm'
import { people } from '../../people/users/events'
import { maybeUserKnownTo } from '../../people/users/known-as'
import { noSuchUser } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { mutedUsersChanged, mutedUsersOf } from '../../people/muted-users/events'
import { notMuted, refusalOfAnother, refusalToMute } from '../../people/muted-users/rules'
import { countMutedBy, insertMute, mutersOf, removeMute } from '../../people/muted-users/storage'

/** Whom somebody is about to mute, if they may. */
export function personToMute(realm: Realm, actor: User, muted_user_id: number): User {
  const user = maybeUserKnownTo(realm, actor, muted_user_id)
  if (user === undefined) throw noSuchUser({})
  const refusal =
    refusalToMute(actor.user_id, muted_user_id, isMuted(realm, actor, user)) ??
    refusalOfAnother(countMutedBy(realm, actor.user_id))
  if (refusal) throw refusal
  return user
}

/** From here on, what they say arrives as read. What they said is marked so by whoever calls this. */
export function mute(realm: Realm, actor: User, { user_id }: User): void {
  insertMute(realm, actor.user_id, { muted_user_id: user_id, muted_at: realm.now() })
  tell(realm, actor)
}

/** What was said meanwhile stays read. Whom somebody muted they may hear again, even if they may know of them no more. */
export function unmute(realm: Realm, actor: User, user_id: number): void {
  if (!isMuted(realm, actor, { user_id })) {
    if (maybeUserKnownTo(realm, actor, user_id) === undefined) throw noSuchUser({})
    throw notMuted({})
  }
  removeMute(realm, actor.user_id, user_id)
  tell(realm, actor)
}

const isMuted = (realm: Realm, actor: User, { user_id }: Pick<User, 'user_id'>) =>
  mutersOf(realm, user_id).includes(actor.user_id)

const tell = (realm: Realm, actor: User) =>
  realm.publish(mutedUsersChanged({ muted_users: mutedUsersOf(realm, actor) }), people({ user_ids: [actor.user_id] }))
