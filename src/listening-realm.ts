import { SERVER_ITSELF, type RealmCall, type RealmResult } from './api/realm-call'
import { gatewayName, stubBeside } from './api/realm-locator'
import type { Variables } from './config'
import { checkRecipients } from './events/check-event'
import type { EventDelivery } from './events/delivery'
import type { EventLog, PublishedEvent } from './events/event-log'
import { eventParts } from './events/event-parts'
import type { EventReader } from './events/event-reader'
import type { GatewayStub } from './events/gateways/protocol'
import type { RealmGateways } from './events/gateways/realm-gateways'
import type { HeldPolls } from './events/held-polls'
import type { Queues } from './events/queues'
import { Peers } from './events/peers'
import { Sockets } from './events/sockets'
import type { AnyStateSlice } from './events/state-slice'
import type { Tickets } from './events/tickets'
import type { Transactions } from './events/transactions'
import type { AfterEvents, Consequence } from './concept'
import type { AnyEventKind } from './events/event'
import type { CallSeat, MessageBody, Realm } from './realm'
import { Bodies } from './store/bodies'
import { bodyStorage } from './store/bodies-in-d1'
import type { D1 } from './store/d1'
import type { D1Table } from './store/d1-tables'
import { emailQueueFor, type EmailEnv } from './store/email-queue'
import { Files } from './store/files'
import { databasesOf } from './store/databases'
import { MessageIds } from './store/message-ids'
import { Outbox } from './store/outbox'
import { PointInTime } from './store/point-in-time'
import { RealmDatabases } from './store/realm-databases'
import { randomKey } from './store/random-key'
import { randomUuid } from './store/randomness'
import { RealmCache } from './store/realm-cache'
import { RealmMetrics } from './store/realm-metrics'
import { Timeline } from './store/timeline'

/** The realm as the realm object and the endpoints of event queues see it. No other code imports this type. */
export type ListeningRealm = Realm & {
  log: EventLog
  queues: Queues
  reader: EventReader
  gateways: RealmGateways
  sockets: Sockets
  heldPolls: HeldPolls
  tickets: Tickets
  slices: readonly AnyStateSlice[]
  /** What concepts do after events were published. */
  afterEvents: readonly AfterEvents[]
  /** What concepts do in the transaction that publishes an event, by the kind of the event. */
  consequences: ReadonlyMap<AnyEventKind, readonly Consequence[]>
}

type Declared = Pick<
  ListeningRealm,
  'afterEvents' | 'consequences' | 'slices' | 'messageExtras' | 'sharedContexts' | 'initialUserData'
>

type Machinery = Omit<EventContext, 'realm' | 'catalogue'> & {
  catalogue: EventContext['catalogue'] & { realmDeclarations: Declared }
  transactions: Transactions
}

/** Returns the realm of an object that woke. */
export function wokenRealm(parts: RealmParts, { transactions, ...context }: Machinery): ListeningRealm {
  const { name, config, sql, now, wakeAt } = parts
  const events = listeningPartsOf(parts, { ...context, realm: () => realm })
  const woken: Omit<ListeningRealm, 'metrics'> = {
    name,
    config,
    sql,
    now,
    wakeAt,
    client: SERVER_ITSELF,
    session: {},
    ...storesOf(parts),
    transaction: (change) => transactions.run(change),
    publish: publisherFor(transactions, events.log, parts, () => realm),
    ...events,
    ...context.catalogue.realmDeclarations,
  }
  const realm: ListeningRealm = { ...woken, metrics: metricsOf(woken, woken.d1) }
  return realm
}

/** Removes from memory everything that a transaction may have changed before it failed. */
export function rollBackMemory(realm: ListeningRealm): void {
  realm.cache.invalidateAll()
  realm.bodies.rollBackPut()
  realm.queues.rewriteOnNextUse()
  realm.gateways.rollBack()
  realm.messageIds.recount()
  realm.outbox.recount()
  realm.databases.generations.reread()
  // The last step, because it may write.
  realm.log.rollBack()
}

/** Returns the metrics of a realm that woke. */
const metricsOf = (realm: Omit<ListeningRealm, 'metrics'>, d1: D1): RealmMetrics =>
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
      listeners: realm.sockets.count + realm.gateways.listenerCount,
    }),
  })

/** What the platform gives to a realm object. */
export type RealmEnv = Variables & {
  DB: D1Database
  FILES: R2Bucket
  BACKUPS?: R2Bucket
  GATEWAY?: DurableObjectNamespace
  NEIGHBOR?: DurableObjectNamespace
} & EmailEnv

