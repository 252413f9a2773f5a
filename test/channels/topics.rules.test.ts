import { describe, expect, test } from 'vitest'
import type { Channel } from '../../src/domain/channels/channels/channel'
import { refusalOfTopic, resolveTopicName, topicNameFor } from '../../src/domain/channels/topics/rules'
import { recipientId } from '../../src/domain/channels/topics/conversation'
import { topicKey } from '../../src/domain/channels/topics/topic-key'

const channelWith = (topics_policy: Channel['topics_policy']) => ({ topics_policy }) as Channel

describe('resolveTopicName', () => {
  const CASES: [requested: string, resolved: string][] = [
    ['lunch', 'lunch'],
    [' lunch\n', 'lunch'],
    ['Lunch', 'Lunch'],
    ['', ''],
    ['   ', ''],
    ['(no topic)', ''],
    [' (no topic) ', ''],
    ['general chat', ''],
    ['General chat', 'General chat'],
    ['x'.repeat(60), 'x'.repeat(60)],
    [`  ${'x'.repeat(60)}  `, 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(57)}...`],
    ['é'.repeat(60), 'é'.repeat(60)],
    ['👩‍👩‍👧'.repeat(12), '👩‍👩‍👧'.repeat(12)],
    ['👩‍👩‍👧'.repeat(13), `${[...'👩‍👩‍👧'.repeat(13)].slice(0, 57).join('')}...`],
  ]
  test.each(CASES)('%j is %j', (requested, resolved) => {
    expect(resolveTopicName(requested)).toBe(resolved)
  })

  test('returns a resolved name unchanged', () => {
    for (const [requested] of CASES)
      expect(resolveTopicName(resolveTopicName(requested))).toBe(resolveTopicName(requested))
  })

  test('topicKey ignores case', () => {
    expect(topicKey('ÉTÉ lunch')).toBe(topicKey('été LUNCH'))
    expect(topicKey('lunch')).not.toBe(topicKey('lunch!'))
  })
})

test('topicNameFor: a client that does not know the empty topic name gets “general chat”', () => {
  expect(topicNameFor('', false)).toBe('general chat')
  expect(topicNameFor('', true)).toBe('')
  expect(topicNameFor('lunch', false)).toBe('lunch')
})

describe('refusalOfTopic', () => {
  const NO_GENERAL_CHAT = 'Sending messages to the general chat is not allowed in this channel.'
  const ONLY_GENERAL_CHAT = 'Only the general chat topic is allowed in this channel.'
  const POLICIES: [
    Channel['topics_policy'],
    realm: string,
    forEmpty: string | undefined,
    forLunch: string | undefined,
  ][] = [
    ['inherit', 'allow_empty_topic', undefined, undefined],
    ['inherit', 'disable_empty_topic', NO_GENERAL_CHAT, undefined],
    ['allow_empty_topic', 'disable_empty_topic', undefined, undefined],
    ['disable_empty_topic', 'allow_empty_topic', NO_GENERAL_CHAT, undefined],
    ['empty_topic_only', 'allow_empty_topic', undefined, ONLY_GENERAL_CHAT],
    ['empty_topic_only', 'disable_empty_topic', undefined, ONLY_GENERAL_CHAT],
  ]
  test.each(POLICIES)('channel policy %s, realm policy %s', (policy, realm, forEmpty, forLunch) => {
    expect(refusalOfTopic('', channelWith(policy), realm)?.message).toBe(forEmpty)
    expect(refusalOfTopic('lunch', channelWith(policy), realm)?.message).toBe(forLunch)
  })

  const CHARACTERS: [topic: string, position: number | undefined][] = [
    ['lunch', undefined],
    ['🍕 at 12:00 – «où»?', undefined],
    ['✔ lunch', undefined],
    ['a\0', 2],
    ['\tlunch', 1],
    ['lun\nch', 4],
    ['🍕\u0085', 2],
    ['x\ud800', 2],
    ['xy\uffff', 3],
  ]
  test.each(CHARACTERS)('invalid character in %j at %s', (topic, position) => {
    const expected = position === undefined ? undefined : `Invalid character in topic, at position ${position}!`
    expect(refusalOfTopic(topic, channelWith('inherit'), 'allow_empty_topic')?.message).toBe(expected)
  })
})

test('recipientId: a channel and a direct conversation never have the same id', () => {
  const fields = { min_id: 1, max_id: 1, moved: 'never' as const }
  const ids = [1, 2, 3].flatMap((id) => [
    recipientId({ id: 99, stream_id: id, topic: 'lunch', people: null, ...fields }),
    recipientId({ id, stream_id: null, topic: null, people: [1, 2], ...fields }),
  ])
  expect(new Set(ids).size).toBe(6)
  expect(recipientId({ id: 5, stream_id: 7, topic: 'a', people: null, ...fields })).toBe(
    recipientId({ id: 6, stream_id: 7, topic: 'b', people: null, ...fields }),
  )
})
