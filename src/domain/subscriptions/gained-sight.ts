import type { Realm } from '../../realm'

/**
 * Events are read after they happened, by whoever is in a group by then. Those who came into it meanwhile would be told
 * what a channel was while it was none of theirs, so it is kept since when they may know of it. That they lost sight of it
 * before, and when, need not be kept: a channel that is gone and comes back is told of as it is then.
 */
const gainedSight = (realm: Realm, stream_id: number): ReadonlyMap<number, number> =>
  realm.memo.of(`gained sight of ${stream_id}`, () => {
    const rows = realm.sql.all<{ user_id: number; after_event: number }>`
      SELECT user_id, after_event FROM gained_sight WHERE stream_id = ${stream_id}`
    return new Map(rows.map(({ user_id, after_event }) => [user_id, after_event]))
  })

/** Did something happen before a group let them know of the channel? */
export const isBeforeSight = (realm: Realm, stream_id: number, user_id: number, event_id: number): boolean =>
  event_id <= (gainedSight(realm, stream_id).get(user_id) ?? -1)

/** From the next event on they may know of it. */
export function rememberGained(
  realm: Realm,
  stream_id: number,
  user_ids: readonly number[],
  after_event: number,
): void {
  if (user_ids.length === 0) return
  realm.sql.run`
    INSERT INTO gained_sight (stream_id, user_id, after_event)
    SELECT ${stream_id}, value, ${after_event} FROM json_each(${user_ids}) WHERE true
    ON CONFLICT (stream_id, user_id) DO UPDATE SET after_event = excluded.after_event`
  realm.memo.forget(`gained sight of ${stream_id}`)
}
