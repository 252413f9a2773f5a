import type { SqlReader, Sql } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { Invitation } from './invitation'

const COLUMNS = sqlText`id, email, invited_by_user_id, invited_at, expires_at, invited_as, stream_ids, group_ids,
  include_realm_default_subscriptions, notify_referrer_on_join, welcome_message_custom_text, seed, state`

type Row = Omit<
  Invitation,
  'stream_ids' | 'group_ids' | 'include_realm_default_subscriptions' | 'notify_referrer_on_join'
> & {
  stream_ids: string // a JSON list
  group_ids: string // a JSON list
  include_realm_default_subscriptions: number
  notify_referrer_on_join: number
}

export function insertInvitation(sql: Sql, invitation: Omit<Invitation, 'id' | 'state'>, secret_hash: string): number {
  return sql.one<{ id: number }>`
    INSERT INTO invitations (email, invited_by_user_id, invited_at, expires_at, invited_as, stream_ids, group_ids,
                             include_realm_default_subscriptions, notify_referrer_on_join, welcome_message_custom_text,
                             seed, secret_hash, state)
    VALUES (${invitation.email}, ${invitation.invited_by_user_id}, ${invitation.invited_at}, ${invitation.expires_at},
            ${invitation.invited_as}, ${JSON.stringify(invitation.stream_ids)}, ${JSON.stringify(invitation.group_ids)},
            ${invitation.include_realm_default_subscriptions}, ${invitation.notify_referrer_on_join},
            ${invitation.welcome_message_custom_text}, ${invitation.seed}, ${secret_hash}, 'open')
    RETURNING id`.id
}

/** Returns the invitations that are open and not expired, the oldest first. */
export const openInvitations = (sql: SqlReader, now: number): Invitation[] =>
  sql.all<Row>`
    SELECT ${COLUMNS} FROM invitations
    WHERE state = 'open' AND (expires_at IS NULL OR expires_at > ${now}) ORDER BY id`.map(invitationOf)

export function findInvitation(sql: SqlReader, id: number): Invitation | undefined {
  const row = sql.maybe<Row>`SELECT ${COLUMNS} FROM invitations WHERE id = ${id}`
  return row && invitationOf(row)
}

/** Finds an invitation by the hash of its secret: the time of the lookup reveals nothing about a secret. */
export function findInvitationByHash(sql: SqlReader, secret_hash: string): Invitation | undefined {
  const row = sql.maybe<{ id: number }>`SELECT id FROM invitations WHERE secret_hash = ${secret_hash}`
  return row && findInvitation(sql, row.id)
}

const invitationOf = (row: Row): Invitation => ({
  ...row,
  stream_ids: JSON.parse(row.stream_ids),
  group_ids: JSON.parse(row.group_ids),
  include_realm_default_subscriptions: row.include_realm_default_subscriptions === 1,
  notify_referrer_on_join: row.notify_referrer_on_join === 1,
})

export const writeState = (sql: Sql, id: number, state: Invitation['state']): void =>
  sql.run`UPDATE invitations SET state = ${state} WHERE id = ${id}`

export const writeInvitedAt = (sql: Sql, id: number, invited_at: number): void =>
  sql.run`UPDATE invitations SET invited_at = ${invited_at} WHERE id = ${id}`

/** Returns how many links of a user are valid, or were created since a time. Revoked links count too, until then. */
export const countLinks = (sql: SqlReader, user_id: number, { now, since }: { now: number; since: number }): number =>
  sql.one<{ count: number }>`
    SELECT count(*) AS count FROM invitations
    WHERE email IS NULL AND invited_by_user_id = ${user_id}
      AND (invited_at > ${since} OR (state = 'open' AND (expires_at IS NULL OR expires_at > ${now})))`.count

/** Returns how many invitations were sent by email since a time. */
export const countEmailInvitationsSince = (sql: SqlReader, since: number): number =>
  sql.one<{
    count: number
  }>`SELECT count(*) AS count FROM invitations WHERE email IS NOT NULL AND invited_at > ${since}`.count
