import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { dollarsOf, monthOf } from '../../src/domain/organization/usage/cost-rules'
import { COUNTED_ACTIONS } from '../../src/domain/organization/usage/counted-work'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/cost.md'), 'utf8')

/** The rows of the table for 1,000 users. */
const rows = new Map(
  (page.split('### 1,000 users')[1]?.split('###')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| action'))
    .map((line): [string, number[]] => {
      const [name = '', ...cells] = line.split('|').slice(1, -1)
      return [name.trim(), cells.map(Number)]
    }),
)

const timesOf = (name: string): number => {
  const line = page.split('\n').find((text) => text.startsWith(`- ${name}: `)) ?? ''
  const days = /once in (\d+) days/.exec(line)?.[1]
  return days === undefined ? Number(/: (\d+) times/.exec(line)?.[1]) : 1 / Number(days)
}

describe('COUNTED_ACTIONS', () => {
  // CPU time depends on the machine.
  test.each(Object.entries(COUNTED_ACTIONS))('are about those of docs/cost.md: %s', (name, action) => {
    const [realm_requests = 0, written = 0, written_later = 0, read = 0, , d1_read = 0, d1_written = 0] =
      rows.get(name) ?? []
    expect(action.times).toBe(timesOf(name))
    for (const [counted, documented] of [
      [action.realm_requests, realm_requests],
      [action.written, written],
      [action.written_later, written_later],
      [action.read, read],
      [action.d1_read, d1_read],
      [action.d1_written, d1_written],
    ] as const)
      expect(Math.abs(counted - documented)).toBeLessThanOrEqual(1 + documented / 3)
  })

  test('are all actions of docs/cost.md', () => {
    expect([...rows.keys()]).toEqual(Object.keys(COUNTED_ACTIONS))
  })
})

describe('monthOf', () => {
  // 60 of 100 people work on 22 days, and each sends 43 messages.
  const scale = { people: 1000, messages: 1000 * 0.6 * 22 * 43 }

  test.each([
    ['web_sockets', 'with WebSockets'],
    ['long_polls', 'with long polls'],
  ] as const)('estimates the month of 1,000 people as docs/cost.md does: %s', (listening, title) => {
    const table = page.split(`| ${title} |`)[1] ?? ''
    const documented = Number(/a month \| \*\*[^|]+\| \*\*\$([\d.]+)/.exec(table)?.[1])
    const estimated = dollarsOf(monthOf(scale, listening))
    expect(Math.abs(estimated - documented) / documented).toBeLessThan(0.1)
  })

  test('costs the plan when no user works', () => {
    expect(dollarsOf(monthOf({ people: 0, messages: 0 }, 'long_polls'))).toBe(5)
  })
})
