import { expect, test } from 'vitest'
import { stateOf } from '../../client-state/model'
import { suggest } from '../store/search-suggestions'
import type { OwnParts, Registered } from '../wire/own-state'
import { partOf } from './part-of'

const OWN = 10
const state = stateOf<OwnParts>(
  partOf<Registered>({
    user_id: OWN,
    realm_users: [
      { user_id: OWN, full_name: 'Ada Okafor' },
      { user_id: 11, full_name: 'Maximiliane Meyer' },
      { user_id: 12, full_name: 'Benjamin' },
    ],
    realm_non_active_users: [
      { user_id: 13, full_name: 'Ben' },
      { user_id: 14, full_name: 'Bente' },
    ],
    cross_realm_bots: [{ user_id: 15, full_name: 'Welcome Bot' }],
    subscriptions: [{ stream_id: 3, name: 'benchmarks' }],
    unsubscribed: [],
    never_subscribed: [],
    realm_user_groups: [],
    user_topics: [],
    unread_msgs: { pms: [], streams: [], huddles: [], mentions: [], count: 0 },
  }),
)
const offered = (text: string) =>
  suggest(state, text).map((suggestion) =>
    'term' in suggestion ? [suggestion.term.operator, suggestion.term.operand] : suggestion.operator,
  )

test.each(['sender:me', 'from:me', 'FROM:me'])('%s is first of all the reader', (text) => {
  expect(offered(text)[0]).toEqual(['sender', OWN])
  expect(offered(text)).toContainEqual(['sender', 11])
})

test('an exact name comes first, then active people, then those who are deactivated', () => {
  expect(offered('from:ben')).toEqual([
    ['sender', 13],
    ['sender', 12],
    ['sender', 14],
  ])
})

test('a small mistake in a name finds it', () => {
  expect(offered('from:maximilane')).toEqual([['sender', 11]])
})

test('what is to a person is direct, or in a channel, and to the reader it is all that is direct', () => {
  expect(offered('to:bench')).toEqual([['channel', 3]])
  expect(offered('to:maxi')).toEqual([['dm', [11]]])
  expect(offered('to:me')[0]).toEqual(['is', 'dm'])
  expect(suggest(state, '-to:maxi')).toEqual([{ term: { operator: 'dm', operand: [11], negated: true } }])
})

test('the other names of operators are offered when their first letters are written, and not before', () => {
  expect(offered('fr')).toContain('from')
  expect(offered('')).not.toContain('from')
  expect(offered('from')).toContain('from')
})
