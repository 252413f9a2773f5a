// npm run patterns
//
// Checks that no regular expression that can meet the text of others takes more than linear time. The server, the client and the
// converters read such text everywhere, so all of their expressions count. Judgements are kept in node_modules/.cache.

import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { complaintsAboutPatterns } from './patterns/complaints.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['src', 'client-state', 'conversion', 'web']
const OMITTED = /(?:^|[/\\])(?:test|dist)[/\\]|\.test\.tsx?$/

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !OMITTED.test(name))
    .map((name) => join(ROOT, folder, name)),
)
const { count, complaints } = await complaintsAboutPatterns(paths, {
  cache: join(ROOT, 'node_modules/.cache/patterns.json'),
  nameOf: (path) => relative(ROOT, path),
})
for (const complaint of complaints) console.error(complaint)
console.log(`${count} regular expressions, ${complaints.length} complaints.`)
if (complaints.length > 0) process.exitCode = 1
