import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Returns the CPU seconds of the page's own thread for these purposes. */
type Counter = (counted: ReadonlySet<string>) => Promise<number>

/** Chromium counts by purpose, and from the start of each page. */
async function counterOfChromium(page: Page): Promise<Counter> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async (counted) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.reduce((sum, { name, value }) => sum + (counted.has(name) ? value : 0), 0)
  }
}

/**
 * Linux counts what a thread does, whatever the purpose: in Firefox, also memory, drawing and the commands of the driver. The
 * first thread of a process has the number of the process.
 */
export const counterOfLinux =
  (processId: number): Counter =>
  async () =>
    Number(readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')[0]) / 1e9

/**
 * CPU time of the page's own thread, which does not grow while other programs run. `frames` is relative to a fixed calculation
 * in the same page, which takes as long as a frame (16 ms) on the machine where the limits were chosen. So a slower machine
 * gives the same number.
 */
export async function metersCpu(page: Page, counter?: Counter) {
  const read = counter ?? (await counterOfChromium(page))

  const spent = async (counted: ReadonlySet<string>, act: () => Promise<unknown>): Promise<number> => {
    const before = await read(counted)
    await act()
    return (await read(counted)) - before
  }

  /** What the budgets count: scripts, styles and layout. Drawing is the work of other threads and of the machine. */
  const seconds = (act: () => Promise<unknown>) => spent(WORK, act)
  const frame = () => spent(WHOLE, () => page.evaluate(calculate))

  /** Returns the CPU time of each run, and how many frames it is. */
  const costs = async (runs: number, act: (turn: number) => Promise<unknown>) => {
    // The first run compiles the code.
    await frame()
    const found: { seconds: number; frames: number }[] = []
    for (let turn = 0; turn < runs; turn++) {
      const whole = (await frame()) + (await frame())
      const cost = await seconds(() => act(turn))
      found.push({ seconds: cost, frames: cost / (whole / 2) })
    }
    return found
  }

  /**
   * Returns the CPU time of each run in frames, the smallest first. With rounds, all runs are done several times, and the fastest of
   * each counts: the browser may compile code or look for garbage during any of them.
   */
  const frames = async (runs: number, act: (turn: number) => Promise<unknown>, rounds = 1): Promise<number[]> => {
    const found = await costs(runs * rounds, (turn) => act(turn % runs))
    return Array.from({ length: runs }, (_, turn) =>
      Math.min(...found.filter((_cost, nth) => nth % runs === turn).map((cost) => cost.frames)),
    ).sort((a, b) => a - b)
  }

  /** Returns the CPU seconds of a page that `act` loads. Chromium counts from zero then. */
  async function start(act: () => Promise<unknown>): Promise<number> {
    if (counter !== undefined) return seconds(act)
    await act()
    return read(WORK)
  }

  return { start, frame, costs, frames }
}

export const median = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0
export const nearlyWorst = (sorted: number[]): number => sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0

const WORK = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
const WHOLE = new Set(['TaskDuration'])

/** Text and numbers, as a client handles them. */
function calculate(): number {
  let sum = 0
  for (let step = 0; step < 11; step++) {
    const names = Array.from({ length: 4000 }, (_, at) => `Person ${(at * 7919) % 4001}`)
    const folded = names.map((name) => name.normalize('NFD').toLowerCase())
    sum += folded.sort().indexOf('person 77') + JSON.stringify(folded).length
  }
  return sum
}
