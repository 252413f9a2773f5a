import { Admission } from './api/admission'
import { digestsIn, encodedDecision } from './api/json-text'
import { completed } from './api/completed'
import type { RealmRefusal, RealmResult, RealmCall } from './api/realm-call'
import { fetchNeighbor, sendFromNeighbors } from './api/realm-locator'
import type { AnyEndpoint } from './api/endpoint'
import { realmAlreadyExists } from './api/errors'
import { refusalFrom, refusalResponse } from './api/refusal-from'
import { NamedTexts } from './api/shared-text'
import { traced } from './api/traced'
import * as catalogue from './catalogue'
import { readConfig, type Config } from './config'
import { EventDelivery } from './events/delivery'
import { dueWorkRuns } from './events/do-due-work'
import { ListeningObject } from './events/listening-object'
import { CALL_HEADER, receiveMessage, respondToListener, untilResponse } from './events/realm-listening'
import { Transactions } from './events/transactions'
import { isListener } from './edge'
import type { AbsenceChanges, AdmittedCaller, ExpiredQueue, UserPresence } from './events/gateways/protocol'
import type { ListeningRealm, RealmEnv } from './listening-realm'
import { countCall, deliverCommitted, rollBackMemory, wokenRealm } from './listening-realm'
import { ALARM_AFTER_FAILED_START_SECONDS, ALARM_AFTER_WAKING_SECONDS, AlarmClock } from './store/alarm-clock'
import { databaseForNewRealm } from './store/databases'
import { hasTables, migrate } from './store/migrate'
import { ObjectStart } from './store/object-start'
import { realmSql, type Sql } from './store/realm-sql'
import { SharedCommits } from './store/shared-commits'

/**
 * The entry of a realm: one object for each realm, and the only writer of its state. It admits the caller, decides the call in
 * one transaction, and then delivers its events to the listeners. Its memory has only caches: the platform may stop it any time.
 */
export class RealmObject extends ListeningObject<RealmEnv> {
  readonly #sql: Sql
  readonly #config: Config
  readonly #alarm: AlarmClock
  readonly #admission: Admission<ListeningRealm, catalogue.Actor>
  readonly #sharedCommits = new SharedCommits()
  readonly #start: ObjectStart
  #realm: ListeningRealm | undefined
  #delivery: EventDelivery | undefined
  readonly #transactions: Transactions
  readonly #texts = new NamedTexts()
  readonly #dueWork = dueWorkRuns()

  /** The realm's clock, in milliseconds. Tests set it. */
  clock: () => number = () => Date.now()

