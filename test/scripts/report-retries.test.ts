import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Runs vitest with the reporter of `.ci/run` in a folder with this test. */
function runs(source: string) {
  mkdirSync(join(ROOT, '.wrangler'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.wrangler/retries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  writeFileSync(join(folder, 'one.test.ts'), source)
  const reporter = join(ROOT, 'scripts/report-retries.ts')
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const options = ['run', '--root', folder, '--retry=2', '--reporter=default', `--reporter=${reporter}`]
  // A vitest inside of another one would take its place in a pool.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  return spawnSync(process.execPath, [program, ...options], { env: { ...env, NO_COLOR: '1' }, encoding: 'utf8' })
}

test('a run in which all tests pass fails if one of them was repeated', () => {
  const { status, stdout } = runs(
    `import { expect, test } from 'vitest'
    let turn = 0
    test('is steady', () => expect(1).toBe(1))
    test('is not steady', () => expect(++turn, 'the second turn').toBe(2))`,
  )
  expect(stdout).toContain('2 passed')
  expect(stdout).toContain('so the run fails')
  expect(stdout).toContain('one.test.ts: is not steady (attempt 2)')
  expect(stdout).toContain('the second turn: expected 1 to be 2')
  expect(status).toBe(1)
})
