// npm run patterns               judges the regular expressions
// npm run patterns -- --write    keeps the judgements in the list
//
// Checks that no regular expression that can meet the text of others takes more than linear time. The server, the client and the
// converters read such text everywhere, so all of their expressions count. A judgement that is merged in scripts/patterns/judgements.json is
// believed. Others are kept in node_modules/.cache.

import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { complaintsAboutPatterns } from './patterns/complaints.ts'
import {
  believedJudgements,
  compareJudgements,
  listedJudgements,
  mergedJudgements,
  writeJudgements,
} from './patterns/listed-judgements.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['src', 'client-state', 'conversion', 'web']
const OMITTED = /(?:^|[/\\])(?:test|dist)[/\\]|\.test\.tsx?$/

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !OMITTED.test(name))
    .map((name) => join(ROOT, folder, name)),
)
const listed = listedJudgements()
const { count, complaints, judgements } = await complaintsAboutPatterns(paths, {
  cache: join(ROOT, 'node_modules/.cache/patterns.json'),
  believed: believedJudgements(listed, mergedJudgements()),
  nameOf: (path) => relative(ROOT, path),
})
const { wrong, missing } = compareJudgements(listed, judgements)
if (process.argv.includes('--write')) writeJudgements(judgements)
else complaints.push(...wrong)
for (const complaint of complaints) console.error(complaint)
console.log(`${count} regular expressions, ${complaints.length} complaints.`)
if (missing > 0) console.log(`${missing} are judged again in each clone until npm run patterns -- --write lists them.`)
if (complaints.length > 0) process.exitCode = 1
