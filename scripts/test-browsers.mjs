// `npm run test:browsers`: the tests of the web client in Firefox and WebKit. `npm test` runs them in Chromium. A browser that is
// not installed is a failure, because a run that skips it proves nothing about it.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { firefox, webkit } from 'playwright-core'

const ENGINES = { firefox, webkit }

let failed = false
for (const [name, engine] of Object.entries(ENGINES)) {
  if (!existsSync(engine.executablePath())) {
    console.error(`${name} is not installed: npx playwright-core install --with-deps ${name}`)
    failed = true
    continue
  }
  console.log(`The tests of the web client in ${name}:`)
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'browser', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ENGINE: name },
  })
  if (status !== 0) failed = true
}
if (failed) process.exitCode = 1
