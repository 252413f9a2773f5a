import { describe, expect, test } from 'vitest'
import type { Channel } from '../../src/domain/channels/channels/channel'
import { updatesBetween } from '../../src/domain/channels/channels/events'
import type { channelPermissions } from '../../src/domain/channels/channels/permissions'
import { retentionDays } from '../../src/domain/channels/channels/retention'
import {
  normalizeDescription,
  requirementsToChange,
  requirementsOfPrivacy,
  positionOfInvalidCharacter,
  refusalOfChannelName,
  refusalOfDescription,
  refusalToRename,
  refusalToUnarchive,
  type Requirement,
} from '../../src/domain/channels/channels/rules'
import {
  canAdminister,
  canSeeContent,
  canSeeHistory,
  canSeeMetadata,
  canSeeSubscribers,
  seesAllPublicChannels,
  type ViewerAccess,
} from '../../src/domain/channels/channels/access-rules'
import { canAddOthers, canRemoveOthers } from '../../src/domain/channels/subscriptions/permission-rules'
import { leastUsedColor, refusalOfPrivacy } from '../../src/domain/channels/subscriptions/rules'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type User } from '../../src/domain/people/users/user'
import { SAMPLE_CHANNEL } from '../support/sample-channel'

const HOLDERS = 10

const general = SAMPLE_CHANNEL
/** The part of a private channel that gives the viewer this permission. */
const granting = (permission: keyof typeof channelPermissions) => ({
  invite_only: true,
  history_public_to_subscribers: false,
  permissions: { ...general.permissions, [permission]: HOLDERS },
})

const KINDS = {
  public: general,
  'web-public': { ...general, is_web_public: true },
  'private, open history': { ...general, invite_only: true },
  'private, protected history': { ...general, invite_only: true, history_public_to_subscribers: false },
  'private, viewer may subscribe': { ...general, ...granting('can_subscribe_group') },
  'private, viewer may add others': { ...general, ...granting('can_add_subscribers_group') },
  'private, viewer may administer': { ...general, ...granting('can_administer_channel_group') },
} satisfies Record<string, Channel>

/** Returns what the viewer can see: M for metadata, C for content, H for history, S for subscribers; `-` for nothing. */
function access(channel: Channel, viewer: ViewerAccess): string {
  const parts = [
    canSeeMetadata(channel, viewer) ? 'M' : '',
    canSeeContent(channel, viewer) ? 'C' : '',
    canSeeHistory(channel, viewer) ? 'H' : '',
    canSeeSubscribers(channel, viewer) ? 'S' : '',
  ]
  return parts.join('') || '-'
}

describe('canSeeMetadata, canSeeContent, canSeeHistory and canSeeSubscribers', () => {
  // For administrator, moderator, member and guest: first without a subscription, then with one.
  const table: Record<keyof typeof KINDS, [unsubscribed: string[], subscribed: string[]]> = {
    public: [
      ['MCHS', 'MCHS', 'MCHS', '-'],
      ['MCHS', 'MCHS', 'MCHS', 'MCHS'],
    ],
    'web-public': [
      ['MCHS', 'MCHS', 'MCHS', 'MCH'],
      ['MCHS', 'MCHS', 'MCHS', 'MCHS'],
    ],
    'private, open history': [
      ['MS', '-', '-', '-'],
      ['MCHS', 'MCHS', 'MCHS', 'MCHS'],
    ],
    'private, protected history': [
      ['MS', '-', '-', '-'],
      ['MCS', 'MCS', 'MCS', 'MCS'],
    ],
    'private, viewer may subscribe': [
      ['MCS', 'MCS', 'MCS', '-'],
      ['MCS', 'MCS', 'MCS', 'MCS'],
    ],
    'private, viewer may add others': [
      ['MCS', 'MCS', 'MCS', '-'],
      ['MCS', 'MCS', 'MCS', 'MCS'],
    ],
    'private, viewer may administer': [
      ['MS', 'MS', 'MS', '-'],
      ['MCS', 'MCS', 'MCS', 'MCS'],
    ],
  }
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]

  test.for(kinds)('%s channel', (kind) => {
    const visible = [false, true].map((is_subscribed) =>
      [ADMINISTRATOR, MODERATOR, MEMBER, GUEST].map((role) =>
        access(KINDS[kind], { user_id: 7, role, is_subscribed, groupIds: new Set([HOLDERS]) }),
      ),
    )
    expect(visible).toEqual(table[kind])
    const asOwner = { user_id: 7, role: OWNER, is_subscribed: false, groupIds: new Set([HOLDERS]) }
    expect(access(KINDS[kind], asOwner)).toBe(table[kind][0][0]) // the same as for an administrator
  })

  test.for(kinds)('%s channel: the same after it is archived', (kind) => {
    for (const role of [ADMINISTRATOR, MEMBER, GUEST])
      for (const is_subscribed of [true, false]) {
        const viewer = { user_id: 7, role, is_subscribed, groupIds: new Set([HOLDERS]) }
        expect(access({ ...KINDS[kind], is_archived: true }, viewer)).toBe(access(KINDS[kind], viewer))
      }
  })

  test('a viewer who can see content can see metadata, and a viewer who can see history can see content', () => {
    for (const channel of Object.values(KINDS))
      for (const role of [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST])
        for (const groupIds of [new Set<number>(), new Set([HOLDERS])])
          for (const is_subscribed of [true, false]) {
            const visible = access(channel, { user_id: 7, role, is_subscribed, groupIds })
            expect(['-', 'MS', 'MC', 'MCH', 'MCS', 'MCHS']).toContain(visible)
          }
  })

  test('a viewer sees all public channels with their subscribers, or shares no text about them', () => {
    const publicChannels = Object.values(KINDS).filter(({ invite_only }) => !invite_only)
    for (const role of [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST])
      for (const limited_to of [undefined, new Set<number>()]) {
        const viewer = { user_id: 7, role, is_subscribed: false, groupIds: new Set<number>(), limited_to }
        const seesAll = publicChannels.every(
          (channel) => canSeeMetadata(channel, viewer) && canSeeSubscribers(channel, viewer),
        )
        expect(seesAllPublicChannels(viewer)).toBe(seesAll)
      }
  })
})

