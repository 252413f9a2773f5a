import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOfRoute, parseRoute, printRoute, withChannelIds, type Route } from '../routes/route'

const id = fc.integer({ min: 1, max: 1_000_000 })
const near = fc.option(id, { nil: undefined })
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((topic) => topic.isWellFormed())
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 }).map((list) => list.sort((a, b) => a - b))

const route: fc.Arbitrary<Route> = fc
  .oneof(
    fc.record({ view: fc.constantFrom('feed' as const, 'mentions' as const, 'starred' as const), near }),
    fc.record({ view: fc.constant('channel' as const), stream_id: id, near }),
    fc.record({ view: fc.constant('topic' as const), stream_id: id, topic: text, near }),
    fc.record({ view: fc.constant('direct' as const), user_ids: ids, near }),
  )
  .map(({ near: at, ...place }) => (at === undefined ? place : { ...place, near: at }))

test('an address names its route, whatever the names of channels and users are', () => {
  fc.assert(
    fc.property(route, text, (original, name) => {
      const hash = printRoute(original, { channel: () => name, user: () => name })
      expect(parseRoute(hash)).toEqual(original)
      expect(hash).toMatch(/^#[\w/.~,-]+$/)
    }),
  )
})

test('topics that differ in upper and lower case are one view', () => {
  const key = (topic: string) => keyOfRoute({ view: 'topic', stream_id: 1, topic })
  expect(key('Lunch')).toBe(key('lunch'))
  expect(key('lunch')).not.toBe(key('dinner'))
})

test.each([
  ['', { view: 'inbox' }],
  ['#all_messages', { view: 'feed' }],
  ['#narrow/stream/7-general-talk/topic/50.25.20off', { view: 'topic', stream_id: 7, topic: '50% off' }],
  ['#narrow/stream/7/subject/x', { view: 'topic', stream_id: 7, topic: 'x' }],
  ['#narrow/pm-with/9,8-group', { view: 'direct', user_ids: [8, 9] }],
  ['#narrow/dm/9-Ada/near/3', { view: 'direct', user_ids: [9], near: 3 }],
  ['#narrow/channel/7-x/topic/y/with/12', { view: 'topic', stream_id: 7, topic: 'y', near: 12 }],
  ['#narrow/near/12', { view: 'feed', near: 12 }],
  ['#narrow/channel/general', { view: 'search', terms: [{ operator: 'channel', operand: 'general' }] }],
  ['#narrow/search/x.20y', { view: 'search', terms: [{ operator: 'search', operand: 'x y' }] }],
  [
    '#narrow/from/9-Ada/-has/link/near/4',
    {
      view: 'search',
      terms: [
        { operator: 'sender', operand: 9 },
        { operator: 'has', operand: 'link', negated: true },
      ],
      near: 4,
    },
  ],
  ['#settings/profile', { view: 'settings', section: 'profile' }],
  ['#groups/all', { view: 'settings', section: 'organization/groups' }],
  ['#stats', { view: 'settings', section: 'organization/usage' }],
  ['#search-operators', { view: 'search', terms: [] }],
  ['#groups/12', undefined],
  ['#no-such-place', undefined],
])('%s', (hash, expected) => {
  expect(parseRoute(hash)).toEqual(expected)
})

test.each([
  ['#narrow/stream/lunch', { view: 'channel', stream_id: 7 }],
  ['#narrow/channel/lunch/near/4', { view: 'channel', stream_id: 7, near: 4 }],
  ['#narrow/stream/lunch/topic/a.20b', { view: 'topic', stream_id: 7, topic: 'a b' }],
  ['#narrow/channel/dinner', { view: 'search', terms: [{ operator: 'channel', operand: 'dinner' }] }],
  [
    '#narrow/channel/lunch/has/link',
    {
      view: 'search',
      terms: [
        { operator: 'channel', operand: 7 },
        { operator: 'has', operand: 'link' },
      ],
    },
  ],
  ['#narrow/-channel/lunch', { view: 'search', terms: [{ operator: 'channel', operand: 7, negated: true }] }],
])('the address %s with the name of a channel is that of its id', (hash, expected) => {
  const to = parseRoute(hash)
  expect(to && withChannelIds(to, (name) => (name === 'lunch' ? 7 : undefined))).toEqual(expected)
})
