import { migrate, type Migrations } from '../../store/migrate'
import type { Sql } from '../../store/realm-sql'
import storeTables from '../../store/tables.sql'
import queueAbsence from '../queue-absence.sql'
import eventTables from '../tables.sql'
import type { GatewayBatch } from './protocol'
import gatewayTables from './tables.sql'

/**
 * The tables of a gateway. Each list is append-only, as those of a realm. The check of the steps reads them.
 *
 * @public
 */
export const gatewayMigrations: readonly Migrations[] = [
  { owner: 'store', steps: [storeTables] },
  { owner: 'events', steps: [eventTables, queueAbsence] },
  { owner: 'gateway', steps: [gatewayTables] },
]

type Storage = { ctx: DurableObjectState; sql: Sql }

/** Brings the tables of a gateway up to date, or creates them. */
export const migrateGateway = ({ ctx, sql }: Storage): void => migrate(sql, ctx.storage, gatewayMigrations)

/** Creates the storage of a gateway. */
export function openGatewayStorage(storage: Storage, { realm_name, number }: GatewayBatch): void {
  migrateGateway(storage)
  storage.sql.run`
    INSERT INTO gateway (singleton, realm_name, number, applied, stored_up_to)
    VALUES (1, ${realm_name}, ${number}, NULL, -1) ON CONFLICT DO NOTHING`
}
