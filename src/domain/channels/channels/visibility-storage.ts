import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { Channel } from './channel'
import { findChannel } from './storage'

/** The fields of a channel that decide which users can see it. */
type ChannelVisibility = Pick<Channel, 'invite_only' | 'is_web_public' | 'permissions'>
type PastVisibility = ChannelVisibility & { to_event: number } // the last event with these values

type Row = { to_event: number; invite_only: number; is_web_public: number; permissions: string }

const visibilityHistoryCache = cacheKeyById<number, readonly PastVisibility[]>()

const visibilityHistory = (realm: ReadOnlyRealm, stream_id: number): readonly PastVisibility[] =>
  realm.cache.get(visibilityHistoryCache(stream_id), () => {
    const rows = realm.sql.all<Row>`
      SELECT to_event, invite_only, is_web_public, permissions FROM channel_visibility_history
      WHERE stream_id = ${stream_id} ORDER BY to_event`
    return rows.map((row) => ({
      to_event: row.to_event,
      invite_only: row.invite_only === 1,
      is_web_public: row.is_web_public === 1,
      permissions: JSON.parse(row.permissions),
    }))
  })

/**
 * Returns the channel, with the visibility that it had at an event. A client that polls late so receives the same events as
 * a client that was connected.
 */
export function findChannelAt(realm: ReadOnlyRealm, stream_id: number, event_id: number): Channel | undefined {
  const channel = findChannel(realm, stream_id)
  const past = visibilityHistory(realm, stream_id).find(({ to_event }) => event_id <= to_event)
  return channel && past ? { ...channel, ...past } : channel
}

/** Stores the channel's visibility before a change. Of several changes after the same event, the first one is stored. */
export function recordVisibility(realm: Realm, { stream_id, invite_only, is_web_public, permissions }: Channel): void {
  realm.sql
    .run`DELETE FROM channel_visibility_history WHERE stream_id = ${stream_id} AND to_event < ${realm.log.oldestId}`
  realm.log.chargeRows(1)
  realm.sql.run`
    INSERT INTO channel_visibility_history (stream_id, to_event, invite_only, is_web_public, permissions)
    VALUES (${stream_id}, ${realm.log.lastId}, ${invite_only}, ${is_web_public}, ${JSON.stringify(permissions)})
    ON CONFLICT (stream_id, to_event) DO NOTHING`
  realm.cache.invalidate(visibilityHistoryCache(stream_id))
}
