// Where the texts of all languages are.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsOf } from './texts-of.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The codes of the languages besides English. */
export const languages = readdirSync(join(ROOT, 'web/words'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, 'web/words', entry.name, 'first.ts')))
  .map(({ name }) => name)

/** The files with English text: their names in the record, and where a translation is. */
export const FILES = [
  ...readdirSync(join(ROOT, 'web/words'))
    .filter((file) => /^en.*\.ts$/.test(file))
    .map((file) => {
      const name = file === 'en.ts' ? 'words' : file.slice('en-'.length, -'.ts'.length)
      return {
        name: `web/${name}`,
        english: `web/words/${file}`,
        of: (language: string) => `web/words/${language}/${name}.ts`,
      }
    }),
  ...['', 'emails-', 'bots-'].map((prefix) => ({
    name: `server/${prefix === '' ? 'pages' : prefix.slice(0, -1)}`,
    english: `src/pages/words/${prefix}en.ts`,
    of: (language: string) => `src/pages/words/${prefix}${language}.ts`,
  })),
]

/** Returns the texts of a file by their names. A file that is not there has none. */
export function textsIn(file: string): Map<string, string> {
  const path = join(ROOT, file)
  return existsSync(path) ? textsOf(file, readFileSync(path, 'utf8')) : new Map()
}
