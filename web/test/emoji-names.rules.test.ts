import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WORDS = join(import.meta.dirname, '../words')
const NAMES = join(import.meta.dirname, '../../src/markdown/emoji-names.data.json')
const codesIn = (lines: string[]) => lines.flatMap((line) => /^([0-9a-f-]+) [^|]/.exec(line)?.[1] ?? []).toSorted()
const read = (file: string): { emoji: string[] } => JSON.parse(readFileSync(file, 'utf8'))
const languages = globSync('*/first.ts', { cwd: WORDS }).map((file) => file.split('/')[0]!)

test('there are languages besides English', () => expect(languages).toContain('de'))

test.each(languages)('each emoji of the server has a name in %s', (language) => {
  const { emoji } = read(join(WORDS, language, 'emoji.data.json'))
  expect(codesIn(emoji)).toEqual(codesIn(read(NAMES).emoji))
})
