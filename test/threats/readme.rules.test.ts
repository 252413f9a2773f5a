import { expect, test } from 'vitest'
import readme from './README.md?raw'

/** The README of this folder promises a test in each of its rows: here is that there is one. */
const files = import.meta.glob<string>('../**/*.test.ts', { query: '?raw', import: 'default', eager: true })

const rows = [...readme.matchAll(/^\|[^|]*\| `([\w./-]+\.test\.ts)` \| (.*) \|$/gm)].map(([, file, words]) => ({
  file: file!,
  words: words!,
}))

test('every row names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(40)
  const missing = rows.filter(({ file, words }) => {
    const text = Object.entries(files).find(([path]) => path.endsWith(`/${file}`))?.[1]
    return !text?.includes(words)
  })
  expect(missing).toEqual([])
})
