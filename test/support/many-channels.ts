import type { Channel, TestRealm } from './realm'
import { executeSql } from './tables'

/** Creates so many channels from the row of a channel, without subscribers, and restarts the object. Names have characters of two bytes. */
export const copyChannel = (realm: TestRealm, { stream_id }: Channel, count: number) =>
  executeSql(
    realm,
    `WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ?)
     INSERT INTO channels (stream_id, name, name_key, description, rendered_description, date_created, creator_id, invite_only,
       is_web_public, history_public_to_subscribers, is_archived, is_default, topics_policy, first_message_id, folder_id,
       is_recently_active, subscriber_count, weekly_traffic, permissions)
     SELECT (SELECT max(stream_id) FROM channels) + n, 'Küche ' || n, 'küche ' || n, 'Für ' || n, '<p>Für ' || n || '</p>',
       date_created, creator_id, invite_only, is_web_public, history_public_to_subscribers, is_archived, is_default,
       topics_policy, first_message_id, folder_id, is_recently_active, 0, weekly_traffic, permissions
     FROM nth, channels WHERE stream_id = ?`,
    count,
    stream_id,
  )
