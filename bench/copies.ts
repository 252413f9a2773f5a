// Users and queues for large realms, written into the tables of the realm: by requests they would take many minutes.

import type { Cast } from './cast.ts'
import { at } from './statistics.ts'

const COLUMNS = `role, is_active, is_system_bot, can_create_users, date_joined, timezone, avatar_source, avatar_version, avatar_hash,
  email_address_visibility`

/** Adds so many copies of the newest user. Returns the id of the first one. */
export async function copyUsers(cast: Cast, more: number) {
  const { user_id } = at(cast.people, -1)
  await cast.run(`
    WITH RECURSIVE nth (n) AS (SELECT ${user_id + 1} UNION ALL SELECT n + 1 FROM nth WHERE n < ${user_id + more})
    INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, ${COLUMNS})
    SELECT n, 'person' || n || '@bench.example', 'person' || n || '@bench.example', 'Person ' || n, ${COLUMNS}
    FROM nth, users WHERE user_id = ${user_id};`)
  return user_id + 1
}

/** Subscribes the users with these ids, from the first message on. */
export const subscribeCopies = (cast: Cast, stream_id: number, first: number, last: number) =>
  cast.run(`
    INSERT INTO subscriptions (user_id, stream_id, is_active, color, is_muted, pin_to_top)
    SELECT user_id, ${stream_id}, 1, '#76ce90', 0, 0 FROM users WHERE user_id BETWEEN ${first} AND ${last};
    INSERT INTO subscription_periods (stream_id, user_id, from_message, to_message, from_event, to_event)
    SELECT ${stream_id}, user_id, 0, NULL, 0, NULL FROM users WHERE user_id BETWEEN ${first} AND ${last};`)

type Range = { first: number; last: number; gateways: number }

/** Gives each of these users a copy of a queue of the realm. The copies are in so many gateways, as many in each. */
export const copyQueues = (cast: Cast, queue_id: string, { first, last, gateways }: Range) =>
  cast.run(`
    INSERT OR IGNORE INTO gateways (number, region, version, stored_up_to)
    SELECT DISTINCT 1 + user_id % ${gateways}, '', 1, 0 FROM users WHERE user_id BETWEEN ${first} AND ${last};
    UPDATE gateways SET version = version + 1;
    INSERT INTO queues (queue_id, user_id, session_id, registered_after, acknowledged, searched_up_to, last_seen_at,
                        lifespan_seconds, options)
    SELECT 'g' || (1 + u.user_id % ${gateways}) || '-' || (10000000 + u.user_id) || '-copy', u.user_id, NULL,
           registered_after, acknowledged, searched_up_to, last_seen_at, 86400, options
    FROM users u, queues q WHERE q.queue_id = '${queue_id}' AND u.user_id BETWEEN ${first} AND ${last};`)