type RealmParts = Pick<Realm, 'name' | 'config' | 'sql' | 'now' | 'wakeAt'> & {
  ctx: DurableObjectState
  env: RealmEnv
  d1Tables: readonly D1Table[]
}

/** Returns where a realm that woke keeps what it decides. */
function storesOf({ ctx, env, name, config, sql, now, wakeAt, d1Tables }: RealmParts) {
  const { bytes_per_read: ceiling, database_limit: limit } = config
  const tables = d1Tables
  const databases = new RealmDatabases({
    realm_id: name,
    sql,
    tables,
    now,
    databases: databasesOf(env),
    ceiling,
    limit,
  })
  const outbox = new Outbox(sql, databases, { name, now, wakeAt })
  return {
    cache: new RealmCache(),
    randomKey,
    randomUuid,
    messageIds: new MessageIds(sql),
    outbox,
    emails: emailQueueFor(sql, env, { ...config, realm_name: name, now, wakeAt }),
    ...bucketsOf(env, name),
    ...historyOf(ctx, databases),
    bodies: new Bodies<MessageBody>(outbox, bodyStorage(databases.texts)),
  }
}

/** Returns how actions publish events: into the log, and to the listeners when the transaction commits. */
function publisherFor(
  transactions: Transactions,
  log: EventLog,
  { config, wakeAt, now }: Pick<Realm, 'config' | 'wakeAt' | 'now'>,
  realm: () => ListeningRealm,
): Realm['publish'] {
  return (event, audience, except) => {
    if (!transactions.isOpen) throw new Error(`${event.kind.type} was published outside a transaction`)
    const recipients = [audience].flat()
    if (config.check_declarations) checkRecipients(event, recipients)
    transactions.add(log.append(event, { parts: recipients, except }))
    if (log.size.isOverLimit) wakeAt(now())
    for (const each of realm().consequences.get(event.kind) ?? []) each.decide(realm(), event.facts, recipients)
  }
}

type EventContext = Pick<Parameters<typeof eventParts>[0], 'catalogue' | 'milliseconds' | 'realm'>

/** Returns with what a realm that woke keeps events and sends them to listeners. */
function listeningPartsOf(parts: RealmParts, context: EventContext) {
  const { ctx, sql, config } = parts
  const limit = config.event_log_limit
  const peers = new Peers<CallSeat>(ctx, () => parts.wakeAt(parts.now()))
  return {
    ...eventParts({ ...context, sql, sockets: new Sockets(ctx), peers, limit, gateways: gatewaysOf(parts) }),
    peers,
  }
}

/** Returns how a realm finds its gateways: in its own jurisdiction, and near their users. Without the binding it has none. */
function gatewaysOf({ ctx, env: { GATEWAY }, name, config, wakeAt }: RealmParts) {
  const stubOf = (number: number, region: string): GatewayStub =>
    GATEWAY === undefined ? MISSING : stubBeside(GATEWAY, ctx.id, { name: gatewayName(name, number), region })
  const limits = GATEWAY === undefined ? { ...config.queue_limits, queues_of_realm: Infinity } : config.queue_limits
  return { realm_name: name, limits, stubOf, wakeAt, isChecked: config.check_declarations }
}

const MISSING: GatewayStub = { deliver: () => Promise.reject(new Error('The binding GATEWAY is missing')) }

/** Returns what the realm knows about its earlier states, and where it reads about them. */
const historyOf = (ctx: DurableObjectState, databases: RealmDatabases) => ({
  databases,
  d1: databases.first,
  pointInTime: new PointInTime(ctx),
  timeline: new Timeline(),
})

/** Returns the files of a realm, and the bucket for nightly copies if the deployment has one. */
const bucketsOf = ({ FILES, BACKUPS }: { FILES: R2Bucket; BACKUPS?: R2Bucket }, name: string) => ({
  files: new Files(FILES, name),
  ...(BACKUPS ? { backups: BACKUPS } : {}),
})

/** Delivers the events of a committed transaction. */
export function deliverCommitted(
  realm: ListeningRealm,
  delivery: EventDelivery | undefined,
  published: readonly PublishedEvent[],
): void {
  realm.bodies.commitPut()
  if (published.length > 0) realm.log.ephemeral.add(published)
  realm.gateways.commit(published)
  if (published.length === 0) return
  delivery?.add(published)
  for (const react of realm.afterEvents) react(realm, published)
}

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
