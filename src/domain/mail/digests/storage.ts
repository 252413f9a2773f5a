import type { Sql, SqlReader } from '../../../store/realm-sql'

export type DigestRun = { due_at: number; after_user_id: number }

export const findDigestRun = (sql: SqlReader): DigestRun | undefined =>
  sql.maybe<DigestRun>`SELECT due_at, after_user_id FROM digest_run WHERE id = 1`

export const writeDigestRun = (sql: Sql, { due_at, after_user_id }: DigestRun): void =>
  sql.run`INSERT INTO digest_run (id, due_at, after_user_id) VALUES (1, ${due_at}, ${after_user_id})
          ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, after_user_id = excluded.after_user_id`

export const deleteDigestRun = (sql: Sql): void => sql.run`DELETE FROM digest_run WHERE id = 1`
