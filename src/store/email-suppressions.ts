import { SECONDS_PER_DAY } from './days'
import type { Sql, SqlReader } from './realm-sql'

/** An address that refused an email for ever: the mailbox does not exist, or the recipient complained. */
export type SuppressedAddress = { address_key: string; suppressed_at: number; error: string }

const SUPPRESSED_SECONDS = 30 * SECONDS_PER_DAY
const MAX_SUPPRESSED = 10_000
/** To find the oldest addresses reads all of them, so it is done seldom. */
const FORGET_EVERY_SECONDS = 3600
const FORGET_AFTER_ADDITIONS = 1000

/** When a realm, by its SQL, last forgot its oldest addresses since it woke, and how many it has added since. */
const forgotten = new WeakMap<Sql, { at: number; added: number }>()

const keyOf = (address: string): string => address.toLowerCase()

/** Returns whether the realm sends nothing to this address. More emails to it would harm the reputation of the sender. */
export const isSuppressed = (sql: SqlReader, address: string, now: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM suppressed_addresses
    WHERE address_key = ${keyOf(address)} AND suppressed_at > ${now - SUPPRESSED_SECONDS}` !== undefined

/** Sends nothing to this address for a month. Beyond a large number of addresses, the oldest are forgotten. */
export function suppressAddress(sql: Sql, address: string, { now, error }: { now: number; error: string }): void {
  sql.run`
    INSERT INTO suppressed_addresses (address_key, suppressed_at, error) VALUES (${keyOf(address)}, ${now}, ${error})
    ON CONFLICT (address_key) DO UPDATE SET suppressed_at = excluded.suppressed_at, error = excluded.error`
  const last = forgotten.get(sql)
  if (last !== undefined && now < last.at + FORGET_EVERY_SECONDS && ++last.added < FORGET_AFTER_ADDITIONS) return
  forgotten.set(sql, { at: now, added: 0 })
  sql.run`
    DELETE FROM suppressed_addresses WHERE suppressed_at <= ${now - SUPPRESSED_SECONDS}
      OR address_key IN (SELECT address_key FROM suppressed_addresses ORDER BY suppressed_at DESC LIMIT -1 OFFSET ${MAX_SUPPRESSED})`
}

/** Returns the suppressed addresses, the latest first. */
export const suppressedAddresses = (sql: SqlReader, now: number, most: number): SuppressedAddress[] =>
  sql.all<SuppressedAddress>`
    SELECT address_key, suppressed_at, error FROM suppressed_addresses
    WHERE suppressed_at > ${now - SUPPRESSED_SECONDS} ORDER BY suppressed_at DESC, address_key LIMIT ${most}`

/** Returns whether the address was suppressed. */
export const endSuppression = (sql: Sql, address: string): boolean =>
  sql.maybe`DELETE FROM suppressed_addresses WHERE address_key = ${keyOf(address)} RETURNING 1 AS found` !== undefined
