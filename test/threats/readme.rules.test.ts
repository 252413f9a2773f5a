import { expect, test } from 'vitest'
import readme from './README.md?raw'

/** The tests that the rows of README.md name. */
const files = import.meta.glob<string>('../../{src,test,web/test}/**/*.test.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const rows = [...readme.matchAll(/^\|[^|]*\| `([\w./-]+\.test\.ts)` \| (.*) \|$/gm)].map(([, file, words]) => ({
  file: file!,
  words: words!,
}))

test('every row names an existing test', () => {
  expect(rows.length).toBeGreaterThan(40)
  // Files of two folders may have the same name.
  const missing = rows.filter(
    ({ file, words }) =>
      !Object.entries(files).some(([path, text]) => path.endsWith(`/${file}`) && text.includes(words)),
  )
  expect(missing).toEqual([])
})
