import { describe, expect, test } from 'vitest'
import {
  matchesEventNarrow,
  refusalOfEventNarrow,
  type EventNarrow,
} from '../../src/domain/writing/sending/event-narrow'
import type { SentFacts } from '../../src/domain/writing/sending/sent-facts'

const inTopic = (subject: string) =>
  ({ message: { type: 'stream', stream_id: 7, display_recipient: 'general', subject, sender_id: 4 } }) as SentFacts
const direct = { message: { type: 'private', subject: '', display_recipient: [{ id: 4 }], sender_id: 4 } } as SentFacts
const isDov = (operand: string | number) => operand === 4 || operand === 'dov@example.test'

describe('matchesEventNarrow and refusalOfEventNarrow', () => {
  const CASES: [EventNarrow, SentFacts, flags: string[], boolean][] = [
    [[], direct, [], true],
    [[['channel', 'general']], inTopic('lunch'), [], true],
    [[['stream', 'General']], inTopic('lunch'), [], true],
    [[['channel', 7]], inTopic('lunch'), [], true],
    [[['channel', '7']], inTopic('lunch'), [], true],
    [[['channel', 'vault']], inTopic('lunch'), [], false],
    [[['channel', 'general']], direct, [], false],
    [[['topic', 'LUNCH']], inTopic('lunch'), [], true],
    [[['topic', 'dinner']], inTopic('lunch'), [], false],
    [[['topic', '']], inTopic(''), [], true],
    [[['topic', '(no topic)']], inTopic(''), [], true],
    [[['topic', '']], direct, [], false],
    [
      [
        ['channel', 'general'],
        ['topic', 'dinner'],
      ],
      inTopic('lunch'),
      [],
      false,
    ],
    [[['sender', 4]], direct, [], true],
    [
      [
        ['sender', 'dov@example.test'],
        ['channel', 7],
      ],
      inTopic('lunch'),
      [],
      true,
    ],
    [[['sender', 5]], direct, [], false],
    [[['is', 'dm']], direct, [], true],
    [[['is', 'private']], inTopic('lunch'), [], false],
    [[['is', 'unread']], direct, [], true],
    [[['is', 'unread']], direct, ['read'], false],
    [[['is', 'mentioned']], direct, ['mentioned'], true],
    [[['is', 'mentioned']], direct, ['topic_wildcard_mentioned', 'wildcard_mentioned'], true],
    [[['is', 'mentioned']], direct, ['has_alert_word'], false],
    [[['is', 'alerted']], direct, ['has_alert_word'], true],
    [[['is', 'starred']], direct, [], false],
    [[['is', 'resolved']], inTopic('✔ lunch'), [], true],
    [[['is', 'resolved']], inTopic('✔lunch'), [], false],
    [[['is', 'resolved']], direct, [], false],
  ]
  test.each(CASES)('%j matches %j with the flags %j: %s', (narrow, facts, flags, isMatch) => {
    expect(matchesEventNarrow(narrow, facts, flags, isDov)).toBe(isMatch)
  })

  const REFUSED: [EventNarrow, string | undefined][] = [
    [[], undefined],
    [
      [
        ['channel', 'general'],
        ['topic', 'x'],
        ['sender', 4],
        ['is', 'resolved'],
      ],
      undefined,
    ],
    [[['dm', 'x']], 'Operator dm not supported.'],
    [[['search', 'x']], 'Operator search not supported.'],
    [[['is', 'followed']], 'Operand followed not supported.'],
    [[['is', 'muted']], 'Operand muted not supported.'],
    [[['is', 'constructor']], 'Operand constructor not supported.'],
    [[['constructor', 'x']], 'Operator constructor not supported.'],
    [
      [
        ['channel', 'general'],
        ['is', 'x'],
        ['dm', 'x'],
      ],
      'Operand x not supported.',
    ],
  ]
  test.each(REFUSED)('%j: %s', (narrow, msg) => {
    expect(refusalOfEventNarrow(narrow)?.message).toBe(msg)
  })
})
