import type { Person, Queue } from './person'
import type { TestRealm } from './realm'
import { executeSql } from './tables'

export const FIRST_COPY = 1001

/** Creates users from the row of `person`, with ids from `FIRST_COPY` on, and restarts the object. The endpoint would take long. */
export const copyUser = (realm: TestRealm, { id }: Person, count: number) =>
  executeSql(
    realm,
    `WITH RECURSIVE nth (n) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT n + 1 FROM nth WHERE n < ?)
     INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, is_system_bot,
       can_create_users, date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility)
     SELECT n, n || delivery_email, n || delivery_email_key, 'Copy ' || n, role, is_active, is_system_bot,
       can_create_users, date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility
     FROM nth, users WHERE user_id = ?`,
    FIRST_COPY,
    FIRST_COPY + count - 1,
    id,
  )

/** Subscribes all copies to a channel, and restarts the object. */
export async function subscribeCopies(realm: TestRealm, stream_id: number): Promise<void> {
  await executeSql(
    realm,
    `INSERT INTO subscriptions (user_id, stream_id, is_active, color, is_muted, pin_to_top)
     SELECT user_id, ?, 1, '#000000', 0, 0 FROM users WHERE user_id >= ?`,
    stream_id,
    FIRST_COPY,
  )
  await executeSql(
    realm,
    `INSERT INTO subscription_periods (stream_id, user_id, from_message, to_message, from_event, to_event)
     SELECT ?, user_id, 0, NULL, 0, NULL FROM users WHERE user_id >= ?`,
    stream_id,
    FIRST_COPY,
  )
}

/** Gives each copy of a user a copy of a queue in the first gateway. */
export const copyQueue = (realm: TestRealm, { id }: Queue): Promise<void> =>
  executeSql(
    realm,
    `INSERT INTO queues (queue_id, user_id, session_id, registered_after, acknowledged, searched_up_to, last_seen_at,
                         lifespan_seconds, options)
     SELECT 'g1-' || (1000000 + u.user_id) || '-copy', u.user_id, NULL, registered_after, acknowledged, searched_up_to, last_seen_at,
            lifespan_seconds, options
     FROM users u, queues q WHERE q.queue_id = ? AND u.user_id >= ?`,
    id,
    FIRST_COPY,
  )
