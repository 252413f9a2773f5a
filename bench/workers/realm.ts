import * as v from 'valibot'
import type { RealmResult, RealmCall } from '../../src/api/realm-call'
import type { RealmEnv } from '../../src/listening-realm'
import { RealmObject } from '../../src/realm-object'
import { CALL_HEADER } from '../../src/events/realm-listening'
import { AcceptingGateways } from './accepting-gateways'
import { BrowserMeter } from './browser-meter'
import { CapturedCalls, type Capture } from './captured-calls'
import { counted, newMeter, type D1Meter } from './counted-d1'
import { withCountedCrossings } from './counted-crossings'
import { writeHistory } from './history'

const SERVER_ITSELF = {
  request_id: 'bench',
  address: 'bench',
  name: 'bench',
  vendor: '',
  realm_url: 'https://bench',
  realm_name: 'bench',
}

const MEMBER = 400
const created = v.object({ user_id: v.number(), email: v.string(), api_key: v.string() })

/**
 * The realm as it is deployed, with meters, and with methods that only the bench calls.
 */
export class MeteredRealm extends RealmObject {
  readonly #d1: D1Meter
  readonly #alarms: { set: number }
  readonly #holdAlarm: (time: number) => Promise<void>
  readonly #browsers = new BrowserMeter(() => this.meter())
  readonly #captured = new CapturedCalls()
  #isHeld = false
  #requests = 0
  readonly #skipped: { milliseconds: number }
  /** What the realm sent as text to the Worker, and how long it took to answer. */
  #lists = { characters: 0, ms: 0 }
  #woken = { ms: 0, read: 0 }

  constructor(ctx: DurableObjectState, env: RealmEnv & { BENCH_GATEWAYS_ACCEPT?: string }) {
    const began = performance.now()
    const d1 = newMeter()
    const alarms = { set: 0 }
    const setAlarm = ctx.storage.setAlarm.bind(ctx.storage)
    ctx.storage.setAlarm = (time, options) => {
      alarms.set++
      return setAlarm(time, options)
    }
    const skipped = { milliseconds: 0 }
    // A socket that sent a ping a moment ago did so on the clock of the realm.
    const pingedAt = ctx.getWebSocketAutoResponseTimestamp.bind(ctx)
    ctx.getWebSocketAutoResponseTimestamp = (socket) => {
      const time = pingedAt(socket)?.getTime()
      return time === undefined ? null : new Date(time + skipped.milliseconds)
    }
    const accepting = new AcceptingGateways()
    const gateways = env.BENCH_GATEWAYS_ACCEPT ? { GATEWAY: accepting.namespace } : {}
    const stores = withCountedCrossings({ DB: counted(env.DB, d1), FILES: env.FILES }, 'short')
    super(ctx, { ...env, ...stores, ...gateways })
    accepting.newestId = () => this.host?.log.lastId ?? 0
    this.#d1 = d1
    this.#alarms = alarms
    this.#skipped = skipped
    this.#holdAlarm = setAlarm
    // Runs after the server has woken, because the platform keeps the order of these callbacks.
    void ctx.blockConcurrencyWhile(async () => {
      this.#woken = { ms: performance.now() - began, read: this.meter().read }
      await Promise.resolve()
    })
  }

