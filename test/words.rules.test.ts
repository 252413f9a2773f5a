import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SKIP_REASONS } from '../conversion/report.ts'
import { readableText } from '../scripts/words/readable.ts'
import { textsOf } from '../scripts/words/texts-of.ts'

test('the texts of a file have names, and are as they are written', () => {
  const source = `
    const shared = { 1: 'one' }
    const count = (number: number) => \`\${number}\`
    export const words = translated('words', {
      plain: 'text',
      inner: record({ 10_080: 'a week', 'dm-including': 'all' }),
      shared,
      made: (name: string) => \`Hello \${name}\`,
    } satisfies Texts)`
  expect(Object.fromEntries(textsOf('words.ts', source))).toEqual({
    plain: "'text'",
    'inner.10080': "'a week'",
    'inner.dm-including': "'all'",
    'shared.1': "'one'",
    made: '(name: string) => `Hello ${name}`',
  })
})

test('the client has a text for each reason in the report of a conversion', () => {
  const file = new URL('../web/words/en-import.ts', import.meta.url)
  const reasons = [...textsOf('en-import.ts', readFileSync(file, 'utf8'))].flatMap(([name]) =>
    name.startsWith('reasons.') ? [name.slice('reasons.'.length)] : [],
  )
  expect(reasons.toSorted()).toEqual([...SKIP_REASONS].toSorted())
})

test.each([
  ["'it is\\nhere'", 'it is\nhere'],
  [
    '(name: string) => `Hello ${name}, in ${count(days, "day", "days")}`',
    'Hello {name}, in {count(days, "day", "days")}',
  ],
  ["(people) => count(people, 'person',\n  'people')", "count(people, 'person', 'people')"],
  ["['Day', 'Kind']", "['Day', 'Kind']"],
])('who corrects %s reads %s', (text, readable) => {
  expect(readableText(text)).toBe(readable)
})
