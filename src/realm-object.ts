import { DurableObject } from 'cloudflare:workers'
import type { Answer, Call } from './api/call'
import {
  ApiError,
  internalError,
  rateLimitHit,
  realmAlreadyExists,
  realmDoesNotExist,
  type Refusal,
} from './api/errors'
import { missingCredentials } from './api/callers'
import { runnable, type AnyEndpoint } from './api/endpoint'
import { NO_REALM_STATUS } from './api/realm-doors'
import { RecentRequests, type Allowance } from './api/rate-limit'
import {
  allDueWork,
  audienceKinds,
  authenticate,
  d1Tables,
  endpointOf,
  eventKinds,
  migrations,
  slices,
} from './catalogue'
import { readConfig, type Config, type Variables } from './config'
import { Reader } from './events/accept'
import type { Published } from './events/log'
import { EventLog } from './events/log'
import { Queues } from './events/queues'
import { frameOf, Sockets } from './events/sockets'
import type { DueWork } from './events/due-work'
import type { MessageBody, Realm } from './realm'
import { Bodies } from './store/bodies'
import { loadBodies } from './store/bodies-in-d1'
import { d1 } from './store/d1'
import { d1Writer } from './store/d1-tables'
import { Memo } from './store/memo'
import { MessageIds } from './store/message-ids'
import { hasTables, migrate } from './store/migrate'
import { Outbox } from './store/outbox'
import { realmSql, type Sql } from './store/realm-sql'

export type RealmEnv = Variables & { DB: D1Database }

/**
 * The inner door: one object for each realm, and the only writer of its state. A call is let in (who asks, how often, may
 * they), decided in one transaction, and what that published goes to everyone who listens. Waking reads nothing it need
 * not: memory holds only what can be read again.
 */
export class RealmObject extends DurableObject<RealmEnv> {
  readonly #sql: Sql
  readonly #config: Config
  readonly #recent = new RecentRequests()
  #realm: Realm | undefined
  #alarmAt: number | undefined
  #published: Published[] = []
  #depth = 0

  /** The realm's clock, in milliseconds. Tests set it. */
  clock: () => number = () => Date.now()

  constructor(ctx: DurableObjectState, env: RealmEnv) {
    super(ctx, env)
    this.#sql = realmSql(ctx.storage.sql)
    this.#config = readConfig(env)
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = (await ctx.storage.getAlarm()) ?? undefined
      if (hasTables(this.#sql)) this.#wake()
    })
  }

