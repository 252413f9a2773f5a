import type { Realm } from '../../realm'
import { people } from '../users/events'
import { noSuchUser } from '../users/rules'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { mutedUsersChanged, mutedUsersOf } from './events'
import { notMuted, refusalToMute } from './rules'
import { insertMute, mutersOf, removeMute } from './storage'

/** Whom somebody is about to mute, if they may. */
export function personToMute(realm: Realm, actor: User, muted_user_id: number): User {
  const user = personMeant(realm, muted_user_id)
  const refusal = refusalToMute(actor.user_id, muted_user_id, isMuted(realm, actor, user))
  if (refusal) throw refusal
  return user
}

/** From here on, what they say arrives as read. What they said is marked so by whoever calls this. */
export function mute(realm: Realm, actor: User, { user_id }: User): void {
  insertMute(realm, actor.user_id, { muted_user_id: user_id, muted_at: realm.now() })
  tell(realm, actor)
}

/** What was said meanwhile stays read. */
export function unmute(realm: Realm, actor: User, muted_user_id: number): void {
  const user = personMeant(realm, muted_user_id)
  if (!isMuted(realm, actor, user)) throw notMuted({})
  removeMute(realm, actor.user_id, user.user_id)
  tell(realm, actor)
}

function personMeant(realm: Realm, user_id: number): User {
  const user = maybeUser(realm, user_id)
  if (user === undefined) throw noSuchUser({})
  return user
}

const isMuted = (realm: Realm, actor: User, { user_id }: User) => mutersOf(realm, user_id).includes(actor.user_id)

const tell = (realm: Realm, actor: User) =>
  realm.publish(mutedUsersChanged({ muted_users: mutedUsersOf(realm, actor) }), people({ user_ids: [actor.user_id] }))
