import { expect, test } from 'vitest'
import { KNOWN_FLAKES } from '../../scripts/retries/known-flakes.ts'
import { verdictOn } from '../../scripts/retries/verdict.ts'

const repeated = { test: 'test/a.test.ts: a > sends', attempts: 2, reason: ['expected 1 to be 2'] }
const other = { ...repeated, test: 'test/a.test.ts: a > reads' }
const flake = { test: repeated.test, cause: 'The clock of the runtime.', since: '2026-11-23' }

test('without a repeated test there is nothing to say', () => {
  expect(verdictOn([], [flake])).toEqual({ lines: [], isFailure: false })
})

test('a test that passed only when it was repeated fails the run, and its reason is there', () => {
  const { lines, isFailure } = verdictOn([repeated], [])
  expect(isFailure).toBe(true)
  expect(lines.slice(2)).toEqual(['  test/a.test.ts: a > sends (attempt 2)', '      expected 1 to be 2'])
})

test('a listed test does not fail the run, and its cause is there', () => {
  const { lines, isFailure } = verdictOn([repeated], [flake])
  expect(isFailure).toBe(false)
  expect(lines).toContain('  test/a.test.ts: a > sends (attempt 2), listed since 2026-11-23: The clock of the runtime.')
  expect(verdictOn([repeated, other], [flake]).isFailure).toBe(true)
})

test('a listed folder stands for its tests only', () => {
  const folder = { ...flake, test: 'web/test/' }
  expect(verdictOn([{ ...repeated, test: 'web/test/a.browser.test.ts: a > sends' }], [folder]).isFailure).toBe(false)
  expect(verdictOn([repeated], [folder]).isFailure).toBe(true)
})

test('each listed test has a cause and a day', () => {
  for (const { test: name, cause, since } of KNOWN_FLAKES) {
    expect(name).toMatch(/^(test|web)\/.*(\.test\.ts: .|\/$)/)
    expect(cause.length).toBeGreaterThan(20)
    expect(since).toMatch(/^20\d\d-\d\d-\d\d$/)
  }
})
