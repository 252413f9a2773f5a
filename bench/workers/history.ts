import { ROWS_PER_REALM } from '../../src/store/d1-tables'
import { realmSql } from '../../src/store/realm-sql'
import { storeAllSentIds } from '../../src/domain/messages/message-index/sent-ids-storage'

type History = { count: number; sender_ids: number[]; stream_id: number; topics: number }

const SUBJECTS = 5000
const BODIES_PER_STATEMENT = 50_000

/** Returns SQL for more words of a message, some of which are frequent, as in texts of people. */
function moreWords(count: number): string {
  if (count === 0) return "''"
  const first = '((n * 64 + k) * 48271 % 2147483647)'
  const second = `(${first} * 48271 % 2147483647)`
  const word = `(${first} % (1 + (${second} % 71) * (${second} / 71 % 71)))`
  return `(WITH RECURSIVE place (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM place WHERE k < ${count}) SELECT group_concat(' w' || ${word}, '') FROM place)`
}

/** Writes the bodies of these messages to D1, and their tokens to the search index. */
export async function writeBodies(
  database: D1Database,
  realm_id: string,
  { before, count, words = 0 }: { before: number; count: number; words?: number },
) {
  await database.prepare('INSERT INTO realm_numbers (realm_id) VALUES (?) ON CONFLICT DO NOTHING').bind(realm_id).run()
  for (let first = before + 1; first <= before + count; first += BODIES_PER_STATEMENT) {
    const last = Math.min(first + BODIES_PER_STATEMENT - 1, before + count)
    await database
      .prepare(
        `WITH RECURSIVE nth (n) AS (SELECT CAST(?2 AS INTEGER) UNION ALL SELECT n + 1 FROM nth WHERE n < ?3),
           bodies (n, words) AS (SELECT n, 'Something was written here, the ' || n || 'th time, about subject' || (n % ${SUBJECTS}) || '.' || ${moreWords(words)} FROM nth)
         INSERT INTO messages (realm_id, id, version, content, rendered_content, client, is_me_message)
         SELECT ?1, n, 0, words, '<p>' || words || '</p>', 'website', 0 FROM bodies WHERE true
         ON CONFLICT DO NOTHING`,
      )
      .bind(realm_id, first, last)
      .run()
    await database
      .prepare(
        `WITH RECURSIVE nth (n) AS (SELECT CAST(?2 AS INTEGER) UNION ALL SELECT n + 1 FROM nth WHERE n < ?3)
         INSERT INTO messages_words (rowid, words)
         SELECT (SELECT number FROM realm_numbers WHERE realm_id = ?1) * ${ROWS_PER_REALM} + n,
                'someth wa written here the ' || n || 'th time about subject' || (n % ${SUBJECTS}) FROM nth`,
      )
      .bind(realm_id, first, last)
      .run()
  }
}

/**
 * Writes many messages of one channel in a few statements. Returns the id before the first. The object must be aborted
 * afterwards, because it caches ids and topics.
 */
export function writeHistory(storage: DurableObjectStorage, { count, sender_ids, stream_id, topics }: History) {
  const sql = realmSql(storage.sql)
  const { before } = sql.one<{ before: number }>`SELECT coalesce(max(id), 0) AS before FROM message_index`
  const { last } = sql.one<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM conversations`
  const sent_at = Math.floor(Date.now() / 1000) - count
  storage.transactionSync(() => {
    sql.run`
      WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ${count})
      INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
      SELECT ${before} + n, ${last} + 1 + (n * 7 / 10) % ${topics},
             ${sender_ids} ->> CAST(n % ${sender_ids.length} AS INTEGER), ${sent_at} + n, 0 FROM nth`
    sql.run`
      INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
      SELECT conversation_id, ${stream_id}, 'old topic ' || conversation_id, 'old topic ' || conversation_id, NULL, min(id), max(id)
      FROM message_index WHERE conversation_id > ${last} GROUP BY conversation_id`
    for (const _ of storeAllSentIds(sql, before + count));
    sql.run`UPDATE channels SET first_message_id = ${before + 1} WHERE stream_id = ${stream_id}`
  })
  return before
}