  meters() {
    return {
      ...this.meter(),
      realmRequests: this.#requests,
      lists: { ...this.#lists },
      alarms: this.#alarms.set,
      d1: { ...this.#d1 },
      woken: this.#woken,
      browsers: { ...this.#browsers.counted },
    }
  }

  // The platform bills calls and new listeners as requests.
  override async ask(call: RealmCall) {
    this.#requests++
    const captured = await this.#captured.intercept(call, (one) => super.ask(one))
    if (captured) return captured
    const began = performance.now()
    const result = await this.#browsers.of(call, () => super.ask(call))
    this.#lists.ms += performance.now() - began
    if (result.ok)
      for (const piece of result.members ?? [result.decision]) this.#lists.characters += charactersOf(piece)
    return result
  }

  override fetch(request: Request) {
    this.#requests++
    const text = request.headers.get(CALL_HEADER) ?? '{}'
    // Programs have keys. To parse the call a second time would count as work of the server.
    if (text.includes('"key_hash"')) return super.fetch(request)
    const call: RealmCall = JSON.parse(text)
    return this.#browsers.of(call, () => super.fetch(request))
  }

  override admitCaller(call: RealmCall) {
    this.#requests++
    return super.admitCaller(call)
  }

  override contactGateway(number: number) {
    this.#requests++
    return super.contactGateway(number)
  }

  override exchangePresences(...exchange: Parameters<RealmObject['exchangePresences']>) {
    this.#requests++
    return super.exchangePresences(...exchange)
  }

  /** Runs statements on the realm's tables, for data that would take long through endpoints. */
  run(statements: string) {
    this.ctx.storage.sql.exec(statements)
  }

  /** Returns the statements that made the realm's tables. */
  tables(): string {
    const made = this.ctx.storage.sql.exec<{ sql: string }>(
      `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`,
    )
    return made
      .toArray()
      .map(({ sql }) => `${sql};`)
      .join('\n')
  }

  /** Returns the number of listeners that wait. */
  parked() {
    return this.ctx.getWebSockets().length + this.meter().heldPolls
  }

  /** Stops or starts alarms. Without alarms, the meters show one request without the work that follows. */
  hold(isHeld: boolean) {
    this.#isHeld = isHeld
  }

  override async alarm() {
    // The server did not set this one.
    if (this.#isHeld) await this.#holdAlarm(Date.now() + 1000)
    else await super.alarm()
  }

  /** Runs due work now, as if `secondsLater` had passed. */
  async ringNow(secondsLater: number) {
    this.#skipped.milliseconds += secondsLater * 1000
    this.clock = () => Date.now() + this.#skipped.milliseconds
    await super.alarm()
  }

  /** Begins or ends to capture the calls of the Worker. */
  capture(capture: Capture) {
    this.#captured.capture = capture
  }

  /** Decides the captured calls, and all of them so many times. `onlyAdmits`: only admits their callers. */
  repeat(times: number, onlyAdmits: boolean) {
    const decide = (call: RealmCall) => super.ask(onlyAdmits ? { ...call, onlyAdmits } : call)
    return this.#captured.repeat(times, decide, () => this.ctx.storage.sync())
  }

  /** Returns the call that was decided as the nth. */
  decidedCall(nth: number): object | undefined {
    return this.#captured.decided[nth]?.call
  }

  /** Returns the result of the call that was decided as the nth, and decides nothing: what the call itself costs. */
  resultAgain(nth: number, _: unknown) {
    return this.#captured.decided[nth]?.result
  }

  /** Users with an API key each, created by the endpoint of development servers without a password. */
  async invite(first: number, count: number) {
    const users: v.InferOutput<typeof created>[] = []
    for (let number = first; number < first + count; number++) {
      const account = { email: `person${number}@bench.example`, full_name: `Person ${number}`, password_hash: null }
      const rights = { role: MEMBER, bot: false, can_create_users: false, can_change_user_emails: false }
      const call = { endpoint: 'POST /dev_create_user', params: { ...account, ...rights }, is_counted: true } as const
      const answer: RealmResult = await super.ask({ ...call, client: SERVER_ITSELF })
      if (!answer.ok) throw new Error(`User ${number} was refused: ${answer.refusal.msg}`)
      users.push(v.parse(created, answer.decision))
    }
    return users
  }

  /** Returns the size of the realm's file. */
  bytes(): number {
    return this.ctx.storage.sql.databaseSize
  }

  /** Writes old messages into the message index. */
  writeHistory(count: number, sender_ids: number[], stream_id: number, topics: number) {
    return writeHistory(this.ctx.storage, { count, sender_ids, stream_id, topics })
  }

  /** Aborts the object, as when the platform moves it. */
  die() {
    this.ctx.abort('The bench wants to see it wake')
  }
}

function charactersOf(piece: unknown): number {
  if (typeof piece === 'string') return piece.length
  if (typeof piece !== 'object' || piece === null) return 0
  return Object.values(piece).reduce(
    (sum: number, text: unknown) => sum + (typeof text === 'string' ? text.length : 0),
    0,
  )
}
