import type { ReadOnlyRealm, Realm } from '../../../realm'
import { allCustomEmoji } from '../../customization/emoji/storage'
import { applyPresenceSetting } from '../../people/presence/actions'
import { changeSettings } from '../../people/user-settings/actions'
import { userSettingsOf } from '../../people/user-settings/storage'
import { usersWhoCanSee } from '../../people/users/events'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { noSuchUser, userIsDeactivated } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { userStatusChanged } from './events'
import { requireStatusChange, statusAfter, visibleStatus, type StatusFields, type StatusRequest } from './rules'
import { statusOf, writeStatus } from './storage'

/**
 * Changes the status of a user. `away` is the older name of the setting `presence_enabled`, with the opposite value. Throws an
 * error of the status or of its emoji.
 */
export function setStatus(realm: Realm, user: User, request: StatusRequest): void {
  const change = requireStatusChange(request, allCustomEmoji(realm))
  const { user_id } = user
  if (change.away !== undefined) {
    const settingChanges = changeSettings(realm, user, { presence_enabled: !change.away })
    if (settingChanges.length > 0) applyPresenceSetting(realm, user, !change.away)
  }
  writeStatus(realm, user_id, statusAfter(statusOf(realm.sql, user_id), change))
  realm.publish(userStatusChanged({ user_id, ...change }), usersWhoCanSee({ user_id }))
}

/** Publishes a change of the setting `presence_enabled`, which clients also receive as `away` in the status. */
export const publishAway = (realm: Realm, { user_id }: User, isPresent: boolean): void =>
  realm.publish(userStatusChanged({ user_id, away: !isPresent }), usersWhoCanSee({ user_id }))

/** Returns the status of a user as clients receive it. */
export const visibleStatusOf = (realm: ReadOnlyRealm, user: User): StatusFields =>
  visibleStatus(statusOf(realm.sql, user.user_id), !userSettingsOf(realm, user).presence_enabled)

/** Returns the user, who must be able to have a status. Throws `noSuchUser`, also for bots, or `userIsDeactivated`. */
export function getUserWithStatus(realm: ReadOnlyRealm, actor: User, user_id: number): User {
  const user = findVisibleUser(realm, actor, user_id)
  if (user === undefined || user.is_bot) throw noSuchUser({})
  if (!user.is_active) throw userIsDeactivated({})
  return user
}