  constructor(ctx: DurableObjectState, env: RealmEnv) {
    super(ctx, env)
    this.#config = readConfig(env, sendFromNeighbors(env.NEIGHBOR, ctx.id))
    this.#sql = realmSql(ctx.storage.sql, this.#config.bytes_per_read)
    this.#alarm = new AlarmClock(ctx.storage, () => this.clock())
    this.#transactions = new Transactions({
      storage: ctx.storage,
      sql: this.#sql,
      alarm: this.#alarm,
      rollBack: () => this.#realm && rollBackMemory(this.#realm),
      commit: (published) => this.#realm && deliverCommitted(this.#realm, this.#delivery, published),
    })
    this.#start = new ObjectStart({ ctx, clock: () => this.clock(), database: env.DB, wake: () => this.#wake() })
    this.#admission = new Admission(catalogue.accounts, this.#config.rate_limits, () => this.clock() / 1000)
    void ctx.blockConcurrencyWhile(async () => {
      await this.#alarm.load()
      if (hasTables(this.#sql)) this.#start.run()
      await catalogue.confirmTimeline(this.#realm).catch(() => undefined)
    })
  }

  protected override get host(): ListeningRealm | undefined {
    return this.#realm
  }

  /** Returns the decision about one request, or the refusal. Never throws, because an error loses its fields on the way. */
  async ask(call: RealmCall): Promise<RealmResult> {
    const revocations = this.#realm?.gateways.revocations
    const result = await traced('parley.decide', { route: call.endpoint, step: call.step }, () => this.#decide(call))
    const realm = this.#realm
    if (realm && realm.gateways.revocations !== revocations) await realm.gateways.settle()
    if (realm) countCall(realm.metrics, call, result)
    // A realm that only answers reads has no other alarm.
    if (realm?.metrics.isDue && !this.#alarm.isSet) realm.wakeAt(realm.now())
    return result
  }

  async #decide(call: RealmCall): Promise<RealmResult> {
    let cookie: RealmResult['cookie']
    try {
      this.#start.requireSuccess()
      const endpoint = catalogue.getEndpoint(call.endpoint)
      if (call.creating)
        return { ok: true, decision: this.#createRealm(endpoint, call, await databaseForNewRealm(this.env)) }
      if (endpoint.sharesCommit) await this.#sharedCommits.turnFor(call)
      await catalogue.confirmTimeline(this.#realm)
      const realm = this.#realmFor(call, endpoint)
      const { actor, rateLimit } = this.#admission.admit(realm, endpoint, call)
      if (call.onlyAdmits) return { ok: true, texts: await this.#texts.find(call.digests ?? []), rateLimit }
      cookie = catalogue.renewAfterRoleChange(realm)
      const checkedRealm = catalogue.withMarkdownCheck(call.assumedMarkdown, realm, actor)
      if (call.requestRefusal)
        return checkedRealm.transaction(() => ({ ok: false, refusal: call.requestRefusal!, rateLimit, cookie }))
      const decider = catalogue.getDecider(endpoint, call.step)
      const decided = await checkedRealm.transaction(() => decider.decide(checkedRealm, actor, call.params))
      const decision = await completed(decider, realm, decided, () => this.#admitAgain(call))
      const encoded = encodedDecision(decision, this.#texts)
      const texts = call.kept && (await this.#texts.lacking(digestsIn(encoded.members ?? []), call.kept))
      const result = { ...encoded, places: realm.databases.placesFor(decider), texts }
      if (endpoint.isAnsweredByGateway) Object.assign(result, { hasPingGateway: realm.gateways.pings.isOpen })
      return { ok: true, ...result, rateLimit, cookie: realm.session.cookie ?? cookie }
    } catch (error) {
      return { ...refusalFrom(error, call), cookie }
    }
  }

  /** Returns whether a realm was created in this object. */
  exists(): boolean {
    return this.#realm !== undefined || this.#start.hasFailed
  }

  /** Responds to a listener, or lets a neighbor respond to a request. */
  override async fetch(request: Request): Promise<Response> {
    const { id } = this.ctx
    const realm_name = this.exists() ? (this.#realm?.name ?? id.name) : undefined
    return fetchNeighbor(request, { neighbors: this.env.NEIGHBOR, realm_name, id }) ?? this.#listen(request)
  }

  /** Responds to a listener with the events that wait for it, or with a socket on which it waits for events. */
  async #listen(request: Request): Promise<Response> {
    const call: RealmCall = JSON.parse(request.headers.get(CALL_HEADER) ?? '')
    try {
      await catalogue.confirmTimeline(this.#realm)
      const { endpoint, realm, actor, rateLimit } = this.#admit(call)
      if (!isListener(endpoint)) throw new Error(`${endpoint.route} is not a listener`)
      realm.metrics.add('listens')
      // One synchronous turn, or the listener misses events. No transaction: a poll changes at most one row.
      return await untilResponse(() =>
        respondToListener(request, endpoint.decide(realm, actor, call.params), realm, rateLimit),
      )
    } catch (error) {
      return refusalResponse(error, call)
    }
  }

  async #admitAgain(call: RealmCall) {
    await catalogue.confirmTimeline(this.#realm)
    return this.#admit({ ...call, is_counted: true })
  }

  #admit(call: RealmCall) {
    const endpoint = catalogue.getEndpoint(call.endpoint)
    const realm = this.#realmFor(call, endpoint)
    return { endpoint, realm, ...this.#admission.admit(realm, endpoint, call) }
  }

  /** Returns the caller of a request to a gateway, or the refusal. The gateway counts the requests. */
  async admitCaller(call: RealmCall): Promise<AdmittedCaller | RealmRefusal> {
    try {
      const { endpoint, realm, actor } = await this.#admitAgain(call)
      return catalogue.admittedCaller(realm, actor!, call.credential!, endpoint.isAnsweredByGateway === true)
    } catch (error) {
      return refusalFrom(error, call)
    }
  }

  /** Delivers to a gateway what it lacks. Returns false if the realm has no such gateway. */
  async contactGateway(number: number): Promise<boolean> {
    await catalogue.confirmTimeline(this.#realm)
    return this.#realm?.timeline.state === 'newest' && (await this.#realm.gateways.contact(number))
  }

  /** Records the presences that changed in the gateway for pings. Returns the presences that this gateway lacks. */
  exchangePresences(changed: UserPresence[], lacksAll: boolean): UserPresence[] {
    return this.#realm ? catalogue.exchangePresences(this.#realm, changed, lacksAll) : []
  }

  /** Removes queues that expired in a gateway. */
  removeExpiredQueues(number: number, expired: ExpiredQueue[]): void {
    const realm = this.#realm
    if (realm) this.#transactions.run(() => catalogue.removeExpiredQueues(realm, number, expired))
  }

  /** Notes which clients of a gateway have left or returned. */
  noteAbsence(number: number, changes: AbsenceChanges): void {
    this.#transactions.run(() => this.#realm && catalogue.noteAbsence(this.#realm, number, changes))
  }

  /** A participant of a call says something, or a client acknowledges events. The platform itself responds to `ping`. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const realm = this.#realm
    if (realm?.timeline.state !== 'newest' || catalogue.receiveFromPeer(realm, socket, message)) return
    this.#transactions.run(() => receiveMessage(socket, message, realm))
  }

  override webSocketClose(socket: WebSocket): void {
    if (!catalogue.peerDisconnected(this.#realm, socket)) super.webSocketClose(socket)
  }

  override async alarm(): Promise<void> {
    this.#alarm.markFired()
    const realm = this.#realm
    if (realm) await this.#dueWork.begin(await catalogue.dueWorkFor(realm), realm)
    if (this.#start.hasFailed) this.#alarm.fireBy(this.clock() + ALARM_AFTER_FAILED_START_SECONDS * 1000)
    await realm?.metrics.saveIfDue()
  }

  /** Returns the rows that it read and wrote since it woke, its statements, and the polls that wait in it. For the bench. */
  meter(): { read: number; written: number; statements: number; heldPolls: number } {
    return { ...this.#sql.meter, heldPolls: this.#realm?.sockets.heldCount ?? 0 }
  }

  /** Creates the tables and decides the call in one transaction. A realm that could not be created leaves no trace. */
  #createRealm(endpoint: AnyEndpoint, call: RealmCall, database: string): unknown {
    if (this.#realm !== undefined) throw realmAlreadyExists({})
    return this.#transactions.run(() => {
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
    const [sql, config] = [this.#sql, this.#config]
    migrate(sql, ctx.storage, catalogue.migrations)
    const name = ctx.id.name ?? catalogue.nameOfRealm(sql)
    const now = () => Math.floor(this.clock() / 1000)
    const wakeAt = (seconds: number) => this.#alarm.fireBy(seconds * 1000)
    const parts = { ctx, env, name, config, sql, now, wakeAt, d1Tables: catalogue.d1Tables }
    const realm = wokenRealm(parts, { catalogue, milliseconds: () => this.clock(), transactions: this.#transactions })
    this.#realm = realm
    this.#delivery = new EventDelivery(realm.sockets, realm.queues, realm.reader)
    // If an alarm was lost, the next request sets one. The alarm asks all due work when it is due.
    if (!this.#alarm.isSet) realm.wakeAt(now() + ALARM_AFTER_WAKING_SECONDS)
    return realm
  }

  /** Returns the realm for the client of a call. Throws if no realm was created here, or if it is being restored. */
  #realmFor({ client }: RealmCall, endpoint: AnyEndpoint): ListeningRealm {
    this.#start.requireSuccess()
    if (this.#alarm.isLost) this.#alarm.fireBy(this.clock())
    const realm = catalogue.requireNewestState(this.#realm, endpoint)
    realm.heldPolls.noteRequest()
    return { ...realm, client, session: {} }
  }
}
