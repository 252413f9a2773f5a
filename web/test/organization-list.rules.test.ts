import { expect, test } from 'vitest'
import { countsIn, organizationsIn, pauseAfter } from '../base/organization-list'

const OTHER = { origin: 'https://other.example.com', name: 'Other' }
const listOf = (entries: unknown, user_id: unknown = 7) => JSON.stringify({ user_id, entries })

test('the list is that of the user, with well-formed organizations only', () => {
  expect(organizationsIn(listOf([OTHER, { ...OTHER, secret: 'x' }]), 7)).toEqual([OTHER, { ...OTHER, secret: 'x' }])
  const malformed = [
    null,
    5,
    { origin: 'javascript:alert(1)', name: 'x' },
    { origin: 'https://other.example.com/path', name: 'x' },
    { origin: 'https://other.example.com' },
    { ...OTHER, secret: 5 },
  ]
  expect(organizationsIn(listOf([...malformed, OTHER]), 7)).toEqual([OTHER])
  for (const stored of [null, '', 'null', '[]', listOf(5), listOf([OTHER], 8), listOf([OTHER], '7')])
    expect([stored, organizationsIn(stored, 7)]).toEqual([stored, []])
  expect(organizationsIn(listOf([{ ...OTHER, name: 'x'.repeat(20_000) }]), 7)).toEqual([])
})

test('counts are two natural numbers', () => {
  expect(countsIn('{"unread":3,"mentions":0,"name":"x"}')).toEqual({ unread: 3, mentions: 0 })
  for (const text of [
    '',
    'null',
    '{"unread":3}',
    '{"unread":-1,"mentions":0}',
    '{"unread":1.5,"mentions":0}',
    '{"unread":1e99,"mentions":0}',
  ])
    expect([text, countsIn(text)]).toEqual([text, undefined])
})

test('the pauses double while nothing changes, up to sixteen minutes', () => {
  const pauses = [1]
  for (let times = 0; times < 6; times++) pauses.push(pauseAfter(pauses.at(-1) ?? 0, false))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 16, 16])
  expect(pauseAfter(16, true)).toBe(1)
})
