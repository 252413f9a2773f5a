import type { RealmCall, RealmResult } from './api/realm-call'
import type { Config } from './config'
import type { EventLog } from './events/event-log'
import type { EventReader } from './events/event-reader'
import type { HeldPolls } from './events/held-polls'
import type { Queues } from './events/queues'
import type { Sockets } from './events/sockets'
import type { AnyStateSlice } from './events/state-slice'
import type { Tickets } from './events/tickets'
import type { Realm } from './realm'
import type { D1 } from './store/d1'
import { Files } from './store/files'
import { databasesOf } from './store/databases'
import { PointInTime } from './store/point-in-time'
import { RealmDatabases } from './store/realm-databases'
import { RealmMetrics } from './store/realm-metrics'
import { Timeline } from './store/timeline'

/** The realm as the realm object and the endpoints of event queues see it. No other code imports this type. */
export type ListeningRealm = Realm & {
  log: EventLog
  queues: Queues
  reader: EventReader
  sockets: Sockets
  heldPolls: HeldPolls
  tickets: Tickets
  slices: readonly AnyStateSlice[]
}

/** Removes from memory everything that a transaction may have changed before it failed. */
export function rollBackMemory(realm: ListeningRealm): void {
  realm.cache.invalidateAll()
  realm.bodies.rollBackPut()
  realm.queues.rewriteOnNextUse()
  realm.log.reserveOnNextUse()
  realm.messageIds.recount()
  realm.outbox.recount()
  realm.databases.generations.reread()
}

/** Returns the metrics of a realm that woke. */
export const metricsOf = (realm: Omit<ListeningRealm, 'metrics'>, d1: D1): RealmMetrics =>
  new RealmMetrics(realm.name, d1, {
    now: realm.now,
    totals: () => ({
      messages: realm.messageIds.last,
      events: Math.max(0, realm.log.lastId),
      deliveries: realm.sockets.sentBatches,
      rows_read: realm.sql.meter.read,
      rows_written: realm.sql.meter.written,
      emails_sent: realm.emails.ended.sent,
      emails_failed: realm.emails.ended.failed,
    }),
    gauges: () => ({
      outbox_rows: realm.outbox.waiting,
      refused_rows: realm.outbox.refused.count,
      queues: realm.queues.count,
      listeners: realm.sockets.count,
    }),
  })

type DatabaseParts = Omit<ConstructorParameters<typeof RealmDatabases>[0], 'databases' | 'ceiling' | 'limit'>

/** Returns the databases in which the rows of a realm are. */
export const realmDatabases = (
  env: { DB: D1Database },
  { bytes_per_read: ceiling, database_limit: limit }: Config,
  parts: DatabaseParts,
) => new RealmDatabases({ ...parts, databases: databasesOf(env), ceiling, limit })

/** Returns what the realm knows about its earlier states, and where it reads about them. */
export const historyOf = (ctx: DurableObjectState, databases: RealmDatabases) => ({
  databases,
  d1: databases.first,
  pointInTime: new PointInTime(ctx),
  timeline: new Timeline(),
})

/** Returns the files of a realm, and the bucket for nightly copies if the deployment has one. */
export const bucketsOf = ({ FILES, BACKUPS }: { FILES: R2Bucket; BACKUPS?: R2Bucket }, name: string) => ({
  files: new Files(FILES, name),
  ...(BACKUPS ? { backups: BACKUPS } : {}),
})

/** Counts a call of the Worker. The later steps of a request are not counted again. */
export function countCall(metrics: RealmMetrics, { is_counted, latencies = [] }: RealmCall, result: RealmResult): void {
  metrics.addLatencies(latencies)
  if (!is_counted) metrics.add('requests')
  if (result.ok) return
  const { code } = result.refusal
  metrics.add('refusals')
  if (code === 'RATE_LIMIT_HIT') metrics.add('rate_limited')
  if (code === 'INTERNAL_SERVER_ERROR') metrics.add('failures')
}
