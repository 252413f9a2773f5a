// npm run commits                          checks the commits since .ci/base
// node scripts/check-commits.mjs FILE      checks one message: the hook commit-msg runs this

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { complaintsAboutCommit } from './commit-rules.mjs'

const root = join(import.meta.dirname, '..')
const [file] = process.argv.slice(2)

/** @type {(...args: string[]) => string} */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/** @type {(message: string) => string} */
const withoutComments = (message) => message.replaceAll(/^#.*\n?/gm, '')

if (file !== undefined) report(withoutComments(readFileSync(file, 'utf8')), complaintsAboutCommit)
else checkSinceBase()

function checkSinceBase() {
  const base = readFileSync(join(root, '.ci/base'), 'utf8').trim()
  if (!isAncestor(base)) return console.log(`The history does not have ${base}, so no commit was checked.`)
  const hashes = git('rev-list', '--no-merges', `${base}..HEAD`).split('\n').filter(Boolean)
  for (const hash of hashes) {
    const files = git('diff-tree', '--no-commit-id', '--name-only', '-r', hash).split('\n').filter(Boolean).length
    report(git('log', '-1', '--format=%B', hash), (message) => complaintsAboutCommit(message, files))
  }
  console.log(`${hashes.length} commits were checked.`)
}

/** @type {(hash: string) => boolean} */
function isAncestor(hash) {
  try {
    git('merge-base', '--is-ancestor', hash, 'HEAD')
    return true
  } catch {
    return false
  }
}

/** @type {(message: string, complaintsAbout: (message: string) => string[]) => void} */
function report(message, complaintsAbout) {
  const complaints = complaintsAbout(message)
  if (complaints.length === 0) return
  console.error([message.split('\n')[0], ...complaints.map((complaint) => `    ${complaint}`)].join('\n'))
  process.exitCode = 1
}
