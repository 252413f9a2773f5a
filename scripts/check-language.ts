// npm run language                  checks the language of all files, and the paths in documents: see CONTRIBUTING.md
// npm run language -- src/markdown  checks these files or folders, converted or not
//
// The words are in language/banned-words.ts. Folders that still use them are listed in language/not-converted.json
// (`src/*` means the files directly in src). An entry that is no longer needed must be removed, and none may be added.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import process from 'node:process'
import { complaintsAboutDocuments } from './language/documents.ts'
import { findingsIn } from './language/findings.ts'

const ROOT = join(import.meta.dirname, '..')
const NOT_CONVERTED = 'scripts/language/not-converted.json'
const PLACES = ['src', 'client-state', 'conversion', 'web', 'test', 'bench', 'scripts', 'world', 'migrations', 'docs']
const EXTENSIONS = new Set(['.ts', '.tsx', '.mjs', '.md', '.sql', '.toml', '.jsonc'])
const EXEMPT = ['scripts/language/'] // the list of words names them
const FINDINGS_SHOWN = 200

const requested = process.argv.slice(2).map((path) => relative(ROOT, join(process.cwd(), path)).split(sep).join('/'))
const notConverted: string[] = JSON.parse(readFileSync(join(ROOT, NOT_CONVERTED), 'utf8'))

const files = requested.length > 0 ? requested.flatMap(filesBelow) : [...filesAtRoot(), ...PLACES.flatMap(filesBelow)]
const findings = files
  .filter((file) => !EXEMPT.some((place) => isIn(file, place)))
  .flatMap((file) => findingsIn(file, readFileSync(join(ROOT, file), 'utf8')))
const toReport =
  requested.length > 0 ? findings : findings.filter(({ file }) => !notConverted.some((place) => isIn(file, place)))
const complaints = requested.length > 0 ? [] : complaintsAboutDocuments(ROOT)
const converted = notConverted.filter((place) => !findings.some(({ file }) => isIn(file, place)))

report()

function report() {
  for (const { file, index, word, name, use } of toReport.slice(0, FINDINGS_SHOWN))
    console.error(`${file}:${lineOf(file, index)}  ${name === word ? word : `${word} in ${name}`}: use ${use}`)
  if (toReport.length > FINDINGS_SHOWN) console.error(`... and ${toReport.length - FINDINGS_SHOWN} more`)
  if (requested.length === 0)
    for (const place of converted) console.error(`${place} has no banned word: remove it from ${NOT_CONVERTED}.`)

  for (const complaint of complaints) console.error(complaint)

  const failed = toReport.length > 0 || complaints.length > 0 || (requested.length === 0 && converted.length > 0)
  if (failed) process.exitCode = 1
  console.log(`${files.length} files, ${toReport.length} banned words${requested.length > 0 ? '' : remaining()}.`)
}

function remaining() {
  const hidden = findings.length - toReport.length
  return hidden === 0 ? '' : `, and ${hidden} in ${notConverted.length} folders that are not converted`
}

/** A place is a file, a folder with all that is below it, or `folder/*`: the files directly in it. */
function isIn(file: string, place: string) {
  if (place.endsWith('/*')) return dirname(file) === place.slice(0, -2)
  return file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`)
}

function filesBelow(place: string) {
  const path = join(ROOT, place)
  if (!statSync(path).isDirectory()) return [place]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => `${place}/${name.split(sep).join('/')}`)
    .filter((file) => EXTENSIONS.has(extname(file)))
}

function lineOf(file: string, index: number) {
  return readFileSync(join(ROOT, file), 'utf8').slice(0, index).split('\n').length
}

function filesAtRoot() {
  return readdirSync(ROOT).filter((name) => EXTENSIONS.has(extname(name)))
}
