import { describe, expect, test } from 'vitest'
import type { Channel } from '../../src/domain/channels/channels/channel'
import { updatesBetween } from '../../src/domain/channels/channels/events'
import { channelPermissions } from '../../src/domain/channels/channels/permissions'
import { retentionDays } from '../../src/domain/channels/channels/retention'
import {
  normalizeDescription,
  canAdminister,
  canSeeContent,
  canSeeHistory,
  canSeeMetadata,
  canSeeSubscribers,
  requirementsToChange,
  requirementsOfPrivacy,
  positionOfInvalidCharacter,
  refusalOfChannelName,
  refusalOfDescription,
  refusalToRename,
  refusalToUnarchive,
  type Requirement,
  type ViewerAccess,
} from '../../src/domain/channels/channels/rules'
import { mapTable } from '../../src/api/table'
import {
  canAddOthers,
  canRemoveOthers,
  leastUsedColor,
  refusalOfPrivacy,
} from '../../src/domain/channels/subscriptions/rules'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type User } from '../../src/domain/people/users/user'
import { NOBODY_GROUP } from '../support/system-groups'

const HOLDERS = 10

const general: Channel = {
  stream_id: 1,
  name: 'general',
  description: '',
  rendered_description: '',
  date_created: 0,
  creator_id: null,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  is_default: false,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: null,
  folder_id: null,
  is_recently_active: true,
  subscriber_count: 0,
  weekly_traffic: null,
  permissions: mapTable(channelPermissions, () => NOBODY_GROUP),
}
const letting = (permission: keyof typeof channelPermissions) => ({
  invite_only: true,
  history_public_to_subscribers: false,
  permissions: { ...general.permissions, [permission]: HOLDERS },
})

const KINDS = {
  public: general,
  'web-public': { ...general, is_web_public: true },
  'private, open history': { ...general, invite_only: true },
  'private, protected history': { ...general, invite_only: true, history_public_to_subscribers: false },
  'private, viewer may subscribe': { ...general, ...letting('can_subscribe_group') },
  'private, viewer may add others': { ...general, ...letting('can_add_subscribers_group') },
  'private, viewer may administer': { ...general, ...letting('can_administer_channel_group') },
} satisfies Record<string, Channel>

/** M knows of it, C reads it, H reads what was before, S knows who is in it. */
function access(channel: Channel, viewer: ViewerAccess): string {
  const letters = [
    canSeeMetadata(channel, viewer) ? 'M' : '',
    canSeeContent(channel, viewer) ? 'C' : '',
    canSeeHistory(channel, viewer) ? 'H' : '',
    canSeeSubscribers(channel, viewer) ? 'S' : '',
  ]
  return letters.join('') || '-'
}

