// npm run check
//
// Runs all checks, as many at a time as the machine has processors, and prints what the failed ones say.

import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** The checks, the longest first. All of them may read the types that `npm run types` writes. */
const CHECKS = [
  'lint',
  'typecheck',
  'imports',
  'bundle',
  'unused',
  'steps',
  'patterns',
  'format:check',
  'language',
  'services -- --check',
  'commits',
  'words',
  'mutants -- --check',
]

const root = join(import.meta.dirname, '..')

/** @type {(check: string) => Promise<boolean>} */
function passes(check) {
  const began = Date.now()
  const { promise, resolve } = Promise.withResolvers()
  const child = spawn('npm', ['run', '--silent', ...check.split(' ')], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text))
  child.on('close', (code) => {
    const seconds = ((Date.now() - began) / 1000).toFixed(1).padStart(6)
    console.log(`${seconds} s  ${check}${code === 0 ? '' : `: failed\n${output}`}`)
    resolve(code === 0)
  })
  return promise
}

/** @type {string[]} */
const failed = []
async function runChecks(/** @type {string[]} */ waiting) {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
    if (!(await passes(check))) failed.push(check)
}

if (!(await passes('types'))) process.exit(1)
const waiting = [...CHECKS]
await Promise.all(Array.from({ length: availableParallelism() }, () => runChecks(waiting)))
if (failed.length > 0) {
  console.error(`These checks failed: ${failed.join(', ')}`)
  process.exit(1)
}
