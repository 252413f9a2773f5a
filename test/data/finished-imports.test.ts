import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { realmSql } from '../../src/store/realm-sql'
import { meterTurns } from '../amplification/measure'
import { preventAlarms } from '../support/alarms'
import { evict } from '../support/faults'
import { newRealmFor } from '../support/lively-realm'
import { succeeded } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { asOperator } from '../support/realm-copies'
import { storeChunks } from '../support/sent-ids'
import { countRows, selectRows } from '../support/tables'
import { MAX_ROWS_PER_TURN } from '../support/turns'

/** A realm of which nothing has arrived but the beginning of an import. */
async function begunImport(): Promise<{ filled: TestRealm; copy_id: string }> {
  const { ada } = await freshRealm()
  const filled = await newRealmFor(ada)
  await preventAlarms(filled)
  const copy_id = 'the copy'
  succeeded(await asOperator(filled, 'POST /parley/copy/import', { copy_id, last_event_id: 0, keeps_owners: false }))
  return { filled, copy_id }
}

describe('POST /parley/copy/finish', () => {
  test('reads many messages in turns, between which the realm serves other requests', async () => {
    const { filled, copy_id } = await begunImport()
    await runInDurableObject(filled.stub, (_, { storage }) => {
      realmSql(storage.sql).run`
        WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < 60000)
        INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags) SELECT n, 7, 8, 1, 0 FROM nth`
    })
    await evict(filled)
    const mostOfTurn = meterTurns(filled)
    succeeded(await asOperator(filled, 'POST /parley/copy/finish', { copy_id }))
    expect(mostOfTurn()).toBeLessThan(MAX_ROWS_PER_TURN)
    const chunks = await selectRows(filled, 'SELECT chunk, up_to FROM sent_ids ORDER BY chunk')
    expect(chunks).toHaveLength(30)
    expect(chunks.at(-1)).toEqual({ chunk: 29, up_to: 60_000 })
  })

  test('does not miss a message that arrives between its turns', async () => {
    const { filled, copy_id } = await begunImport()
    const write = async (id: number) => {
      const row = { id, conversation_id: 7, sender_id: 8, sent_at: 1, content: 'x', rendered_content: 'x', client: 'c' }
      const answer = await asOperator(filled, 'POST /parley/copy/messages', { copy_id, rows: JSON.stringify([row]) })
      expect(succeeded(answer).refused).toEqual([])
    }
    await write(2)
    await storeChunks(filled)
    expect(await countRows(filled, 'sent_ids')).toBe(1)
    await write(1)
    expect(await countRows(filled, 'sent_ids')).toBe(0)
  })
})
