import type { Realm } from '../../../realm'
import { orUnavailable, type D1 } from '../../../store/d1'
import type { D1Table } from '../../../store/d1-tables'
import { FIRST_DATABASE } from '../../../store/databases'
import { rangesAfter } from '../../../store/generations'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlNames, sqlText } from '../../../store/sql'
import type { Texts } from '../../../store/texts'
import type { OldVersion } from '../../messages/history/storage'
import { personalTables } from '../realm-tables/tables'

/** Which erasures a restored realm must repeat. */
export const erasedUsersInD1: D1Table = { name: 'erased_users', key: 'user_id', columns: ['deletes_messages'] }

export type ErasedUser = { user_id: number; deletes_messages: number }

const ERASED_PER_PAGE = 100

export const erasedUsersAfter = (d1: D1, realm_id: string, user_id: number): Promise<ErasedUser[]> =>
  orUnavailable(
    d1.all<ErasedUser>`
      SELECT user_id, deletes_messages FROM erased_users
      WHERE realm_id = ${realm_id} AND user_id > ${user_id} ORDER BY user_id LIMIT ${ERASED_PER_PAGE}`,
  )

/** What is left of one erasure. */
export type Work = ErasedUser & { step: string; position: number }

const WORK = sqlText`user_id, deletes_messages, step, position`

export const nextWork = (sql: SqlReader): Work | undefined =>
  sql.maybe<Work>`SELECT ${WORK} FROM erasure_work ORDER BY user_id LIMIT 1`

export const writeWork = (sql: Sql, { user_id, deletes_messages, step, position }: Work): void =>
  sql.run`INSERT OR REPLACE INTO erasure_work (${WORK}) VALUES (${user_id}, ${deletes_messages}, ${step}, ${position})`

export const deleteWork = (sql: Sql, user_id: number): void =>
  sql.run`DELETE FROM erasure_work WHERE user_id = ${user_id}`

/** Deletes the rows that belong to a user alone. The caller invalidates all cached values. */
export function deletePersonalRows(realm: Realm, user_id: number, email_key: string): void {
  const { sql } = realm
  for (const [table, column] of personalTables)
    sql.run`DELETE FROM ${sqlNames([table])} WHERE ${sqlNames([column])} = ${user_id}`
  sql.run`UPDATE users SET password_hash = NULL WHERE user_id = ${user_id}`
  sql.run`DELETE FROM invitations WHERE lower(email) = ${email_key}`
  sql.run`DELETE FROM confirmations WHERE email_key = ${email_key}`
  sql.run`DELETE FROM suppressed_addresses WHERE address_key = ${email_key}`
}

const IDS_PER_SCAN = 5000
const TEXTS_PER_PAGE = 20

type Scan = { mark: string; after: number }
type Found<Row> = { found: Row[]; position: number }

/** Searches the next messages in D1 for a mark in their HTML. Returns some of them, and where the search continues. */
export async function messagesWithMark(texts: Texts, { mark, after }: Scan): Promise<Found<number>> {
  const [range = { database: FIRST_DATABASE, to: Infinity }] = rangesAfter(texts.generations, 'first_message_id', after)
  const up_to = Math.min(after + IDS_PER_SCAN, range.to - 1)
  const rows = await orUnavailable(
    texts.primary(range.database).all<{ id: number }>`
      SELECT id FROM messages
      WHERE realm_id = ${texts.realm_id} AND id > ${after} AND id <= ${up_to} AND instr(rendered_content, ${mark}) > 0
      ORDER BY id LIMIT ${TEXTS_PER_PAGE}`,
  )
  return foundUpTo(
    rows.map(({ id }) => id),
    rows.at(-1)?.id,
    up_to,
  )
}

export type VersionRow = OldVersion & { id: number }

/** Searches the next earlier versions of messages in D1. Edits have few ids among the events, so it counts rows. */
export async function versionsWithMark(texts: Texts, { mark, after }: Scan): Promise<VersionRow[]> {
  for (const { database, to } of rangesAfter(texts.generations, 'first_edit_id', after)) {
    const before = Math.min(to, Number.MAX_SAFE_INTEGER)
    const found = await orUnavailable(
      texts.primary(database).all<VersionRow>`
        SELECT id, content, rendered_content FROM old_versions
        WHERE realm_id = ${texts.realm_id} AND id > ${after} AND id < ${before} AND instr(rendered_content, ${mark}) > 0
        ORDER BY id LIMIT ${TEXTS_PER_PAGE}`,
    )
    if (found.length > 0) return found
  }
  return []
}

const foundUpTo = <Row>(found: Row[], last: number | undefined, up_to: number): Found<Row> => ({
  found,
  position: found.length === TEXTS_PER_PAGE && last !== undefined ? last : up_to,
})

/** Returns the message of each of these edits that exists. */
export const messagesOfEdits = (sql: SqlReader, ids: readonly number[]): Map<number, number> =>
  new Map(
    sql.all<{ id: number; message_id: number }>`
      SELECT id, message_id FROM message_edits WHERE id IN (SELECT value FROM json_each(${ids}))`.map(
      ({ id, message_id }) => [id, message_id],
    ),
  )