describe('what of a channel is seen, by role, kind and subscription', () => {
  // administrator, moderator, member, guest; the same when subscribed
  const table: Record<keyof typeof KINDS, [outside: string[], inside: string[]]> = {
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

  test.for(kinds)('%s', (kind) => {
    const seen = [false, true].map((is_subscribed) =>
      [ADMINISTRATOR, MODERATOR, MEMBER, GUEST].map((role) =>
        access(KINDS[kind], { user_id: 7, role, is_subscribed, groups: new Set([HOLDERS]) }),
      ),
    )
    expect(seen).toEqual(table[kind])
    const asOwner = { user_id: 7, role: OWNER, is_subscribed: false, groups: new Set([HOLDERS]) }
    expect(access(KINDS[kind], asOwner)).toBe(table[kind][0][0]) // an owner sees as an administrator does
  })

  test.for(kinds)('%s: being archived changes nothing of it', (kind) => {
    for (const role of [ADMINISTRATOR, MEMBER, GUEST])
      for (const is_subscribed of [true, false]) {
        const viewer = { user_id: 7, role, is_subscribed, groups: new Set([HOLDERS]) }
        expect(access({ ...KINDS[kind], is_archived: true }, viewer)).toBe(access(KINDS[kind], viewer))
      }
  })

  test('who reads knows of it, and who reads history reads', () => {
    for (const channel of Object.values(KINDS))
      for (const role of [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST])
        for (const groups of [new Set<number>(), new Set([HOLDERS])])
          for (const is_subscribed of [true, false]) {
            const seen = access(channel, { user_id: 7, role, is_subscribed, groups })
            expect(['-', 'MS', 'MC', 'MCH', 'MCS', 'MCHS']).toContain(seen)
          }
  })
})

describe('who may do what with others', () => {
  const viewer = (role: number, is_subscribed = true): ViewerAccess => ({
    user_id: 7,
    role,
    is_subscribed,
    groups: new Set([HOLDERS]),
  })
  const adding = KINDS['private, viewer may add others']
  const administering = KINDS['private, viewer may administer']
  const plain = KINDS['private, open history']
  const removing = { ...general, ...letting('can_remove_subscribers_group') }

  test.for([
    { channel: plain, role: MEMBER, realmWide: false, may: false },
    { channel: plain, role: MEMBER, realmWide: true, may: true },
    { channel: plain, role: ADMINISTRATOR, realmWide: false, may: true },
    { channel: adding, role: MEMBER, realmWide: false, may: true },
    { channel: administering, role: MEMBER, realmWide: false, may: true },
    { channel: administering, role: GUEST, realmWide: false, may: false },
    { channel: removing, role: MODERATOR, realmWide: false, may: false },
  ])('canAddOthers, case %#: $may', ({ channel, role, realmWide, may }) => {
    expect(canAddOthers(channel, viewer(role), realmWide)).toBe(may)
  })

  const bot = { user_id: 8, bot_owner_id: 7 } as User
  const person = { user_id: 9, bot_owner_id: null } as User
  test.for([
    { channel: plain, role: MEMBER, inside: true, others: [person], may: false },
    { channel: plain, role: MEMBER, inside: true, others: [bot], may: true },
    { channel: plain, role: MEMBER, inside: false, others: [bot], may: false },
    { channel: plain, role: MEMBER, inside: true, others: [bot, person], may: false },
    { channel: plain, role: ADMINISTRATOR, inside: false, others: [person], may: true },
    { channel: removing, role: MEMBER, inside: true, others: [person], may: true },
    { channel: removing, role: MEMBER, inside: false, others: [person], may: false },
    { channel: removing, role: GUEST, inside: true, others: [person], may: true },
    { channel: administering, role: MEMBER, inside: false, others: [person], may: true },
    { channel: administering, role: GUEST, inside: true, others: [person], may: false },
  ])('canRemoveOthers, case %#: $may', ({ channel, role, inside, others, may }) => {
    expect(canRemoveOthers(channel, viewer(role, inside), others)).toBe(may)
  })

  test('canAdminister: administrators, and holders who are no guests', () => {
    for (const channel of [plain, administering]) {
      const may = [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST].map((role) => canAdminister(channel, viewer(role)))
      expect(may).toEqual([true, true, channel === administering, channel === administering, false])
    }
  })
})

describe('refusalOfPrivacy', () => {
  const wishes = { invite_only: false, is_web_public: false, is_default_stream: false }
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
  ] as const)('%j: %s', ([wished, msg]) => {
    expect(refusalOfPrivacy({ ...wishes, ...wished })?.refusal.msg).toBe(msg)
  })
})

