import type { PresenceChange, UserPresence } from '../../../events/gateways/protocol'
import { answerByRequest, pingOnlyAnswer, presenceAfter, requireStatus, type PingRequest, type Presence } from './rules'

type Pinger = { user_id: number; showsPresence: boolean }

/** The presences in the memory of a gateway, and which of them the realm does not know yet. */
export class PresenceMemory {
  readonly #presences = new Map<number, Presence>()
  readonly #unreported = new Set<number>()
  /** The users about whom the realm decided since the last report: what it answers to the report can be older. */
  readonly #decided = new Set<number>()

  /** Records a ping, and returns its answer. Throws if the status is invalid. */
  answer({ user_id, showsPresence }: Pinger, params: Record<string, unknown>, now: number): object {
    const request = requestOf(params)
    const after = presenceAfter(this.#presences.get(user_id), requireStatus(String(params.status)), now)
    if (after && showsPresence) {
      this.#presences.set(user_id, after)
      this.#unreported.add(user_id)
    }
    if (request.ping_only) return pingOnlyAnswer(request)
    return answerByRequest(request, (other) => this.#presences.get(other), now)
  }

  /** Adds presences that the realm knows, if they are newer. */
  add(changed: readonly UserPresence[]): void {
    for (const [user_id, presence] of changed) {
      if (this.#decided.has(user_id)) continue
      const { idle_timestamp = -Infinity } = this.#presences.get(user_id) ?? {}
      if (presence.idle_timestamp > idle_timestamp) this.#presences.set(user_id, presence)
    }
  }

  /** Takes what the realm itself decided about a user. */
  apply({ user_id, presence }: PresenceChange): void {
    this.#unreported.delete(user_id)
    this.#decided.add(user_id)
    if (presence === null) this.#presences.delete(user_id)
    else this.#presences.set(user_id, presence)
  }

  get hasUnreported(): boolean {
    return this.#unreported.size > 0
  }

  /** Returns some presences that the realm does not know. */
  takeUnreported(): UserPresence[] {
    this.#decided.clear()
    const user_ids = [...this.#unreported].slice(0, MAX_REPORTED)
    for (const user_id of user_ids) this.#unreported.delete(user_id)
    return user_ids.map((user_id) => [user_id, this.#presences.get(user_id)!])
  }

  /** The realm did not receive a report. */
  returnUnreported(reported: readonly UserPresence[]): void {
    for (const [user_id] of reported) if (this.#presences.has(user_id)) this.#unreported.add(user_id)
  }
}

const MAX_REPORTED = 20_000

/** Returns the parameters of a ping that the Worker sent straight to the gateway. */
const requestOf = ({ ping_only, last_update_id, parley_user_ids }: Record<string, unknown>): PingRequest => ({
  ping_only: ping_only === true,
  last_update_id: typeof last_update_id === 'number' ? last_update_id : undefined,
  parley_user_ids: Array.isArray(parley_user_ids) ? parley_user_ids.map(Number) : undefined,
})
