import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { Draft } from './draft'
import type { DraftTotals } from './rules'

type DraftRow = Omit<Draft, 'to'> & { recipients: string } // JSON: the ids of `to`

/** Returns the drafts of a user. The last edited draft comes last. */
export const draftsOf = (sql: SqlReader, user_id: number): Draft[] =>
  sql.all<DraftRow>`
    SELECT id, type, recipients, topic, content, timestamp FROM drafts
    WHERE user_id = ${user_id} ORDER BY timestamp, id`.map(draftOf)

/** Counts the drafts of a user, without the draft `except`. */
export const draftTotals = (sql: SqlReader, user_id: number, except?: number): DraftTotals =>
  sql.one<DraftTotals>`
    SELECT count(*) AS drafts, coalesce(sum(length(content) + length(recipients) - 2), 0) AS characters
    FROM drafts WHERE user_id = ${user_id} AND id <> ${except ?? 0}`

/** Returns the last edited drafts of a user, at limit `most`. The newest comes first. */
export const newestDraftsOf = (sql: SqlReader, user_id: number, limit: number): Draft[] =>
  sql.all<DraftRow>`
    SELECT id, type, recipients, topic, content, timestamp FROM drafts
    WHERE user_id = ${user_id} ORDER BY timestamp DESC, id DESC LIMIT ${limit}`.map(draftOf)

function draftOf({ recipients, ...row }: DraftRow): Draft {
  const to: number[] = JSON.parse(recipients)
  const { id, type, topic, content, timestamp } = row
  return { id, type, to, topic, content, timestamp }
}

export const isDraftOf = (sql: SqlReader, user_id: number, id: number): boolean =>
  sql.maybe`SELECT 1 AS found FROM drafts WHERE id = ${id} AND user_id = ${user_id}` !== undefined

export function insertDraft(sql: SqlReader, user_id: number, draft: Omit<Draft, 'id'>): Draft {
  const { type, to, topic, content, timestamp } = draft
  const { id } = sql.one<{ id: number }>`
    INSERT INTO drafts (user_id, type, recipients, topic, content, timestamp)
    VALUES (${user_id}, ${type}, ${to}, ${topic}, ${content}, ${timestamp}) RETURNING id`
  return { id, ...draft }
}

export const updateDraft = (sql: Sql, { id, type, to, topic, content, timestamp }: Draft): void =>
  sql.run`UPDATE drafts SET type = ${type}, recipients = ${to}, topic = ${topic}, content = ${content},
                            timestamp = ${timestamp}
          WHERE id = ${id}`

export const removeDraft = (sql: Sql, id: number): void => sql.run`DELETE FROM drafts WHERE id = ${id}`

export const removeDraftsOf = (sql: Sql, user_id: number): void =>
  sql.run`DELETE FROM drafts WHERE user_id = ${user_id}`

export const removeAllDrafts = (sql: Sql): void => sql.run`DELETE FROM drafts`
