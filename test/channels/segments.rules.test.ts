import { describe, expect, test } from 'vitest'
import {
  coversEvent,
  coversMessage,
  type SubscriptionPeriod,
} from '../../src/domain/channels/subscriptions/subscription-period'
import {
  isReceivedInProtectedHistory,
  receivedAndSubscribedAbove,
  receivedAndSubscribedSince,
  wasReceived,
} from '../../src/domain/messages/access/receipt-rules'
import {
  segmentsAfterMove,
  LAST_ID,
  clipSegment,
  mustBeStored,
  completeSegments,
  type Segment,
} from '../../src/domain/channels/topics/segment-rules'

const segment = (from_id: number, to_id: number, conversation_id = 1, moves: number[] = []): Segment => ({
  origin_id: 1,
  from_id,
  to_id,
  conversation_id,
  moves,
})

describe('completeSegments, segmentsAfterMove, mustBeStored and clipSegment', () => {
  test('messages without a stored segment are in their origin topic', () => {
    expect(completeSegments(1, [])).toEqual([segment(1, LAST_ID)])
    expect(completeSegments(1, [segment(5, 7, 2, [9])])).toEqual([
      segment(1, 4),
      segment(5, 7, 2, [9]),
      segment(8, LAST_ID),
    ])
  })

  test.for<[string, Segment[], Segment[], Segment[]]>([
    ['all messages so far', [], [segment(1, 10)], [segment(1, 10, 2, [9]), segment(11, LAST_ID)]],
    ['one message', [], [segment(4, 4)], [segment(1, 3), segment(4, 4, 2, [9]), segment(5, LAST_ID)]],
    [
      'a part of an earlier move',
      [segment(1, 10, 3, [5])],
      [segment(4, 6, 3, [5])],
      [segment(1, 3, 3, [5]), segment(4, 6, 2, [5, 9]), segment(7, 10, 3, [5]), segment(11, LAST_ID)],
    ],
    [
      'adjacent segments that become equal are joined',
      [],
      [segment(1, 3), segment(4, 6)],
      [segment(1, 6, 2, [9]), segment(7, LAST_ID)],
    ],
  ])('a move of %s', ([_, stored, parts, after]) => {
    expect(segmentsAfterMove(completeSegments(1, stored), parts, { conversation_id: 2, move_id: 9 })).toEqual(after)
  })

  test('a segment in its origin topic that was never moved is not stored', () => {
    expect([segment(1, 3), segment(1, 3, 1, [9]), segment(1, 3, 2, [9])].map(mustBeStored)).toEqual([false, true, true])
  })

  test('clipSegment returns the part between two ids, undefined if there is none', () => {
    expect(clipSegment(segment(3, 8), { from: 5, to: 20 })).toEqual(segment(5, 8))
    expect(clipSegment(segment(3, 8), { from: 9, to: 20 })).toBeUndefined()
  })
})

const period = (
  stream_id: number,
  messages: [number, number | null],
  events: [number, number | null],
): SubscriptionPeriod => ({
  stream_id,
  user_id: 1,
  from_message: messages[0],
  to_message: messages[1],
  from_event: events[0],
  to_event: events[1],
})

describe('access of subscribers to a moved message', () => {
  test('a period covers the messages and events after its begin, up to its end', () => {
    const closed = period(1, [10, 20], [100, 200])
    expect([10, 11, 20, 21].map((id) => coversMessage(closed, id))).toEqual([false, true, true, false])
    expect([100, 101, 200, 201].map((id) => coversEvent(closed, id))).toEqual([false, true, true, false])
  })

  // Message 15 was sent to channel 1. Event 150 moved it to channel 2.
  const moved = { id: 15, stream_id: 2, earlier_channels: [{ stream_id: 1, until_event: 150 }] }
  const inChannel1 = period(1, [10, null], [100, null])

  test.for<[string, SubscriptionPeriod[], { received: boolean; receivedInProtectedHistory: boolean; since: boolean }]>([
    ['to neither channel', [], { received: false, receivedInProtectedHistory: false, since: false }],
    ['only to the old channel', [inChannel1], { received: true, receivedInProtectedHistory: false, since: false }],
    [
      'to both channels all the time',
      [inChannel1, period(2, [10, null], [100, null])],
      { received: true, receivedInProtectedHistory: true, since: true },
    ],
    [
      'only to the new channel',
      [period(2, [10, null], [100, null])],
      { received: false, receivedInProtectedHistory: true, since: false },
    ],
    [
      'to the new channel after the move',
      [inChannel1, period(2, [20, null], [160, null])],
      { received: true, receivedInProtectedHistory: false, since: false },
    ],
    [
      'to the old channel until before the move',
      [period(1, [10, 16], [100, 140]), period(2, [10, null], [100, null])],
      { received: true, receivedInProtectedHistory: true, since: false },
    ],
    [
      'to the new channel with an interruption',
      [inChannel1, period(2, [10, 30], [100, 170]), period(2, [40, null], [180, null])],
      { received: true, receivedInProtectedHistory: true, since: false },
    ],
  ])('a user who was subscribed %s', ([_, periods, expected]) => {
    const periodsIn = (stream_id: number) => periods.filter((subscription) => subscription.stream_id === stream_id)
    const access = {
      received: wasReceived(periodsIn, moved),
      receivedInProtectedHistory: isReceivedInProtectedHistory(periodsIn, moved),
      since: receivedAndSubscribedSince(periodsIn, moved),
    }
    expect(access).toEqual(expected)
    const above = receivedAndSubscribedAbove(periodsIn, moved)
    for (const id of [9, 10, 11, 15, 16, 17, 20, 21, 30, 40, 41])
      expect(receivedAndSubscribedSince(periodsIn, { ...moved, id })).toBe(id > above)
  })
})
