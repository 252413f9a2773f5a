import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/api-rules.md')

const rules = [...page.matchAll(/^\| +(\d+) +\| [^|]+ \| `([\w./-]+)`: ([^|]+?) +\|$/gm)].map(
  ([, number = '', file = '', title = '']) => ({ number: Number(number), file, title }),
)

describe('docs/api-rules.md', () => {
  test('has each rule once, in order', () => {
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.map(({ number }) => number)).toEqual(rules.map((_, index) => index + 1))
    expect(page.match(/^\| +\d+ +\|/gm)).toHaveLength(rules.length)
  })

  test('names a test of each rule by its title', () => {
    const missing = rules.filter(({ file, title }) => !read(`test/${file}`).includes(`test('${title}'`))
    expect(missing).toEqual([])
  })

  test('has the rules that comments name, and no other list is named', () => {
    const named = new Set<number>()
    for (const path of globSync('src/**/*.ts', { cwd: root })) {
      const source = read(path)
      for (const [, number] of source.matchAll(/\bAPI rule (\d+)/g)) named.add(Number(number))
      expect(source, path).not.toMatch(/\bspecification \(?\d/)
    }
    expect([...named].toSorted((a, b) => a - b)).toEqual(rules.map(({ number }) => number))
  })
})
