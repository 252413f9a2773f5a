import { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { emojiOfRealm } from '../../customization/emoji/storage'
import { followPresenceSetting } from '../../people/presence/actions'
import { changeSettings } from '../../people/user-settings/actions'
import { userSettingsOf } from '../../people/user-settings/storage'
import { whoKnows } from '../../people/users/events'
import { maybeUserKnownTo } from '../../people/users/known-as'
import { noSuchUser, userIsDeactivated } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { userStatusChanged } from './events'
import { statusAfter, statusNews, statusShown, type ToldStatus, type WantedStatus } from './rules'
import { statusOf, writeStatus } from './storage'

/** Somebody's status becomes another. `away` is an older word for not wanting to be seen as present. */
export function setStatus(realm: Realm, user: User, wanted: WantedStatus): void {
  const news = statusNews(wanted, emojiOfRealm(realm))
  if (news instanceof ApiError) throw news
  const { user_id } = user
  if (news.away !== undefined) {
    const changes = changeSettings(realm, user, { presence_enabled: !news.away })
    if (changes.length > 0) followPresenceSetting(realm, user, !news.away)
  }
  writeStatus(realm.sql, user_id, statusAfter(statusOf(realm.sql, user_id), news))
  realm.publish(userStatusChanged({ user_id, ...news }), whoKnows({ user_id }))
}

/** Being away is part of a status, so whoever changes the setting that says it tells of it here. */
export const tellOfPresence = (realm: Realm, { user_id }: User, isPresent: boolean): void =>
  realm.publish(userStatusChanged({ user_id, away: !isPresent }), whoKnows({ user_id }))

export const statusShownOf = (realm: Realm, user: User): ToldStatus =>
  statusShown(statusOf(realm.sql, user.user_id), !userSettingsOf(realm, user).presence_enabled)

/** The person meant. Bots have no status. */
export function personMeant(realm: Realm, asker: User, user_id: number): User {
  const user = maybeUserKnownTo(realm, asker, user_id)
  if (user === undefined || user.is_bot) throw noSuchUser({})
  if (!user.is_active) throw userIsDeactivated({})
  return user
}
