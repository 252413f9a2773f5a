import { describe, expect, test } from 'vitest'
import {
  isIdle,
  shouldNotify,
  type MessageReach,
  type ConversationPreferences,
} from '../../src/domain/messages/notifications/rules'

const SETTINGS = {
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_stream_push_notifications: false,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
}
const UNMENTIONED: MessageReach = { isDirect: false, isMentioned: false, isWildcard: false }
const DIRECT: MessageReach = { ...UNMENTIONED, isDirect: true }
const MENTION: MessageReach = { ...UNMENTIONED, isMentioned: true }
const WILDCARD: MessageReach = { ...UNMENTIONED, isWildcard: true }
const PREFERENCES: ConversationPreferences = {
  policy: 0,
  is_muted: false,
  push_notifications: null,
  wildcard_mentions_notify: null,
}
const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3] as const

const CASES: [
  reach: MessageReach,
  preferences: Partial<ConversationPreferences> | undefined,
  settings: Partial<typeof SETTINGS>,
  isNotified: boolean,
][] = [
  [DIRECT, undefined, {}, true],
  [DIRECT, undefined, { enable_offline_push_notifications: false }, false],
  [MENTION, {}, {}, true],
  [MENTION, { is_muted: true }, {}, true],
  [MENTION, { policy: MUTED }, {}, true],
  [MENTION, {}, { enable_offline_push_notifications: false }, false],
  [UNMENTIONED, {}, {}, false],
  [UNMENTIONED, {}, { enable_stream_push_notifications: true }, true],
  [UNMENTIONED, { push_notifications: false }, { enable_stream_push_notifications: true }, false],
  [UNMENTIONED, { push_notifications: true }, {}, true],
  [UNMENTIONED, { push_notifications: true }, { enable_offline_push_notifications: false }, true],
  [UNMENTIONED, { push_notifications: true, is_muted: true }, {}, false],
  [UNMENTIONED, { push_notifications: true, is_muted: true, policy: UNMUTED }, {}, true],
  [UNMENTIONED, { push_notifications: true, policy: MUTED }, {}, false],
  [UNMENTIONED, { policy: FOLLOWED }, {}, true],
  [UNMENTIONED, { policy: FOLLOWED, is_muted: true }, {}, true],
  [UNMENTIONED, { policy: FOLLOWED }, { enable_followed_topic_push_notifications: false }, false],
  [WILDCARD, {}, {}, true],
  [WILDCARD, {}, { wildcard_mentions_notify: false }, false],
  [WILDCARD, { wildcard_mentions_notify: true }, { wildcard_mentions_notify: false }, true],
  [WILDCARD, { wildcard_mentions_notify: false }, {}, false],
  [WILDCARD, { is_muted: true }, {}, false],
  [WILDCARD, { policy: MUTED }, {}, false],
  [WILDCARD, {}, { enable_offline_push_notifications: false }, false],
  [
    WILDCARD,
    { policy: FOLLOWED },
    { wildcard_mentions_notify: false, enable_followed_topic_push_notifications: false },
    true,
  ],
]

describe('shouldNotify', () => {
  test.each(CASES)('%j in %j with %j: %s', (reach, changedPreferences, changedSettings, notified) => {
    const preferences = changedPreferences && { ...PREFERENCES, ...changedPreferences }
    expect(shouldNotify(reach, preferences, { ...SETTINGS, ...changedSettings }, true)).toBe(notified)
    expect(shouldNotify(reach, preferences, { ...SETTINGS, ...changedSettings }, false)).toBe(notified)
    // An active user without online notifications is not notified.
    expect(
      shouldNotify(
        reach,
        preferences,
        { ...SETTINGS, ...changedSettings, enable_online_push_notifications: false },
        false,
      ),
    ).toBe(false)
    expect(
      shouldNotify(
        reach,
        preferences,
        { ...SETTINGS, ...changedSettings, enable_online_push_notifications: false },
        true,
      ),
    ).toBe(notified)
  })

  test('a user is idle 140 seconds after the last activity', () => {
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
