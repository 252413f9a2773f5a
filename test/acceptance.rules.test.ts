import { describe, expect, test } from 'vitest'
import page from '../docs/acceptance.md?raw'

const sources = {
  ...import.meta.glob<string>('../web/test/*.test.ts', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('./messages/kept-*.test.ts', { query: '?raw', import: 'default', eager: true }),
}

// A title begins with the numbers of its statements, such as `13, 56. ` or `53. and 54. `.
const NUMBERS = /['"`](\d+(?:,? (?:and )?\d+|\.? and \d+|, \d+)*)\. (?=\S)/g

/** Returns the files with tests of each statement. */
function testedIn(): Map<string, string[]> {
  const files = new Map<string, Set<string>>()
  for (const [path, source] of Object.entries(sources))
    for (const [, numbers = ''] of source.matchAll(NUMBERS))
      for (const number of numbers.match(/\d+/g) ?? [])
        files.set(number, (files.get(number) ?? new Set()).add(path.split('/').at(-1)!.replace('.test.ts', '')))
  return new Map([...files].map(([number, names]) => [number, [...names].sort()]))
}

const statements = [...page.matchAll(/^\| +(\d+) +\|[^|]+\| +(.+?) +\|$/gm)].map(([, number = '', tests = '']) => ({
  number,
  tests: tests.split(', ').map((name) => name.replaceAll('`', '')),
}))

describe('docs/acceptance.md', () => {
  test('has each statement once, in order', () => {
    expect(statements.map(({ number }) => Number(number))).toEqual(statements.map((_, index) => index + 1))
  })

  test('names the files with tests of each statement, and no title names another statement', () => {
    expect(Object.fromEntries(statements.map(({ number, tests }) => [number, tests.toSorted()]))).toEqual(
      Object.fromEntries(testedIn()),
    )
  })
})
