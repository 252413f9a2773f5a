// `npm run test:browsers`: the tests of the web client in Firefox and WebKit. `npm test` runs them in Chromium. A browser that is
// not installed is a failure, because a run that skips it proves nothing about it. `npm run test:browsers -- firefox` runs one.
// Each engine is playwright's own build, or the one of the operating system. The last lines say what each engine ran and what not.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { firefox, webkit } from 'playwright-core'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const DRIVERS = ['/usr/bin/WebKitWebDriver']
const LIBRARIES = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
const BROWSERS = LIBRARIES.map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`)

/** A program that a variable names is the only one that counts: the tests of another one would prove nothing about it. */
const find = (variable: string, files: readonly string[]) =>
  [process.env[variable] || files].flat().find((file) => existsSync(file))

/** How each engine runs here: the variables of the run and the program before it. Undefined if it is not installed. */
type Variables = { ENGINE: string } & Record<string, string>
type Engine = keyof typeof DEBIAN

const DEBIAN = { firefox: 'firefox-esr', webkit: 'webkit2gtk-driver xvfb' }

const ENGINES: Record<Engine, () => Variables | undefined> = {
  firefox() {
    if (!process.env.FIREFOX && existsSync(firefox.executablePath())) return { ENGINE: 'firefox', FIREFOX: '' }
    const program = find('FIREFOX', FIREFOX)
    return program === undefined ? undefined : { ENGINE: 'firefox', FIREFOX: program }
  },
  // Without playwright's build, only the statements of *.webdriver.test.ts run.
  webkit() {
    const isNamed = process.env.WEBKIT_DRIVER || process.env.WEBKIT_BROWSER
    if (!isNamed && existsSync(webkit.executablePath()))
      return { ENGINE: 'webkit', WEBKIT_DRIVER: '', WEBKIT_BROWSER: '' }
    const [driver, browser] = [find('WEBKIT_DRIVER', DRIVERS), find('WEBKIT_BROWSER', BROWSERS)]
    return driver === undefined || browser === undefined
      ? undefined
      : { ENGINE: 'webkitgtk', WEBKIT_DRIVER: driver, WEBKIT_BROWSER: browser }
  },
}

const NAMED = { firefox: ['FIREFOX'], webkit: ['WEBKIT_DRIVER', 'WEBKIT_BROWSER'] }

/** What to do about an engine that is not there. */
function adviceFor(name: Engine) {
  const missing = NAMED[name].filter((variable) => process.env[variable] && !existsSync(process.env[variable] ?? ''))
  if (missing.length > 0)
    return missing.map((variable) => `${variable} names ${process.env[variable]}, which is not there.`).join(' ')
  const debian = `On Debian: apt-get install ${DEBIAN[name]}.`
  return `${name} is not installed. ${debian} Elsewhere: npx playwright-core install --with-deps ${name}`
}

const [first, ...others] = process.argv.slice(2)
const ALL: Engine[] = ['firefox', 'webkit']
const named = ALL.filter((name) => name === first)
const isNamed = named.length > 0
const outcomes: { line: string; isGood: boolean }[] = []
const scratch = mkdtempSync(join(tmpdir(), 'parley-browsers-'))
for (const name of isNamed ? named : ALL) {
  const variables = ENGINES[name]()
  if (!variables) {
    console.error(adviceFor(name))
    outcomes.push({ line: `${name}: not found, so nothing was tested`, isGood: false })
    continue
  }
  const { ENGINE, ...programs } = variables
  console.log(`The tests of the web client in ${ENGINE} ${Object.values(programs).join(' ')}:`)
  const report = join(scratch, `${name}.json`)
  const reporters = [
    '--reporter=default',
    '--reporter=./scripts/report-skips.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
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
  const [program = '', ...args] = needsScreen ? ['xvfb-run', '-a', ...run] : run
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } })
  if (error) console.error(`${program} does not start (${error.message}). On Debian: apt-get install ${DEBIAN[name]}.`)
  outcomes.push(outcomeOf(ENGINE, status, report))
}
rmSync(scratch, { recursive: true })
console.log()
for (const { line } of outcomes) console.log(line)
if (!outcomes.every(({ isGood }) => isGood)) process.exitCode = 1

/** Returns what an engine has shown. A run without a passed test has shown nothing. */
function outcomeOf(engine: string, status: number | null, report: string) {
  if (!existsSync(report)) return { line: `${engine}: the tests did not run`, isGood: false }
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  const counts = `${engine}: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} not run (their reasons are above)`
  const rest = engine === 'webkitgtk' ? '. The tests in web/test/*.browser.test.ts have not run in it' : ''
  return { line: counts + rest, isGood: status === 0 && numPassedTests > 0 }
}
