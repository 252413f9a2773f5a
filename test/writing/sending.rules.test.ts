import { describe, expect, test } from 'vitest'
import type { Channel } from '../../src/domain/channels/channels/channel'
import type { ViewerAccess } from '../../src/domain/channels/channels/access-rules'
import { normalizeContent, refusalOfContent } from '../../src/domain/messages/message-index/rules'
import { obstacleToDirectMessage } from '../../src/domain/writing/sending/permission-rules'
import { refusalToPost, refusalToSendDirectMessage } from '../../src/domain/writing/sending/rules'
import type { GroupSetting } from '../../src/domain/realm/settings/permissions'
import { GUEST, MEMBER, type Role, type User } from '../../src/domain/people/users/user'
import { isHumanClient } from '../../src/domain/people/users/rules'
import { EVERYONE_GROUP, MEMBERS_GROUP, NOBODY_GROUP } from '../support/system-groups'

describe('normalizeContent and refusalOfContent', () => {
  const MARK = '\n[message truncated]'
  const CASES: [requested: string, stored: string][] = [
    ['Pizza', 'Pizza'],
    ['Pizza \t\n\n', 'Pizza'],
    ['\n\r\n  \n  * item', '  * item'],
    ['    code', '    code'],
    ['a\n\nb', 'a\n\nb'],
    [' \n\t ', ''],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
    [`${'x'.repeat(10_000)}   `, 'x'.repeat(10_000)],
    ['x'.repeat(10_001), 'x'.repeat(10_000 - MARK.length) + MARK],
    ['🍕'.repeat(10_001), '🍕'.repeat(10_000 - MARK.length) + MARK],
  ]
  test('the stored content has no blank lines before it and no white space after it, and at most 10,000 characters', () => {
    for (const [requested, stored] of CASES) {
      expect(normalizeContent(requested)).toBe(stored)
      expect(normalizeContent(stored)).toBe(stored)
    }
  })

  test('the time to truncate a text is linear in its length', () => {
    const long = ' \t'.repeat(200_000)
    expect(normalizeContent(`${long}x${long}`).length).toBeLessThanOrEqual(10_000)
    expect(normalizeContent(`${'\n '.repeat(200_000)}x`)).toBe(' x')
  })

  test('content must not be empty and must not contain null bytes', () => {
    expect(refusalOfContent('')?.message).toBe('Message must not be empty')
    expect(refusalOfContent('\0')?.message).toBe('Message must not contain null bytes')
    expect(refusalOfContent('x')).toBeUndefined()
  })
})

describe('refusalToPost', () => {
  const viewer = (role: Role, is_subscribed: boolean, ...groups: number[]): ViewerAccess => ({
    user_id: role,
    role,
    is_subscribed,
    groupIds: new Set([EVERYONE_GROUP, ...(role <= MEMBER ? [MEMBERS_GROUP] : []), ...groups]),
  })
  const channel = (fields: Partial<Channel> & { poster?: GroupSetting; subscriber?: GroupSetting } = {}) => {
    const { poster = EVERYONE_GROUP, subscriber = NOBODY_GROUP, ...others } = fields
    const permissions = {
      can_send_message_group: poster,
      can_add_subscribers_group: NOBODY_GROUP,
      can_subscribe_group: subscriber,
    }
    return {
      name: 'c',
      is_archived: false,
      is_web_public: false,
      invite_only: false,
      permissions,
      ...others,
    } as Channel
  }
  const member = viewer(MEMBER, false)
  const subscribedMember = viewer(MEMBER, true)
  const guest = viewer(GUEST, false)
  const subscribedGuest = viewer(GUEST, true)
  const NO_PERMISSION = 'You do not have permission to post in this channel.'
  const NOT_AUTHORIZED = "Not authorized to send to channel 'c'"

  const CASES: [
    name: string,
    Channel,
    sender: ViewerAccess,
    owner: ViewerAccess | undefined,
    refusal: string | undefined,
  ][] = [
    ['a member, to a public channel without a subscription', channel(), member, undefined, undefined],
    ['a guest, to a public channel without a subscription', channel(), guest, undefined, NOT_AUTHORIZED],
    ['a guest, to a public channel with a subscription', channel(), subscribedGuest, undefined, undefined],
    ['a guest, to a web-public channel', channel({ is_web_public: true }), guest, undefined, undefined],
    [
      'a member, to a private channel without a subscription',
      channel({ invite_only: true }),
      member,
      undefined,
      NOT_AUTHORIZED,
    ],
    [
      'a member, to a private channel with a subscription',
      channel({ invite_only: true }),
      subscribedMember,
      undefined,
      undefined,
    ],
    [
      'a member who can subscribe, to a private channel',
      channel({ invite_only: true, subscriber: MEMBERS_GROUP }),
      member,
      undefined,
      undefined,
    ],
    [
      'a guest in the group that can subscribe, to a private channel',
      channel({ invite_only: true, subscriber: EVERYONE_GROUP }),
      guest,
      undefined,
      NOT_AUTHORIZED,
    ],
    ['a bot, to a private channel of its owner', channel({ invite_only: true }), member, subscribedMember, undefined],
    [
      'a bot whose owner is not subscribed, to a private channel',
      channel({ invite_only: true }),
      member,
      member,
      NOT_AUTHORIZED,
    ],
    ['a member, to an archived channel', channel({ is_archived: true }), subscribedMember, undefined, NOT_AUTHORIZED],
    ['a member, if no user may post', channel({ poster: NOBODY_GROUP }), subscribedMember, undefined, NO_PERMISSION],
    ['a guest, if members may post', channel({ poster: MEMBERS_GROUP }), subscribedGuest, undefined, NO_PERMISSION],
    [
      'a bot whose owner may post',
      channel({ poster: { direct_members: [GUEST], direct_subgroups: [] } }),
      subscribedMember,
      subscribedGuest,
      undefined,
    ],
    [
      'a member without permission and subscription',
      channel({ poster: NOBODY_GROUP, invite_only: true }),
      member,
      undefined,
      NO_PERMISSION,
    ],
  ]
  test.each(CASES)('a message of %s', (_, to, sender, owner, refusal) => {
    expect(refusalToPost({ channel: to, sender, owner })?.message).toBe(refusal)
  })
})

