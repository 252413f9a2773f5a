import { expect, test } from 'vitest'
import type { MessageEvent, TypingStartEvent } from '../../client-state/wire'
import { keyOfRoute } from '../routes/route'
import { createTyping } from '../sync/typing'
import type { OwnState } from '../wire/own-state'
import { partOf } from './part-of'

test('a message ends the typing of its sender in its conversation, and in no other', () => {
  const state = partOf<OwnState>({ user_id: 10, server_typing_started_expiry_period_milliseconds: 15_000 })
  const typing = createTyping({
    ask: () => Promise.reject(new Error('offline')),
    signal: new AbortController().signal,
    state: () => state,
    changed: () => {},
  })
  const keyOf = (topic: string) => keyOfRoute({ view: 'topic', stream_id: 1, topic })
  const messageIn = (subject: string, sender_id: number) =>
    partOf<MessageEvent>({ type: 'message', message: { type: 'stream', stream_id: 1, subject, sender_id } })
  const sender = { user_id: 11 }
  for (const topic of ['lunch', 'dinner'])
    typing.receive([
      partOf<TypingStartEvent>({ type: 'typing', op: 'start', message_type: 'stream', stream_id: 1, topic, sender }),
    ])
  typing.receive([messageIn('lunch', 11)])
  expect(typing.usersIn(keyOf('lunch'))).toEqual([])
  expect(typing.usersIn(keyOf('dinner'))).toEqual([11])
  typing.receive([messageIn('dinner', 12)])
  expect(typing.usersIn(keyOf('dinner'))).toEqual([11])
})
