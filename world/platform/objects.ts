import type { Random } from '../random.ts'
import type { Handle } from '../scheduler.ts'
import { GatedHost } from './gated-host.ts'
import type { Isolate } from './isolate.ts'
import { started, type Network } from './network.ts'
import { ObjectState } from './object-state.ts'
import { WorldSocket, type SocketHolder } from './sockets.ts'
import { StoredObject } from './storage.ts'

/** The methods of a Durable Object that the platform calls by name. */
export type ObjectCode = Record<string, unknown>

type Instance = {
  host: GatedHost
  state: ObjectState
  code: ObjectCode
  calls: number
  usedAt: number
  isolate: Isolate
}

export type ObjectParts = Network & {
  className: string
  /** Returns an isolate with the code of the present version. */
  isolate: (host: GatedHost, last: Isolate | undefined) => Isolate
  place: (name: string) => string
  seeded: (name: string) => Random
  note: (line: string) => void
  /** Called before each call of the instance, which has started. */
  entered: () => void
}

/**
 * One Durable Object: what it stores, and its instance while it is in memory. The platform ends instances at any time: after ten
 * silent seconds or more, when they fail, and when a new version is deployed. Sockets that hibernate outlive only the first.
 * https://developers.cloudflare.com/durable-objects/concepts/durable-object-lifecycle/
 */
export class DurableObjectOfWorld implements SocketHolder {
  readonly stored: StoredObject
  readonly place: string
  readonly sockets = new Set<WorldSocket>()
  autoResponse: { request: string; response: string } | undefined
  starts = 0
  #instance: Instance | undefined
  #lastIsolate: Isolate | undefined
  #alarm: Handle | undefined
  #alarmAt: number | null = null
  #alarmFailures = 0
  #alarmRuns = false
  #idle: Handle | undefined

  readonly name: string
  readonly parts: ObjectParts

  constructor(name: string, parts: ObjectParts) {
    this.name = name
    this.parts = parts
    this.place = parts.place(name)
    this.stored = new StoredObject({
      scheduler: parts.scheduler,
      random: parts.seeded(`storage ${name}`),
      failsWrite: () => parts.faults.failsWrite(name),
    })
    this.stored.onCommit = () => this.#setAlarm()
  }

  get host(): GatedHost | undefined {
    return this.#instance?.host
  }

  /** What is in memory: for checks that look into it. */
  get running(): { code: ObjectCode; shared: ObjectCode } | undefined {
    return this.#instance && { code: this.#instance.code, shared: { ...this.#instance.isolate.shared } }
  }

  /** Runs a call in a turn of its own. Its result leaves when all earlier writes are durable. */
  call(run: (code: ObjectCode) => unknown): Promise<unknown> {
    const instance = this.#ensure()
    const { host } = instance
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const ended = () => reject(objectReset())
    host.endings.add(ended)
    instance.calls++
    const finish = (act: () => void) =>
      host.leave(() => {
        host.endings.delete(ended)
        instance.calls--
        this.#noteUse(instance)
        act()
      })
    host.enter(() => {
      this.parts.entered()
      started(() => run(instance.code)).then(
        (result) => finish(() => resolve(result)),
        (error: unknown) => finish(() => reject(error)),
      )
    })
    return promise
  }

  #ensure(): Instance {
    if (this.#instance) return this.#instance
    const { scheduler, className, isolate, note } = this.parts
    this.stored.prepareStart()
    const host = new GatedHost(scheduler, this.name, this.place)
    host.skew = this.parts.random.between(-SKEW_MILLISECONDS, SKEW_MILLISECONDS)
    host.durability = this.stored
    host.crash = (why) => this.crash(why, { keepsIsolate: this.parts.random.chance(0.8) })
    const state = new ObjectState(this, host)
    const code = (this.#lastIsolate = isolate(host, this.#lastIsolate))
    const object = code.newObject(className, state)
    this.starts++
    note(`${this.name} starts`)
    const instance = { host, state, code: object, calls: 0, usedAt: scheduler.now, isolate: code }
    // A constructor that failed has ended it already.
    if (host.isAlive) this.#instance = instance
    for (const socket of this.sockets) socket.host = host
    this.#noteUse(instance)
    return instance
  }

  #noteUse(instance: Instance): void {
    instance.usedAt = this.parts.scheduler.now
    if (this.#idle === undefined) this.#idle = this.parts.scheduler.after(this.#patience, () => this.#evictIfIdle())
  }

  /** The platform promises nothing about it. */
  get #patience(): number {
    return IDLE_MILLISECONDS * 2 ** this.parts.random.between(0, 6)
  }

