import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { PlaygroundFields } from './rules'

export type Playground = PlaygroundFields & { id: number }

/** Returns the playgrounds in the order in which administrators added them. */
export const allPlaygrounds = (sql: SqlReader): Playground[] =>
  sql.all<Playground>`SELECT id, name, pygments_language, url_template FROM playgrounds ORDER BY id`

export const insertPlayground = (sql: SqlReader, { name, pygments_language, url_template }: PlaygroundFields): number =>
  sql.one<{ id: number }>`
    INSERT INTO playgrounds (name, pygments_language, url_template)
    VALUES (${name}, ${pygments_language}, ${url_template}) RETURNING id`.id

export const updatePlayground = (sql: Sql, { id, name, pygments_language, url_template }: Playground): void =>
  sql.run`
    UPDATE playgrounds SET name = ${name}, pygments_language = ${pygments_language}, url_template = ${url_template}
    WHERE id = ${id}`

export const deletePlayground = (sql: Sql, id: number): void => sql.run`DELETE FROM playgrounds WHERE id = ${id}`
