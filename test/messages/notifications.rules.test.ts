import { describe, expect, test } from 'vitest'
import {
  isIdle,
  shouldNotify,
  type MessageReach,
  type ConversationPreferences,
} from '../../src/domain/messages/notifications/rules'

const WISHES = {
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_stream_push_notifications: false,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
}
const NOBODY: MessageReach = { isDirect: false, isMentioned: false, isWildcard: false }
const DIRECT: MessageReach = { ...NOBODY, isDirect: true }
const MENTION: MessageReach = { ...NOBODY, isMentioned: true }
const TO_ALL: MessageReach = { ...NOBODY, isWildcard: true }
const HERE: ConversationPreferences = {
  policy: 0,
  is_muted: false,
  push_notifications: null,
  wildcard_mentions_notify: null,
}
const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3] as const

const CASES: [
  call: MessageReach,
  place: Partial<ConversationPreferences> | undefined,
  wishes: Partial<typeof WISHES>,
  isNotified: boolean,
][] = [
  [DIRECT, undefined, {}, true],
  [DIRECT, undefined, { enable_offline_push_notifications: false }, false],
  [MENTION, {}, {}, true],
  [MENTION, { is_muted: true }, {}, true],
  [MENTION, { policy: MUTED }, {}, true],
  [MENTION, {}, { enable_offline_push_notifications: false }, false],
  [NOBODY, {}, {}, false],
  [NOBODY, {}, { enable_stream_push_notifications: true }, true],
  [NOBODY, { push_notifications: false }, { enable_stream_push_notifications: true }, false],
  [NOBODY, { push_notifications: true }, {}, true],
  [NOBODY, { push_notifications: true }, { enable_offline_push_notifications: false }, true],
  [NOBODY, { push_notifications: true, is_muted: true }, {}, false],
  [NOBODY, { push_notifications: true, is_muted: true, policy: UNMUTED }, {}, true],
  [NOBODY, { push_notifications: true, policy: MUTED }, {}, false],
  [NOBODY, { policy: FOLLOWED }, {}, true],
  [NOBODY, { policy: FOLLOWED, is_muted: true }, {}, true],
  [NOBODY, { policy: FOLLOWED }, { enable_followed_topic_push_notifications: false }, false],
  [TO_ALL, {}, {}, true],
  [TO_ALL, {}, { wildcard_mentions_notify: false }, false],
  [TO_ALL, { wildcard_mentions_notify: true }, { wildcard_mentions_notify: false }, true],
  [TO_ALL, { wildcard_mentions_notify: false }, {}, false],
  [TO_ALL, { is_muted: true }, {}, false],
  [TO_ALL, { policy: MUTED }, {}, false],
  [TO_ALL, {}, { enable_offline_push_notifications: false }, false],
  [
    TO_ALL,
    { policy: FOLLOWED },
    { wildcard_mentions_notify: false, enable_followed_topic_push_notifications: false },
    true,
  ],
]

describe('isNotified', () => {
  test.each(CASES)('%j in %j with %j: %s', (call, place, wishes, notified) => {
    const where = place && { ...HERE, ...place }
    expect(shouldNotify(call, where, { ...WISHES, ...wishes }, true)).toBe(notified)
    expect(shouldNotify(call, where, { ...WISHES, ...wishes }, false)).toBe(notified)
    // Whoever looks, and wants to be told by what they look at only, is told nothing.
    expect(shouldNotify(call, where, { ...WISHES, ...wishes, enable_online_push_notifications: false }, false)).toBe(
      false,
    )
    expect(shouldNotify(call, where, { ...WISHES, ...wishes, enable_online_push_notifications: false }, true)).toBe(
      notified,
    )
  })

  test('somebody looks who was active lately', () => {
    const NOW = 1_900_000_000
    const times: [number | null | undefined, boolean][] = [
      [undefined, true],
      [null, true],
      [NOW - 140, false],
      [NOW - 141, true],
    ]
    for (const [active, idle] of times) expect(isIdle(active, NOW)).toBe(idle)
  })
})
