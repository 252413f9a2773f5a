import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { readQuery } from '../../src/api/read-fields'

const ofPlatform = ({ search }: URL) => [...new Map(new URLSearchParams(search))]
const urlOf = (query: string) => new URL(`http://parley.test/api/v1/events?${query}`)

test.each([
  '',
  'queue_id=1:2a&last_event_id=-1',
  'a',
  'a=',
  '=a',
  'a=b=c',
  'a=1&a=2&b=3&a=4',
  '&&a=1&&b=2&',
  'a=1?b=2',
  'a+b=c+d',
  'a%20b=%C3%A9',
  'a=%',
  'a=%ff',
  'a="é"',
  'a=<b>',
  "a='b'",
  '__proto__=1',
  'a;b=1',
  `a=${'x'.repeat(600)}&b`,
])('reads the query %s as the platform does', (query) => {
  expect([...readQuery(urlOf(query))]).toEqual(ofPlatform(urlOf(query)))
})

test('reads random queries as the platform does', () => {
  const parts = constantFrom('a', 'b', '=', '&', '+', '%', '%41', '%e9', '?', ';', '"', 'é', '1', '.', ' ', '[', '\t')
  assert(
    property(array(parts, { maxLength: 14 }), (pieces) => {
      const url = urlOf(pieces.join(''))
      expect([...readQuery(url)]).toEqual(ofPlatform(url))
    }),
    { numRuns: 2000 },
  )
})
