import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { SavedSnippet } from './saved-snippet'

/** Returns the snippets of a user, the oldest first. */
export const savedSnippetsOf = (sql: SqlReader, user_id: number): SavedSnippet[] =>
  sql.all<SavedSnippet>`
    SELECT id, title, content, date_created FROM saved_snippets WHERE user_id = ${user_id} ORDER BY id`

export const countSavedSnippetsOf = (sql: SqlReader, user_id: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM saved_snippets WHERE user_id = ${user_id}`.n

export const findSavedSnippet = (sql: SqlReader, user_id: number, id: number): SavedSnippet | undefined =>
  sql.maybe<SavedSnippet>`
    SELECT id, title, content, date_created FROM saved_snippets WHERE id = ${id} AND user_id = ${user_id}`

export function insertSavedSnippet(sql: SqlReader, user_id: number, snippet: Omit<SavedSnippet, 'id'>): SavedSnippet {
  const { title, content, date_created } = snippet
  const { id } = sql.one<{ id: number }>`
    INSERT INTO saved_snippets (user_id, title, content, date_created)
    VALUES (${user_id}, ${title}, ${content}, ${date_created}) RETURNING id`
  return { id, ...snippet }
}

export const updateSavedSnippet = (sql: Sql, { id, title, content }: SavedSnippet): void =>
  sql.run`UPDATE saved_snippets SET title = ${title}, content = ${content} WHERE id = ${id}`

export const removeSavedSnippet = (sql: Sql, id: number): void => sql.run`DELETE FROM saved_snippets WHERE id = ${id}`
