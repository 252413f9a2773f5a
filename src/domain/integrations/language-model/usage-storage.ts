import type { Sql, SqlReader } from '../../../store/realm-sql'

export type UsageOfDay = {
  day: number
  requests: number
  failures: number
  input_tokens: number
  output_tokens: number
}

export const DAYS_OF_USAGE = 30

const NOTHING = { requests: 0, failures: 0, input_tokens: 0, output_tokens: 0 }

/** Adds to the figures of a day, and deletes days that are no longer in the list. */
export function addUsage(sql: Sql, day: number, added: Partial<typeof NOTHING>): void {
  const { requests, failures, input_tokens, output_tokens } = { ...NOTHING, ...added }
  sql.run`INSERT INTO model_usage (day, requests, failures, input_tokens, output_tokens)
          VALUES (${day}, ${requests}, ${failures}, ${input_tokens}, ${output_tokens})
          ON CONFLICT (day) DO UPDATE SET
            requests = requests + excluded.requests,
            failures = failures + excluded.failures,
            input_tokens = input_tokens + excluded.input_tokens,
            output_tokens = output_tokens + excluded.output_tokens`
  sql.run`DELETE FROM model_usage WHERE day <= ${day - DAYS_OF_USAGE}`
}

/** Returns the figures of the last days, the newest first. Days without a request are missing. */
export const usageSince = (sql: SqlReader, day: number): UsageOfDay[] =>
  sql.all<UsageOfDay>`
    SELECT day, requests, failures, input_tokens, output_tokens FROM model_usage WHERE day >= ${day} ORDER BY day DESC`
