// A reporter of vitest: it names the tests that failed at first and passed when they were repeated, and says why they failed.
// The run fails, unless scripts/retries/known-flakes.ts lists them.

import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import type { TestCase } from 'vitest/node'
import { KNOWN_FLAKES } from './retries/known-flakes.ts'
import { verdictOn, type RepeatedTest } from './retries/verdict.ts'

const MAX_LINES = 12

export default class RetryReporter {
  #repeated: RepeatedTest[] = []

  onTestCaseResult(test: TestCase): void {
    const { flaky = false, retryCount = 0 } = test.diagnostic() ?? {}
    if (!flaky) return
    const reason = (test.result().errors ?? []).flatMap(({ message, diff = '', stack = '' }) => [
      ...message.split('\n').slice(0, MAX_LINES),
      ...changedLines(diff).slice(0, MAX_LINES),
      ...stack.split('\n').filter((line) => /[./]test[./]/.test(line)),
    ])
    this.#repeated.push({
      test: `${test.module.relativeModuleId}: ${test.fullName}`,
      attempts: retryCount + 1,
      reason,
    })
  }

  onTestRunEnd(): void {
    const { lines, isFailure } = verdictOn(this.#repeated, KNOWN_FLAKES)
    for (const line of lines) console.log(line)
    if (isFailure) process.exitCode = 1
  }
}

/** Returns what was expected and what was there, without the lines that both have, and without colours. */
const changedLines = (diff: string): string[] =>
  stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => /^[-+]/.test(line))
