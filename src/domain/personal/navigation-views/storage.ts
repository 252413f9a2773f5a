import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { NavigationView } from './navigation-view'

type Row = Omit<NavigationView, 'is_pinned'> & { is_pinned: number }

export const navigationViewsOf = (sql: SqlReader, user_id: number): NavigationView[] =>
  sql.all<Row>`
    SELECT fragment, is_pinned, name FROM navigation_views WHERE user_id = ${user_id} ORDER BY fragment`.map((row) => ({
    ...row,
    is_pinned: row.is_pinned === 1,
  }))

export const writeView = (sql: Sql, user_id: number, { fragment, is_pinned, name }: NavigationView): void =>
  sql.run`
    INSERT INTO navigation_views (user_id, fragment, is_pinned, name)
    VALUES (${user_id}, ${fragment}, ${is_pinned}, ${name})
    ON CONFLICT (user_id, fragment) DO UPDATE SET is_pinned = excluded.is_pinned, name = excluded.name`

export const deleteView = (sql: Sql, user_id: number, fragment: string): void =>
  sql.run`DELETE FROM navigation_views WHERE user_id = ${user_id} AND fragment = ${fragment}`
