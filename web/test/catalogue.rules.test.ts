import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WORDS = join(import.meta.dirname, '../words')

/** The names under which the English texts wait for those of another language. */
const names = readdirSync(WORDS)
  .filter((file) => /^en.*\.ts$/.test(file))
  .flatMap((file) =>
    [...readFileSync(join(WORDS, file), 'utf8').matchAll(/translated\(\s*'(\w+)'/g)].map(([, name]) => name),
  )

const languages = readdirSync(WORDS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(WORDS, entry.name, 'first.ts')))
  .map(({ name }) => name)

test.each(languages)('the files of a language replace all English texts: %s', async (language) => {
  const { rest, ...first } = await import(`../words/${language}/first.ts`)
  expect(new Set(Object.keys({ ...first, ...(await rest()) }))).toEqual(new Set(names))
})
