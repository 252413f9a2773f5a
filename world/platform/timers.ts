import type { Handle } from '../scheduler.ts'
import type { Host } from './host.ts'

/** The timers of one host: they end with it, and each fires in a turn of its own. */
export function timersOf(host: Host) {
  const handles = new Map<number, Handle>()
  let last = 0
  const begin = (act: () => void, milliseconds: number, repeats: boolean): number => {
    const id = ++last
    const belongsToStart = host.isStarting
    const fire = () =>
      host.enter(() => {
        if (!handles.has(id)) return
        if (repeats) set()
        else handles.delete(id)
        act()
      }, belongsToStart)
    const set = () => handles.set(id, host.scheduler.after(Math.max(milliseconds, MIN_MILLISECONDS), fire))
    set()
    return id
  }
  const clear = (id: number) => {
    handles.get(id)?.cancel()
    handles.delete(id)
  }
  return {
    setTimeout: (act: () => void, milliseconds = 0) => begin(act, milliseconds, false),
    setInterval: (act: () => void, milliseconds = 0) => begin(act, milliseconds, true),
    clearTimeout: clear,
    clearInterval: clear,
    scheduler: {
      wait: (milliseconds: number) =>
        new Promise<void>((resolve) => {
          begin(resolve, milliseconds, false)
        }),
    },
    get hasTimers() {
      return handles.size > 0
    },
  }
}

const MIN_MILLISECONDS = 0.01

/** Returns a `Date` whose present is the clock of a host. It stands still while code runs. */
export const dateOf = (now: () => number): DateConstructor =>
  new Proxy(Date, {
    construct: (target, values) => (values.length === 0 ? new target(now()) : Reflect.construct(target, values)),
    apply: () => new Date(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })

/** Returns `AbortSignal`, whose time is virtual. */
export const abortSignalOf = (setTimeout: (act: () => void, milliseconds: number) => number): typeof AbortSignal =>
  new Proxy(AbortSignal, {
    get: (target, name) => {
      if (name !== 'timeout') return Reflect.get(target, name)
      return (milliseconds: number) => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), milliseconds)
        return controller.signal
      }
    },
  })