describe('canAddOthers, canRemoveOthers and canAdminister', () => {
  const viewer = (role: number, is_subscribed = true): ViewerAccess => ({
    user_id: 7,
    role,
    is_subscribed,
    groupIds: new Set([HOLDERS]),
  })
  const adding = KINDS['private, viewer may add others']
  const administering = KINDS['private, viewer may administer']
  const plain = KINDS['private, open history']
  const removing = { ...general, ...granting('can_remove_subscribers_group') }

  test.for([
    { channel: plain, role: MEMBER, realmWide: false, expected: false },
    { channel: plain, role: MEMBER, realmWide: true, expected: true },
    { channel: plain, role: ADMINISTRATOR, realmWide: false, expected: true },
    { channel: adding, role: MEMBER, realmWide: false, expected: true },
    { channel: administering, role: MEMBER, realmWide: false, expected: true },
    { channel: administering, role: GUEST, realmWide: false, expected: false },
    { channel: removing, role: MODERATOR, realmWide: false, expected: false },
  ])('canAddOthers, case %#: $expected', ({ channel, role, realmWide, expected }) => {
    expect(canAddOthers(channel, viewer(role), realmWide)).toBe(expected)
  })

  const bot = { user_id: 8, bot_owner_id: 7 } as User
  const otherUser = { user_id: 9, bot_owner_id: null } as User
  test.for([
    { channel: plain, role: MEMBER, is_subscribed: true, others: [otherUser], expected: false },
    { channel: plain, role: MEMBER, is_subscribed: true, others: [bot], expected: true },
    { channel: plain, role: MEMBER, is_subscribed: false, others: [bot], expected: false },
    { channel: plain, role: MEMBER, is_subscribed: true, others: [bot, otherUser], expected: false },
    { channel: plain, role: ADMINISTRATOR, is_subscribed: false, others: [otherUser], expected: true },
    { channel: removing, role: MEMBER, is_subscribed: true, others: [otherUser], expected: true },
    { channel: removing, role: MEMBER, is_subscribed: false, others: [otherUser], expected: false },
    { channel: removing, role: GUEST, is_subscribed: true, others: [otherUser], expected: true },
    { channel: administering, role: MEMBER, is_subscribed: false, others: [otherUser], expected: true },
    { channel: administering, role: GUEST, is_subscribed: true, others: [otherUser], expected: false },
  ])('canRemoveOthers, case %#: $expected', ({ channel, role, is_subscribed, others, expected }) => {
    expect(canRemoveOthers(channel, viewer(role, is_subscribed), others)).toBe(expected)
  })

  test('administrators, and users with the permission who are not guests, can administer', () => {
    for (const channel of [plain, administering]) {
      const answers = [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST].map((role) =>
        canAdminister(channel, viewer(role)),
      )
      expect(answers).toEqual([true, true, channel === administering, channel === administering, false])
    }
  })
})

