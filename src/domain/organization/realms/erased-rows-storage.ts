import type { D1 } from '../../../store/d1'
import { ROWS_PER_REALM } from '../../../store/d1-tables'

const ROWS_PER_BATCH = 1000

const batchOf = (table: string, key: string): string => `
  DELETE FROM ${table} WHERE realm_id = ?1 AND (${key}) IN (
    SELECT ${key} FROM ${table} WHERE realm_id = ?1 ORDER BY ${key} LIMIT ${ROWS_PER_BATCH}) RETURNING 1 AS deleted`

/** The rows of the search index have no realm, so they go before the messages whose ids they have. */
const WORDS = `
  DELETE FROM messages_words WHERE rowid IN (
    SELECT (SELECT number FROM realm_numbers WHERE realm_id = ?1) * ${ROWS_PER_REALM} + id
    FROM messages WHERE realm_id = ?1 ORDER BY id LIMIT ${ROWS_PER_BATCH})`

const BATCHES = [
  [WORDS, batchOf('messages', 'id')],
  [batchOf('old_versions', 'id')],
  [batchOf('users', 'user_id')],
  [batchOf('erased_users', 'user_id')],
  [batchOf('replaced_bodies', 'target, id, replaced_by')],
  [batchOf('realm_metrics', 'day')],
  [batchOf('realm_restores', 'restore_id')],
  [batchOf('push_realms', 'realm_id')],
  ['DELETE FROM realm_numbers WHERE realm_id = ?1 RETURNING 1 AS deleted'],
]

/** Deletes a batch of the realm's rows in one database. Returns false if there are none. */
export async function deleteRowsInD1(d1: D1, realm_id: string): Promise<boolean> {
  for (const statements of BATCHES) {
    let deleted: unknown[] = []
    for (const text of statements) deleted = await d1.select(text, realm_id)
    if (deleted.length > 0) return true
  }
  return false
}
