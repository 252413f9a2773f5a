import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SVC_FEATURE_LEVEL } from '../../src/domain/realm/settings/limits'

const ROOT = path.join(import.meta.dirname, '../..')
const FIRST_LEVEL = 417
const LAST_LEVEL = 512

type Row = { first: number; last: number; state: string; where: string; test: string }

function rowOf(line: string): Row {
  const [levels, , state, where, proof] = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  const [first, last = first] = levels!.split('–').map(Number)
  return { first: first!, last: last!, state: state!, where: where!, test: proof! }
}

const rows = readFileSync(path.join(ROOT, 'docs/levels.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map(rowOf)

describe('the table of levels', () => {
  test('has each level once, in their order', () => {
    const levels = rows.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    )
    expect(levels).toEqual(Array.from({ length: LAST_LEVEL - FIRST_LEVEL + 1 }, (_, index) => FIRST_LEVEL + index))
    for (const { first, state } of rows) expect(['holds', 'none', 'missing'], String(first)).toContain(state)
  })

  test.each(rows.filter(({ state }) => state === 'holds'))('$first holds: its code and its test exist', (row) => {
    const [, where] = /^`([^`]+)`$/.exec(row.where) ?? []
    const [, file, title] = /^`([^`]+)`: (.+)$/.exec(row.test) ?? []
    expect(existsSync(path.join(ROOT, where ?? '?'))).toBe(true)
    expect(readFileSync(path.join(ROOT, file ?? '?'), 'utf8')).toContain(`'${title}'`)
  })

  test('the server announces the highest level below which each row holds', () => {
    const missing = rows.find(({ state }) => state === 'missing')
    expect(SVC_FEATURE_LEVEL).toBe(missing === undefined ? LAST_LEVEL : missing.first - 1)
  })

  test('the README names that level', () =>
    expect(readFileSync(path.join(ROOT, 'README.md'), 'utf8')).toContain(`feature level ${SVC_FEATURE_LEVEL}]`))
})
