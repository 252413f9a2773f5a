import { expect, test } from 'vitest'
import {
  TopicActivity,
  automaticPolicy,
  canChangePolicy,
  followsAfterMention,
} from '../../src/domain/channels/user-topics/automatic-visibility-rules'
import {
  isTopicMuted,
  refusalOfMutedTopicCount,
  refusalOfTopicName,
  refusalOfUserTopicCount,
  Visibility,
} from '../../src/domain/channels/user-topics/rules'

const { none: NONE, muted: MUTED, unmuted: UNMUTED, followed: FOLLOWED } = Visibility

const { participates, sends, initiates } = TopicActivity

test.for<
  [
    activity: TopicActivity,
    follow: number,
    unmute: number,
    current: 0 | 1 | 2 | 3,
    isChannelMuted: boolean,
    policy?: number,
  ]
>([
  [participates, 1, 4, 0, false, FOLLOWED],
  [sends, 1, 4, 0, false, FOLLOWED],
  [initiates, 1, 4, 0, false, FOLLOWED],
  [participates, 2, 4, 0, false],
  [sends, 2, 4, 0, false, FOLLOWED],
  [sends, 3, 4, 0, false],
  [initiates, 3, 4, 0, false, FOLLOWED],
  [initiates, 4, 4, 0, true],
  [sends, 4, 2, 0, true, UNMUTED],
  [sends, 4, 2, 0, false], // only a topic of a muted channel is unmuted
  [participates, 4, 2, 0, true],
  [participates, 4, 1, 0, true, UNMUTED],
  [initiates, 4, 3, 0, true, UNMUTED],
  [sends, 2, 2, 0, true, FOLLOWED], // following has precedence over unmuting
  [sends, 2, 4, 1, false, FOLLOWED],
  [sends, 4, 2, 1, true, UNMUTED],
  [sends, 4, 2, 2, true],
  [sends, 2, 4, 2, true, FOLLOWED],
  [initiates, 1, 1, 3, true], // a followed topic stays followed
])(
  'automaticPolicy: activity %i, follow policy %i, unmute policy %i, now %i, channel muted %s: %s',
  ([activity, follow, unmute, current, isChannelMuted, policy]) => {
    const settings = {
      automatically_follow_topics_policy: follow as 1,
      automatically_unmute_topics_in_muted_streams_policy: unmute as 1,
    }
    expect(automaticPolicy(activity, settings, { current, isChannelMuted })).toBe(policy)
  },
)

test('canChangePolicy: a setting for unmuting counts only in a muted channel', () => {
  const settings = {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 2,
  } as const
  expect([true, false].map((isChannelMuted) => canChangePolicy(sends, settings, isChannelMuted))).toEqual([true, false])
  expect(canChangePolicy(participates, settings, true)).toBe(false)
})

test('followsAfterMention: a user does not follow a topic that they muted', () => {
  expect([NONE, MUTED, UNMUTED, FOLLOWED].map(followsAfterMention)).toEqual([true, false, true, false])
})

test.for([
  [NONE, false, false],
  [NONE, true, true],
  [MUTED, false, true],
  [UNMUTED, true, false],
  [FOLLOWED, true, false],
] as const)('isTopicMuted: policy %i, channel muted %s: %s', ([policy, isChannelMuted, isMuted]) => {
  expect(isTopicMuted(policy, isChannelMuted)).toBe(isMuted)
})

test('a user has at most 3000 muted topics and 20,000 policies', () => {
  expect(refusalOfMutedTopicCount(2999)).toBeUndefined()
  expect(refusalOfMutedTopicCount(3000)?.refusal.msg).toBe('No more than 3000 topics can be muted.')
  expect(refusalOfUserTopicCount(19_999)).toBeUndefined()
  expect(refusalOfUserTopicCount(20_000)?.refusal.msg).toBe('No more than 20000 topics can have a visibility policy.')
})

test('refusalOfTopicName: a topic name has at most 60 characters without the space around it', () => {
  expect(refusalOfTopicName(` ${'🍕'.repeat(60)} `)).toBeUndefined()
  expect(refusalOfTopicName('x'.repeat(61))?.refusal.msg).toBe('topic is too long (limit: 60 characters)')
})
