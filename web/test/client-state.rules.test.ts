import { expect, test } from 'vitest'
import { applyEvent } from '../../client-state/apply-event'
import { answerOf, stateOf } from '../../client-state/model'
import type { MessageEvent, State, UnreadMessages, UpdateMessageFlagsAddEvent } from '../../client-state/wire'
import { cpuMs } from '../../test/support/cpu'
import { partOf } from './part-of'

const OWN_ID = 10

const topicAt = (at: number) => ({ stream_id: 1 + (at % 50), topic: `topic ${at % 500}` })

/** Returns the answer of a registration with unread messages. */
function registered(unread: number): State {
  type Topic = UnreadMessages['streams'][number]
  const streams = new Map<string, Topic>()
  for (let id = 1; id <= unread; id++) {
    const place = topicAt(id)
    const row = streams.get(place.topic) ?? { ...place, unread_message_ids: [] }
    row.unread_message_ids.push(id)
    streams.set(place.topic, row)
  }
  const compare = (a: Topic, b: Topic) => a.stream_id - b.stream_id || (a.topic < b.topic ? -1 : 1)
  return partOf<State>({
    user_id: OWN_ID,
    max_message_id: unread,
    starred_messages: [3, 5],
    subscriptions: Array.from({ length: 50 }, (_, at) => ({ stream_id: at + 1, name: `c${at}`, is_muted: at === 7 })),
    user_topics: [{ stream_id: 2, topic_name: 'Topic 1', visibility_policy: 1 }],
    realm_user_groups: [{ id: 1, members: [1, 2], direct_subgroup_ids: [] }],
    unread_msgs: {
      pms: [{ other_user_id: 11, sender_id: 11, unread_message_ids: [90_001] }],
      streams: [...streams.values()].sort(compare),
      huddles: [{ user_ids_string: '9,10,11', unread_message_ids: [90_002] }],
      mentions: [1, 90_002],
      count: unread + 2,
      old_unreads_missing: false,
    },
  })
}

const messageEvent = (id: number) => {
  const { stream_id, topic } = topicAt(id)
  return partOf<MessageEvent>({
    type: 'message',
    message: { id, type: 'stream', stream_id, subject: topic },
    flags: [],
  })
}

const readEvent = (id: number) =>
  partOf<UpdateMessageFlagsAddEvent>({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [id] })

test('the state prints the answer from which it was made', () => {
  expect(answerOf(stateOf(registered(1000)))).toEqual(registered(1000))
})

test('messages that come and are read leave the state as it was', () => {
  const state = stateOf(registered(1000))
  for (let id = 100_000; id < 100_300; id++) applyEvent(state, messageEvent(id), {})
  for (let id = 100_000; id < 100_300; id++) applyEvent(state, readEvent(id), {})
  expect(answerOf(state).unread_msgs).toEqual(registered(1000).unread_msgs)
})

test('an event costs the same with 40,000 unread messages as with 400', () => {
  const cost = (unread: number) => {
    const state = stateOf(registered(unread))
    const began = cpuMs()
    for (let id = 100_000; id < 105_000; id++) applyEvent(state, messageEvent(id), {})
    for (let id = 100_000; id < 105_000; id++) applyEvent(state, readEvent(id), {})
    return cpuMs() - began
  }
  // Other work of this machine can only make a run slower, so the fastest of several counts.
  const fastest = (unread: number) => Math.min(...Array.from({ length: 5 }, () => cost(unread)))
  cost(400)
  // A search through all unread messages would take a hundred times as long.
  expect(fastest(40_000) / Math.max(fastest(400), 1)).toBeLessThan(30)
})
