import { DurableObject } from 'cloudflare:workers'
import { Admission } from './api/admission'
import { SERVER_ITSELF, type RealmResult, type RealmCall } from './api/realm-call'
import type { AnyEndpoint } from './api/endpoint'
import { realmAlreadyExists, realmDoesNotExist } from './api/errors'
import { NO_REALM_STATUS } from './api/realm-locator'
import { refusalFrom } from './api/refusal-from'
import * as catalogue from './catalogue'
import { readConfig, type Config, type Variables } from './config'
import { EventReader } from './events/event-reader'
import { checkRecipients } from './events/check-event'
import { EventDelivery } from './events/delivery'
import { runDueWork } from './events/due-work'
import { receiveMessage, removeListener, respondToListener, untilResponse } from './events/realm-listening'
import { EventLog, type PublishedEvent } from './events/event-log'
import { Queues } from './events/queues'
import { Sockets } from './events/sockets'
import { Tickets } from './events/tickets'
import { isListener } from './edge'
import type { MessageBody, Realm } from './realm'
import { AlarmClock } from './store/alarm-clock'
import { Bodies } from './store/bodies'
import { bodyStorage } from './store/bodies-in-d1'
import { d1 } from './store/d1'
import { d1Writer } from './store/d1-tables'
import { Files } from './store/files'
import { emailQueueFor, type EmailEnv } from './store/email-queue'
import { MessageIds } from './store/message-ids'
import { hasTables, migrate } from './store/migrate'
import { Outbox } from './store/outbox'
import { randomKey } from './store/random-key'
import { RealmCache } from './store/realm-cache'
import { realmSql, type Sql } from './store/realm-sql'

export type RealmEnv = Variables & { DB: D1Database; FILES: R2Bucket } & EmailEnv

/**
 * The inner door: one object for each realm, and the only writer of its state. A call is let in, decided in one
 * transaction, and what that published goes to everyone who listens. Waking reads nothing it need not: memory holds only
 * what can be read again.
 */
