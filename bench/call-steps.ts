// A step that does not end says so: a machine without CPU must not make the bench wait for hours.

import process from 'node:process'
import { setTimeout } from 'node:timers/promises'

class TookTooLong extends Error {}

/** Returns what a step yields. Throws what the step should have done, if it takes longer. */
export async function within<T>(seconds: number, statement: string, step: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = setTimeout(seconds * 1000, undefined, { signal: timer.signal }).then(() => {
    throw new TookTooLong(`${statement} within ${seconds} s.`)
  })
  late.catch(() => {}) // the step ended before
  try {
    return await Promise.race([step, late])
  } finally {
    timer.abort()
  }
}

/** Runs all steps. If one takes too long, prints its statement, and the exit code says that it failed. */
export async function runSteps(steps: () => Promise<void>, explain: () => string): Promise<void> {
  try {
    await steps()
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    console.log(`\nBROKEN  ${error.message}\n${explain()}`)
    process.exitCode = 1
  }
}
