import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { GuestLink } from './guest-link'

const COLUMNS = sqlText`id, stream_id, created_by_user_id, created_at, expires_at, max_uses, uses, guests_leave, state, seed`

type Row = Omit<GuestLink, 'guests_leave'> & { guests_leave: number }

const linkOf = (row: Row): GuestLink => ({ ...row, guests_leave: row.guests_leave === 1 })

/** When the next link is over. The alarm fires often, and need not read the links each time. */
export const nextGuestLinkEndCache = cacheKey<number>()

export function insertGuestLink(
  realm: Realm,
  link: Omit<GuestLink, 'id' | 'uses' | 'state'>,
  secret_hash: string,
): GuestLink {
  realm.cache.invalidate(nextGuestLinkEndCache)
  return linkOf(
    realm.sql.one<Row>`
      INSERT INTO guest_links (stream_id, created_by_user_id, created_at, expires_at, max_uses, uses, guests_leave, state,
                               seed, secret_hash)
      VALUES (${link.stream_id}, ${link.created_by_user_id}, ${link.created_at}, ${link.expires_at}, ${link.max_uses}, 0,
              ${link.guests_leave}, 'open', ${link.seed}, ${secret_hash})
      RETURNING ${COLUMNS}`,
  )
}

export function findGuestLink(sql: SqlReader, id: number): GuestLink | undefined {
  const row = sql.maybe<Row>`SELECT ${COLUMNS} FROM guest_links WHERE id = ${id}`
  return row && linkOf(row)
}

/** Finds a link by the hash of its secret: the time of the lookup reveals nothing about a secret. */
export function findGuestLinkByHash(sql: SqlReader, secret_hash: string): GuestLink | undefined {
  const row = sql.maybe<Row>`SELECT ${COLUMNS} FROM guest_links WHERE secret_hash = ${secret_hash}`
  return row && linkOf(row)
}

/** Returns the links that are open or whose guests are leaving, the oldest first. */
export const unfinishedGuestLinks = (sql: SqlReader): GuestLink[] =>
  sql.all<Row>`SELECT ${COLUMNS} FROM guest_links WHERE state IN ('open', 'leaving') ORDER BY id`.map(linkOf)

/** Returns the ended links by which active users came, the oldest first. */
export const endedLinksWithGuests = (sql: SqlReader): GuestLink[] =>
  sql.all<Row>`
    SELECT ${COLUMNS} FROM guest_links
    WHERE state = 'ended' AND id IN (SELECT guest_link_id FROM users WHERE guest_link_id IS NOT NULL AND is_active = 1)
    ORDER BY id`.map(linkOf)

/** Returns all links without their seeds, the oldest first. */
export const allGuestLinks = (sql: SqlReader): Omit<GuestLink, 'seed'>[] =>
  sql.all<Row>`SELECT ${COLUMNS} FROM guest_links ORDER BY id`.map(linkOf).map(({ seed: _, ...link }) => link)

export const countOpenGuestLinks = (sql: SqlReader): number =>
  sql.one<{ links: number }>`SELECT count(*) AS links FROM guest_links WHERE state = 'open'`.links

/** Returns the time at which a link is over or its guests leave; undefined if there is none. */
export const nextGuestLinkEnd = (sql: SqlReader, now: number): number | undefined =>
  sql.one<{ next: number | null }>`
    SELECT min(CASE state WHEN 'leaving' THEN ${now} ELSE expires_at END) AS next
    FROM guest_links WHERE state IN ('open', 'leaving')`.next ?? undefined

export const countUse = (sql: Sql, id: number): void => sql.run`UPDATE guest_links SET uses = uses + 1 WHERE id = ${id}`

export function writeGuestLinkState(realm: Realm, id: number, state: GuestLink['state']): void {
  realm.cache.invalidate(nextGuestLinkEndCache)
  realm.sql.run`UPDATE guest_links SET state = ${state} WHERE id = ${id}`
}
