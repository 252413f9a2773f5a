import type { Realm } from '../../../realm'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import type { OnboardingKind } from './day-rules'

export type PlannedEmail = { kind: OnboardingKind | 'invitation'; target_id: number; due_at: number }

/** Plans an email for a later day, and sets the alarm. */
export function planEmail(realm: Realm, { kind, target_id, due_at }: PlannedEmail): void {
  realm.sql.run`INSERT INTO planned_emails (kind, target_id, due_at) VALUES (${kind}, ${target_id}, ${due_at})
                ON CONFLICT (kind, target_id) DO UPDATE SET due_at = excluded.due_at`
  realm.wakeAt(due_at)
}

/** Returns the emails that are due, the oldest first. */
export const duePlannedEmails = (sql: SqlReader, now: number, most: number): PlannedEmail[] =>
  sql.all<PlannedEmail>`
    SELECT kind, target_id, due_at FROM planned_emails WHERE due_at <= ${now} ORDER BY due_at LIMIT ${most}`

export const deletePlannedEmail = (sql: Sql, { kind, target_id }: Pick<PlannedEmail, 'kind' | 'target_id'>): void =>
  sql.run`DELETE FROM planned_emails WHERE kind = ${kind} AND target_id = ${target_id}`

export const nextPlannedEmail = (sql: SqlReader): number | undefined =>
  sql.one<{ next: number | null }>`SELECT min(due_at) AS next FROM planned_emails`.next ?? undefined
