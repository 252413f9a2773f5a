import type { Sql } from '../../store/realm-sql'
import type { EventLog } from '../event-log'
import type { EventReader } from '../event-reader'
import type { Queues } from '../queues'
import type { GatewayStub } from './protocol'

/** What a realm gives to its gateways. */
export type GatewayContext = {
  realm_name: string
  sql: Sql
  log: EventLog
  queues: Queues
  reader: EventReader
  /** How many queues the realm itself serves, and how many each gateway. */
  limits: { queues_of_realm: number; queues_of_gateway: number }
  milliseconds: () => number
  /** Returns the gateway with a number, which the platform creates near these users. */
  stubOf: (number: number, region: string) => GatewayStub
  wakeAt: (seconds: number) => void
  /** Whether lists of recipients are compared with a test of each queue. */
  isChecked: boolean
}