describe('refusalOfPrivacy', () => {
  const publicChannel = { invite_only: false, is_web_public: false, is_default_stream: false }
  test.for([
    [{}, undefined],
    [{ history_public_to_subscribers: true }, undefined],
    [{ history_public_to_subscribers: false }, 'Invalid parameters'],
    [{ invite_only: true }, undefined],
    [{ invite_only: true, history_public_to_subscribers: true }, undefined],
    [{ invite_only: true, history_public_to_subscribers: false }, undefined],
    [{ invite_only: true, is_default_stream: true }, 'A default channel cannot be private.'],
    [{ is_default_stream: true }, undefined],
    [{ is_web_public: true }, undefined],
    [{ is_web_public: true, invite_only: true }, 'Invalid parameters'],
    [{ is_web_public: true, history_public_to_subscribers: false }, 'Invalid parameters'],
  ] as const)('%j: %s', ([parameters, msg]) => {
    expect(refusalOfPrivacy({ ...publicChannel, ...parameters })?.refusal.msg).toBe(msg)
  })
})

describe('refusalOfChannelName and refusalOfDescription', () => {
  test.for([
    ['general', undefined],
    ['🐙'.repeat(60), undefined],
    ['<img src=x onerror=alert(1)>', undefined], // text, never HTML
    ['a/b?c#d', undefined],
    ['', "Channel name can't be empty."],
    ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
    ['\u0000x', 'Invalid character in channel name, at position 1.'],
    ['🐙\u0007', 'Invalid character in channel name, at position 2.'],
    ['x\ud800', 'Invalid character in channel name, at position 2.'],
    ['x\uffff', 'Invalid character in channel name, at position 2.'],
  ] as const)('%j: %s', ([name, msg]) => {
    expect(refusalOfChannelName(name)?.refusal.msg).toBe(msg)
  })

  test('the position of an invalid character counts code points, from one', () => {
    expect(positionOfInvalidCharacter('fine')).toBeUndefined()
    expect(positionOfInvalidCharacter('👨‍👩‍👧\n')).toBe(6)
  })

  test('a description has 1024 characters at most', () => {
    expect(refusalOfDescription('🐙'.repeat(1024))).toBeUndefined()
    expect(refusalOfDescription('x'.repeat(1025))?.refusal.msg).toBe('description is too long (limit: 1024 characters)')
  })
})

describe('leastUsedColor', () => {
  test('returns the first of the least used colours', () => {
    const all = new Set<string>()
    const used: string[] = []
    for (let index = 0; index < 24; index++) used.push(leastUsedColor(used))
    for (const color of used) all.add(color)
    expect(all.size).toBe(24)
    expect(leastUsedColor(used)).toBe(used[0])
    expect(leastUsedColor(['#000000', ...used, used[0]!])).toBe(used[1])
  })
})

/** The part of a channel with these permissions given to a group. */
const withPermissions = (...permissions: (keyof typeof channelPermissions)[]): Partial<Channel> => ({
  permissions: { ...general.permissions, ...Object.fromEntries(permissions.map((name) => [name, HOLDERS])) },
})

describe('requirementsToChange', () => {
  const PUBLIC = 'can_create_public_channel_group'
  const PRIVATE = 'can_create_private_channel_group'
  const privateChannel = { invite_only: true, history_public_to_subscribers: false }
  const webPublic = { is_web_public: true }
  const webPublicRequirements: Requirement[] = ['content', 'web-public channels', 'can_create_web_public_channel_group']
  const deletionRequirements: Requirement[] = ['content', 'can_set_delete_message_policy_group']
  test.for<[Partial<Channel>, Partial<Channel>, Requirement[]]>([
    [{}, {}, []],
    [{}, { name: 'lobby', description: 'x', rendered_description: '<p>x</p>', is_archived: true }, []],
    [{}, privateChannel, ['content', PRIVATE]],
    [privateChannel, {}, ['content', PUBLIC]],
    [privateChannel, { ...privateChannel, history_public_to_subscribers: true }, ['content']],
    [{}, webPublic, webPublicRequirements],
    [privateChannel, webPublic, webPublicRequirements],
    [webPublic, {}, ['content', PUBLIC]],
    [webPublic, privateChannel, ['content', PRIVATE]],
    [{}, { is_default: true }, ['administrator']],
    [{ is_default: true }, {}, ['administrator']],
    [{}, { message_retention_days: 7 }, ['owner']],
    [{ message_retention_days: 7 }, {}, ['owner']],
    [{}, { topics_policy: 'disable_empty_topic' }, ['can_set_topics_policy_group']],
    [{ topics_policy: 'disable_empty_topic' }, {}, []],
    [{}, withPermissions('can_subscribe_group'), ['content']],
    [withPermissions('can_add_subscribers_group'), {}, ['content']],
    [{}, withPermissions('can_delete_any_message_group'), deletionRequirements],
    [{}, withPermissions('can_delete_own_message_group'), deletionRequirements],
    [
      {},
      withPermissions(
        'can_administer_channel_group',
        'can_create_topic_group',
        'can_move_messages_out_of_channel_group',
        'can_move_messages_within_channel_group',
        'can_remove_subscribers_group',
        'can_resolve_topics_group',
        'can_send_message_group',
      ),
      [],
    ],
    [
      {},
      { ...privateChannel, is_default: true, message_retention_days: 7, topics_policy: 'empty_topic_only' },
      ['content', PRIVATE, 'administrator', 'owner', 'can_set_topics_policy_group'],
    ],
  ])('case %#', ([before, after, requirements]) => {
    expect(requirementsToChange({ ...general, ...before }, { ...general, ...after })).toEqual(requirements)
  })

  test('the creation of a channel requires the same as the change to its kind', () => {
    expect(requirementsOfPrivacy({ invite_only: false, is_web_public: false })).toEqual([PUBLIC])
    expect(requirementsOfPrivacy({ invite_only: true, is_web_public: false })).toEqual([PRIVATE])
    expect(requirementsOfPrivacy({ invite_only: false, is_web_public: true })).toEqual(webPublicRequirements.slice(1))
  })
})

