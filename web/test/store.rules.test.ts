import { expect, test } from 'vitest'
import type { Call, ChannelFoundMessage, MessageEvent, ParleyCallStartEvent } from '../../client-state/wire'
import type { Route } from '../routes/route'
import { createStore } from '../store/store'
import type { Registered } from '../wire/own-state'
import { partOf } from './part-of'

const LUNCH: Route = { view: 'topic', stream_id: 1, topic: 'lunch' }

function newStore() {
  const store = createStore({}, () => {})
  store.replace(
    partOf<Registered>({
      user_id: 10,
      subscriptions: [{ stream_id: 1, name: 'general' }],
      user_topics: [],
      parley_calls: [],
      unread_msgs: { pms: [], streams: [], huddles: [], mentions: [], count: 0 },
    }),
  )
  return store
}

const message = (id: number, subject = 'lunch') =>
  partOf<ChannelFoundMessage>({ id, type: 'stream', stream_id: 1, subject, flags: [] })

const arrives = (id: number, subject?: string) =>
  partOf<MessageEvent>({ type: 'message', message: message(id, subject), flags: [] })

test('a message that arrives while the messages of a view are fetched is in the view', () => {
  const store = newStore()
  store.apply([arrives(5), arrives(6, 'dinner'), arrives(7)])
  store.setWindow(LUNCH, { ids: [5], foundOldest: true, foundNewest: true })
  expect(store.windowOf(LUNCH).ids).toEqual([5, 7])
  store.setWindow(LUNCH, { ids: [3], foundOldest: true, foundNewest: false })
  expect(store.windowOf(LUNCH).ids).toEqual([3])
  store.setWindow(LUNCH, { ids: [], foundOldest: true, foundNewest: true })
  expect(store.windowOf(LUNCH).ids).toEqual([5, 7])
})

test('a registration of a realm that runs an older version takes events of a newer one', () => {
  const store = newStore()
  expect(store.state).toMatchObject({ parley_ringing_calls: [], parley_answer_codes: {} })
  const call = partOf<Call>({ id: 7 })
  const begins = { type: 'parley_call', op: 'start', rings: true, answer_code: 'code' } as const
  store.apply([partOf<ParleyCallStartEvent>({ ...begins, call })])
  expect(store.state).toMatchObject({ parley_ringing_calls: [7], parley_answer_codes: { 7: 'code' } })
})
