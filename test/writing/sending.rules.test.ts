import { describe, expect, test } from 'vitest'
import type { Channel } from '../../src/domain/channels/channels/channel'
import type { ViewerAccess } from '../../src/domain/channels/channels/rules'
import { normalizeContent, refusalOfContent } from '../../src/domain/messages/message-index/rules'
import { refusalToPost, refusalToSendDirectMessage } from '../../src/domain/writing/sending/rules'
import type { GroupSetting } from '../../src/domain/realm/settings/permissions'
import { GUEST, MEMBER, type Role, type User } from '../../src/domain/people/users/user'
import { isHumanClient } from '../../src/domain/people/users/rules'
import { EVERYONE_GROUP, MEMBERS_GROUP, NOBODY_GROUP } from '../support/system-groups'

describe('the content that is kept', () => {
  const MARK = '\n[message truncated]'
  const CASES: [said: string, kept: string][] = [
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
  test('is what was said, without the space around it, and no longer than may be', () => {
    for (const [said, kept] of CASES) {
      expect(normalizeContent(said)).toBe(kept)
      expect(normalizeContent(kept)).toBe(kept)
    }
  })

  test('is cut in time that grows with its length and no faster', () => {
    const long = ' \t'.repeat(200_000)
    expect(normalizeContent(`${long}x${long}`).length).toBeLessThanOrEqual(10_000)
    expect(normalizeContent(`${'\n '.repeat(200_000)}x`)).toBe(' x')
  })

  test('must be something, and may have no null byte in it', () => {
    expect(refusalOfContent('')?.message).toBe('Message must not be empty')
    expect(refusalOfContent('\0')?.message).toBe('Message must not contain null bytes')
    expect(refusalOfContent('x')).toBeUndefined()
  })
})

describe('posting to a channel', () => {
  const viewer = (role: Role, is_subscribed: boolean, ...groups: number[]): ViewerAccess => ({
    user_id: role,
    role,
    is_subscribed,
    groups: new Set([EVERYONE_GROUP, ...(role <= MEMBER ? [MEMBERS_GROUP] : []), ...groups]),
  })
  const channel = (more: Partial<Channel> & { may?: GroupSetting; subscribe?: GroupSetting } = {}) => {
    const { may = EVERYONE_GROUP, subscribe = NOBODY_GROUP, ...fields } = more
    const permissions = {
      can_send_message_group: may,
      can_add_subscribers_group: NOBODY_GROUP,
      can_subscribe_group: subscribe,
    }
    return {
      name: 'c',
      is_archived: false,
      is_web_public: false,
      invite_only: false,
      permissions,
      ...fields,
    } as Channel
  }
  const member = viewer(MEMBER, false)
  const inside = viewer(MEMBER, true)
  const guest = viewer(GUEST, false)
  const guestInside = viewer(GUEST, true)
  const MAY_NOT = 'You do not have permission to post in this channel.'
  const NOT_HERE = "Not authorized to send to channel 'c'"

  const CASES: [
    what: string,
    Channel,
    sender: ViewerAccess,
    owner: ViewerAccess | undefined,
    refusal: string | undefined,
  ][] = [
    ['a member, to a public channel they are not in', channel(), member, undefined, undefined],
    ['a guest, to a public channel they are not in', channel(), guest, undefined, NOT_HERE],
    ['a guest, to a public channel they are in', channel(), guestInside, undefined, undefined],
    ['a guest, to a channel open to the web', channel({ is_web_public: true }), guest, undefined, undefined],
    ['a member, to a private channel they are not in', channel({ invite_only: true }), member, undefined, NOT_HERE],
    ['a member, to a private channel they are in', channel({ invite_only: true }), inside, undefined, undefined],
    [
      'a member, to a private channel they may join',
      channel({ invite_only: true, subscribe: MEMBERS_GROUP }),
      member,
      undefined,
      undefined,
    ],
    [
      'a guest, to a private channel members may join',
      channel({ invite_only: true, subscribe: EVERYONE_GROUP }),
      guest,
      undefined,
      NOT_HERE,
    ],
    ['a bot, to a private channel its owner is in', channel({ invite_only: true }), member, inside, undefined],
    ['a bot, to a private channel nobody of theirs is in', channel({ invite_only: true }), member, member, NOT_HERE],
    ['a member, to an archived channel', channel({ is_archived: true }), inside, undefined, NOT_HERE],
    ['a member, where nobody may', channel({ may: NOBODY_GROUP }), inside, undefined, MAY_NOT],
    ['a guest, where members may', channel({ may: MEMBERS_GROUP }), guestInside, undefined, MAY_NOT],
    [
      'a bot, where its owner may',
      channel({ may: { direct_members: [GUEST], direct_subgroups: [] } }),
      inside,
      guestInside,
      undefined,
    ],
    ['who may not and is not in it', channel({ may: NOBODY_GROUP, invite_only: true }), member, undefined, MAY_NOT],
  ]
  test.each(CASES)('%s', (_, to, sender, owner, refusal) => {
    expect(refusalToPost({ channel: to, sender, owner })?.message).toBe(refusal)
  })
})

describe('writing to people', () => {
  const person = (user_id: number, ...groups: number[]) => ({
    user: { user_id, is_bot: user_id >= 100 } as User,
    standing: { user_id, groups: new Set([EVERYONE_GROUP, ...groups]) },
  })
  const [dov, ezra] = [person(1), person(2)]
  const ada = person(3, MEMBERS_GROUP)
  const [fig, gus] = [person(100), person(101, MEMBERS_GROUP)]
  const DISABLED = 'Direct messages are disabled in this organization.'
  const NOBODY_MAY = 'This conversation does not include any users who can authorize it.'
  const MAY_NOT_BEGIN = 'You do not have permission to initiate direct message conversations.'

  type Someone = typeof dov
  const CASES: [what: string, Someone[], permission: number, initiators: number, isNew: boolean, string | undefined][] =
    [
      ['anyone to anyone', [dov, ezra], EVERYONE_GROUP, EVERYONE_GROUP, true, undefined],
      ['where nobody may', [dov, ezra], NOBODY_GROUP, EVERYONE_GROUP, false, DISABLED],
      ['to oneself, where nobody may', [dov], NOBODY_GROUP, NOBODY_GROUP, true, undefined],
      ['to a bot, where nobody may', [dov, fig], NOBODY_GROUP, NOBODY_GROUP, true, undefined],
      ['to a bot and a person, where nobody may', [dov, fig, ezra], NOBODY_GROUP, EVERYONE_GROUP, true, DISABLED],
      ['from a bot, where nobody may', [fig, ezra], NOBODY_GROUP, NOBODY_GROUP, true, undefined],
      ['with nobody who may authorize it', [dov, ezra], MEMBERS_GROUP, EVERYONE_GROUP, false, NOBODY_MAY],
      ['with a bot only that may authorize it', [dov, ezra, gus], MEMBERS_GROUP, EVERYONE_GROUP, false, NOBODY_MAY],
      ['with somebody who may authorize it', [dov, ezra, ada], MEMBERS_GROUP, EVERYONE_GROUP, true, undefined],
      ['who may not begin, beginning', [dov, ada], EVERYONE_GROUP, MEMBERS_GROUP, true, MAY_NOT_BEGIN],
      ['who may not begin, going on', [dov, ada], EVERYONE_GROUP, MEMBERS_GROUP, false, undefined],
      ['who may begin, beginning', [ada, dov], EVERYONE_GROUP, MEMBERS_GROUP, true, undefined],
    ]
  test.each(CASES)('%s', (_, people, permission, initiators, isNew, refusal) => {
    const sender = people[0]!.user
    expect(refusalToSendDirectMessage(sender, people, { permission, initiators }, isNew)?.message).toBe(refusal)
  })
})

describe('a client made for people', () => {
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
  test.each(CASES)('%j, of the vendor %j: %s', (client, vendor, isHuman) => {
    expect(isHumanClient(client, vendor)).toBe(isHuman)
  })
})
