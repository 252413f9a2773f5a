import { describe, expect, test } from 'vitest'
import {
  isIdle,
  reasonsToNotify,
  type MessageReach,
  type ConversationPreferences,
  type Reason,
} from '../../src/domain/messages/notifications/rules'

const SETTINGS = {
  enable_offline_push_notifications: true,
  enable_offline_email_notifications: true,
  enable_stream_email_notifications: false,
  enable_followed_topic_email_notifications: true,
  enable_online_push_notifications: true,
  enable_stream_push_notifications: false,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
}
const UNMENTIONED: MessageReach = {
  isDirect: false,
  isMentioned: false,
  isTopicWildcard: false,
  isChannelWildcard: false,
}
const DIRECT: MessageReach = { ...UNMENTIONED, isDirect: true }
const MENTION: MessageReach = { ...UNMENTIONED, isMentioned: true }
const WILDCARD: MessageReach = { ...UNMENTIONED, isChannelWildcard: true }
const PREFERENCES: ConversationPreferences = {
  policy: 0,
  is_muted: false,
  push_notifications: null,
  email_notifications: null,
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

const AWAY = { isIdle: true, isQuiet: false }
const ACTIVE = { isIdle: false, isQuiet: false }

/** The same settings and preferences for the other medium. */
const forEmail = <Table extends object>(table: Table): Table =>
  JSON.parse(JSON.stringify(table).replaceAll(/push(?=_notifications)/g, 'email'))

describe('reasonsToNotify', () => {
  test.each(CASES)('%j in %j with %j: %s', (reach, changedPreferences, changedSettings, notified) => {
    const preferences = changedPreferences && { ...PREFERENCES, ...changedPreferences }
    const settings = { ...SETTINGS, ...changedSettings }
    const pushes = (changed: Partial<typeof SETTINGS>, attention: { isIdle: boolean; isQuiet: boolean }) =>
      reasonsToNotify(reach, preferences, { ...settings, ...changed }, attention).push !== undefined
    expect(pushes({}, AWAY)).toBe(notified)
    expect(pushes({}, ACTIVE)).toBe(notified)
    // An active user without online notifications is not notified.
    expect(pushes({ enable_online_push_notifications: false }, ACTIVE)).toBe(false)
    expect(pushes({ enable_online_push_notifications: false }, AWAY)).toBe(notified)
    expect(pushes({}, { isIdle: true, isQuiet: true })).toBe(false)
  })

  test.each(CASES)('by email: %j in %j with %j: %s', (reach, changedPreferences, changedSettings, notified) => {
    const preferences = changedPreferences && { ...PREFERENCES, ...forEmail(changedPreferences) }
    const settings = { ...SETTINGS, ...forEmail(changedSettings) }
    const { enable_offline_email_notifications: wantsEmails } = settings
    const emails = (attention: { isIdle: boolean; isQuiet: boolean }) =>
      reasonsToNotify(reach, preferences, settings, attention).email !== undefined
    expect(emails(AWAY)).toBe(notified && wantsEmails)
    expect(emails(ACTIVE)).toBe(false)
    expect(emails({ isIdle: true, isQuiet: true })).toBe(notified && wantsEmails)
  })

  const BOTH = { isDirect: false, isMentioned: false, isTopicWildcard: true, isChannelWildcard: true }
  const REASONS: [reach: MessageReach, preferences: Partial<ConversationPreferences> | undefined, reason: Reason][] = [
    [DIRECT, undefined, 'direct_message'],
    [{ ...BOTH, isMentioned: true }, { policy: FOLLOWED }, 'mentioned'],
    [BOTH, { policy: FOLLOWED }, 'topic_wildcard_mentioned_in_followed_topic'],
    [WILDCARD, { policy: FOLLOWED }, 'stream_wildcard_mentioned_in_followed_topic'],
    [BOTH, {}, 'topic_wildcard_mentioned'],
    [WILDCARD, {}, 'stream_wildcard_mentioned'],
    [UNMENTIONED, { policy: FOLLOWED, email_notifications: true, push_notifications: true }, 'followed_topic'],
    [UNMENTIONED, { email_notifications: true, push_notifications: true }, 'channel'],
  ]
  test.each(REASONS)('the reason of %j in %j is %s', (reach, changed, reason) => {
    const preferences = changed && { ...PREFERENCES, ...changed }
    expect(reasonsToNotify(reach, preferences, SETTINGS, AWAY)).toEqual({ push: reason, email: reason })
  })
})

describe('isIdle', () => {
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
