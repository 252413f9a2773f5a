import { describe, expect, test } from 'vitest'
import { topicsIn } from '../../src/domain/channels/topics/storage'
import { messagesOfConversations } from '../../src/domain/messages/narrows/merged-conversations'
import { realmSql } from '../../src/store/realm-sql'
import { inStorage } from '../support/faults'
import { freshRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const [TOPICS, MESSAGES, MESSAGES_PER_READ] = [100, 4000, 50]

/** A realm with messages from 1 on, each in another topic than those around it. */
async function withTopics() {
  const { realm, dov, general } = await freshRealm()
  await executeSql(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
     SELECT id, 1000 + id % ?2, ?3, 0, 0 FROM n`,
    MESSAGES,
    TOPICS,
    dov.id,
  )
  await executeSql(
    realm,
    `INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
     SELECT conversation_id, ?, 'topic ' || conversation_id, 'topic ' || conversation_id, NULL, min(id), max(id)
     FROM message_index GROUP BY conversation_id`,
    general.stream_id,
  )
  return { realm, general }
}

describe('the messages of several conversations', () => {
  test.each(['before', 'after'] as const)(
    'are read on from the last one, %s it, with few statements',
    async (direction) => {
      const { realm, general } = await withTopics()
      const { ids, statements } = await inStorage(realm, ({ storage }) => {
        const sql = realmSql(storage.sql)
        const source = messagesOfConversations({ sql }, () => topicsIn(sql, [general.stream_id], TOPICS))
        const found: number[] = []
        for (let bound: number | undefined = direction === 'before' ? MESSAGES + 1 : 0; bound !== undefined;) {
          const read = source.read({ direction, bound, most: MESSAGES_PER_READ })
          found.push(...(read?.rows ?? []).map(({ id }) => id))
          bound = read?.next
        }
        return { ids: found, statements: sql.meter.statements }
      })
      const ascending = Array.from({ length: MESSAGES }, (_, nth) => nth + 1)
      expect(ids).toEqual(direction === 'before' ? ascending.toReversed() : ascending)
      // Each conversation is read four times, up to 4, 12, 28 and 60 rows. If each read began again, it would be 84 times.
      expect(statements).toBeLessThan(4 * TOPICS + 10)
    },
  )
})