  #evictIfIdle(): void {
    this.#idle = undefined
    const instance = this.#instance
    if (instance === undefined) return
    const { calls, usedAt, isolate } = instance
    const isIdle = calls === 0 && !isolate.hasTimers && !this.stored.isDirty
    if (isIdle && usedAt + IDLE_MILLISECONDS <= this.parts.scheduler.now) return this.evict()
    this.#idle = this.parts.scheduler.after(this.#patience, () => this.#evictIfIdle())
  }

  /** The instance leaves memory. Its sockets stay open. */
  evict(): void {
    this.stored.commitNow()
    this.#end()
  }

  #end(): void {
    const instance = this.#instance
    this.#instance = undefined
    instance?.host.end()
    for (const socket of this.sockets) socket.host = undefined
  }

  /** The instance ends at once. What was not durable is lost, and so are its sockets. */
  crash(why: string, { keepsIsolate = true, isDeploy = false } = {}): void {
    if (this.#instance === undefined) return
    this.parts.note(`${this.name} ends: ${why}`)
    this.#end()
    if (!keepsIsolate || isDeploy) this.#lastIsolate = undefined
    // A deploy closes sockets: https://developers.cloudflare.com/durable-objects/best-practices/websockets/
    for (const socket of this.sockets) socket.break(!isDeploy && this.parts.random.chance(SILENT_CUTS))
    this.sockets.clear()
    this.#setAlarm()
  }

  answersItself(data: unknown): boolean {
    return this.autoResponse !== undefined && data === this.autoResponse.request
  }

  receive(end: WorldSocket, event: { type: string; data?: unknown; code?: number; reason?: string }): void {
    const { type, data, code, reason } = event
    if (type === 'close') this.sockets.delete(end)
    if (type === 'message' && this.answersItself(data)) {
      end.autoResponseAt = new Date(this.parts.scheduler.now)
      if (end.readyState === WorldSocket.OPEN) end.send(this.autoResponse?.response ?? '')
      return
    }
    const values = type === 'message' ? [end, data] : [end, code, reason, true]
    this.call((object) => invoke(object, type === 'message' ? 'webSocketMessage' : 'webSocketClose', values)).catch(
      (error: unknown) => this.parts.note(`${this.name} fails at a socket: ${String(error)}`),
    )
  }

  /** Sets the platform's alarm to what is durable, by the clock of the machine that has the object. */
  #setAlarm(): void {
    const at = this.stored.alarm
    if (at === this.#alarmAt && at !== null) return
    this.#alarm?.cancel()
    this.#alarmAt = at
    if (at === null || this.parts.faults.losesAlarm(this.name)) return
    const delay = this.parts.faults.alarmDelay(this.name) - (this.host?.skew ?? 0)
    this.#alarm = this.parts.scheduler.at(at + delay, () => this.#fire(at))
  }

  /**
   * An alarm is deleted before its handler runs, and comes again if the handler fails or does not end: after two seconds, then
   * after twice as long. It waits for the handler before. https://developers.cloudflare.com/durable-objects/api/alarms/
   */
  #fire(at: number): void {
    this.#alarmAt = null
    if (this.#alarmRuns) return
    this.#ensure()
    this.#alarmRuns = true
    this.stored.alarm = null
    const again = () => {
      const pause = 2000 * 2 ** Math.min(this.#alarmFailures++, 6)
      this.parts.scheduler.after(0, () => {
        if ((this.stored.alarm ?? Infinity) > this.parts.scheduler.now + pause)
          this.stored.alarm = this.parts.scheduler.now + pause
        this.stored.commitNow()
      })
    }
    this.parts.faults.strikeAlarm(this)
    const ring = () => this.call((object) => invoke(object, 'alarm', []))
    const ringing = ring().then(() => {
      this.#alarmFailures = 0
      if (!this.parts.faults.alarmComesTwice(this.name)) return
      this.parts.note(`the alarm of ${this.name} comes twice`)
      return ring()
    })
    const failed = (error: unknown) => {
      this.parts.note(`the alarm of ${this.name} for ${at} fails: ${String(error)}`)
      again()
    }
    void ringing.catch(failed).then(() => {
      this.#alarmRuns = false
      this.#setAlarm()
    })
  }
}

const IDLE_MILLISECONDS = 10_000
const SKEW_MILLISECONDS = 200
const SILENT_CUTS = 0.2

const objectReset = () => Object.assign(new Error('Durable Object reset'), { durableObjectReset: true, remote: true })

export function invoke(object: ObjectCode, method: string, values: readonly unknown[]): unknown {
  const found = object[method]
  if (typeof found !== 'function') throw new TypeError(`The object does not implement ${method}`)
  return Reflect.apply(found, object, values)
}
