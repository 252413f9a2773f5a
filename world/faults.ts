import type { Host } from './platform/host.ts'
import type { CallFault, CallKind } from './platform/network.ts'
import type { Points } from './points.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** What a fault does, by its name. The names are in the report of a failure. */
const KINDS = [
  'the call is lost',
  'the answer is lost',
  'the call is slow',
  'the caller ends',
  'the caller ends later',
  'the caller ends and its call is late',
  'the clock jumps',
  'a write fails',
] as const
export type FaultKind = (typeof KINDS)[number]
const CALL_KINDS = KINDS.filter((kind) => kind !== 'a write fails')

export type Fault = { nth: number; kind: FaultKind; where: string }

type Parts = { random: Random; scheduler: Scheduler; points: Points; note: (line: string) => void }

const SLOW_MILLISECONDS = [3000, 20_000] as const
/** Clocks of two hosts differ by at most a second: gateways rely on it (docs/decisions/gateways.md). */
const MAX_SKEW_MILLISECONDS = 490

/** The share of calls for which the world looks where the server waits, to prefer places that no fault has struck yet. */
const LOOKS = 0.1

/** Decides which calls fail. It counts the calls, so a list of faults can be repeated, and shortened. */
export class Faults {
  isOn = false
  /** The share of calls that a fault strikes. */
  rate = 0.0003
  /** How often a write fails, compared with a call. There are many more writes. */
  writes = WRITES
  readonly struck: Fault[] = []
  /** Undefined: faults are drawn. */
  plan: ReadonlyMap<number, FaultKind> | undefined
  /** Called when a write fails. */
  failed: () => void = () => undefined
  #calls = 0

  readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  strike(host: Host, kind: CallKind, name: string): CallFault | undefined {
    const nth = this.#calls++
    if (!this.isOn) return undefined
    const chosen = this.plan ? this.plan.get(nth) : this.#draw()
    if (chosen === undefined) return undefined
    const waiting = this.parts.points.waiting()
    this.parts.points.interrupt(waiting)
    this.struck.push({ nth, kind: chosen, where: waiting[0] ?? name })
    this.parts.note(
      `fault ${nth}: ${chosen}: ${host.name} calls ${name} (${kind}) at ${waiting.slice(0, 3).join(' < ')}`,
    )
    return this.#effectOf(chosen, host)
  }

  #draw(): FaultKind | undefined {
    const { random, points } = this.parts
    const roll = random.next()
    if (roll >= LOOKS) return undefined
    const isNew = points.waiting().some((point) => !points.interrupted.has(point))
    return isNew || roll < this.rate ? random.pick(CALL_KINDS) : undefined
  }

  #effectOf(kind: FaultKind, host: Host): CallFault | undefined {
    const { random, scheduler } = this.parts
    switch (kind) {
      case 'the call is lost':
        return { loses: 'call', delay: random.between(1, 3000) }
      case 'the answer is lost':
        return { loses: 'answer', delay: random.between(1, 3000) }
      case 'the call is slow':
        return { delay: random.between(...SLOW_MILLISECONDS) }
      case 'the caller ends':
        scheduler.after(0, () => host.isAlive && host.crash(kind))
        return undefined
      case 'the caller ends later':
        scheduler.after(random.between(0, 50), () => host.isAlive && host.crash(kind))
        return undefined
      case 'the caller ends and its call is late':
        scheduler.after(random.between(0, 50), () => host.isAlive && host.crash(kind))
        return { delay: random.between(...SLOW_MILLISECONDS) }
      case 'the clock jumps':
        host.skew = random.between(-1, 1) * MAX_SKEW_MILLISECONDS
        return undefined
      case 'a write fails':
        return undefined
    }
  }

  /** Whether the storage of an object refuses a write. The code before it has written already. */
  failsWrite(object: string): boolean {
    const nth = this.#calls++
    if (!this.isOn) return false
    const fails = this.plan ? this.plan.get(nth) === 'a write fails' : this.parts.random.chance(this.rate * this.writes)
    if (!fails) return false
    // The storage of an object is not outside of it.
    const [where = object] = this.parts.points.inTurn()
    this.struck.push({ nth, kind: 'a write fails', where })
    this.parts.note(`fault ${nth}: a write of ${object} fails`)
    this.failed()
    return true
  }

  /** How late an alarm is, in milliseconds. */
  alarmDelay(name: string): number {
    const { random, note } = this.parts
    if (!this.isOn || !random.chance(ALARM_FAULTS)) return random.between(0, 30)
    note(`the alarm of ${name} is late`)
    return random.between(1000, 120_000)
  }

  /** The platform promises that none is lost. The server looks for such work all the same. */
  losesAlarm(name: string): boolean {
    const isLost = this.isOn && this.parts.random.chance(ALARM_FAULTS)
    if (isLost) this.parts.note(`the alarm of ${name} is lost`)
    return isLost
  }

  alarmComesTwice(_name: string): boolean {
    return this.isOn && this.parts.random.chance(ALARM_FAULTS)
  }

  /** An object may end while its alarm runs. */
  strikeAlarm({ host }: { host: Host | undefined }): void {
    const { random, scheduler } = this.parts
    if (this.isOn && host && random.chance(ALARM_FAULTS))
      scheduler.after(random.between(0, 40), () => host.isAlive && host.crash('while its alarm runs'))
  }
}

const WRITES = 0.3

const ALARM_FAULTS = 0.002