describe('refusalToSendDirectMessage', () => {
  const participant = (user_id: number, ...groups: number[]) => ({
    user: { user_id, is_bot: user_id >= 100 } as User,
    membership: { user_id, groupIds: new Set([EVERYONE_GROUP, ...groups]) },
  })
  const [dov, ezra] = [participant(1), participant(2)]
  const ada = participant(3, MEMBERS_GROUP)
  const [fig, gus] = [participant(100), participant(101, MEMBERS_GROUP)]
  const DISABLED = 'Direct messages are disabled in this organization.'
  const NOT_AUTHORIZED = 'This conversation does not include any users who can authorize it.'
  const CANNOT_INITIATE = 'You do not have permission to initiate direct message conversations.'

  type Participant = typeof dov
  const CASES: [
    name: string,
    Participant[],
    permission: number,
    initiators: number,
    isNew: boolean,
    string | undefined,
  ][] = [
    ['if every user may authorize it', [dov, ezra], EVERYONE_GROUP, EVERYONE_GROUP, true, undefined],
    ['if no user may authorize it', [dov, ezra], NOBODY_GROUP, EVERYONE_GROUP, false, DISABLED],
    ['to oneself', [dov], NOBODY_GROUP, NOBODY_GROUP, true, undefined],
    ['to a bot', [dov, fig], NOBODY_GROUP, NOBODY_GROUP, true, undefined],
    ['to a bot and a user', [dov, fig, ezra], NOBODY_GROUP, EVERYONE_GROUP, true, DISABLED],
    ['from a bot', [fig, ezra], NOBODY_GROUP, NOBODY_GROUP, true, undefined],
    ['if no participant may authorize it', [dov, ezra], MEMBERS_GROUP, EVERYONE_GROUP, false, NOT_AUTHORIZED],
    ['if only a bot may authorize it', [dov, ezra, gus], MEMBERS_GROUP, EVERYONE_GROUP, false, NOT_AUTHORIZED],
    ['if a participant may authorize it', [dov, ezra, ada], MEMBERS_GROUP, EVERYONE_GROUP, true, undefined],
    ['new, from a user who may not initiate it', [dov, ada], EVERYONE_GROUP, MEMBERS_GROUP, true, CANNOT_INITIATE],
    ['existing, from a user who may not initiate it', [dov, ada], EVERYONE_GROUP, MEMBERS_GROUP, false, undefined],
    ['new, from a user who may initiate it', [ada, dov], EVERYONE_GROUP, MEMBERS_GROUP, true, undefined],
  ]
  test.each(CASES)('a direct message %s', (_, people, permission, initiators, isNew, refusal) => {
    const sender = { ...people[0]!.user, isLinkGuest: false }
    expect(refusalToSendDirectMessage(sender, people, { permission, initiators }, isNew)?.message).toBe(refusal)
  })
})

describe('the guest of a link and direct messages', () => {
  const membership = { user_id: 1, groupIds: new Set([EVERYONE_GROUP]) }
  const to = (user_id: number) => ({
    user: { user_id, is_bot: user_id >= 100 },
    membership: { ...membership, user_id },
  })
  const policy = { permission: EVERYONE_GROUP, initiators: EVERYONE_GROUP }

  test.each([
    ['begins none', [to(1), to(2)], true, 'mayNotInitiate'],
    ['begins none with a bot', [to(1), to(100)], true, 'mayNotInitiate'],
    ['answers', [to(1), to(2)], false, undefined],
    ['writes notes', [to(1)], true, undefined],
  ] as const)('%s', (_, people, isNew, obstacle) => {
    const guest = { user_id: 1, is_bot: false, isLinkGuest: true }
    expect(obstacleToDirectMessage(guest, people, policy, isNew)).toBe(obstacle)
    expect(obstacleToDirectMessage({ ...guest, isLinkGuest: false }, people, policy, isNew)).toBe(undefined)
  })
})

describe('isHumanClient', () => {
  const CASES: [client: string, vendor: string, boolean][] = [
    ['website', '', true],
    ['SvcMobile', '', true],
    ['svcandroid', '', true],
    ['ZulipMobile', 'zulip', true],
    ['ZulipMobile', '', false],
    ['zulip-terminal', 'zulip', false],
    ['ZulipPython', 'zulip', false],
    ['curl', 'zulip', false],
    ['', 'zulip', false],
  ]
  test.each(CASES)('client %j, vendor %j: %s', (client, vendor, isHuman) => {
    expect(isHumanClient(client, vendor)).toBe(isHuman)
  })
})
