import { counterOf, RateLimitExceeded } from './api/admission'
import { isSession } from './api/callers'
import { ApiError } from './api/errors'
import { RecentRequests, type RateLimit, type RateLimitStatus } from './api/rate-limit'
import type { RealmCall, RealmRefusal, RealmResult } from './api/realm-call'
import { gatewayPlaceOf, stubBeside } from './api/realm-locator'
import { refusalFrom, refusalResponse } from './api/refusal-from'
import { traced } from './api/traced'
import { readConfig, type Config, type Variables } from './config'
import { badEventQueueId } from './events/errors'
import { reportAbsence, reportReturn } from './events/gateways/absence-reports'
import { Gateway } from './events/gateways/gateway'
import { migrateGateway, openGatewayStorage } from './events/gateways/gateway-tables'
import { AdmittedCredentials } from './events/gateways/admitted-credentials'
import type { GatewayBatch, GatewayRealm, GatewayReply, PresenceChange } from './events/gateways/protocol'
import { ListeningObject } from './events/listening-object'
import { eventsRequestOf, queueEvents, type EventsRequest } from './events/queue-events'
import { GatewayPings, type Pinger } from './gateway-pings'
import { CALL_HEADER, receiveMessage, respondToListener, untilResponse } from './events/realm-listening'
import { AlarmClock } from './store/alarm-clock'
import { allOrNothing } from './store/all-or-nothing'
import { hasTables } from './store/migrate'
import { ObjectStart } from './store/object-start'
import { realmSql, type Sql } from './store/realm-sql'

export type GatewayEnv = Variables & { REALM: DurableObjectNamespace }

type Admitted = { user_id: number; session_id?: number; rateLimit?: RateLimitStatus }

/**
 * The entry of a gateway: it holds queues of one realm and their listeners, so that polls, sockets and streams do not reach the
 * realm. The realm decides which events the queues receive, and who may listen. A gateway serves under a lease: after ten seconds
 * without a call of the realm it asks first.
 */
