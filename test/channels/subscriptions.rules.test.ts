import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { refusalOfFolder, refusalOfOrder } from '../../src/domain/management/channel-folders/rules'
import { channelsCreatedText, silentMention, subscribedText } from '../../src/domain/writing/bot-messages/rules'
import { choiceMeant } from '../../src/domain/management/subscriptions/property-rules'
import { leastUsedColor } from '../../src/domain/channels/subscriptions/rules'
import { inBatches } from '../../src/api/batches'

const outcome = (meant: ReturnType<typeof choiceMeant>) => (meant instanceof ApiError ? meant.refusal.msg : meant)

describe('a choice about a channel', () => {
  test.for<[string, boolean | string, unknown]>([
    ['color', '#76ce90', { property: 'color', value: '#76ce90' }],
    ['color', '#ABC', { property: 'color', value: '#ABC' }],
    ['color', '#abcd', 'color is not a valid hex color code'],
    ['color', '76ce90', 'color is not a valid hex color code'],
    ['color', '#76ce90\n', 'color is not a valid hex color code'],
    ['color', false, 'color is not a string'],
    ['is_muted', true, { property: 'is_muted', value: true }],
    ['in_home_view', true, { property: 'is_muted', value: false }],
    ['in_home_view', 'true', 'in_home_view is not a boolean'],
    ['email_notifications', false, { property: 'email_notifications', value: false }],
    ['email_notifications', '', 'email_notifications is not a boolean'],
    ['toString', true, 'Unknown subscription property: toString'],
    ['stream_id', true, 'Unknown subscription property: stream_id'],
  ])('%s, %s', ([property, value, expected]) => {
    expect(outcome(choiceMeant(property, value))).toEqual(expected)
  })
})

test('the colour used least is taken, the first of them', () => {
  const first = leastUsedColor([])
  const second = leastUsedColor([first])
  expect(second).not.toBe(first)
  expect(leastUsedColor([first, second, '#123456'])).not.toBe(second)
  expect(leastUsedColor([second, second])).toBe(first)
})

test('a list is cut into pieces of at most a size, in its order', () => {
  expect(inBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(inBatches([1, 2], 2)).toEqual([[1, 2]])
  expect(inBatches([], 2)).toEqual([])
})

const folder = (id: number, name: string, is_archived = false) => ({
  id,
  name,
  is_archived,
  description: '',
  rendered_description: '',
  date_created: 1,
  creator_id: 1,
  order: id,
})

describe('folders', () => {
  const others = [folder(1, 'Crafts'), folder(2, 'Old', true)]

  test.for<[string, string | undefined]>([
    ['Clubs', undefined],
    ['CRAFTS', 'Channel folder name already in use'],
    ['Old', undefined],
    ['', "Channel folder name can't be empty."],
    ['a\u200e', undefined],
    ['a\u0007', 'Invalid character in channel folder name, at position 2.'],
    ['x'.repeat(61), 'name is too long (limit: 60 characters)'],
  ])('may be called %s: %s', ([name, msg]) => {
    expect(refusalOfFolder({ name, description: '' }, others)?.refusal.msg).toBe(msg)
  })

  test('an order names each of them once', () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ])
      expect(refusalOfOrder(order, others)).toBeUndefined()
    for (const order of [[], [1], [1, 1], [1, 2, 3], [1, 2, 2], [1, 3]])
      expect(refusalOfOrder(order, others)?.refusal.msg, String(order)).toBe('Invalid order mapping.')
  })
})

describe('what the Notification Bot says', () => {
  const ada = silentMention({ user_id: 7, full_name: 'Ada' })
  const [one, two] = [
    { stream_id: 1, name: 'one' },
    { stream_id: 2, name: 'x** @**all** **y' },
  ]

  test('names people silently, and a channel whose name is Markdown by its number', () => {
    expect(subscribedText(ada, [one])).toBe('@_**Ada|7** subscribed you to #**one**.')
    expect(subscribedText(ada, [one, two])).toBe(
      '@_**Ada|7** subscribed you to these channels:\n\n* #**one**\n* [channel 2](#narrow/stream/2)',
    )
    expect(channelsCreatedText(ada, [one])).toBe('@_**Ada|7** created a new channel: #**one**.')
    expect(channelsCreatedText(ada, [one, two])).toBe(
      '@_**Ada|7** created new channels: #**one**, [channel 2](#narrow/stream/2).',
    )
  })
})
