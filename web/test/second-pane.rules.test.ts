import { expect, test } from 'vitest'
import { besideOf, withBeside } from '../routes/beside'
import { parseRoute, printRoute, type Route } from '../routes/route'
import { keyOfBeside, parseBeside, paneWidth, printBeside, visitedAfter, type Beside } from '../routes/second-pane'

const names = { channel: () => 'what? beside=x', user: () => 'Ada/?beside=' }
const hrefOf = (route: Route) => printRoute(route, names)

const PLACES: Beside[] = [
  { view: 'channel', stream_id: 2 },
  { view: 'topic', stream_id: 2, topic: 'why?beside=#inbox', near: 7 },
  { view: 'direct', user_ids: [3, 9] },
  { view: 'search', terms: [{ operator: 'search', operand: 'is it ?' }] },
  { view: 'mentions' },
  { user_id: 5 },
  { part: 'picture', message_id: 77, at: 2 },
  { part: 'table', message_id: 77, at: 0 },
]

test.for(PLACES)('77. an address holds a view and, beside it, %j', (place) => {
  const main: Route = { view: 'topic', stream_id: 1, topic: 'both?' }
  const hash = withBeside(hrefOf(main), printBeside(place, hrefOf))
  expect(parseRoute(hash)).toEqual(main)
  expect(parseBeside(besideOf(hash))).toEqual(place)
})

test.for([
  '',
  'inbox',
  'settings/profile',
  'user/x',
  'channels/2',
  'drafts',
  'nonsense',
  'narrow',
  'picture/7',
  'video/7/1',
])('nothing is beside the view for the address %j', (text) => {
  expect(parseBeside(besideOf(withBeside('#feed', text)))).toBe(undefined)
  expect(parseRoute(withBeside('#feed', text))).toEqual({ view: 'feed' })
})

test('a place in the same conversation is the same place', () => {
  expect(keyOfBeside({ view: 'direct', user_ids: [5], near: 2 })).toBe(keyOfBeside({ view: 'direct', user_ids: [5] }))
  expect(keyOfBeside({ user_id: 5 })).not.toBe(keyOfBeside({ view: 'direct', user_ids: [5] }))
})

test('77. the second pane has a history of its own, which the browser also walks back', () => {
  const walk = (...open: string[]) => open.reduce<readonly string[]>(visitedAfter, [])
  expect(walk('a', 'b', 'b', 'c')).toEqual(['a', 'b', 'c'])
  expect(walk('a', 'b', 'c', 'b')).toEqual(['a', 'b'])
  expect(walk('a', 'b', 'a')).toEqual(['a'])
  expect(walk('a', 'b', '')).toEqual([])
  expect(walk('a', 'picture/1/0', 'picture/1/1', 'picture/9/0')).toEqual(['a', 'picture/9/0'])
  expect(walk(...Array.from({ length: 80 }, (_, at) => String(at)))).toHaveLength(50)
})

test.for([
  [500, 1000, 500],
  [10, 1000, 320],
  [900, 1000, 640],
  [900, 400, 320],
] as const)('a pane that shall have %d of %d pixels has %d', ([chosen, between, width]) => {
  expect(paneWidth(chosen, between)).toBe(width)
})
