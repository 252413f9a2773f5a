import { DurableObject } from 'cloudflare:workers'
import { Admission } from './api/admission'
import { encodeMembers, hasJsonText } from './api/json-text'
import { SERVER_ITSELF, type RealmResult, type RealmCall } from './api/realm-call'
import type { AnyEndpoint } from './api/endpoint'
import { realmAlreadyExists } from './api/errors'
import { refusalFrom, refusalResponse } from './api/refusal-from'
import type { SessionCookie } from './api/session-cookie'
import * as catalogue from './catalogue'
import { readConfig, type Config, type Variables } from './config'
import { checkRecipients } from './events/check-event'
import { EventDelivery } from './events/delivery'
import { runDueWork } from './events/due-work'
import { CALL_HEADER, receiveMessage, removeListener, respondToListener, untilResponse } from './events/realm-listening'
import type { PublishedEvent } from './events/event-log'
import { eventParts } from './events/event-parts'
import { Sockets } from './events/sockets'
import { isListener } from './edge'
import { bucketsOf, countCall, historyOf, metricsOf, realmDatabases, rollBackMemory } from './listening-realm'
import type { ListeningRealm } from './listening-realm'
import type { MessageBody } from './realm'
import { ALARM_AFTER_WAKING_SECONDS, AlarmClock } from './store/alarm-clock'
import { Bodies } from './store/bodies'
import { bodyStorage } from './store/bodies-in-d1'
import { databaseForNewRealm } from './store/databases'
import { emailQueueFor, type EmailEnv } from './store/email-queue'
import { MessageIds } from './store/message-ids'
import { hasTables, migrate } from './store/migrate'
import { Outbox } from './store/outbox'
import { randomKey } from './store/random-key'
import { RealmCache } from './store/realm-cache'
import { realmSql, type Sql } from './store/realm-sql'

export type RealmEnv = Variables & { DB: D1Database; FILES: R2Bucket; BACKUPS?: R2Bucket } & EmailEnv

/**
 * The entry of a realm: one object for each realm, and the only writer of its state. It admits the caller, decides the call in
 * one transaction, and then delivers its events to the listeners. Its memory has only caches: the platform may stop it any time.
 */
export class RealmObject extends DurableObject<RealmEnv> {
  readonly #sql: Sql
  readonly #config: Config
  readonly #alarm: AlarmClock
  readonly #admission: Admission<ListeningRealm, catalogue.Actor>
  #realm: ListeningRealm | undefined
  #delivery: EventDelivery | undefined
  #published: PublishedEvent[] = []
  #depth = 0

  /** The realm's clock, in milliseconds. Tests set it. */
  clock: () => number = () => Date.now()

