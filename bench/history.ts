import { realmSql } from '../src/store/realm-sql'

const TOPICS = 200

type History = { count: number; sender_ids: number[]; stream_id: number }

/** Their bodies, where the realm keeps old ones. */
export const writeBodies = (database: D1Database, realm_id: string, count: number) =>
  database
    .prepare(
      `WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ?2)
       INSERT INTO messages (realm_id, id, version, content, rendered_content, client, is_me_message)
       SELECT ?1, n, 0, 'Something that was said here, the ' || n || 'th time.',
              '<p>Something that was said here, the ' || n || 'th time.</p>', 'website', 0 FROM nth WHERE true
       ON CONFLICT DO NOTHING`,
    )
    .bind(realm_id, count)
    .run()

/**
 * A past of many messages in one channel, written in a few statements. The object must die after this: it counts ids and
 * remembers topics as they were when it woke.
 */
export function writeHistory(storage: DurableObjectStorage, { count, sender_ids, stream_id }: History) {
  const sql = realmSql(storage.sql)
  const { before } = sql.one<{ before: number }>`SELECT coalesce(max(id), 0) AS before FROM message_index`
  const { topics } = sql.one<{ topics: number }>`SELECT coalesce(max(id), 0) AS topics FROM conversations`
  const sent_at = Math.floor(Date.now() / 1000) - count
  storage.transactionSync(() => {
    sql.run`
      WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ${count})
      INSERT INTO message_index (id, conversation_id, sender_id, sent_at, traits)
      SELECT ${before} + n, ${topics} + 1 + (n * 7 / 10) % ${TOPICS},
             ${sender_ids} ->> CAST(n % ${sender_ids.length} AS INTEGER), ${sent_at} + n, 0 FROM nth`
    sql.run`
      INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
      SELECT conversation_id, ${stream_id}, 'old topic ' || conversation_id, 'old topic ' || conversation_id, NULL, min(id), max(id)
      FROM message_index WHERE conversation_id > ${topics} GROUP BY conversation_id`
    sql.run`UPDATE channels SET first_message_id = ${before + 1} WHERE stream_id = ${stream_id}`
  })
}
