import { expect, test } from 'vitest'
import { stateOf } from '../../client-state/model'
import type { Message, State, Subscription, UserSettings, UserTopic } from '../../client-state/wire'
import { partOf } from './part-of'
import { waysOf } from '../notify/rules'
import { titleCount } from '../store/conversations'

const SETTINGS = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
  notification_sound: 'ding',
}

type Case = {
  message?: { type?: 'stream' | 'private'; sender_id?: number; stream_id?: number }
  flags?: string[]
  settings?: Partial<UserSettings>
  channel?: Partial<Subscription>
  policy?: UserTopic['visibility_policy']
  muted?: number[]
}

/** Returns how a message of user 2 notifies user 1. Without other fields it is in a topic of a channel. */
type OwnState = Pick<State, 'user_id' | 'user_settings' | 'muted_users' | 'subscriptions' | 'user_topics'>

function ways({ message = {}, flags = [], settings = {}, channel = {}, policy, muted = [] }: Case) {
  const subscription = { stream_id: 7, is_muted: false, desktop_notifications: null, audible_notifications: null }
  const state = stateOf(
    partOf<OwnState>({
      user_id: 1,
      user_settings: { ...SETTINGS, ...settings },
      muted_users: muted.map((id) => ({ id })),
      subscriptions: [{ ...subscription, wildcard_mentions_notify: null, ...channel }],
      user_topics: policy === undefined ? [] : [{ stream_id: 7, topic_name: 'lunch', visibility_policy: policy }],
    }),
  )
  const { type = 'stream', sender_id = 2, stream_id = 7 } = message
  const place = type === 'stream' ? { type, stream_id, subject: 'lunch' } : { type }
  const { desktop, sound } = waysOf(partOf<Message>({ sender_id, ...place }), flags, state)
  return [desktop && 'desktop', sound && 'sound'].filter((way) => way !== false).join(' ')
}

const DIRECT = { type: 'private' } as const
const FOLLOWED = 3

test.for<[string, string, Case]>([
  ['a direct message', 'desktop sound', { message: DIRECT }],
  [
    'a direct message without desktop notifications',
    'sound',
    { message: DIRECT, settings: { enable_desktop_notifications: false } },
  ],
  ['a direct message without a sound', 'desktop', { message: DIRECT, settings: { notification_sound: 'none' } }],
  ['an own message', '', { message: { ...DIRECT, sender_id: 1 } }],
  ['a message that is read already', '', { message: DIRECT, flags: ['read'] }],
  ['a message of a muted user', '', { message: DIRECT, muted: [2] }],
  ['a channel message', '', {}],
  ['a mention', 'desktop sound', { flags: ['mentioned'] }],
  ['an alert word', 'desktop sound', { flags: ['has_alert_word'] }],
  ['a mention of all', 'desktop sound', { flags: ['stream_wildcard_mentioned'] }],
  ['a mention of all in a muted channel', '', { flags: ['stream_wildcard_mentioned'], channel: { is_muted: true } }],
  [
    'a mention of all, if the channel says no',
    '',
    { flags: ['topic_wildcard_mentioned'], channel: { wildcard_mentions_notify: false } },
  ],
  [
    'a mention of all in a followed topic of a muted channel',
    'desktop sound',
    { flags: ['topic_wildcard_mentioned'], channel: { is_muted: true }, policy: FOLLOWED },
  ],
  ['a followed topic', 'desktop', { policy: FOLLOWED }],
  [
    'a channel that notifies',
    'desktop sound',
    { channel: { desktop_notifications: true, audible_notifications: true } },
  ],
  ['all channels', 'desktop', { settings: { enable_stream_desktop_notifications: true } }],
  [
    'all channels, but not this one',
    '',
    { settings: { enable_stream_desktop_notifications: true }, channel: { desktop_notifications: false } },
  ],
  ['a muted topic of a channel that notifies', '', { channel: { desktop_notifications: true }, policy: 1 }],
  ['an unknown channel', '', { message: { stream_id: 8 }, settings: { enable_stream_desktop_notifications: true } }],
])('%s notifies by: %s', ([, expected, given]) => {
  expect(ways(given)).toBe(expected)
})

test.for([
  [1, 12],
  [2, 9],
  [3, 5],
  [4, 0],
] as const)('with the setting %i the icon counts %i', ([display, count]) => {
  const topic = { view: 'topic', stream_id: 7, topic: 'x' } as const
  const common = { key: '', isMuted: false, isFollowed: false, mentions: 0 }
  const conversations = [
    { ...common, route: topic, isFollowed: true, ids: [1, 2, 3, 4, 5], mentions: 1 },
    { ...common, route: topic, ids: [6, 7, 8] },
    // A mention in a direct message counts once.
    { ...common, route: { view: 'direct' as const, user_ids: [9] }, ids: [9, 10, 11, 12], mentions: 2 },
  ]
  const counts = { conversations, total: 12, mentions: 3, direct: 4, byKey: new Map(), byChannel: new Map() }
  expect(titleCount(counts, display)).toBe(count)
})
