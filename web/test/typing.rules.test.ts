import { expect, test } from 'vitest'
import { keyOfRoute } from '../routes/route'
import { createTyping } from '../sync/typing'

test('a message ends the typing of its sender in its conversation, and in no other', () => {
  const state = { user_id: 10, server_typing_started_expiry_period_milliseconds: 15_000 }
  const typing = createTyping({
    ask: async () => ({}),
    signal: new AbortController().signal,
    state: () => state,
    changed: () => {},
  })
  const keyOf = (topic: string) => keyOfRoute({ view: 'topic', stream_id: 1, topic })
  const sender = { user_id: 11 }
  for (const topic of ['lunch', 'dinner'])
    typing.receive([{ type: 'typing', op: 'start', message_type: 'stream', stream_id: 1, topic, sender }])
  typing.receive([{ type: 'message', message: { type: 'stream', stream_id: 1, subject: 'lunch', sender_id: 11 } }])
  expect(typing.usersIn(keyOf('lunch'))).toEqual([])
  expect(typing.usersIn(keyOf('dinner'))).toEqual([11])
  typing.receive([{ type: 'message', message: { type: 'stream', stream_id: 1, subject: 'dinner', sender_id: 12 } }])
  expect(typing.usersIn(keyOf('dinner'))).toEqual([11])
})
