import { expect, test } from 'vitest'
import type { Event, Pin } from '../../client-state/wire'
import { pinsAfter, pinsIn, type PinsByChannel } from '../store/pins'

const pin = (id: number, changes: Partial<Pin> = {}): Pin => ({
  id,
  stream_id: 1,
  topic: 'lunch',
  message_id: id * 10,
  title: null,
  url: null,
  user_id: 7,
  pinned_at: 0,
  ...changes,
})
const bookmark = pin(3, { topic: null, message_id: null, title: 'Plan', url: 'https://example.com' })
const channels: PinsByChannel = new Map([
  [1, [bookmark, pin(2), pin(1, { topic: 'dinner' })]],
  [2, []],
])
const idsAfter = (event: Event): [number, number[]][] =>
  [...pinsAfter(channels, event)].map(([stream_id, pins]) => [stream_id, pins.map(({ id }) => id)])

const ofMove = (changes: object): Event => ({
  type: 'update_message',
  id: 1,
  user_id: 7,
  rendering_only: false,
  message_id: 20,
  message_ids: [20],
  flags: [],
  edit_timestamp: 0,
  stream_id: 1,
  ...changes,
})

test.each<[string, Event, [number, number[]][]]>([
  [
    'a new pin comes first',
    { type: 'parley_pins', op: 'add', id: 1, pin: pin(4) },
    [
      [1, [4, 3, 2, 1]],
      [2, []],
    ],
  ],
  [
    'a pin that moved leaves its old channel',
    { type: 'parley_pins', op: 'add', id: 1, pin: pin(2, { stream_id: 2 }) },
    [
      [1, [3, 1]],
      [2, [2]],
    ],
  ],
  [
    'the pins of a channel that the user did not open are not kept',
    { type: 'parley_pins', op: 'add', id: 1, pin: pin(4, { stream_id: 9 }) },
    [
      [1, [3, 2, 1]],
      [2, []],
    ],
  ],
  [
    'a removed pin goes',
    { type: 'parley_pins', op: 'remove', id: 1, stream_id: 1, pin_id: 3 },
    [
      [1, [2, 1]],
      [2, []],
    ],
  ],
  [
    'the pins of deleted messages go',
    { type: 'delete_message', id: 1, message_type: 'stream', stream_id: 1, topic: 'lunch', message_ids: [20, 21] },
    [
      [1, [3, 1]],
      [2, []],
    ],
  ],
  [
    'the pins of messages that moved to another channel go: perhaps the user cannot read it',
    ofMove({ new_stream_id: 2 }),
    [
      [1, [3, 1]],
      [2, []],
    ],
  ],
  [
    'the pins of messages that moved to another topic stay until their new place arrives',
    ofMove({ subject: 'dinner' }),
    [
      [1, [3, 2, 1]],
      [2, []],
    ],
  ],
  [
    'a channel that the user left is forgotten',
    { type: 'subscription', op: 'remove', id: 1, subscriptions: [{ stream_id: 1, name: 'general' }] },
    [[2, []]],
  ],
])('%s', (_, event, expected) => {
  expect(idsAfter(event)).toEqual(expected)
})

test('the map stays the same if an event changes no pin', () => {
  expect(pinsAfter(channels, { type: 'parley_pins', op: 'remove', id: 1, stream_id: 1, pin_id: 9 })).toBe(channels)
})

test('a topic has its pins, in upper or lower case, and the bookmarks of the channel', () => {
  const idsIn = (topic: string | undefined) => pinsIn(channels.get(1) ?? [], topic).map(({ id }) => id)
  expect([idsIn('Dinner'), idsIn('lunch'), idsIn('tea'), idsIn(undefined)]).toEqual([[3, 1], [3, 2], [3], [3, 2, 1]])
})