export class GatewayObject extends ListeningObject<GatewayEnv> {
  readonly #sql: Sql
  readonly #config: Config
  readonly #alarm: AlarmClock
  readonly #requests = new RecentRequests()
  /** Read once: each poll is counted. */
  readonly #limitsByUser: readonly RateLimit[]
  readonly #credentials = new AdmittedCredentials(() => this.clock() / 1000, 20_000)
  readonly #pings = new GatewayPings({
    realm: () => this.#realm,
    seconds: () => this.clock() / 1000,
    wakeAfter: (milliseconds) => this.#alarm.fireBy(this.clock() + milliseconds),
  })
  readonly #start: ObjectStart
  #gateway: Gateway | undefined
  #leaseUntil = -Infinity
  #contact: Promise<boolean> | undefined
  /** How often credentials were forgotten: earlier answers of the realm are no longer true. */
  #revocations = 0

  /** The gateway's clock, in milliseconds. Tests set it. */
  clock: () => number = () => Date.now()

  constructor(ctx: DurableObjectState, env: GatewayEnv) {
    super(ctx, env)
    this.#config = readConfig(env)
    this.#limitsByUser = this.#config.rate_limits.by_user
    this.#sql = realmSql(ctx.storage.sql, this.#config.bytes_per_read)
    this.#alarm = new AlarmClock(ctx.storage, () => this.clock())
    void ctx.blockConcurrencyWhile(() => this.#alarm.load())
    const wake = () => void this.#open(() => migrateGateway(this.#context))
    this.#start = new ObjectStart({ ctx, clock: () => this.clock(), wake })
    if (hasTables(this.#sql)) this.#start.run()
  }

  protected override get host(): Gateway | undefined {
    return this.#gateway
  }

  get #context() {
    const limit = this.#config.event_log_limit
    const notePresence = (change?: PresenceChange) => this.#pings.apply(change)
    return { ctx: this.ctx, sql: this.#sql, milliseconds: () => this.clock(), limit, notePresence }
  }

  /** Takes changes and events from the realm. Returns what it has now. */
  deliver(batch: GatewayBatch): GatewayReply {
    this.#start.requireSuccess()
    const { realm_name: realm, number: gateway, events } = batch
    const facts = { realm, gateway, events: events.length }
    return traced('parley.deliver', facts, () => allOrNothing(this.ctx, () => this.#take(batch)))
  }

  #take(batch: GatewayBatch): GatewayReply {
    const gateway = this.#gateway ?? this.#open(() => openGatewayStorage(this.#context, batch))
    const forgotten = gateway.applyChanges(batch)
    if (forgotten === 'all' || forgotten.size > 0) this.#revocations++
    this.#credentials.forget(forgotten)
    this.#pings.forget(forgotten)
    const reply = gateway.addEvents(batch)
    if (reply.applied === batch.version) this.#leaseUntil = Math.max(this.#leaseUntil, batch.leaseUntil)
    if (gateway.log.hasUnstored) this.#alarm.fireBy(this.clock() + STORE_AFTER_MILLISECONDS)
    if (gateway.log.isOverLimit) this.#alarm.fireBy(this.clock())
    return reply
  }

  #open(bringUpToDate: () => void): Gateway {
    bringUpToDate()
    return (this.#gateway = new Gateway(this.#context))
  }

  /** Responds to a listener with the events that wait for it, or with a socket on which it waits for events. */
  override async fetch(request: Request): Promise<Response> {
    const call: RealmCall = JSON.parse(request.headers.get(CALL_HEADER) ?? '')
    try {
      return await this.#listen(request, call)
    } catch (error) {
      return refusalResponse(error, call)
    }
  }

  async #listen(request: Request, call: RealmCall): Promise<Response> {
    const params = eventsRequestOf(call.params)
    this.#start.requireSuccess()
    this.#gateway?.heldPolls.noteRequest()
    for (;;) {
      const revocations = this.#revocations
      const admitted = await this.#admit(call)
      await reportReturn(this.#gateway, this.#realm, { queue_id: params.queue_id, user_id: admitted.user_id })
      const gateway = await this.#serving(params)
      // Something about credentials changed while this request waited.
      if (revocations !== this.#revocations) continue
      const { user_id, session_id, rateLimit } = admitted
      const { sockets, queues, log, reader, heldPolls } = gateway
      const context = { sockets, queues, log, reader, heldPolls, client: call.client, session: { id: session_id } }
      return await untilResponse(() =>
        respondToListener(request, queueEvents(gateway, user_id, params), context, rateLimit),
      )
    }
  }

  /** Answers a ping. Undefined: only the realm can answer. */
  async ping(call: RealmCall): Promise<RealmResult | undefined> {
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        if (!(await this.#renewLease())) return undefined
        const revocations = this.#revocations
        const isCurrent = () => revocations === this.#revocations && this.clock() < this.#leaseUntil
        const pinger = await this.#pings.admit(call, isCurrent)
        await this.#pings.load(isCurrent)
        if (isCurrent()) return this.#answerPing(pinger, call)
      }
      return undefined
    } catch (error) {
      // After a bug, or if an object is not there, the realm answers.
      if (error instanceof ApiError || error instanceof RateLimitExceeded) return refusalFrom(error, call)
      throw error
    }
  }

  #answerPing(pinger: Pinger | RealmRefusal, call: RealmCall): RealmResult | undefined {
    if ('ok' in pinger) return pinger
    if (pinger.isOfRealm) return undefined
    const rateLimit = this.#count(counterOf(pinger.user_id, call.credential), call)
    const answer = this.#pings.answer(pinger, call)
    return answer && { ...answer, rateLimit }
  }

  /** Returns the user of the call, whom the realm admitted. Throws its refusal. */
  async #admit(call: RealmCall): Promise<Admitted> {
    await this.#renewLease()
    const admitted: Admitted = this.#credentials.find(call.credential) ?? (await this.#askRealmToAdmit(call))
    const rateLimit = this.#count(`user ${admitted.user_id}`, call)
    return { ...admitted, rateLimit }
  }

  #count(key: string, { is_counted }: RealmCall): RateLimitStatus | undefined {
    const limits = is_counted ? [] : this.#limitsByUser
    const rateLimit = this.#requests.count(key, limits, this.clock() / 1000)
    if (rateLimit && !rateLimit.allowed) throw new RateLimitExceeded(rateLimit)
    return rateLimit
  }

  async #askRealmToAdmit(call: RealmCall): Promise<Admitted> {
    const revocations = this.#revocations
    const answer = await this.#realm.admitCaller(call)
    if (!answer.ok) throw new ApiError(answer.refusal)
    const { user_id, session_id, until } = answer
    const ownsQueues = this.#gateway?.queues.idsOf(user_id).length
    // Other credentials than API keys change by themselves, so the realm is asked each time.
    if (revocations === this.#revocations && ownsQueues && !isSession(call.credential))
      this.#credentials.add(call.credential, { user_id }, until)
    return { user_id, session_id }
  }

  /** Waits until the lease holds, and the gateway knows the queue and an id for a heartbeat. Throws if there is no such queue. */
  async #serving({ queue_id, dont_block }: EventsRequest): Promise<Gateway> {
    // A client that does not wait receives what was published before its request.
    const isOfRealm = dont_block
      ? await this.#realm.contactGateway(this.#place.number)
      : (await this.#renewLease()) && (this.#knows(queue_id) || (await this.#contactRealm()))
    if (!isOfRealm || this.#gateway === undefined) throw badEventQueueId({ queue_id })
    if (this.clock() >= this.#leaseUntil) throw new Error('The clocks of the realm and of its gateway differ')
    return this.#gateway
  }

  #knows(queue_id: string): boolean {
    const queue = this.#gateway?.queues.find(queue_id)
    return queue !== undefined && this.#gateway?.log.heartbeatId(queue) !== undefined
  }

  /** Returns false if the realm has no such gateway. */
  async #renewLease(): Promise<boolean> {
    return this.clock() < this.#leaseUntil || this.#contactRealm()
  }

  /** Asks the realm for what this gateway lacks. Requests that ask at the same time share the answer. */
  #contactRealm(): Promise<boolean> {
    return (this.#contact ??= this.#realm.contactGateway(this.#place.number).finally(() => (this.#contact = undefined)))
  }

  /** The realm and the number, from the name by which the Worker and the realm find this object. */
  get #place() {
    return this.#gateway?.place ?? gatewayPlaceOf(this.ctx.id.name ?? '')
  }

  get #realm(): GatewayRealm {
    return stubBeside(this.env.REALM, this.ctx.id, { name: this.#place.realm_name })
  }

  /** A client acknowledges events. What was read before the lease ended is not sent after it. */
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#renewLease()
    if (this.#gateway) receiveMessage(socket, message, this.#gateway)
  }

  override async alarm(): Promise<void> {
    this.#alarm.markFired()
    await this.#pings.exchange()
    const gateway = this.#gateway
    if (gateway === undefined) return
    allOrNothing(this.ctx, () => gateway.store())
    if (await reportAbsence(gateway, this.#realm)) this.#credentials.forget('all')
    allOrNothing(this.ctx, () => gateway.trim())
    if (gateway.queues.hasAny) this.#alarm.fireBy(this.clock() + MAINTENANCE_MILLISECONDS)
  }

  /** Returns the polls that wait in the object. For tests. */
  meter(): { heldPolls: number } {
    return { heldPolls: this.#gateway?.sockets.heldCount ?? 0 }
  }
}

/** The realm's log keeps events until the gateway has stored them. */
const STORE_AFTER_MILLISECONDS = 30_000
const MAINTENANCE_MILLISECONDS = 600_000
