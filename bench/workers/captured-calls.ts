import * as v from 'valibot'
import { badRequest } from '../../src/api/errors'
import type { RealmCall, RealmResult } from '../../src/api/realm-call'

/** `refuse`: calls are captured and not decided, so that they can be decided later. `decide`: they are also decided. */
export const CAPTURES = v.picklist(['no', 'refuse', 'decide'])
export type Capture = v.InferOutput<typeof CAPTURES>

type Decide = (call: RealmCall) => Promise<RealmResult>

const refusal = badRequest(() => 'The bench decides this call later')({}).refusal

/** Calls of the Worker, which the bench repeats inside the realm: without HTTP, without the Worker and without the call itself. */
export class CapturedCalls {
  capture: Capture = 'no'
  readonly #calls: RealmCall[] = []
  readonly #decided: { call: RealmCall; result: RealmResult }[] = []

  /** Returns the result of a call, or undefined if it must be decided. */
  async intercept(call: RealmCall, decide: Decide): Promise<RealmResult | undefined> {
    if (this.capture === 'no') return undefined
    this.#calls.push(call)
    return this.capture === 'refuse' ? { ok: false, refusal } : decide(call)
  }

  /**
   * Decides the captured calls one after the other, and all of them so many times. After each call the realm waits for its commit, as if
   * no other call shared it. Returns the number of decided calls.
   */
  async repeat(times: number, decide: Decide, commit: () => Promise<void>): Promise<number> {
    const calls = this.#calls.splice(0)
    this.#decided.length = 0
    for (let nth = 0; nth < times; nth++)
      for (const call of calls) {
        const result = await decide(call)
        if (!result.ok) throw new Error(`${call.endpoint}: ${result.refusal.msg}`)
        if (nth === 0) this.#decided.push({ call, result })
        await commit()
      }
    return times * calls.length
  }

  /** Returns calls that were decided last, with their results. */
  get decided() {
    return this.#decided
  }
}
