import { findCounter } from '../../../store/counters'
import type { Generation } from '../../../store/generations'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { Realm } from '../../../realm'
import { skipConversationIds } from '../../channels/topics/storage'
import { OLD_VERSIONS } from '../../messages/history/storage'
import { versionsOfIds } from '../../messages/message-index/version-storage'
import { skipUserIds } from '../../people/users/storage'
import { raiseSequences, sequences } from '../realm-copies/storage'

export type RestoreReport = Partial<Record<'removed' | 'recovered' | 'profiles' | 'files', number>>

export type RestoreState = {
  confirmed_at: number
  last_version: number
  restore_id: number
  phase: 'leaving' | 'recovering' | null
  step: string
  position: string
  report: RestoreReport
}

const NEW: RestoreState = {
  confirmed_at: 0,
  last_version: 0,
  restore_id: 0,
  phase: null,
  step: '',
  position: '',
  report: {},
}

export function restoreState(sql: SqlReader): RestoreState {
  const row = sql.maybe<Omit<RestoreState, 'report'> & { report: string }>`
    SELECT confirmed_at, last_version, restore_id, phase, step, position, report FROM restore_state`
  return row === undefined ? NEW : { ...row, report: JSON.parse(row.report) }
}

export function writeRestoreState(sql: Sql, change: Partial<RestoreState>): RestoreState {
  const state = { ...restoreState(sql), ...change }
  const { confirmed_at, last_version, restore_id, phase, step, position, report } = state
  sql.run`
    INSERT OR REPLACE INTO restore_state (singleton, confirmed_at, last_version, restore_id, phase, step, position, report)
    VALUES (1, ${confirmed_at}, ${last_version}, ${restore_id}, ${phase}, ${step}, ${position}, ${JSON.stringify(report)})`
  return state
}

/** The highest ids of each kind that the realm has issued. */
export type HighestIds = {
  message: number
  event: number
  conversation: number
  user: number
  sequences: Record<string, number>
  /** Where its texts are. A restore that began in an earlier version of the server does not say it. */
  generations?: readonly Generation[]
}

/** A counter has the newest id that was deleted, or that an earlier restore skipped. The newest row may have a higher one. */
export const highestIds = (sql: SqlReader): HighestIds => {
  const counter = (name: string) => findCounter(sql, name) ?? 0
  const newest = sql.one<Pick<HighestIds, 'message' | 'conversation' | 'user'>>`
    SELECT (SELECT coalesce(max(id), 0) FROM message_index) AS message,
           (SELECT coalesce(max(id), 0) FROM conversations) AS conversation,
           (SELECT coalesce(max(user_id), 0) FROM users) AS user`
  return {
    message: Math.max(newest.message, counter('message')),
    conversation: Math.max(newest.conversation, counter('conversation')),
    user: Math.max(newest.user, counter('user')),
    event: counter('event'),
    sequences: sequences(sql),
  }
}

/** Continues above these ids, and in the databases that had them. */
export function skipIds(realm: Realm, highest: HighestIds): void {
  const { sql } = realm
  realm.databases.generations.add(highest.generations ?? [])
  realm.log.skipTo(highest.event)
  realm.messageIds.skipTo(highest.message)
  skipConversationIds(sql, highest.conversation)
  skipUserIds(sql, highest.user)
  raiseSequences(sql, highest.sequences)
}

/**
 * Gives the rows that wait for D1 versions that D1 has not seen, in their order. Returns the last one. Otherwise D1 would keep
 * newer rows, which belong to the state that the realm left.
 */
export function renumberWaitingRows(sql: Sql, after: number): number {
  sql.run`UPDATE refused_rows SET version = ${after + 1}, attempts = 0, retry_at = 0`
  sql.run`UPDATE outbox SET version = ${after + 2} + seq - (SELECT min(seq) FROM outbox)`
  return sql.one<{ last: number }>`SELECT coalesce(max(version), 0) AS last FROM outbox`.last || after + 1
}

/**
 * Returns which of these messages exist and have no row that waits for D1, each with a version that no change of its text exceeds. An
 * edit has its own, and a change that no user made, as of the text of a call or of a name that was erased, is in the versions of messages.
 */
export function settledMessages(sql: SqlReader, ids: readonly number[]): { id: number; version: number }[] {
  const changed = versionsOfIds(sql, ids)
  const settled = sql.all<{ id: number; version: number }>`
    SELECT m.id, (SELECT coalesce(max(id), 0) FROM message_edits WHERE message_id = m.id) AS version
    FROM json_each(${ids}) AS asked CROSS JOIN message_index AS m ON m.id = asked.value
    WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE target = 'messages' AND key = m.id)
      AND NOT EXISTS (SELECT 1 FROM refused_rows WHERE target = 'messages' AND key = m.id)
    ORDER BY m.id`
  const all = [...settled, ...settledHeld(sql, 'messages', ids)].sort(byId)
  return all.map(({ id, version }) => ({ id, version: Math.max(version, changed.get(id) ?? 0) }))
}

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/** Returns which of these texts are those of held messages that the restored state has not taken over from D1. */
const settledHeld = (sql: SqlReader, target: keyof typeof WAITING, ids: readonly number[]) =>
  sql.all<{ id: number; version: number }>`
    SELECT h.id, 0 AS version FROM (${WAITING[target]}) AS h
    WHERE h.id IN (SELECT value FROM json_each(${ids}))
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE target = ${target} AND key = h.id)
      AND NOT EXISTS (SELECT 1 FROM refused_rows WHERE target = ${target} AND key = h.id)
    ORDER BY h.id`

const WAITING = {
  messages: sqlText`SELECT id FROM held_messages WHERE content IS NULL`,
  old_versions: sqlText`SELECT id FROM held_versions WHERE content IS NULL`,
}

/** Returns which of these edits exist and have no row that waits for D1. */
export const settledEdits = (sql: SqlReader, ids: readonly number[]): { id: number; version: number }[] =>
  [
    ...sql.all<{ id: number; version: number }>`
    SELECT e.id, 0 AS version FROM json_each(${ids}) AS asked CROSS JOIN message_edits AS e ON e.id = asked.value
    WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE target = ${OLD_VERSIONS} AND key = e.id)
      AND NOT EXISTS (SELECT 1 FROM refused_rows WHERE target = ${OLD_VERSIONS} AND key = e.id)
    ORDER BY e.id`,
    ...settledHeld(sql, OLD_VERSIONS, ids),
  ].sort(byId)

const EXISTING = {
  messages: sqlText`SELECT id FROM message_index UNION ALL SELECT id FROM held_messages WHERE content IS NULL`,
  old_versions: sqlText`SELECT id FROM message_edits UNION ALL SELECT id FROM held_versions WHERE content IS NULL`,
}

/** Returns which of these messages or edits the restored state does not have. */
export const absentIds = (sql: SqlReader, target: keyof typeof EXISTING, ids: readonly number[]): number[] =>
  sql.all<{ id: number }>`
    SELECT value AS id FROM json_each(${ids}) WHERE value NOT IN (${EXISTING[target]})`.map(({ id }) => id)

/** Returns the newest ids that the restored state has. */
export const newestIds = (sql: SqlReader): Record<'messages' | 'old_versions' | 'users', number> =>
  sql.one<Record<'messages' | 'old_versions' | 'users', number>>`
    SELECT (SELECT coalesce(max(id), 0) FROM message_index) AS messages,
           (SELECT coalesce(max(id), 0) FROM message_edits) AS old_versions,
           (SELECT coalesce(max(user_id), 0) FROM users) AS users`
