import { AsyncLocalStorage } from 'node:async_hooks'

/** How many long ways an action has waited for so far, one after the other. */
type Waited = { ways: number }

/** A call: there, and back to the code that waits for it. */
export type Trip = { arrive<Result>(work: () => Result): Result; comeBack(): void }

/** The long crossings that the requests of distant clients waited for. Requests that are the same but for ids are one action. */
export class Crossings {
  readonly #current = new AsyncLocalStorage<Waited>()
  readonly #actions = new Map<string, number[]>()

  /** Runs a request of a client, and counts what it waits for until its answer. */
  async count<Result>(action: string, request: () => Promise<Result>): Promise<Result> {
    const waited: Waited = { ways: 0 }
    const result = await this.#current.run(waited, request)
    const name = action.replace(VARIABLE_PART, '/{}')
    const counts = this.#actions.get(name)
    if (counts === undefined) this.#actions.set(name, [waited.ways / 2])
    else counts.push(waited.ways / 2)
    return result
  }

  /** Begins a call of the code that runs now. Calls that run beside each other count once. */
  begin(isLong: boolean): Trip | undefined {
    const waited = this.#current.getStore()
    if (waited === undefined) return undefined
    const way = isLong ? 1 : 0
    const there: Waited = { ways: waited.ways + way }
    return {
      arrive: (work) => this.#current.run(there, work),
      comeBack: () => {
        waited.ways = Math.max(waited.ways, there.ways + way)
      },
    }
  }

  /** Returns what the requests of each action waited for, the most first, and what is wrong with it. */
  report(): { text: string; problems: string[] } {
    const rows = Array.from(this.#actions, ([action, counts]) => ({ action, counts: counts.toSorted((a, b) => a - b) }))
    rows.sort((a, b) => (b.counts.at(-1) ?? 0) - (a.counts.at(-1) ?? 0) || (a.action < b.action ? -1 : 1))
    const median = (counts: readonly number[]) => counts[Math.floor(counts.length / 2)] ?? 0
    return {
      text: rows.map(({ action, counts }) => `${action}: ${timesOf(counts)}`).join('\n'),
      problems: rows
        .filter(({ action, counts }) => median(counts) > 1 && !Object.hasOwn(SEVERAL, action))
        .map(({ action, counts }) => `${action} waits for long crossings one after the other: ${timesOf(counts)}`),
    }
  }
}

const timesOf = (counts: readonly number[]): string =>
  Array.from(new Set(counts), (count) => `${counts.filter((other) => other === count).length} × ${count}`).join(', ')

const OPERATOR = 'Only operators ask it.'
/** The actions that wait for more than one long crossing, and why. */
const SEVERAL: Readonly<Record<string, string>> = {
  'GET /api/v1/parley/deployment': OPERATOR,
  'GET /api/v1/parley/realms': OPERATOR,
  'GET /api/v1/parley/copy/messages': OPERATOR,
  'POST /accounts/password/reset': 'The mail follows the decision.',
}

/** Ids, tokens and names of files, which differ from request to request. */
const VARIABLE_PART = /\/(?:[^/]*\d[^/]*|[^/]*[%@.][^/]*)(?<!\/v1)(?=\/|$)/g

/** Code that runs later continues the action that it belongs to. */
export const continued = (act: () => void): (() => void) => AsyncLocalStorage.bind(act)