  /** One request, decided. */
  async ask(call: Call): Promise<Answer> {
    const endpoint = endpointOf(call.endpoint)
    try {
      if (call.creating) return { ok: true, decision: this.#bringToLife(endpoint, call) }
      const { realm, actor, allowance } = this.#admit(endpoint, call)
      const decision = await this.#decide(realm, endpoint, actor, call.params)
      return { ok: true, decision, allowance }
    } catch (error) {
      return {
        ok: false,
        refusal: this.#refusal(error, call),
        ...(error instanceof Limited ? { allowance: error.allowance } : {}),
      }
    }
  }

  /** A listener: answered with events if there are any, with a socket to wait on if there are none. */
  override async fetch(request: Request): Promise<Response> {
    const call = JSON.parse(decodeURIComponent(request.headers.get('x-call') ?? '')) as Call
    try {
      const endpoint = endpointOf(call.endpoint)
      const { realm, actor } = this.#admit(endpoint, call)
      const heard = (await this.#decide(realm, endpoint, actor, call.params)) as Listening
      if ('events' in heard) {
        const frame = frameOf(heard.events)
        return new Response(heard.fields ? `${frame.slice(0, -1)},${JSON.stringify(heard.fields).slice(1)}` : frame)
      }
      const queue = realm.queues.find(heard.park)
      if (queue === undefined) throw new Error('A queue that was just found is gone')
      const heartbeat = String(realm.log.takeId())
      return new Response(null, {
        status: 101,
        webSocket: realm.sockets.park(queue),
        headers: { 'x-heartbeat-id': heartbeat },
      })
    } catch (error) {
      const refusal = this.#refusal(error, call)
      const status = refusal.code === realmDoesNotExist.code ? NO_REALM_STATUS : 400
      return Response.json({ ok: false, refusal } satisfies Answer, { status })
    }
  }

  override webSocketClose(socket: WebSocket): void {
    this.#realm?.sockets.gone(socket)
  }

  override webSocketError(socket: WebSocket): void {
    this.#realm?.sockets.gone(socket)
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = undefined
    const realm = this.#realm
    if (realm === undefined) return
    for (const work of allDueWork as unknown as DueWork<Realm>[]) {
      try {
        const next = await work.ring(realm)
        if (next !== undefined) realm.wakeAt(next)
      } catch (error) {
        // One piece of work that fails must not keep the others from being done, nor be forgotten.
        console.error(`Due work ${work.name} failed`, error)
        realm.wakeAt(realm.now() + 60)
      }
    }
  }

  /** Rows read and written since the object woke, for the bench. */
  meter(): { read: number; written: number } {
    return { ...this.#sql.meter }
  }

  /** Tables, and the decision that fills them, or nothing at all: a realm that could not be created leaves no trace. */
  #bringToLife(endpoint: AnyEndpoint, call: Call): unknown {
    if (this.#realm !== undefined) throw realmAlreadyExists({})
    try {
      return this.#transaction(() => {
        this.#wake()
        return runnable(endpoint).decide({ ...this.#realm, client: call.client }, undefined, call.params)
      })
    } catch (error) {
      this.#realm = undefined
      throw error
    }
  }

  #wake() {
    const { ctx, env } = this
    migrate(this.#sql, ctx.storage, migrations)
    const sql = this.#sql
    const name = ctx.id.name ?? realmName(sql)
    const now = () => Math.floor(this.clock() / 1000)
    const outbox = new Outbox(sql, d1Writer(env.DB, name, d1Tables), (seconds) => realm.wakeAt(now() + seconds))
    const log = new EventLog(sql, eventKinds)
    const queues = new Queues(sql, now)
    const reader = new Reader(() => realm, log, audienceKinds)
    const realm: Realm = {
      name,
      client: SERVER_ITSELF,
      config: this.#config,
      sql,
      memo: new Memo(),
      now,
      randomKey,
      randomUuid: () => crypto.randomUUID(),
      transaction: (change) => this.#transaction(change),
      publish: (announcement, audience, except) => {
        if (this.#depth === 0) throw new Error(`${announcement.kind.type} was published outside a transaction`)
        const parts = Array.isArray(audience) ? audience : [audience]
        this.#published.push(log.append(announcement, { parts, except }))
      },
      messageIds: new MessageIds(sql),
      outbox,
      bodies: new Bodies<MessageBody>(outbox, 'messages', sizeOfBody, (ids) => loadBodies(d1(env.DB), name, ids)),
      log,
      queues,
      reader,
      sockets: new Sockets(ctx, queues, reader),
      slices,
      wakeAt: (seconds) => this.#ringBy(seconds * 1000),
    }
    this.#realm = realm
    // An alarm that was lost costs nothing but time: whatever wakes the realm sets it again.
    if (this.#alarmAt === undefined && (outbox.waiting > 0 || queues.any)) realm.wakeAt(now() + 5)
  }

  /** Who asks, and may they: before anything is decided. */
  #admit(endpoint: AnyEndpoint, call: Call): { realm: Realm; actor: unknown; allowance?: Allowance } {
    if (this.#realm === undefined) throw realmDoesNotExist({})
    const realm: Realm = { ...this.#realm, client: call.client }
    const { needs } = endpoint.caller
    const limits = this.#config.rate_limits
    if (call.credential === undefined) {
      const allowance = this.#count(`address ${call.client.address}`, limits.by_address)
      if (needs === 'account') throw missingCredentials({})
      this.#refuseUnlessAdmitted(endpoint, undefined)
      return { realm, actor: undefined, allowance }
    }
    let actor: { user_id: number }
    try {
      actor = authenticate(realm, call.credential)
    } catch (error) {
      // Guessing keys is limited like any other anonymous asking.
      this.#count(`address ${call.client.address}`, limits.by_address)
      throw error
    }
    const allowance = this.#count(`user ${actor.user_id}`, limits.by_user)
    this.#refuseUnlessAdmitted(endpoint, actor)
    return { realm, actor, allowance }
  }

  #refuseUnlessAdmitted(endpoint: AnyEndpoint, actor: unknown) {
    const refusal = runnable(endpoint).refusal(actor)
    if (refusal) throw refusal
  }

  #count(key: string, limits: Config['rate_limits']['by_user']): Allowance | undefined {
    const allowance = this.#recent.count(key, limits, this.clock() / 1000)
    if (allowance && !allowance.allowed) throw new Limited(allowance)
    return allowance
  }

  // What a decision does before it first awaits is in this transaction; what it does after that, in its own.
  async #decide(
    realm: Realm,
    endpoint: AnyEndpoint,
    actor: unknown,
    params: Record<string, unknown>,
  ): Promise<unknown> {
    return this.#transaction(() => runnable(endpoint).decide(realm, actor, params))
  }

  #transaction<Result>(change: () => Result): Result {
    const before = this.#published.length
    const written = this.#sql.meter.written
    this.#depth++
    let result: Result
    try {
      result = this.ctx.storage.transactionSync(change)
    } catch (error) {
      this.#published.length = before
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
    this.#realm?.bodies.keepPut()
    if (this.#published.length === 0) return
    const published = this.#published
    this.#published = []
    this.#realm?.sockets.deliver(published)
  }

  #forgetWhatWasUndone() {
    const realm = this.#realm
    if (realm === undefined) return
    realm.memo.forgetAll()
    realm.bodies.forgetPut()
    realm.queues.doubtRows()
    realm.log.reserveAgain()
    realm.messageIds.recount()
    realm.outbox.recount()
  }

  #ringBy(milliseconds: number) {
    // Setting an alarm is a row written, so one that rings early enough is left alone, but for one that should have rung.
    const overdue = this.#alarmAt !== undefined && this.#alarmAt < this.clock() - 10_000
    if (this.#alarmAt !== undefined && this.#alarmAt <= milliseconds && !overdue) return
    this.#alarmAt = milliseconds
    void this.ctx.storage.setAlarm(milliseconds)
  }

  #refusal(error: unknown, call: Call): Refusal {
    if (error instanceof ApiError) return error.refusal
    if (error instanceof Limited) return rateLimitHit({ 'retry-after': error.allowance.retry_after }).refusal
    console.error(`Request ${call.client.request_id}: ${call.endpoint} failed in the realm`, error)
    return internalError({ request_id: call.client.request_id }).refusal
  }
}

/** What the decision of a listening endpoint says: here is something, or wait for this queue. */
export type Listening = { events: string[]; fields?: object } | { park: string }

class Limited extends Error {
  constructor(readonly allowance: Allowance) {
    super('rate limit')
  }
}

const SERVER_ITSELF = { request_id: 'due work', address: '', name: 'Internal', realm_url: '', realm_name: '' }

const sizeOfBody = (body: MessageBody) => 2 * (body.content.length + body.rendered_content.length) + 200

// An object that an alarm woke may not know the name it was addressed by.
const realmName = (sql: Sql) => sql.maybe<{ string_id: string }>`SELECT string_id FROM realm`?.string_id ?? ''

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomKey(length: number): string {
  let key = ''
  while (key.length < length) {
    // Bytes past the last whole multiple of the alphabet would favour its first letters.
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < 248 && key.length < length) key += LETTERS_AND_DIGITS[byte % 62]!
  }
  return key
}