export class RealmObject extends DurableObject<RealmEnv> {
  readonly #sql: Sql
  readonly #config: Config
  readonly #alarm: AlarmClock
  readonly #admission: Admission<Realm, { user_id: number }>
  #realm: Realm | undefined
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
    this.#admission = new Admission(catalogue.authenticate, this.#config.rate_limits, () => this.clock() / 1000)
    void ctx.blockConcurrencyWhile(async () => {
      await this.#alarm.load()
      if (hasTables(this.#sql)) this.#wake()
    })
  }

  /** One request, decided. */
  async ask(call: RealmCall): Promise<RealmResult> {
    try {
      const endpoint = catalogue.endpointOf(call.endpoint)
      if (call.creating) return { ok: true, decision: this.#bringToLife(endpoint, call) }
      const realm = this.#realmFor(call)
      const { actor, rateLimit } = this.#admission.admit(realm, endpoint, call)
      if (call.onlyAdmits) return { ok: true, decision: undefined, rateLimit }
      const checkedRealm = catalogue.withMarkdownCheck(call.assumedMarkdown, realm, actor)
      if (call.complaint) return checkedRealm.transaction(() => ({ ok: false, refusal: call.complaint!, rateLimit }))
      const decider = catalogue.deciderOf(endpoint, call.step)
      const decision = await checkedRealm.transaction(() => decider.decide(checkedRealm, actor, call.params))
      return { ok: true, decision, rateLimit }
    } catch (error) {
      return refusalFrom(error, call)
    }
  }

  /** Whether a realm was created in this object. */
  exists(): boolean {
    return this.#realm !== undefined
  }

  /** A listener: answered with events if there are any, with a socket to wait on if there are none. */
  override async fetch(request: Request): Promise<Response> {
    const call: RealmCall = JSON.parse(decodeURIComponent(request.headers.get('x-call') ?? ''))
    try {
      const endpoint = catalogue.endpointOf(call.endpoint)
      if (!isListener(endpoint)) throw new Error(`${endpoint.route} is no listener`)
      const realm = this.#realmFor(call)
      const { actor, rateLimit } = this.#admission.admit(realm, endpoint, call)
      // Looking and parking are one turn: an event that came between them would be waited for in vain.
      const listen = () => respondToListener(request, endpoint.decide(realm, actor, call.params), realm, rateLimit)
      return await untilResponse(() => this.#transaction(listen))
    } catch (error) {
      const refused = refusalFrom(error, call)
      const status = refused.refusal.code === realmDoesNotExist.code ? NO_REALM_STATUS : 400
      return Response.json(refused, { status })
    }
  }

  /** A client says what it has. */
  override webSocketMessage(socket: WebSocket, said: string | ArrayBuffer): void {
    const realm = this.#realm
    if (realm) this.#transaction(() => receiveMessage(socket, said, realm))
  }

  override webSocketClose(socket: WebSocket): void {
    if (this.#realm) removeListener(socket, this.#realm)
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket)
  }

  override async alarm(): Promise<void> {
    this.#alarm.markFired()
    if (this.#realm) await runDueWork(catalogue.allDueWork, this.#realm)
  }

  /** Rows read and written since the object woke, for the bench. */
  meter(): { read: number; written: number } {
    return { ...this.#sql.meter }
  }

  /** Tables, and the decision that fills them, or nothing at all: a realm that could not be created leaves no trace. */
  #bringToLife(endpoint: AnyEndpoint, call: RealmCall): unknown {
    if (this.#realm !== undefined) throw realmAlreadyExists({})
    return this.#transaction(() => {
      try {
        return endpoint.decide({ ...this.#wake(), client: call.client }, undefined, call.params)
      } catch (error) {
        this.#realm = undefined
        throw error
      }
    })
  }

  #wake(): Realm {
    const { ctx, env } = this
    const sql = this.#sql
    migrate(sql, ctx.storage, catalogue.migrations)
    const name = ctx.id.name ?? catalogue.nameOfRealm(sql)
    const now = () => Math.floor(this.clock() / 1000)
    const wakeAt = (seconds: number) => this.#alarm.fireBy(seconds * 1000)
    const outbox = new Outbox(sql, d1Writer(env.DB, name, catalogue.d1Tables), { now, wakeAt })
    const log = new EventLog(sql, catalogue.eventKinds, now, this.#config.event_log_limit)
    const queues = new Queues(sql, now, log.size)
    const reader = new EventReader(() => realm, log, catalogue.audienceKinds)
    const sockets = new Sockets(ctx)
    this.#delivery = new EventDelivery(sockets, queues, reader)
    const realm: Realm = {
      name,
      client: SERVER_ITSELF,
      config: this.#config,
      sql,
      cache: new RealmCache(),
      now,
      randomKey,
      randomUuid: () => crypto.randomUUID(),
      transaction: (change) => this.#transaction(change),
      publish: (announcement, audience, except) => {
        if (this.#depth === 0) throw new Error(`${announcement.kind.type} was published outside a transaction`)
        const parts = Array.isArray(audience) ? audience : [audience]
        if (this.#config.check_declarations) checkRecipients(announcement, parts)
        this.#published.push(log.append(announcement, { parts, except }))
        if (log.size.isOverLimit) wakeAt(now())
      },
      messageIds: new MessageIds(sql),
      outbox,
      emails: emailQueueFor(sql, env, { ...this.#config, realm_name: name, now, wakeAt }),
      files: new Files(env.FILES, name),
      bodies: new Bodies<MessageBody>(outbox, bodyStorage(d1(env.DB, this.#config.bytes_per_read), name)),
      log,
      queues,
      reader,
      sockets,
      tickets: new Tickets(sql, now),
      ...catalogue.declaredForRealms,
      wakeAt,
    }
    this.#realm = realm
    // An alarm that was lost costs nothing but time: whatever wakes the realm sets one, and what is due is asked of all.
    if (!this.#alarm.isSet) wakeAt(now() + LOOK_AFTER_WAKING_SECONDS)
    return realm
  }

  #realmFor({ client }: RealmCall): Realm {
    if (this.#realm === undefined) throw realmDoesNotExist({})
    return { ...this.#realm, client }
  }

  // All that a decision does before it first awaits is in this transaction; what it does after that, in its own.
  #transaction<Result>(change: () => Result): Result {
    const before = this.#published.length
    const written = this.#sql.meter.written
    const alarmGoesBack = this.#alarm.restorePoint()
    this.#depth++
    let result: Result
    try {
      result = this.ctx.storage.transactionSync(change)
    } catch (error) {
      this.#published.length = before
      alarmGoesBack()
      // Most refusals come before anything is written, and then memory is as true as it was.
      if (this.#sql.meter.written > written) this.#forgetWhatWasUndone()
      throw error
    } finally {
      this.#depth--
    }
    if (this.#depth === 0) this.#commit()
    return result
  }

  #commit() {
    this.#realm?.bodies.commitPut()
    const published = this.#published.splice(0)
    if (published.length === 0) return
    this.#realm?.log.ephemeral.add(published)
    this.#delivery?.add(published)
  }

  #forgetWhatWasUndone() {
    const realm = this.#realm
    if (realm === undefined) return
    realm.cache.invalidateAll()
    realm.bodies.rollBackPut()
    realm.queues.rewriteOnNextUse()
    realm.log.reserveOnNextUse()
    realm.messageIds.recount()
    realm.outbox.recount()
  }
}

const LOOK_AFTER_WAKING_SECONDS = 5
