import type { Bundle } from './bundle.ts'

/**
 * The places at which the code of the server waits: `src/store/outbox.ts:103`. A fault that strikes a call interrupts all
 * functions that wait for it.
 */
export class Points {
  /** The points of each line of the bundle. */
  readonly #ofLine: ReadonlyMap<number, string>
  readonly all: ReadonlySet<string>
  readonly reached = new Set<string>()
  readonly interrupted = new Map<string, number>()
  readonly #file: string

  constructor({ awaits, version }: Bundle) {
    this.#file = `bundle-${version}.js`
    this.#ofLine = new Map(awaits.map(({ line, place }) => [line, place]))
    this.all = new Set(this.#ofLine.values())
  }

  /** Returns the points at which code waits for the call that is being made: something outside. */
  waiting(): string[] {
    const found = this.inTurn()
    for (const point of found) this.reached.add(point)
    return found
  }

  /** Returns the points at which code waits for the turn that runs. */
  inTurn(): string[] {
    const found: string[] = []
    for (const site of callSites()) {
      if (site.getFileName() !== this.#file) continue
      const point = this.#ofLine.get(site.getLineNumber() ?? 0)
      if (point !== undefined) found.push(point)
    }
    return found
  }

  interrupt(points: readonly string[]): void {
    for (const point of points) this.interrupted.set(point, (this.interrupted.get(point) ?? 0) + 1)
  }

  /** Adds what another run reached. */
  add({ reached, interrupted }: Points): void {
    for (const point of reached) this.reached.add(point)
    for (const [point, count] of interrupted) this.interrupted.set(point, (this.interrupted.get(point) ?? 0) + count)
  }
}

function callSites(): NodeJS.CallSite[] {
  const { stackTraceLimit } = Error
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace')
  Error.stackTraceLimit = 60
  let found: NodeJS.CallSite[] = []
  Error.prepareStackTrace = (_, sites) => (found = sites)
  // Reading the stack makes it.
  void new Error('where').stack
  Reflect.set(Error, 'prepareStackTrace', prepareStackTrace)
  Error.stackTraceLimit = stackTraceLimit
  return found
}
