import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const DOMAIN = 'src/domain'
const STORAGE = /(?:^|\/)(?:[a-z0-9-]+-)?storage\.ts$/
const STATEMENT = /`\s*(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b/

const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const hasStatement = (name: string) => STATEMENT.test(readFileSync(join(DOMAIN, name), 'utf8'))

describe('SQL', () => {
  test('is only in the storage files of a concept', () => {
    const others = files.filter((name) => !STORAGE.test(name) && hasStatement(name))
    expect(others).toEqual([])
  })

  test('is in many storage files', () => {
    expect(files.filter((name) => STORAGE.test(name) && hasStatement(name)).length).toBeGreaterThan(50)
  })
})
