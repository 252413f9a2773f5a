import process from 'node:process'

/** Something that happens at a time. */
type Happening = { time: number; order: number; act: () => void; isCancelled: boolean; isPlain: boolean }

export type Handle = { cancel(): void }

/** The first day of each world, a Monday. */
export const BEGINNING = Date.UTC(2027, 0, 4)

const nextLoop = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve)
  })

/** After so many turns the event loop goes on, for what does not wait for virtual time. */
const TURNS_PER_LOOP = 64

/** Runs all promises that can go on now, as Node does it after each callback. A turn of the event loop takes ten times longer. */
const settlePromises: () => void = (() => {
  const found: unknown = Reflect.get(process, '_tickCallback')
  if (typeof found !== 'function') throw new Error('This Node cannot settle promises')
  return () => void Reflect.apply(found, process, [])
})()

/**
 * Virtual time. What waits is in a heap, by its time. The code of the server runs in between, until it waits for something in the
 * heap: so a run depends only on the times, which come from the seed.
 */
export class Scheduler {
  /** In milliseconds since 1970. */
  now: number
  turns = 0
  readonly #heap: Happening[] = []
  #order = 0
  /** Work of other threads, such as `crypto.subtle`: time stands still until it has ended. */
  #native = 0
  #lastNative: Promise<void> = Promise.resolve()

  constructor(start: number) {
    this.now = start
  }

  after(milliseconds: number, act: () => void): Handle {
    return this.at(this.now + Math.max(0, milliseconds), act)
  }

  /** `isPlain`: nothing waits for the act, so the next one may follow at once. */
  at(time: number, act: () => void, isPlain = false): Handle {
    const happening = { time: Math.max(time, this.now), order: this.#order++, act, isCancelled: false, isPlain }
    push(this.#heap, happening)
    return {
      cancel: () => {
        happening.isCancelled = true
      },
    }
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve)
    })
  }

  /**
   * Returns the result of work that another thread does. Threads end in any order. So results come in the order in which the work began,
   * each after all that followed from the one before.
   */
  async native<Result>(work: Promise<Result>): Promise<Result> {
    const before = this.#lastNative
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastNative = promise
    this.#native++
    try {
      await before
      await work.catch(() => undefined)
      await nextLoop()
      return await work
    } finally {
      this.#native--
      resolve()
    }
  }

  /** Lets time pass until the condition holds. Throws if it does not hold at the given time. */
  async until(condition: () => boolean, latest: number): Promise<void> {
    let isOver = false
    while (!isOver) {
      do await nextLoop()
      while (this.#native > 0)
      // Promises settle only where no promise is running: in a turn of the event loop.
      isOver = await new Promise<boolean>((resolve, reject) => {
        setImmediate(() => {
          try {
            resolve(this.#someTurns(condition, latest))
          } catch (error) {
            reject(error)
          }
        })
      })
    }
  }

  /** Returns whether the time is over. */
  #someTurns(condition: () => boolean, latest: number): boolean {
    for (let turn = 0; turn < TURNS_PER_LOOP; turn++) {
      if (condition()) return true
      const next = this.#heap[0]
      if (next === undefined || next.time > latest) {
        this.now = Math.max(this.now, latest)
        if (latest === Infinity) throw new Error('Nothing happens any more')
        return true
      }
      pop(this.#heap)
      if (next.isCancelled) continue
      this.now = next.time
      this.turns++
      next.act()
      if (next.isPlain) continue
      settlePromises()
      if (this.#native > 0) return false
    }
    return false
  }

  /** Returns the result, as soon as virtual time has brought it. */
  async result<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    work.then(over, over)
    await this.until(() => isOver, Infinity)
    return work
  }

  pass(milliseconds: number): Promise<void> {
    return this.until(() => false, this.now + milliseconds)
  }
}

const isBefore = (a: Happening, b: Happening) => a.time < b.time || (a.time === b.time && a.order < b.order)

function push(heap: Happening[], item: Happening): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || !isBefore(item, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = item
}

function pop(heap: Happening[]): void {
  const item = heap.pop()
  if (item === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    const [left, right] = [heap[below], heap[below + 1]]
    if (left === undefined) break
    const smaller = right !== undefined && isBefore(right, left) ? right : left
    if (smaller === right) below++
    if (!isBefore(smaller, item)) break
    heap[at] = smaller
    at = below
  }
  heap[at] = item
}
