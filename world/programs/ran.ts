import { Session } from 'node:inspector/promises'
import type { Bundle } from '../bundle.ts'

/** Counts which code of a bundle runs. It makes the world a little slower, so only the report of points counts. */
export class Ran {
  readonly #session = new Session()

  async begin(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Returns the points of a bundle whose code ran. */
  async end({ awaits, version, code }: Bundle): Promise<Set<string>> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    this.#session.disconnect()
    const functions = result.filter(({ url }) => url === `bundle-${version}.js`).flatMap((script) => script.functions)
    const counts = new Uint8Array(code.length)
    // The ranges of a function follow each other from the outside to the inside.
    for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
      counts.fill(Math.min(count, 1), startOffset, endOffset)
    const ran = awaits.filter(({ offset }) => counts[offset] === 1)
    return new Set(ran.map(({ place }) => place))
  }
}
