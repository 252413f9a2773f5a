import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const classes = [...textOf('wrangler.toml').matchAll(/^class_name = "(\w+)"$/gm)].map(([, name]) => name)

// wrangler refuses to build a Worker that lacks a class of wrangler.toml, and no test runs the bench.
describe('the Workers of the bench', () => {
  test.each(['bench/workers/worker.ts', 'bench/workers/floor.ts'])(
    '%s exports the classes of wrangler.toml',
    (path) => {
      const exported = /^export \{([^}]*)\}/m.exec(textOf(path))?.[1]?.split(',') ?? []
      const names = exported.map((each) => each.trim().split(' as ').at(-1))

      expect(classes).toContain('RealmObject')
      expect(new Set(names)).toEqual(new Set(classes))
    },
  )
})