  constructor(ctx: DurableObjectState, env: RealmEnv) {
    super(ctx, env)
    this.#config = readConfig(env)
    this.#sql = realmSql(ctx.storage.sql, this.#config.bytes_per_read)
    this.#alarm = new AlarmClock(ctx.storage, () => this.clock())
    const { authenticate, refusalWithoutFactor: refusal } = catalogue
    this.#admission = new Admission(authenticate, this.#config.rate_limits, () => this.clock() / 1000, refusal)
    void ctx.blockConcurrencyWhile(async () => {
      await this.#alarm.load()
      if (hasTables(this.#sql)) this.#wake()
      await catalogue.confirmTimeline(this.#realm).catch(() => undefined)
    })
  }

  /** Returns the decision about one request, or the refusal. Never throws, because an error loses its fields on the way. */
  async ask(call: RealmCall): Promise<RealmResult> {
    const result = await this.#decide(call)
    const realm = this.#realm
    if (realm) countCall(realm.metrics, call, result)
    // A realm that only answers reads has no other alarm.
    if (realm?.metrics.isDue && !this.#alarm.isSet) realm.wakeAt(realm.now())
    return result
  }

  async #decide(call: RealmCall): Promise<RealmResult> {
    let cookie: SessionCookie | undefined
    try {
      const endpoint = catalogue.getEndpoint(call.endpoint)
      if (call.creating)
        return { ok: true, decision: this.#createRealm(endpoint, call, await databaseForNewRealm(this.env)) }
      await catalogue.confirmTimeline(this.#realm)
      const realm = this.#realmFor(call, endpoint)
      const { actor, rateLimit } = this.#admission.admit(realm, endpoint, call)
      if (call.onlyAdmits) return { ok: true, decision: undefined, rateLimit }
      cookie = catalogue.renewAfterRoleChange(realm)
      const checkedRealm = catalogue.withMarkdownCheck(call.assumedMarkdown, realm, actor)
      if (call.requestRefusal)
        return checkedRealm.transaction(() => ({ ok: false, refusal: call.requestRefusal!, rateLimit, cookie }))
      const decider = catalogue.getDecider(endpoint, call.step)
      const decision = await checkedRealm.transaction(() => decider.decide(checkedRealm, actor, call.params))
      const result = hasJsonText(decision) ? { members: encodeMembers(decision) } : { decision }
      const places = realm.databases.placesFor(decider)
      return { ok: true, ...result, rateLimit, cookie: realm.session.cookie ?? cookie, places }
    } catch (error) {
      return { ...refusalFrom(error, call), cookie }
    }
  }

  /** Returns whether a realm was created in this object. */
  exists(): boolean {
    return this.#realm !== undefined
  }

  /** Responds to a listener with the events that wait for it, or with a socket on which it waits for events. */
  override async fetch(request: Request): Promise<Response> {
    const call: RealmCall = JSON.parse(request.headers.get(CALL_HEADER) ?? '')
    try {
      const endpoint = catalogue.getEndpoint(call.endpoint)
      if (!isListener(endpoint)) throw new Error(`${endpoint.route} is not a listener`)
      await catalogue.confirmTimeline(this.#realm)
      const realm = this.#realmFor(call, endpoint)
      const { actor, rateLimit } = this.#admission.admit(realm, endpoint, call)
      realm.metrics.add('listens')
      // One synchronous turn, or the listener misses events. No transaction: a poll changes at most one row.
      return await untilResponse(() =>
        respondToListener(request, endpoint.decide(realm, actor, call.params), realm, rateLimit),
      )
    } catch (error) {
      return refusalResponse(error, call)
    }
  }

  /** A client acknowledges events. The platform itself responds to `ping`. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const realm = this.#realm
    if (realm?.timeline.state === 'newest') this.#transaction(() => receiveMessage(socket, message, realm))
  }

  override webSocketClose(socket: WebSocket): void {
    if (this.#realm) removeListener(socket, this.#realm)
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket)
  }

  override async alarm(): Promise<void> {
    this.#alarm.markFired()
    const realm = this.#realm
    if (realm) await runDueWork(await catalogue.dueWorkFor(realm), realm)
    await realm?.metrics.saveIfDue()
  }

  /** Returns the rows that were read and written since the object woke, and the polls that wait in it. For the bench. */
  meter(): { read: number; written: number; heldPolls: number } {
    return { ...this.#sql.meter, heldPolls: this.#realm?.sockets.heldCount ?? 0 }
  }

  /** Creates the tables and decides the call in one transaction. A realm that could not be created leaves no trace. */
  #createRealm(endpoint: AnyEndpoint, call: RealmCall, database: string): unknown {
    if (this.#realm !== undefined) throw realmAlreadyExists({})
    return this.#transaction(() => {
      try {
        const realm = catalogue.beginTimeline(this.#wake(), database)
        return endpoint.decide({ ...realm, client: call.client, session: {} }, undefined, call.params)
      } catch (error) {
        this.#realm = undefined
        throw error
      }
    })
  }

  /** Updates the tables and returns the realm. It is kept as long as this object is in memory. */
  #wake(): ListeningRealm {
    const { ctx, env } = this
    const sql = this.#sql
    migrate(sql, ctx.storage, catalogue.migrations)
    const name = ctx.id.name ?? catalogue.nameOfRealm(sql)
    const now = () => Math.floor(this.clock() / 1000)
    const wakeAt = (seconds: number) => this.#alarm.fireBy(seconds * 1000)
    const databases = realmDatabases(env, this.#config, { realm_id: name, sql, tables: catalogue.d1Tables, now })
    const outbox = new Outbox(sql, databases, { name, now, wakeAt })
    const context = { catalogue, sql, sockets: new Sockets(ctx), milliseconds: () => this.clock() }
    const events = eventParts({ ...context, limit: this.#config.event_log_limit, realm: () => realm })
    this.#delivery = new EventDelivery(events.sockets, events.queues, events.reader)
    const woken: Omit<ListeningRealm, 'metrics'> = {
      name,
      client: SERVER_ITSELF,
      session: {},
      config: this.#config,
      sql,
      cache: new RealmCache(),
      now,
      randomKey,
      randomUuid: () => crypto.randomUUID(),
      transaction: (change) => this.#transaction(change),
      publish: (event, audience, except) => {
        if (this.#depth === 0) throw new Error(`${event.kind.type} was published outside a transaction`)
        const parts = [audience].flat()
        if (this.#config.check_declarations) checkRecipients(event, parts)
        this.#published.push(events.log.append(event, { parts, except }))
        if (events.log.size.isOverLimit) wakeAt(now())
      },
      messageIds: new MessageIds(sql),
      outbox,
      emails: emailQueueFor(sql, env, { ...this.#config, realm_name: name, now, wakeAt }),
      ...bucketsOf(env, name),
      ...historyOf(ctx, databases),
      bodies: new Bodies<MessageBody>(outbox, bodyStorage(databases.texts)),
      ...events,
      ...catalogue.realmDeclarations,
      wakeAt,
    }
    const realm: ListeningRealm = (this.#realm = { ...woken, metrics: metricsOf(woken, databases.first) })
    // If an alarm was lost, the next request sets one. The alarm asks all due work when it is due.
    if (!this.#alarm.isSet) wakeAt(now() + ALARM_AFTER_WAKING_SECONDS)
    return realm
  }

  /** Returns the realm for the client of a call. Throws if no realm was created here, or if it is being restored. */
  #realmFor({ client }: RealmCall, endpoint: AnyEndpoint): ListeningRealm {
    const realm = catalogue.requireNewestState(this.#realm, endpoint)
    realm.heldPolls.noteRequest()
    return { ...realm, client, session: {} }
  }

  // A decision that awaits leaves this transaction at its first `await`. It opens another one for its writes.
  #transaction<Result>(change: () => Result): Result {
    const before = this.#published.length
    const written = this.#sql.meter.written
    const restoreAlarm = this.#alarm.restorePoint()
    this.#depth++
    let result: Result
    try {
      result = this.ctx.storage.transactionSync(change)
    } catch (error) {
      this.#published.length = before
      restoreAlarm()
      // Most refusals come before the first write. Then the caches are still right.
      if (this.#realm && this.#sql.meter.written > written) rollBackMemory(this.#realm)
      throw error
    } finally {
      this.#depth--
    }
    if (this.#depth === 0) this.#commit()
    return result
  }

  /** Delivers the events of a committed transaction. */
  #commit() {
    this.#realm?.bodies.commitPut()
    const published = this.#published.splice(0)
    if (published.length === 0) return
    this.#realm?.log.ephemeral.add(published)
    this.#delivery?.add(published)
    if (this.#realm) for (const react of catalogue.afterEvents) react(this.#realm)
  }
}
