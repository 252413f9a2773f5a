import type { Realm } from '../../../realm'

/**
 * Who is to be notified of a message, and who has been. One row for a message; none where nobody is. It stays for a while
 * after it was sent: when somebody reads the message, their phones take the notification away again.
 */
export type Push = {
  message_id: number
  waiting: number[] // people who are to be notified still
  notified: number[] // people whose phones may show it
  due_at: number | null // null: nobody waits
  attempts: number
}

type PushRow = Omit<Push, 'waiting' | 'notified'> & { waiting: string; notified: string }

const pushOf = ({ waiting, notified, ...row }: PushRow): Push => ({
  ...row,
  waiting: JSON.parse(waiting),
  notified: JSON.parse(notified),
})

export function writePush(realm: Realm, { message_id, waiting, notified, due_at, attempts }: Push): void {
  realm.sql.run`
    INSERT INTO pushes (message_id, waiting, notified, due_at, attempts)
    VALUES (${message_id}, ${JSON.stringify(waiting)}, ${JSON.stringify(notified)}, ${due_at}, ${attempts})
    ON CONFLICT (message_id) DO UPDATE SET
      waiting = excluded.waiting, notified = excluded.notified, due_at = excluded.due_at, attempts = excluded.attempts`
}

export const duePushes = ({ sql }: Realm, now: number, most: number): Push[] =>
  sql.all<PushRow>`
    SELECT message_id, waiting, notified, due_at, attempts FROM pushes
    WHERE due_at IS NOT NULL AND due_at <= ${now} ORDER BY due_at, message_id LIMIT ${most}`.map(pushOf)

export const nextDuePush = ({ sql }: Realm): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM pushes WHERE due_at IS NOT NULL`.at ?? undefined

export const pushesOf = ({ sql }: Realm, message_ids: readonly number[]): Push[] =>
  sql.all<PushRow>`
    SELECT message_id, waiting, notified, due_at, attempts FROM pushes
    WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`.map(pushOf)

export const deletePushes = ({ sql }: Realm, message_ids: readonly number[]): void =>
  sql.run`DELETE FROM pushes WHERE message_id IN (SELECT value FROM json_each(${message_ids}))`

export const deletePushesUpTo = ({ sql }: Realm, message_id: number): void =>
  sql.run`DELETE FROM pushes WHERE message_id <= ${message_id}`

/** What one person's phones show of messages that need no notice any more. */
export type PushRemoval = { user_id: number; message_ids: number[]; due_at: number; attempts: number }
type PushRemovalRow = Omit<PushRemoval, 'message_ids'> & { message_ids: string }

const removalOf = (row: PushRemovalRow): PushRemoval => ({ ...row, message_ids: JSON.parse(row.message_ids) })

export function writePushRemoval(realm: Realm, { user_id, message_ids, due_at, attempts }: PushRemoval): void {
  realm.sql.run`
    INSERT INTO push_removals (user_id, message_ids, due_at, attempts)
    VALUES (${user_id}, ${JSON.stringify(message_ids)}, ${due_at}, ${attempts})
    ON CONFLICT (user_id) DO UPDATE SET
      message_ids = excluded.message_ids, due_at = excluded.due_at, attempts = excluded.attempts`
}

export const findPushRemoval = ({ sql }: Realm, user_id: number): PushRemoval | undefined => {
  const row = sql.maybe<PushRemovalRow>`
    SELECT user_id, message_ids, due_at, attempts FROM push_removals WHERE user_id = ${user_id}`
  return row && removalOf(row)
}

export const duePushRemovals = ({ sql }: Realm, now: number, most: number): PushRemoval[] =>
  sql.all<PushRemovalRow>`
    SELECT user_id, message_ids, due_at, attempts FROM push_removals
    WHERE due_at <= ${now} ORDER BY due_at LIMIT ${most}`.map(removalOf)

export const nextDuePushRemoval = ({ sql }: Realm): number | undefined =>
  sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM push_removals`.at ?? undefined

export const deletePushRemoval = ({ sql }: Realm, user_id: number): void =>
  sql.run`DELETE FROM push_removals WHERE user_id = ${user_id}`
