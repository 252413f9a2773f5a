import type { Sql, SqlReader } from '../../../store/realm-sql'

export type UsageOfDay = {
  day: number
  requests: number
  failures: number
  input_tokens: number
  output_tokens: number
}

export const DAYS_OF_USAGE = 30

/** Adds to the figures of a day, and deletes days that are no longer shown. */
export function addUsage(sql: Sql, { day, requests, failures, input_tokens, output_tokens }: UsageOfDay): void {
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
