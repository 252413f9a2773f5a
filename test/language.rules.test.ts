import { expect, test } from 'vitest'
import { findingsIn } from '../scripts/language/findings.ts'

const wordsIn = (file: string, source: string) => findingsIn(file, source).map(({ word }) => word)

test.each<[what: string, file: string, source: string, words: string[]]>([
  ['a comment', 'src/a.ts', '// Whoever sends it is told.', ['whoever', 'told']],
  ['a doc comment', 'src/a.ts', '/** Nobody\n * reads it. */', ['nobody']],
  ['a part of a name', 'src/a.ts', 'const wasTold = 1', ['told']],
  ['a part of a constant', 'src/a.ts', 'const SAID_AT = 1', ['said']],
  [
    'limits of another form',
    'src/a.ts',
    'f(NAME_CHARACTERS_MAX, MOST_ROWS, MAX_ROWS)',
    ['NAME_CHARACTERS_MAX', 'MOST_ROWS'],
  ],
  ['a whole name', 'src/a.ts', 'const known = 1', ['known']],
  ['a part of a name that is right there', 'src/a.ts', 'const knownTopics = 1', []],
  ['a wire name in quotes', 'src/a.ts', "const field = 'told'", []],
  ['a sentence in quotes', 'src/a.ts', "throw new Error('it was told to somebody')", ['told', 'somebody']],
  ['code after a string, a pattern and a template', 'src/a.ts', "f('//', /['\"]/, `${told}`)", ['told']],
  ['text of a tagged template', 'src/a.ts', 'sql`SELECT told FROM said WHERE a = b`', []],
  ['content that a test sends', 'test/a.test.ts', "send('Nobody told me about it')", []],
  ['the name of a test', 'test/a.test.ts', "test('nobody can read it', f)", ['nobody']],
  ['the name of a file', 'src/outlook.ts', '', ['outlook']],
  ['prose of a document', 'docs/a.md', 'Somebody reads `told` and [this](told.md).', ['somebody']],
  [
    'a comment of SQL',
    'src/tables.sql',
    "-- What was said\nCREATE TABLE lots (a TEXT DEFAULT 'told')",
    ['said', 'lots'],
  ],
  ['an exception', 'src/a.ts', '// The group `role:nobody`, and letters and digits', []],
])('finds banned words in %s', (_, file, source, words) => {
  expect(wordsIn(file, source)).toEqual(words)
})
