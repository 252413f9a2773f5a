import { execFileSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../dev-process'
import { zulipExport as zulip, zulipMessage as message, zulipTables as realm } from '../../support/exports/zulip'
import { converted, exportFolder, type Files } from './exports'

describe('an export of the reference server', () => {
  test('has the messages that wait to be sent; those whose time has come are not sent', async () => {
    const { rows } = await converted(exportFolder(zulip()))
    expect(rows('tables/scheduled_messages')).toMatchObject([
      { sender_id: 11, stream_id: 1, topic: 'Lunch', people: null, content: 'Later, @**Ben|12**', failed: 0 },
      { sender_id: 12, stream_id: null, people: '[11]', content: 'Only Ada', read_by_sender: 1, failed: 0 },
      { content: 'Too late', failed: 1 },
    ])
  })

  test('becomes accounts, groups, channels and their settings', async () => {
    const { rows } = await converted(exportFolder(zulip()))
    expect(rows('tables/realm_settings')).toContainEqual({ name: 'name', value: '"Acme"' })
    expect(rows('tables/users')).toMatchObject([
      { user_id: 11, full_name: 'Ada', role: 100, date_joined: 1_500_000_000 },
      { user_id: 12, full_name: 'Ben', avatar_source: 'U' },
      { user_id: 13, full_name: 'Fig', bot_type: 1, is_active: 1 },
    ])
    expect(JSON.parse(String(rows('tables/users')[0]!.profile_data))).toEqual({
      1: { value: '123' },
      2: { value: '[12]' },
    })
    expect(rows('tables/user_groups')).toMatchObject([{ name: 'cooks' }])
    expect(rows('tables/group_members')).toMatchObject([{ user_id: 12 }])
    expect(rows('tables/channels')).toMatchObject([{ name: 'general', is_default: 1, subscriber_count: 1 }])
    expect(rows('tables/subscriptions')).toMatchObject([
      { user_id: 11, is_active: 1, color: '#c2c2c2', pin_to_top: 1 },
      { user_id: 12, is_active: 0 },
    ])
    expect(rows('tables/user_topics')).toMatchObject([{ user_id: 11, topic_key: 'lunch', visibility_policy: 3 }])
    expect(rows('tables/muted_users')).toEqual([{ user_id: 11, muted_user_id: 12, muted_at: 1_600_000_000 }])
  })

  test('has its messages with the ids of the copy in mentions and links', async () => {
    const { rows, report } = await converted(exportFolder(zulip()))
    const { path_id } = rows('tables/attachments')[0]!
    expect(rows('messages').map(({ id, content, sent_at, sender_id }) => [id, content, sent_at, sender_id])).toEqual([
      [1, `Soup, @**Ben|12**? [notes.txt](/user_uploads/${String(path_id)})`, 1_600_009_001, 11],
      [2, 'See /#narrow/channel/1-general/topic/Lunch/near/1', 1_600_009_002, 11],
      [3, 'Just us', 1_600_009_003, 11],
      [4, 'All three', 1_600_009_004, 11],
      [5, 'A move', 1_600_009_005, 1],
    ])
    expect(rows('tables/conversations').map(({ topic, people }) => topic ?? people)).toEqual([
      'Lunch',
      '[11,12]',
      '[11,12,13]',
      '[1,11]',
    ])
    expect(rows('tables/attachment_messages')).toEqual([{ attachment_id: 1, message_id: 1 }])
    expect(report.skipped).toEqual({})
  })

  test('has its edit history, its reactions, and what each user has read and starred', async () => {
    const { rows } = await converted(exportFolder(zulip()))
    expect(rows('old_versions').map(({ content }) => content)).toEqual(['Suop?', 'Supp?'])
    expect(rows('tables/message_edits')).toMatchObject([
      { message_id: 1, user_id: 11, edited_at: 1_600_000_800 },
      { message_id: 1, user_id: 11, edited_at: 1_600_000_900 },
    ])
    expect(rows('tables/reactions')).toMatchObject([
      { message_id: 1, user_id: 12, emoji_name: 'parley', reaction_type: 'realm_emoji', emoji_code: '1' },
      { message_id: 2, user_id: 11, emoji_name: 'tada' },
    ])
    expect(rows('tables/manually_unread')).toMatchObject([{ user_id: 12, chunk: 0, ids: [[1, 1]] }])
    expect(rows('tables/message_flags')).toEqual([
      { user_id: 0, flag: 'read', chunk: 0, ids: [[1, 5]] },
      { user_id: 11, flag: 'starred', chunk: 0, ids: [[1, 1]] },
      { user_id: 12, flag: 'read_exempt', chunk: 0, ids: [[1, 1]] },
    ])
  })
})

describe('an export of the reference server with permissions', () => {
  const stream = { id: 60, name: 'vault', invite_only: true, history_public_to_subscribers: false, topics_policy: 3 }
  const tables = {
    ...realm,
    zerver_realm: [
      {
        ...realm.zerver_realm[0],
        message_edit_history_visibility_policy: 2,
        can_create_groups: 900,
        invite_required: false,
      },
    ],
    zerver_stream: [...realm.zerver_stream, { ...stream, can_send_message_group: 31, can_subscribe_group: 901 }],
    zerver_recipient: [...realm.zerver_recipient, { id: 270, type: 2, type_id: 60 }],
    zerver_subscription: [
      ...realm.zerver_subscription,
      ...[101, 102].map((user_profile) => ({ user_profile, recipient: 270, active: user_profile === 101 })),
    ],
    zerver_usergroup: [{ id: 30 }, { id: 31 }, { id: 900 }, { id: 901 }],
    zerver_usergroupmembership: [
      { user_group: 30, user_profile: 102 },
      { user_group: 900, user_profile: 101 },
    ],
    zerver_groupgroupmembership: [{ supergroup: 901, subgroup: 30 }],
    zerver_userprofile: realm.zerver_userprofile.map((user) => ({
      ...user,
      color_scheme: 2,
      bot_owner: user.is_bot ? 101 : null,
    })),
  }
  const vault = [9006, 9007, 9008].map((id) => message(id, 270, `Secret ${id}`))
  const files: Files = {
    ...zulip(),
    'realm.json': tables,
    'messages-000003.json': {
      zerver_message: vault,
      zerver_usermessage: [
        ...vault.map(({ id }) => ({ message: id, user_profile: 101, flags_mask: 1 })),
        { message: 9007, user_profile: 102, flags_mask: 1 },
      ],
    },
  }

  test('keeps settings, permissions of users and groups, and the owners of bots', async () => {
    const { rows } = await converted(exportFolder(files))
    const setting = (name: string) => rows('tables/realm_settings').find((row) => row.name === name)?.value
    expect(setting('message_edit_history_visibility_policy')).toBe('"moves"')
    expect(setting('can_create_groups')).toBe('{"direct_members":[11],"direct_subgroups":[]}')
    expect(setting('invite_required')).toBe('false')
    expect(rows('tables/channels')[1]).toMatchObject({ name: 'vault', topics_policy: 'disable_empty_topic' })
    expect(JSON.parse(String(rows('tables/channels')[1]!.permissions))).toEqual({
      can_send_message_group: 2,
      can_subscribe_group: { direct_members: [], direct_subgroups: [101] },
    })
    expect(rows('tables/user_settings')).toContainEqual({ user_id: 11, name: 'color_scheme', value: '2' })
    expect(rows('tables/users')[2]).toMatchObject({ full_name: 'Fig', bot_owner_id: 11 })
  })

  test('lets no user read messages of a protected history that they did not receive', async () => {
    const { rows } = await converted(exportFolder(files))
    const ids = rows('messages').flatMap(({ id, content }) =>
      String(content).startsWith('Secret') ? [Number(id)] : [],
    )
    const periods = rows('tables/subscription_periods').filter(({ stream_id }) => stream_id === 2)
    expect(periods).toMatchObject([
      { user_id: 11, from_message: ids[0]! - 1, to_message: null },
      { user_id: 12, from_message: ids[1]! - 1, to_message: ids[1] },
    ])
  })
})

describe('an archive', () => {
  test('is read without being unpacked by hand: as .tar, and as .tar.gz', async () => {
    const folder = exportFolder(zulip())
    const expected = (await converted(folder)).rows('messages').map(({ sent_at }) => sent_at)
    for (const [name, compression] of [
      ['export.tar', []],
      ['export.tar.gz', ['-z']],
    ] as const) {
      const archive = join(newFolder(), name)
      execFileSync('tar', ['-c', ...compression, '-f', archive, '-C', dirname(folder), basename(folder)])
      const { rows, report } = await converted(archive)
      expect(rows('messages').map(({ sent_at }) => sent_at)).toEqual(expected)
      expect(report.skipped).toEqual({})
    }
  })

  test('that is not complete is refused', async () => {
    const archive = join(newFolder(), 'export.tar')
    const folder = exportFolder(zulip())
    execFileSync('tar', ['-c', '-f', archive, '-C', folder, '.'])
    truncateSync(archive, 1500)
    await expect(converted(archive)).rejects.toThrow('is not complete')
  })
})
