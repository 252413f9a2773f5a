import type { Sql } from '../../../store/realm-sql'
import type { PlaygroundWords } from './rules'

export type Playground = PlaygroundWords & { id: number }

/** In the order in which they were added. */
export const playgroundsOf = (sql: Sql): Playground[] =>
  sql.all<Playground>`SELECT id, name, pygments_language, url_template FROM playgrounds ORDER BY id`

export const insertPlayground = (sql: Sql, { name, pygments_language, url_template }: PlaygroundWords): number =>
  sql.one<{ id: number }>`
    INSERT INTO playgrounds (name, pygments_language, url_template)
    VALUES (${name}, ${pygments_language}, ${url_template}) RETURNING id`.id

export const removePlayground = (sql: Sql, id: number): void => sql.run`DELETE FROM playgrounds WHERE id = ${id}`
