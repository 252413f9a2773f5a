import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// On a loaded machine, a test or a hook with a time of its own fails where all others still wait.
const ROOT = join(import.meta.dirname, '..')
const DEFAULT = 240_000
const OWN = 'test/patience.rules.test.ts'

/** The times that a file states for a test or a hook, in milliseconds: an option, or the last argument. */
function statedTimes(source: string): number[] {
  const options = source.matchAll(/^(?!.*\bpoll\().*\btimeout: ([\d_]+)/gm)
  const lastArguments = source.matchAll(/^ *[\])}]+, ([\d_]{4,})\)$|^ {2,4}([\d_]{4,}),\n *\)$/gm)
  return [...options, ...lastArguments].map(([, first, second]) => Number((first ?? second ?? '').replaceAll('_', '')))
}

test.for([
  ["test('sends', { timeout: 60_000 }, async () => {", [60_000]],
  ['beforeAll(async () => {\n}, 120_000)', [120_000]],
  ["test(\n  'sends',\n  { timeout: 5000 },\n  async () => {},\n)", [5000]],
  ["test(\n  'sends',\n  async () => {},\n  5000,\n)", [5000]],
  ['await expect.poll(isThere, { timeout: 60_000 }).toBe(true)', []],
] as const)('%j states %j', ([source, times]) => {
  expect(statedTimes(source)).toEqual(times)
})

test('no test and no hook waits for a shorter time than all others', () => {
  const files = globSync('{test,web/test,world/test}/**/*.test.ts', { cwd: ROOT, exclude: [OWN] })
  expect(files.length).toBeGreaterThan(700)
  const short = files.filter((file) =>
    statedTimes(readFileSync(join(ROOT, file), 'utf8')).some((time) => time <= DEFAULT),
  )
  expect(short).toEqual([])
})

/** What a page shows may change a moment later, so a test that reads it once fails on a slow machine. */
const READ_ONCE =
  /expect\(await [^\n]*\.(?:count|is[A-Z]\w+|textContent|getAttribute|inputValue|innerText|all(?:Inner|Text)\w+)\([^()\n]*\)\)\./

test.for([
  ["expect(await row.getByRole('button').count()).toBe(0)", true],
  ["expect(await field.getAttribute('aria-invalid')).toBe('true')", true],
  ['await expect.poll(() => row.isVisible()).toBe(true)', false],
] as const)('%j reads the page once: %j', ([source, is]) => {
  expect(READ_ONCE.test(source)).toBe(is)
})

test('no test of the browser reads once what it expects of a page', () => {
  const files = globSync('web/test/*.ts', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => READ_ONCE.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
