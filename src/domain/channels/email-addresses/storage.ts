import type { Sql, SqlReader } from '../../../store/realm-sql'

/** The channel of an address, the user who created it, and the user who sends the messages. */
export type AddressFacts = { stream_id: number; creator_id: number; sender_id: number }

const ALL = 0

/** Returns the version of an address. It grows when the address is revoked, or all addresses of the channel. */
export const addressVersion = (sql: SqlReader, { stream_id, creator_id, sender_id }: AddressFacts): number =>
  sql.one<{ version: number }>`
    SELECT coalesce(sum(version), 0) AS version FROM email_address_versions
    WHERE stream_id = ${stream_id}
      AND ((creator_id = ${creator_id} AND sender_id = ${sender_id}) OR (creator_id = ${ALL} AND sender_id = ${ALL}))`
    .version

export const revokeAddress = (sql: Sql, { stream_id, creator_id, sender_id }: AddressFacts): void =>
  sql.run`
    INSERT INTO email_address_versions (stream_id, creator_id, sender_id, version)
    VALUES (${stream_id}, ${creator_id}, ${sender_id}, 1)
    ON CONFLICT (stream_id, creator_id, sender_id) DO UPDATE SET version = version + 1`

export const revokeAllAddresses = (sql: Sql, stream_id: number): void =>
  revokeAddress(sql, { stream_id, creator_id: ALL, sender_id: ALL })
