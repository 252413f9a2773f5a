import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'

type MutedUserRow = {
  muted_user_id: number
  muted_at: number
}

/** Returns the users that a user mutes, in the order in which they were muted. */
export const mutedBy = (sql: SqlReader, user_id: number): MutedUserRow[] =>
  sql.all<MutedUserRow>`
    SELECT muted_user_id, muted_at FROM muted_users WHERE user_id = ${user_id} ORDER BY muted_at, muted_user_id`

export const countMutedBy = (sql: SqlReader, user_id: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM muted_users WHERE user_id = ${user_id}`.n

/** Returns the users who mute this user. They are cached, because each message needs those of its sender. */
export const mutersOf = (realm: ReadOnlyRealm, muted_user_id: number): readonly number[] =>
  realm.cache.get(mutersCache(muted_user_id), () =>
    realm.sql.all<{
      user_id: number
    }>`SELECT user_id FROM muted_users WHERE muted_user_id = ${muted_user_id} ORDER BY user_id`.map(
      ({ user_id }) => user_id,
    ),
  )

export function insertMute(realm: Realm, user_id: number, { muted_user_id, muted_at }: MutedUserRow): void {
  realm.sql
    .run`INSERT INTO muted_users (user_id, muted_user_id, muted_at) VALUES (${user_id}, ${muted_user_id}, ${muted_at})`
  realm.cache.invalidate(mutersCache(muted_user_id))
}

export function removeMute(realm: Realm, user_id: number, muted_user_id: number): void {
  realm.sql.run`DELETE FROM muted_users WHERE user_id = ${user_id} AND muted_user_id = ${muted_user_id}`
  realm.cache.invalidate(mutersCache(muted_user_id))
}

const mutersCache = cacheKeyById<number, readonly number[]>()
