import type { Sql } from '../../../store/realm-sql'

/** What somebody was told already. */
export const stepsTaken = (sql: Sql, user_id: number): Set<string> =>
  new Set(
    sql.all<{ name: string }>`SELECT name FROM onboarding_steps_taken WHERE user_id = ${user_id}`.map(
      ({ name }) => name,
    ),
  )

export const insertStepTaken = (sql: Sql, user_id: number, name: string): void =>
  sql.run`INSERT INTO onboarding_steps_taken (user_id, name) VALUES (${user_id}, ${name})`