describe('names and descriptions', () => {
  test.for([
    ['general', undefined],
    ['🐙'.repeat(60), undefined],
    ['<img src=x onerror=alert(1)>', undefined], // data, never HTML
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

  test('positions are counted in characters, from one', () => {
    expect(positionOfInvalidCharacter('fine')).toBeUndefined()
    expect(positionOfInvalidCharacter('👨‍👩‍👧\n')).toBe(6)
  })

  test('a description has 1024 characters at most', () => {
    expect(refusalOfDescription('🐙'.repeat(1024))).toBeUndefined()
    expect(refusalOfDescription('x'.repeat(1025))?.refusal.msg).toBe('description is too long (limit: 1024 characters)')
  })
})

describe('leastUsedColor', () => {
  test('the first that is used least', () => {
    const all = new Set<string>()
    const used: string[] = []
    for (let nth = 0; nth < 24; nth++) used.push(leastUsedColor(used))
    for (const color of used) all.add(color)
    expect(all.size).toBe(24)
    expect(leastUsedColor(used)).toBe(used[0])
    expect(leastUsedColor(['#000000', ...used, used[0]!])).toBe(used[1])
  })
})

const giving = (...permissions: (keyof typeof channelPermissions)[]): Partial<Channel> => ({
  permissions: { ...general.permissions, ...Object.fromEntries(permissions.map((name) => [name, HOLDERS])) },
})

describe('needsOfChange', () => {
  const PUBLIC = 'can_create_public_channel_group'
  const PRIVATE = 'can_create_private_channel_group'
  const closed = { invite_only: true, history_public_to_subscribers: false }
  const shown = { is_web_public: true }
  const web: Requirement[] = ['content', 'web-public channels', 'can_create_web_public_channel_group']
  const deleting: Requirement[] = ['content', 'can_set_delete_message_policy_group']
  test.for<[Partial<Channel>, Partial<Channel>, Requirement[]]>([
    [{}, {}, []],
    [{}, { name: 'lobby', description: 'x', rendered_description: '<p>x</p>', is_archived: true }, []],
    [{}, closed, ['content', PRIVATE]],
    [closed, {}, ['content', PUBLIC]],
    [closed, { ...closed, history_public_to_subscribers: true }, ['content']],
    [{}, shown, web],
    [closed, shown, web],
    [shown, {}, ['content', PUBLIC]],
    [shown, closed, ['content', PRIVATE]],
    [{}, { is_default: true }, ['administrator']],
    [{ is_default: true }, {}, ['administrator']],
    [{}, { message_retention_days: 7 }, ['owner']],
    [{ message_retention_days: 7 }, {}, ['owner']],
    [{}, { topics_policy: 'disable_empty_topic' }, ['can_set_topics_policy_group']],
    [{ topics_policy: 'disable_empty_topic' }, {}, []],
    [{}, giving('can_subscribe_group'), ['content']],
    [giving('can_add_subscribers_group'), {}, ['content']],
    [{}, giving('can_delete_any_message_group'), deleting],
    [{}, giving('can_delete_own_message_group'), deleting],
    [
      {},
      giving(
        'can_administer_channel_group',
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
      { ...closed, is_default: true, message_retention_days: 7, topics_policy: 'empty_topic_only' },
      ['content', PRIVATE, 'administrator', 'owner', 'can_set_topics_policy_group'],
    ],
  ])('case %#', ([before, after, needs]) => {
    expect(requirementsToChange({ ...general, ...before }, { ...general, ...after })).toEqual(needs)
  })

  test('making a channel needs what turning one into that kind does', () => {
    expect(requirementsOfPrivacy({ invite_only: false, is_web_public: false })).toEqual([PUBLIC])
    expect(requirementsOfPrivacy({ invite_only: true, is_web_public: false })).toEqual([PRIVATE])
    expect(requirementsOfPrivacy({ invite_only: false, is_web_public: true })).toEqual(web.slice(1))
  })
})

describe('updatesOf', () => {
  const properties = (before: Channel, after: Channel) => updatesBetween(before, after).map(({ property }) => property)

  test('nothing where nothing changed, and each change once, in one order', () => {
    expect(updatesBetween(general, { ...general, permissions: { ...general.permissions } })).toEqual([])
    const after: Channel = {
      ...general,
      name: 'lobby',
      description: 'x',
      topics_policy: 'empty_topic_only',
      message_retention_days: 7,
      folder_id: 3,
      is_web_public: true,
      ...giving('can_subscribe_group', 'can_send_message_group'),
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

  test('the renaming goes by the old name, and what comes after it by the new one', () => {
    const after = { ...general, name: 'lobby', description: 'x', ...giving('can_send_message_group') }
    expect(updatesBetween(general, after).map(({ property, name }) => [property, name])).toEqual([
      ['description', general.name],
      ['name', general.name],
      ['can_send_message_group', 'lobby'],
      ['stream_post_policy', 'lobby'],
    ])
  })

  test('privacy is told whole, whichever part of it changed', () => {
    const told = { property: 'invite_only', value: false, history_public_to_subscribers: true, is_web_public: true }
    expect(updatesBetween(general, { ...general, is_web_public: true })).toMatchObject([told])
  })
})

describe('names, archives and retention', () => {
  const lobby = { ...general, stream_id: 2, name: 'Lobby' }
  test.for([
    ['general', undefined, 'Channel already has that name.'],
    ['General', general, undefined],
    ['Lobby', lobby, 'Channel name already in use.'],
    ['lobby', lobby, 'Channel name already in use.'],
    ['Garden', undefined, undefined],
    ['', undefined, "Channel name can't be empty."],
  ] as const)('renaming general to %j', ([name, named, msg]) => {
    expect(refusalToRename(general, name, named)?.refusal.msg).toBe(msg)
  })

  test.for([
    [{}, 'Channel is not currently deactivated'],
    [{ is_archived: true }, undefined],
    [{ is_archived: true, invite_only: true, subscriber_count: 1 }, undefined],
    [{ is_archived: true, invite_only: true }, 'Channel is private and has no subscribers.'],
  ] as const)('bringing back %j', ([channel, msg]) => {
    expect(refusalToUnarchive({ ...general, ...channel })?.refusal.msg).toBe(msg)
  })

  test.for([
    [undefined, undefined],
    ['realm_default', null],
    ['unlimited', -1],
    [30, 30],
  ] as const)('%j is kept as %j', ([said, kept]) => {
    expect(retentionDays(said)).toBe(kept)
  })

  test('a description has one line', () => {
    for (const end of ['\n', '\r\n', '\r']) expect(normalizeDescription(` one${end}two${end} `)).toBe('one two')
  })
})
