import type { SqlReader, Sql } from '../../../store/realm-sql'

export const stepsSeenBy = (sql: SqlReader, user_id: number): Set<string> =>
  new Set(
    sql.all<{ name: string }>`SELECT name FROM onboarding_steps_seen WHERE user_id = ${user_id}`.map(
      ({ name }) => name,
    ),
  )

export const insertStepSeen = (sql: Sql, user_id: number, name: string): void =>
  sql.run`INSERT INTO onboarding_steps_seen (user_id, name) VALUES (${user_id}, ${name})`
