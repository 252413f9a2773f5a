import { logLine } from './api/log-line'
import type { RealmCall, RealmDecision, RealmRefusal } from './api/realm-call'
import { PresenceMemory } from './catalogue'
import { AdmittedCredentials } from './events/gateways/admitted-credentials'
import type { GatewayRealm, PresenceChange } from './events/gateways/protocol'

type Context = { realm: () => GatewayRealm; seconds: () => number; wakeAfter: (milliseconds: number) => void }

/** The user of a ping, as far as the gateway must know. */
export type Pinger = { user_id: number; isOfRealm: boolean; showsPresence: boolean }

/** Answers pings for the realm. It tells the realm every few seconds who was there. If it stops before, clients ping again within a minute. */
export class GatewayPings {
  readonly #pingers: AdmittedCredentials<Pinger>
  #presences: PresenceMemory | undefined
  #missedExchange = false

  constructor(readonly context: Context) {
    this.#pingers = new AdmittedCredentials(context.seconds, MAX_PINGERS)
  }

  forget(users: ReadonlySet<number> | 'all'): void {
    this.#pingers.forget(users)
  }

  /** Takes what the realm says about a presence. Undefined: this gateway missed changes. */
  apply(change: PresenceChange | undefined): void {
    if (change) this.#presences?.apply(change)
    else this.#presences = undefined
  }

  /** Returns the user of a credential, whom the realm admitted, or its refusal. `isCurrent`: nothing has changed since the question. */
  async admit(call: RealmCall, isCurrent: () => boolean): Promise<Pinger | RealmRefusal> {
    const existing = this.#pingers.find(call.credential)
    if (existing) return existing
    const answer = await this.context.realm().admitCaller(call)
    if (!answer.ok) return answer
    const { isOfRealm = true, showsPresence = false } = answer.ping ?? {}
    const pinger = { user_id: answer.user_id, isOfRealm, showsPresence }
    if (isCurrent()) this.#pingers.add(call.credential, pinger, answer.until)
    return pinger
  }

  /** Requests the presences from the realm, if this gateway has none. `isCurrent`: nothing has changed since the question. */
  async load(isCurrent: () => boolean): Promise<void> {
    if (this.#presences) return
    const recent = await this.context.realm().exchangePresences([], true)
    if (!isCurrent() || this.#presences) return
    this.#presences = new PresenceMemory()
    this.#presences.add(recent)
  }

  /** Returns the answer to a ping, or undefined if the presences are not known. */
  answer(pinger: Pinger, { params }: RealmCall): RealmDecision | undefined {
    const presences = this.#presences
    if (presences === undefined) return undefined
    const decision = presences.answer(pinger, params, Math.floor(this.context.seconds()))
    this.context.wakeAfter(EXCHANGE_AFTER_MILLISECONDS)
    return { ok: true, decision }
  }

  /** Sends the presences that changed in the gateway to the realm, and receives the presences that changed in the realm. */
  async exchange(): Promise<void> {
    const presences = this.#presences
    if (presences === undefined) return
    do {
      const reported = presences.takeUnreported()
      try {
        presences.add(await this.context.realm().exchangePresences(reported, this.#missedExchange))
        this.#missedExchange = false
      } catch (error) {
        presences.returnUnreported(reported)
        this.#missedExchange = true
        this.context.wakeAfter(EXCHANGE_AFTER_MILLISECONDS)
        logLine('warn', 'presences_not_exchanged', {}, error)
        return
      }
    } while (presences.hasUnreported)
  }
}

/** Two clients for each user of a large organization. A credential takes about 300 bytes. */
const MAX_PINGERS = 150_000
const EXCHANGE_AFTER_MILLISECONDS = 10_000
