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
 * The realm as it is deployed, with meters on it and a quick way in for many people at once. Whatever a request goes
 * through is the server's own; what is added here is asked by the bench alone.
 */
export class MeteredRealm extends RealmObject {
  readonly #d1: D1Meter
  readonly #alarms: { set: number }
  #isHeld = false
  #asked = 0
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
    // Runs when the server's own waking is done: what blocks concurrency is done in order.
    void ctx.blockConcurrencyWhile(async () => {
      this.#woken = { ms: performance.now() - began, read: this.meter().read }
      await Promise.resolve()
    })
  }

  meters() {
    return { ...this.meter(), asked: this.#asked, alarms: this.#alarms.set, d1: { ...this.#d1 }, woken: this.#woken }
  }

  // What the platform bills as a request to the object: calls, and listeners that come.
  override ask(call: Call) {
    this.#asked++
    return super.ask(call)
  }

  override fetch(request: Request) {
    this.#asked++
    return super.fetch(request)
  }

  /** Statements on the realm's own tables, for what would take long through endpoints. The realm starts anew afterwards. */
  run(statements: string) {
    this.ctx.storage.sql.exec(statements)
  }

  /** Sockets that wait: parked polls. */
  parked() {
    return this.ctx.getWebSockets().length
  }

  /** While held, nothing is done later by itself, so what one request costs can be told from what follows it. */
  hold(isHeld: boolean) {
    this.#isHeld = isHeld
  }

  override async alarm() {
    if (this.#isHeld) await this.ctx.storage.setAlarm(Date.now() + 1000)
    else await super.alarm()
  }

  /** Does now what would have been done later, at a time when all of it is due. */
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

  /** Messages that were sent long ago, as the index knows them. */
  writeHistory(count: number, sender_ids: number[], stream_id: number, topics: number) {
    return writeHistory(this.ctx.storage, { count, sender_ids, stream_id, topics })
  }

  /** Forgets everything but what is stored, as when the platform moves the object. */
  die() {
    this.ctx.abort('The bench wants to see it wake')
  }

  async #inner(endpoint: Route, params: Record<string, unknown>): Promise<unknown> {
    const answer: Answer = await super.ask({ endpoint, params, client: SERVER_ITSELF })
    if (!answer.ok) throw new Error(`${endpoint} was refused: ${answer.refusal.msg}`)
    return answer.decision
  }
}
