import type { Crossings } from '../crossings.ts'
import { isLong, type Places } from '../places.ts'
import type { Random } from '../random.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Host } from './host.ts'

/** What happens to one call. */
export type CallFault = { loses?: 'call' | 'answer'; delay?: number }

/** Decides which calls and alarms fail: `faults.ts`. */
type FaultPlan = {
  strike(from: Host, kind: CallKind, name: string): CallFault | undefined
  failsWrite(object: string): boolean
  strikeAlarm(object: { host: Host | undefined }): void
  alarmDelay(name: string): number
  alarmComesTwice(name: string): boolean
  losesAlarm(name: string): boolean
}

export type Network = {
  scheduler: Scheduler
  random: Random
  faults: FaultPlan
  places: Places
  crossings?: Crossings | undefined
  /** Called with each batch for D1, and with its end. */
  watchD1?: (from: Host, batch: readonly { text: string; values: readonly unknown[] }[], end: Promise<unknown>) => void
}

/** A call of something outside of a host: an object, D1, R2, a cache, another server. */
export type Call<Result> = {
  kind: CallKind
  /** The place of what is called. */
  to: string
  name: string
  /** What the other side does. It may take time of its own. */
  arrive: () => Result | Promise<Result>
  /** Called with an answer that is lost on its way. */
  drop?: (result: Result) => void
}

export type CallKind = 'object' | 'd1' | 'r2' | 'cache' | 'outside'

/**
 * Takes a call to its target and the answer back, as slowly as their places are far. A call is lost before, lost after, or slow,
 * but never arrives twice. https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
 */
export function cross<Result>(
  network: Network,
  from: Host,
  { kind, to, name, arrive, drop }: Call<Result>,
): Promise<Result> {
  const { scheduler, faults, places, crossings } = network
  const belongsToStart = from.isStarting
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const fault = faults.strike(from, kind, name)
  const delay = () => places.delay(from.place, to, kind) + (fault?.delay ?? 0)
  const trip = crossings?.begin(isLong(from.place, to))
  const comeBack = (act: () => void) =>
    scheduler.after(delay(), () => {
      trip?.comeBack()
      from.enter(act, belongsToStart)
    })
  const lose = () => comeBack(() => reject(new Error(`The world lost ${name}`)))
  from.leave(() => {
    if (fault?.loses === 'call') return lose()
    scheduler.after(delay(), () => {
      started(() => (trip ? trip.arrive(arrive) : arrive())).then(
        (result) => {
          if (fault?.loses !== 'answer' && from.isAlive) return comeBack(() => resolve(result))
          drop?.(result)
          lose()
        },
        (error: unknown) => comeBack(() => reject(error)),
      )
    })
  })
  return promise
}

export async function started<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  return work()
}
