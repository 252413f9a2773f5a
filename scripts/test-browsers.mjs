// `npm run test:browsers`: the tests of the web client in Firefox and WebKit. `npm test` runs them in Chromium. A browser that is
// not installed is a failure, because a run that skips it proves nothing about it. `npm run test:browsers -- firefox` runs one.
// Each engine is playwright's own build, or the one of the operating system.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import process from 'node:process'
import { firefox, webkit } from 'playwright-core'

const FIREFOX = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']
const DRIVERS = [process.env.WEBKIT_DRIVER, '/usr/bin/WebKitWebDriver']
const LIBRARIES = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
const BROWSERS = [process.env.WEBKIT_BROWSER, ...LIBRARIES.map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`)]

const there = (files) => files.find((file) => file !== undefined && existsSync(file))

/** How each engine runs here: the variables of the run and the program before it. Undefined if it is not installed. */
const ENGINES = {
  firefox() {
    if (existsSync(firefox.executablePath())) return { ENGINE: 'firefox', FIREFOX: '' }
    const program = there(FIREFOX)
    return program && { ENGINE: 'firefox', FIREFOX: program }
  },
  // Without playwright's build, only the statements of core.webdriver.test.ts run.
  webkit() {
    if (existsSync(webkit.executablePath())) return { ENGINE: 'webkit' }
    const [driver, browser] = [there(DRIVERS), there(BROWSERS)]
    return driver && browser && { ENGINE: 'webkitgtk', WEBKIT_DRIVER: driver, WEBKIT_BROWSER: browser }
  },
}

const DEBIAN = { firefox: 'firefox-esr', webkit: 'webkit2gtk-driver xvfb' }

const [first, ...others] = process.argv.slice(2)
const isNamed = first in ENGINES
let failed = false
for (const name of isNamed ? [first] : Object.keys(ENGINES)) {
  const variables = ENGINES[name]()
  if (!variables) {
    console.error(
      `${name} is not installed. On Debian: apt-get install ${DEBIAN[name]}. Elsewhere: npx playwright-core install --with-deps ${name}`,
    )
    failed = true
    continue
  }
  const { ENGINE, ...programs } = variables
  console.log(`The tests of the web client in ${ENGINE} ${Object.values(programs).join(' ')}:`)
  const reporters = ['--reporter=default', '--reporter=./scripts/report-skips.mjs']
  const run = [
    'npx',
    'vitest',
    'run',
    '--project',
    'browser',
    ...reporters,
    ...(isNamed ? others : process.argv.slice(2)),
  ]
  // WebKitGTK has no mode without a screen.
  const needsScreen = ENGINE === 'webkitgtk' && process.env.DISPLAY === undefined
  const [program, ...args] = needsScreen ? ['xvfb-run', '-a', ...run] : run
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } })
  if (status !== 0) failed = true
}
if (failed) process.exitCode = 1
