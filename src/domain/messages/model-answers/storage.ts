import type { Realm } from '../../../realm'
import type { Sql, SqlReader } from '../../../store/realm-sql'

/** Answers of the language model stay so long: the realm deletes older ones whenever it stores one, and each day. */
export const MAX_ANSWER_AGE_SECONDS = 7 * 24 * 3600

export const MAX_STORED_ANSWERS = 2000
export const MAX_ANSWER_CHARACTERS = 40_000

export type ModelAnswer = { question: string; message_id: number | null; content: string }

/** Names a translation. It is deleted with an edit, so no reader gets the translation of an earlier text. */
export const translationOf = (message_id: number, language: string): string =>
  `translation of ${message_id} to ${language}`

/** Names the words in a file of a message. */
export const transcriptOf = (message_id: number, attachment_id: number): string =>
  `transcript of file ${attachment_id} in ${message_id}`

/** Names a summary by a hash of all that the model would read. */
export const summaryOf = (hash: string): string => `summary of ${hash}`

export const findAnswer = (sql: SqlReader, question: string, since: number): string | undefined =>
  sql.maybe<{ content: string }>`
    SELECT content FROM model_answers WHERE question = ${question} AND stored_at >= ${since}`?.content

/** Stores an answer. Deletes answers older than a week, and the oldest ones above the limit. */
export function writeAnswer(realm: Realm, { question, message_id, content }: ModelAnswer): void {
  const { sql } = realm
  const now = realm.now()
  const { id } = sql.one<{ id: number }>`
    INSERT OR REPLACE INTO model_answers (question, message_id, content, stored_at)
    VALUES (${question}, ${message_id}, ${content}, ${now}) RETURNING id`
  sql.run`DELETE FROM model_answers WHERE id <= ${id - MAX_STORED_ANSWERS}`
  deleteAnswersBefore(sql, now - MAX_ANSWER_AGE_SECONDS)
  realm.wakeAt(now + MAX_ANSWER_AGE_SECONDS + 1)
}

export const deleteAnswersBefore = (sql: Sql, time: number): void =>
  sql.run`DELETE FROM model_answers WHERE stored_at < ${time}`

export const firstAnswerAt = (sql: SqlReader): number | undefined =>
  sql.maybe<{ stored_at: number }>`SELECT stored_at FROM model_answers ORDER BY stored_at LIMIT 1`?.stored_at

/** Deletes the translations and transcripts of messages, and all summaries: any of them can have the texts. */
export function deleteAnswersAbout(sql: Sql, message_ids: readonly number[]): void {
  sql.run`DELETE FROM model_answers WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`
  sql.run`DELETE FROM model_answers WHERE question >= 'summary' AND question < 'summarz'`
}
