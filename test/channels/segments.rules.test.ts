import { describe, expect, test } from 'vitest'
import {
  coversEvent,
  coversMessage,
  type SubscriptionPeriod,
} from '../../src/domain/channels/subscriptions/subscription-period'
import {
  isReceivedInProtectedHistory,
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

describe('segments of a thread', () => {
  test('what no segment has is where it was sent', () => {
    expect(completeSegments(1, [])).toEqual([segment(1, LAST_ID)])
    expect(completeSegments(1, [segment(5, 7, 2, [9])])).toEqual([
      segment(1, 4),
      segment(5, 7, 2, [9]),
      segment(8, LAST_ID),
    ])
  })

  test.for<[string, Segment[], Segment[], Segment[]]>([
    ['all of it so far', [], [segment(1, 10)], [segment(1, 10, 2, [9]), segment(11, LAST_ID)]],
    ['one message', [], [segment(4, 4)], [segment(1, 3), segment(4, 4, 2, [9]), segment(5, LAST_ID)]],
    [
      'a part of what came by another move',
      [segment(1, 10, 3, [5])],
      [segment(4, 6, 3, [5])],
      [segment(1, 3, 3, [5]), segment(4, 6, 2, [5, 9]), segment(7, 10, 3, [5]), segment(11, LAST_ID)],
    ],
    [
      'neighbours that become alike are one',
      [],
      [segment(1, 3), segment(4, 6)],
      [segment(1, 6, 2, [9]), segment(7, LAST_ID)],
    ],
  ])('moved: %s', ([_, stored, parts, after]) => {
    expect(segmentsAfterMove(completeSegments(1, stored), parts, { conversation_id: 2, move_id: 9 })).toEqual(after)
  })

  test('what is where it was sent, and never was elsewhere, need not be said', () => {
    expect([segment(1, 3), segment(1, 3, 1, [9]), segment(1, 3, 2, [9])].map(mustBeStored)).toEqual([false, true, true])
  })

  test('a part is what lies between two ids', () => {
    expect(clipSegment(segment(3, 8), { from: 5, to: 20 })).toEqual(segment(5, 8))
    expect(clipSegment(segment(3, 8), { from: 9, to: 20 })).toBeUndefined()
  })
})

const span = (
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

describe('who has a message', () => {
  test('a span covers what came after it began, up to its end', () => {
    const closed = span(1, [10, 20], [100, 200])
    expect([10, 11, 20, 21].map((id) => coversMessage(closed, id))).toEqual([false, true, true, false])
    expect([100, 101, 200, 201].map((id) => coversEvent(closed, id))).toEqual([false, true, true, false])
  })

  // Message 15 was sent to channel 1 and went to channel 2 as of event 150.
  const moved = { id: 15, stream_id: 2, earlier_channels: [{ stream_id: 1, until_event: 150 }] }
  const there = span(1, [10, null], [100, null])

  test.for<[string, SubscriptionPeriod[], { received: boolean; held: boolean; with: boolean }]>([
    ['in neither', [], { received: false, held: false, with: false }],
    ['stayed behind', [there], { received: true, held: false, with: false }],
    ['in both all along', [there, span(2, [10, null], [100, null])], { received: true, held: true, with: true }],
    ['only where it went', [span(2, [10, null], [100, null])], { received: false, held: true, with: false }],
    ['came after it', [there, span(2, [20, null], [160, null])], { received: true, held: false, with: false }],
    [
      'had left where it was sent before it went',
      [span(1, [10, 16], [100, 140]), span(2, [10, null], [100, null])],
      { received: true, held: true, with: false },
    ],
    [
      'left where it is and came back',
      [there, span(2, [10, 30], [100, 170]), span(2, [40, null], [180, null])],
      { received: true, held: true, with: false },
    ],
  ])('moved to another channel: %s', ([_, spans, has]) => {
    const spansIn = (stream_id: number) => spans.filter((each) => each.stream_id === stream_id)
    const found = {
      received: wasReceived(spansIn, moved),
      held: isReceivedInProtectedHistory(spansIn, moved),
      with: receivedAndSubscribedSince(spansIn, moved),
    }
    expect(found).toEqual(has)
  })
})