describe('updatesBetween', () => {
  const properties = (before: Channel, after: Channel) => updatesBetween(before, after).map(({ property }) => property)

  test('returns each change once, in a fixed order, and nothing if nothing changed', () => {
    expect(updatesBetween(general, { ...general, permissions: { ...general.permissions } })).toEqual([])
    const after: Channel = {
      ...general,
      name: 'lobby',
      description: 'x',
      topics_policy: 'empty_topic_only',
      message_retention_days: 7,
      folder_id: 3,
      is_web_public: true,
      ...withPermissions('can_subscribe_group', 'can_send_message_group'),
    }
    expect(properties(general, after)).toEqual([
      'invite_only',
      'message_retention_days',
      'folder_id',
      'topics_policy',
      'description',
      'name',
      'can_send_message_group',
      'stream_post_policy',
      'can_subscribe_group',
    ])
  })

  test('the update of the name and those before it have the old name; those after it have the new one', () => {
    const after = { ...general, name: 'lobby', description: 'x', ...withPermissions('can_send_message_group') }
    expect(updatesBetween(general, after).map(({ property, name }) => [property, name])).toEqual([
      ['description', general.name],
      ['name', general.name],
      ['can_send_message_group', 'lobby'],
      ['stream_post_policy', 'lobby'],
    ])
  })

  test('an update of privacy has all its parts, even if only one changed', () => {
    const update = { property: 'invite_only', value: false, history_public_to_subscribers: true, is_web_public: true }
    expect(updatesBetween(general, { ...general, is_web_public: true })).toMatchObject([update])
  })
})

describe('refusalToRename, refusalToUnarchive and retentionDays', () => {
  const lobby = { ...general, stream_id: 2, name: 'Lobby' }
  test.for([
    ['general', undefined, 'Channel already has that name.'],
    ['General', general, undefined],
    ['Lobby', lobby, 'Channel name already in use.'],
    ['lobby', lobby, 'Channel name already in use.'],
    ['Garden', undefined, undefined],
    ['', undefined, "Channel name can't be empty."],
  ] as const)('rename general to %j', ([name, channelOfName, msg]) => {
    expect(refusalToRename(general, name, channelOfName)?.refusal.msg).toBe(msg)
  })

  test.for([
    [{}, 'Channel is not currently deactivated'],
    [{ is_archived: true }, undefined],
    [{ is_archived: true, invite_only: true, subscriber_count: 1 }, undefined],
    [{ is_archived: true, invite_only: true }, 'Channel is private and has no subscribers.'],
  ] as const)('unarchive %j: %s', ([channel, msg]) => {
    expect(refusalToUnarchive({ ...general, ...channel })?.refusal.msg).toBe(msg)
  })

  test.for([
    [undefined, undefined],
    ['realm_default', null],
    ['unlimited', -1],
    [30, 30],
  ] as const)('retention %j is stored as %j', ([requested, stored]) => {
    expect(retentionDays(requested)).toBe(stored)
  })

  test('normalizeDescription makes a description one line', () => {
    for (const end of ['\n', '\r\n', '\r']) expect(normalizeDescription(` one${end}two${end} `)).toBe('one two')
  })
})
