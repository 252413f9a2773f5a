import type { Sql } from '../../../store/realm-sql'
import type { Invitation } from './invitation'

type Row = Omit<
  Invitation,
  'stream_ids' | 'group_ids' | 'include_realm_default_subscriptions' | 'notify_referrer_on_join'
> & {
  stream_ids: string // JSON
  group_ids: string // JSON
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

/** Those that somebody could still use, in the order they were made. */
export const openInvitations = (sql: Sql, now: number): Invitation[] =>
  sql.all<Row>`
    SELECT id, email, invited_by_user_id, invited_at, expires_at, invited_as, stream_ids, group_ids,
           include_realm_default_subscriptions, notify_referrer_on_join, welcome_message_custom_text, seed, state
    FROM invitations WHERE state = 'open' AND (expires_at IS NULL OR expires_at > ${now}) ORDER BY id`.map(invitationOf)

export function maybeInvitation(sql: Sql, id: number): Invitation | undefined {
  const row = sql.maybe<Row>`
    SELECT id, email, invited_by_user_id, invited_at, expires_at, invited_as, stream_ids, group_ids,
           include_realm_default_subscriptions, notify_referrer_on_join, welcome_message_custom_text, seed, state
    FROM invitations WHERE id = ${id}`
  return row && invitationOf(row)
}

/** A hash is looked up, so how long it takes tells nothing of any secret. */
export function maybeInvitationWith(sql: Sql, secret_hash: string): Invitation | undefined {
  const found = sql.maybe<{ id: number }>`SELECT id FROM invitations WHERE secret_hash = ${secret_hash}`
  return found && maybeInvitation(sql, found.id)
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

/** How many links somebody has that are still good, or made since then: those are kept when they are good no more. */
export const countLinksOf = (sql: Sql, user_id: number, { now, since }: { now: number; since: number }): number =>
  sql.one<{ n: number }>`
    SELECT count(*) AS n FROM invitations
    WHERE email IS NULL AND invited_by_user_id = ${user_id}
      AND (invited_at > ${since} OR (state = 'open' AND (expires_at IS NULL OR expires_at > ${now})))`.n

/** How many letters of invitation were asked for since then. */
export const countInvitedSince = (sql: Sql, since: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM invitations WHERE email IS NOT NULL AND invited_at > ${since}`.n
