// npm run words                 checks that each language has each text, translated from the present English
// npm run words -- --accept de  notes that you looked at all texts of this language whose English text changed
//
// The client's texts are in web/words, those of the server in src/pages/words. scripts/words/translated.txt has a line for each
// English text: its name, a hash of the text, and the languages whose translation was not looked at since the text changed.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { FILES, languages, textsIn } from './words/catalogues.ts'

const MAX_SHOWN = 40
/** The English texts of refusals are those of the API. */
const OPTIONAL = /^refusals\./

const RECORD = join(import.meta.dirname, 'words/translated.txt')

const english = new Map(
  FILES.flatMap((file) =>
    [...recordedTextsIn(file.english)].map(([name, text]) => [`${file.name} ${name}`, hashOf(text)]),
  ),
)
const waiting = textsToLookAt()
if (process.argv[2] === '--accept') {
  for (const language of process.argv.slice(3)) for (const names of waiting.values()) names.delete(language)
  const lines = [...english].map(([name, hash]) => [name, hash, ...(waiting.get(name) ?? [])].join(' '))
  writeFileSync(RECORD, lines.map((line) => `${line}\n`).join(''))
}
const complaints = [
  ...languages.flatMap(differences),
  ...[...waiting].flatMap(([name, names]) => [...names].map((language) => `${language}: look at ${name}`)),
]
for (const complaint of complaints.slice(0, MAX_SHOWN)) console.error(complaint)
if (complaints.length > MAX_SHOWN) console.error(`... and ${complaints.length - MAX_SHOWN} more`)
if (complaints.length > 0) {
  console.error('After you looked at the texts of a language: npm run words -- --accept LANGUAGE')
  process.exitCode = 1
}
console.log(`${english.size} texts, ${languages.length} languages besides English, ${complaints.length} complaints.`)

/** Returns for each text the languages whose translation was made from another English text. */
function textsToLookAt() {
  const lines = existsSync(RECORD) ? readFileSync(RECORD, 'utf8').trimEnd().split('\n') : []
  const recorded = new Map(
    lines.map((line) => {
      const [file, name, hash, ...names] = line.split(' ')
      return [`${file} ${name}`, { hash, names }]
    }),
  )
  return new Map(
    [...english].map(([name, hash]) => {
      const before = recorded.get(name)
      const names = before?.hash === hash ? before.names.filter((language) => languages.includes(language)) : languages
      return [name, new Set(names)]
    }),
  )
}

/** Returns which texts are in English only, and which in the other language only. */
function differences(language: string) {
  return FILES.flatMap((file) => {
    const place = file.of(language)
    const [texts, translated] = [recordedTextsIn(file.english), recordedTextsIn(place)]
    const missing = [...texts.keys()].filter((name) => !translated.has(name))
    const surplus = [...translated.keys()].filter((name) => !texts.has(name) && !OPTIONAL.test(name))
    return [
      ...missing.map((name) => `${place}: ${name} is missing`),
      ...surplus.map((name) => `${place}: ${name} is not in ${file.english}`),
    ]
  })
}

/** Returns the texts of a file by their names in the record, which have no spaces. */
function recordedTextsIn(file: string) {
  return new Map([...textsIn(file)].map(([name, text]) => [name.replaceAll(' ', '_'), text]))
}

/** Line breaks and indentation do not change a text. */
function hashOf(text: string) {
  return createHash('sha256').update(text.replaceAll(/\s+/g, ' ')).digest('base64url').slice(0, 6)
}
