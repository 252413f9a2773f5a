import * as v from 'valibot'
import type { Answer, Call } from '../src/api/call'
import type { Route } from '../src/api/endpoint'
import { RealmObject, type RealmEnv } from '../src/realm-object'
import { counted, newMeter, type D1Meter } from './counted-d1'
import { writeHistory } from './history'

const SERVER_ITSELF = {
  request_id: 'bench',
  address: 'bench',
  name: 'bench',
  vendor: '',
  realm_url: 'https://bench',
  realm_name: 'bench',
}

const created = v.object({ user_id: v.number() })
const given = v.object({ user_id: v.number(), email: v.string(), api_key: v.string() })

/**
 * The realm as it is deployed, with meters, and with methods that only the bench calls.
 */
export class MeteredRealm extends RealmObject {
  readonly #d1: D1Meter
  readonly #alarms: { set: number }
  #isHeld = false
  #requests = 0
  #skipped = 0
  #woken = { ms: 0, read: 0 }

  constructor(ctx: DurableObjectState, env: RealmEnv) {
    const began = performance.now()
    const d1 = newMeter()
    const alarms = { set: 0 }
    const setAlarm = ctx.storage.setAlarm.bind(ctx.storage)
    ctx.storage.setAlarm = (time, options) => {
      alarms.set++
      return setAlarm(time, options)
    }
    super(ctx, { ...env, DB: counted(env.DB, d1) })
    this.#d1 = d1
    this.#alarms = alarms
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
      alarms: this.#alarms.set,
      d1: { ...this.#d1 },
      woken: this.#woken,
    }
  }

  // The platform bills calls and new listeners as requests.
  override ask(call: Call) {
    this.#requests++
    return super.ask(call)
  }

  override fetch(request: Request) {
    this.#requests++
    return super.fetch(request)
  }

  /** Runs statements on the realm's tables, for data that would take long through endpoints. */
  run(statements: string) {
    this.ctx.storage.sql.exec(statements)
  }

  /** Returns the number of waiting sockets. */
  parked() {
    return this.ctx.getWebSockets().length
  }

  /** Stops or starts alarms. Without alarms, the meters show one request without the work that follows. */
  hold(isHeld: boolean) {
    this.#isHeld = isHeld
  }

  override async alarm() {
    if (this.#isHeld) await this.ctx.storage.setAlarm(Date.now() + 1000)
    else await super.alarm()
  }

  /** Runs due work now, as if `secondsLater` had passed. */
  async ringNow(secondsLater: number) {
    this.#skipped += secondsLater * 1000
    this.clock = () => Date.now() + this.#skipped
    await super.alarm()
  }

  /** Accounts with a key each, let in through the server's own inner endpoints: everything but hashing a password. */
  async invite(creator_id: number, first: number, count: number) {
    const people: v.InferOutput<typeof given>[] = []
    for (let nth = first; nth < first + count; nth++) {
      const email = `person${nth}@bench.example`
      const full_name = `Person ${nth}`
      const known_hash = 'none'
      const account = { creator_id, email, full_name, password_hash: known_hash }
      const { user_id } = v.parse(created, await this.#inner('INNER /finish_creating_user', account))
      people.push(v.parse(given, await this.#inner('INNER /finish_login', { user_id, username: email, known_hash })))
    }
    return people
  }

  /** Writes old messages into the message index. */
  writeHistory(count: number, sender_ids: number[], stream_id: number, topics: number) {
    return writeHistory(this.ctx.storage, { count, sender_ids, stream_id, topics })
  }

  /** Aborts the object, as when the platform moves it. */
  die() {
    this.ctx.abort('The bench wants to see it wake')
  }

  async #inner(endpoint: Route, params: Record<string, unknown>): Promise<unknown> {
    const answer: Answer = await super.ask({ endpoint, params, client: SERVER_ITSELF })
    if (!answer.ok) throw new Error(`${endpoint} was refused: ${answer.refusal.msg}`)
    return answer.decision
  }
}
