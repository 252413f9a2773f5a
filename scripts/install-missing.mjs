// node scripts/install-missing.mjs             installs the packages of package-lock.json, if some are missing or others
// node scripts/install-missing.mjs --browser   also installs Chromium, if there is none and the operating system is Debian
//
// `npm run dev` and `npm test` begin with it, so that a new clone needs no other command. It uses only what Node has.
// After it, `hash -r` makes the shell look for Node again: it may have found an older one before the packages were there.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { findChromium, PACKAGES } from './browsers.mjs'

const APT_GET = '/usr/bin/apt-get'
const INSTALL = `apt-get install ${PACKAGES.join(' ')}`

const root = join(import.meta.dirname, '..')
if (!arePackagesThere()) installPackages()
if (process.argv.includes('--browser') && findChromium() === undefined) await installBrowser()

/** Whether each package that npm installed has the version of the lock file. npm leaves out the optional ones of other systems. */
function arePackagesThere() {
  const installed = packagesIn(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([folder, { version, optional }]) =>
      folder === '' || installed[folder]?.version === version || (optional && !(folder in installed)),
  )
}

/** @type {(file: string) => Record<string, { version?: string, optional?: boolean }>} */
function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

function installPackages() {
  console.log('Installing the packages: npm ci')
  const npm = process.env.npm_execpath
  const [command, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm]
  finish(spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' }))
}

async function installBrowser() {
  if (!existsSync(APT_GET)) fail('install Chromium or Chrome, and set CHROMIUM to its program.')
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !(await agrees())) fail(`sudo ${INSTALL}`)
  console.log(`Installing Chromium: ${INSTALL}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...PACKAGES],
  ]) {
    const [command, ...more] = isRoot ? [APT_GET, ...args] : ['sudo', APT_GET, ...args]
    finish(spawnSync(command, more, { env, stdio: ['inherit', 'ignore', 'inherit'] }))
  }
}

async function agrees() {
  if (!process.stdin.isTTY || !existsSync('/usr/bin/sudo')) return false
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(`The tests of the web client need Chromium. Run "sudo ${INSTALL}"? [y/N] `)
  prompt.close()
  return /^y/i.test(answer)
}

/** @type {(how: string) => never} */
function fail(how) {
  console.error(`The tests of the web client need Chromium: ${how}`)
  process.exit(1)
}

/** @type {(result: import('node:child_process').SpawnSyncReturns<Buffer>) => void} */
function finish({ status, error }) {
  if (error) console.error(error.message)
  if (status !== 0) process.exit(status ?? 1)
}
