import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bson } from '../../support/exports/bson'
import { converted, exportFolder, type Row } from './exports'

const summary = (rows: Row[], conversations: Row[]) => {
  const places = new Map(conversations.map(({ id, topic, people }) => [id, topic ?? people]))
  return rows.map(({ content, conversation_id, sender_id }) => [content, places.get(conversation_id), sender_id])
}

describe('an export of Mattermost', () => {
  const team = { name: 'acme', display_name: 'Acme' }
  const member = (username: string, more: object = {}) => ({
    type: 'user',
    user: {
      username,
      email: `${username}@example.com`,
      teams: [{ name: 'acme', roles: 'team_user', channels: [{ name: 'town-square' }] }],
      ...more,
    },
  })
  const lines = (...rows: object[]) =>
    exportFolder({
      'import.jsonl': [
        { type: 'version', version: 1 },
        { type: 'team', team },
        {
          type: 'channel',
          channel: { team: 'acme', name: 'town-square', display_name: 'Town Square', type: 'O', purpose: 'For all' },
        },
        { type: 'channel', channel: { team: 'acme', name: '123', display_name: '123', type: 'P' } },
        member('ada', { roles: 'system_admin', first_name: 'Ada', profile_image: 'pictures/ada.png' }),
        member('ben', { delete_at: 5 }),
        { type: 'a kind of a later version', thing: {} },
        ...rows,
      ]
        .map((row) => JSON.stringify(row))
        .concat('not JSON')
        .join('\n'),
      'data/20200101/plan.txt': 'The plan',
      'data/pictures/ada.png': 'a picture of ada',
    })
  const post = { team: 'acme', channel: 'town-square', user: 'ada', create_at: 1_600_000_000_000 }

  test('has threads as topics, mentions, reactions, files and direct messages', async () => {
    const { rows, report } = await converted(
      lines(
        {
          type: 'post',
          post: {
            ...post,
            message: 'Hello @ben. `@ben`',
            reactions: [{ user: 'ben', emoji_name: 'thumbsup' }],
            replies: [
              {
                user: 'ben',
                message: 'Hi',
                create_at: post.create_at + 2000,
                attachments: [{ path: '20200101/plan.txt' }],
              },
            ],
          },
        },
        { type: 'post', post: { ...post, message: 'joined', type: 'system_join_channel' } },
        { type: 'post', post: { ...post, message: '@channel Alone', create_at: post.create_at + 1000 } },
        {
          type: 'direct_post',
          direct_post: {
            channel_members: ['ada', 'ben'],
            user: 'ben',
            message: 'Just us',
            create_at: post.create_at + 3000,
          },
        },
      ),
    )
    const [{ path_id }] = rows('tables/attachments') as [Row]
    expect(summary(rows('messages'), rows('tables/conversations'))).toEqual([
      ['Hello @**ben|12**. `@ben`', '2020-09-13 Hello @ben. `@ben`', 11],
      ['@**all** Alone', 'imported from Mattermost', 11],
      [`Hi\n[plan.txt](/user_uploads/${String(path_id)})`, '2020-09-13 Hello @ben. `@ben`', 12],
      ['Just us', '[11,12]', 12],
    ])
    expect(rows('tables/users')).toMatchObject([
      { full_name: 'Ada', role: 100, avatar_source: 'U' },
      { full_name: 'ben', is_active: 0, avatar_source: 'G' },
    ])
    expect(rows('tables/channels')).toMatchObject([
      { name: 'Town Square', description: 'For all', subscriber_count: 2 },
      { name: '123', invite_only: 1 },
    ])
    expect(rows('tables/reactions')).toMatchObject([{ message_id: 1, user_id: 12, emoji_name: '+1' }])
    expect(report.skipped).toMatchObject({
      'the row cannot be read': { number: 1 },
      'a notice of a change': { number: 1 },
    })
  })
})

describe('threads that begin with one text on one day', () => {
  const hour = 3_600_000
  const topics = (rows: (list: string) => Row[]) => rows('tables/conversations').map(({ topic }) => topic)

  test('become two topics, named by the first line that is not empty', async () => {
    const at = 1_600_000_000_000
    const thread = (create_at: number, message: string) => ({
      type: 'post',
      post: { team: 'acme', channel: 'lunch', user: 'ada', create_at, message, replies: [{ ...reply, create_at }] },
    })
    const reply = { user: 'ada', message: 'Yes' }
    const channel = { team: 'acme', name: 'lunch', display_name: 'Lunch', type: 'O' }
    const text = 'x'.repeat(80)
    const { rows } = await converted(
      exportFolder({
        'import.jsonl': [
          { type: 'channel', channel },
          thread(at, '\n Soup?\nNow'),
          thread(at + hour, 'soup?'),
          thread(at, text),
          thread(at + hour, text),
        ]
          .map((row) => JSON.stringify(row))
          .join('\n'),
      }),
    )
    expect(topics(rows)).toEqual([
      '2020-09-13 Soup?',
      `2020-09-13 ${'x'.repeat(49)}`,
      '2020-09-13 soup? (2)',
      `2020-09-13 ${'x'.repeat(45)} (2)`,
    ])
  })
})

describe('an export of Discord', () => {
  const ada = { id: '1', name: 'ada', nickname: 'Ada', isBot: false }
  const ben = { id: '2', name: 'ben', nickname: 'Ben', isBot: false }
  const channel = (id: string, more: object = {}) => ({
    id,
    type: 'GuildTextChat',
    categoryId: '9',
    category: 'Rooms',
    name: `room ${id}`,
    topic: 'A room',
    ...more,
  })
  const sent = (id: string, content: string, more: object = {}) => ({
    id,
    type: 'Default',
    timestamp: `2020-01-01T00:00:0${id}.000+00:00`,
    content,
    author: ada,
    ...more,
  })
  const file = (of: object, messages: object[]) => ({
    guild: { id: '0' },
    channel: of,
    messages,
    messageCount: messages.length,
  })

  test('has its channels, threads, replies, mentions and reactions', async () => {
    const { rows, report } = await converted(
      exportFolder({
        'a.json': file(channel('5'), [
          sent('1', 'Hello @Ben', {
            mentions: [ben],
            reactions: [{ emoji: { name: '👍🏽', code: 'thumbsup' }, users: [ben] }],
          }),
          sent('2', 'Yes', { type: 'Reply', author: ben, reference: { messageId: '1', channelId: '5', guildId: '0' } }),
          sent('3', '', { type: 'ChannelPinnedMessage' }),
        ]),
        'b.json': file(
          channel('6', { type: 'GuildPublicThread', categoryId: '5', category: 'room 5', name: 'A thread' }),
          [sent('4', 'In it')],
        ),
        'c.json': file(channel('7', { type: 'DirectTextChat' }), [sent('5', 'Secret')]),
      }),
    )
    expect(summary(rows('messages'), rows('tables/conversations'))).toEqual([
      ['Hello @**Ben|12**', 'imported from Discord', 11],
      [
        '[In reply to](/#narrow/channel/1-room-5/topic/imported.20from.20Discord/near/1):\nYes',
        'imported from Discord',
        12,
      ],
      ['In it', 'A thread', 11],
    ])
    expect(rows('tables/channels')).toMatchObject([{ name: 'room 5', description: 'A room', subscriber_count: 2 }])
    expect(rows('tables/reactions')).toMatchObject([{ message_id: 1, user_id: 12, emoji_name: '+1' }])
    expect(report.skipped).toMatchObject({
      'a notice of a change': { number: 1 },
      'a message of a conversation that was left out': { number: 1 },
    })
  })
  test('has the files, the pictures of emoji, and the reactions with them, if the exporter wrote them', async () => {
    const attachment = (url: string) => ({ attachments: [{ url, fileName: 'plan.pdf' }] })
    const emoji = { id: '77', name: 'parley', imageUrl: 'a.json_Files\\parley-1.png' }
    const { rows, report } = await converted(
      exportFolder({
        'out/a.json': file(channel('5'), [
          sent('1', 'Here', attachment('a.json_Files/plan%201.pdf')),
          sent('2', 'There', attachment('https://cdn.discord.example/plan.pdf')),
          sent('3', 'Yes', { reactions: [{ emoji, users: [ben] }] }),
        ]),
        'out/a.json_Files/plan 1.pdf': 'The plan',
        'out/a.json_Files/parley-1.png': 'a picture',
        'out/a.json_Files/data.json': {},
      }),
    )
    expect(rows('tables/attachments')).toMatchObject([{ name: 'plan.pdf', size: 8, content_type: 'application/pdf' }])
    expect(rows('messages').map(({ content }) => content)).toEqual([
      `Here\n[plan.pdf](/user_uploads/${String(rows('tables/attachments')[0]!.path_id)})`,
      'There\n[plan.pdf](https://cdn.discord.example/plan.pdf)',
      'Yes',
    ])
    expect(rows('tables/custom_emoji')).toMatchObject([{ name: 'parley', extension: 'png' }])
    expect(rows('tables/reactions')).toMatchObject([{ message_id: 3, reaction_type: 'realm_emoji', emoji_code: '1' }])
    expect(report.converted).toMatchObject({ files: 1, 'files that stay at Discord': 1 })
  })
})

describe('an export of Teams', () => {
  const sent = (id: string, content: string, more: object = {}) => ({
    id,
    messageType: 'message',
    createdDateTime: `2020-01-01T00:00:0${id}Z`,
    from: { user: { id: 'u1', displayName: 'Ada' } },
    channelIdentity: { teamId: 't1', channelId: 'c1' },
    body: { contentType: 'html', content },
    ...more,
  })

  test('has teams as channels, channels as topics, and HTML as Markdown', async () => {
    const { rows, report } = await converted(
      exportFolder({
        'users/usersList.json': [
          { id: 'u1', displayName: 'Ada', mail: 'ada@example.com' },
          { id: 'u2', displayName: 'Ben', mail: 'ben@example.com', userType: 'Guest' },
        ],
        'teams/teamsList.json': [{ id: 't1', displayName: 'Kitchen', description: 'For cooks', visibility: 'Private' }],
        'teams/t1/teamMembers_t1.json': [{ userId: 'u1' }, { userId: 'u2' }],
        'teams/t1/channels_t1.json': [
          { id: 'c1', displayName: 'General' },
          { id: 'c2', displayName: 'Secret', membershipType: 'private' },
        ],
        'teams/t1/messages_t1.json': [
          sent(
            '1',
            '<p>Hello <at id="0">Ben</at>, <b>now</b> &lt;3 &constructor;<constructor></p><ul><li>a</li><li><a href="https://example.com">b</a></li></ul><script>alert(1)</script>',
            {
              mentions: [{ id: 0, mentionText: 'Ben', mentioned: { user: { id: 'u2' } } }],
              reactions: [{ reactionType: 'like', user: { user: { id: 'u2' } } }],
            },
          ),
          sent('2', '<systemEventMessage/>', { messageType: 'systemEventMessage' }),
          sent('3', 'Hidden', { channelIdentity: { channelId: 'c2' } }),
        ],
      }),
    )
    expect(summary(rows('messages'), rows('tables/conversations'))).toEqual([
      ['Hello @**Ben|12**, **now** <3 &constructor;\n\n- a\n- [b](https://example.com)', 'General', 11],
    ])
    expect(rows('tables/users')).toMatchObject([{ role: 400 }, { role: 600 }])
    expect(rows('tables/channels')).toMatchObject([{ name: 'Kitchen', invite_only: 1, subscriber_count: 2 }])
    expect(rows('tables/reactions')).toMatchObject([{ user_id: 12, emoji_name: '+1' }])
    expect(report.skipped).toMatchObject({ 'a message of a channel that was left out': { number: 1 } })
  })
})

describe('a dump of Rocket.Chat', () => {
  const documents = (...rows: Row[]) => Buffer.concat(rows.map(bson))
  const sent = (_id: string, msg: string, second: number, more: Row = {}): Row => ({
    _id,
    rid: 'r1',
    msg,
    ts: new Date(1_600_000_000_000 + second * 1000),
    u: { _id: 'u1', username: 'ada' },
    ...more,
  })

  test('has rooms, discussions and threads as topics, and leaves out livechat', async () => {
    const { rows, report } = await converted(
      exportFolder({
        'parley/users.bson': documents(
          {
            _id: 'u1',
            username: 'ada',
            name: 'Ada',
            emails: [{ address: 'ada@example.com' }],
            roles: ['admin'],
            active: true,
          },
          {
            _id: 'u2',
            username: 'ben',
            name: 'Ben',
            emails: [{ address: 'ben@example.com' }],
            active: true,
            __rooms: ['r1', 'r5', 'gone'],
          },
          // Some accounts have no user name.
          { _id: 'u3', name: 'Livechat' },
        ),
        'parley/rocketchat_room.bson': documents(
          { _id: 'r1', t: 'c', name: 'general', usernames: ['ada', 'ben'] },
          { _id: 'r2', t: 'p', prid: 'r1', fname: 'A discussion' },
          { _id: 'r3', t: 'd', uids: ['u1', 'u2'] },
          { _id: 'r4', t: 'l', fname: 'A visitor' },
          { _id: 'r5', t: 'p', name: 'cellar' },
        ),
        'parley/rocketchat_message.bson': documents(
          sent('m1', '*Hello* @ben', 0, { tcount: 1, reactions: { ':tada:': { usernames: ['ben'] } } }),
          sent('m2', 'In the thread', 1, { tmid: 'm1' }),
          sent('m7', '*Hello* @ben', 6, { tcount: 1 }),
          sent('m3', 'Discussed', 2, { rid: 'r2' }),
          sent('m4', 'Just us', 3, { rid: 'r3' }),
          sent('m5', 'ada', 4, { t: 'uj' }),
          sent('m6', 'Help', 5, { rid: 'r4' }),
        ),
      }),
    )
    expect(summary(rows('messages'), rows('tables/conversations'))).toEqual([
      ['**Hello** @**Ben|12**', '2020-09-13 *Hello* @ben', 11],
      ['In the thread', '2020-09-13 *Hello* @ben', 11],
      ['Discussed', 'A discussion', 11],
      ['Just us', '[11,12]', 11],
      ['**Hello** @**Ben|12**', '2020-09-13 *Hello* @ben (2)', 11],
    ])
    // The dump has no subscriptions: accounts list their rooms.
    expect(rows('tables/channels')).toMatchObject([
      { name: 'general', subscriber_count: 2 },
      { name: 'cellar', invite_only: 1, subscriber_count: 1 },
    ])
    expect(rows('tables/users')).toMatchObject([{ role: 200 }, { role: 400 }, { full_name: 'Livechat', is_active: 0 }])
    expect(rows('tables/reactions')).toMatchObject([{ message_id: 1, user_id: 12, emoji_name: 'tada' }])
    expect(report.skipped).toMatchObject({
      'a room of livechat': { number: 1 },
      'a message of a room that was left out': { number: 1 },
    })
  })

  test('has the pictures of users, emoji and files that the database itself keeps, in chunks of any order', async () => {
    const inBucket = (name: string, _id: string, text: string) => ({
      [`parley/${name}.files.bson`]: documents({ _id, filename: _id, chunkSize: 4, length: text.length }),
      [`parley/${name}.chunks.bson`]: documents(
        ...(text.match(/.{1,4}/g) ?? []).map((data, n) => ({ files_id: _id, n, data: Buffer.from(data) })).toReversed(),
        { files_id: _id, n: 1_000_000, data: Buffer.from('beyond its end') },
      ),
    })
    const { rows, folder } = await converted(
      exportFolder({
        'parley/users.bson': documents({ _id: 'u1', username: 'ada', name: 'Ada', active: true }),
        'parley/rocketchat_avatars.bson': documents({ _id: 'a1', userId: 'u1' }),
        ...inBucket('rocketchat_avatars', 'a1', 'a picture of ada'),
        'parley/rocketchat_custom_emoji.bson': documents({
          _id: 'e1',
          name: 'tandem',
          aliases: ['bike'],
          extension: 'png',
        }),
        ...inBucket('custom_emoji', 'tandem.png', 'a tandem'),
        'parley/rocketchat_uploads.bson': documents({ _id: 'f1', name: 'plan.txt', type: 'text/plain' }),
        ...inBucket('rocketchat_uploads', 'f1', 'The plan'),
        'parley/rocketchat_room.bson': documents({ _id: 'r1', t: 'c', name: 'general', usernames: ['ada'] }),
        'parley/rocketchat_message.bson': documents(
          sent('m1', 'See', 0, { file: { _id: 'f1' }, reactions: { ':bike:': { usernames: ['ada'] } } }),
        ),
      }),
    )
    const stored = (key: unknown) => readFileSync(join(folder, 'files', String(key)), 'utf8')
    const [user] = rows('tables/users')
    expect(user).toMatchObject({ avatar_source: 'U' })
    expect(stored(`pictures/${String(user!.avatar_hash).split('/')[1]}`)).toBe('a picture of ada')
    expect(rows('tables/custom_emoji')).toMatchObject([{ name: 'tandem' }, { name: 'bike' }])
    expect(stored(`pictures/${String(rows('tables/custom_emoji')[0]!.picture)}`)).toBe('a tandem')
    expect(rows('tables/reactions')).toMatchObject([{ emoji_name: 'bike', reaction_type: 'realm_emoji' }])
    expect(stored(rows('tables/attachments')[0]!.key)).toBe('The plan')
    expect(readdirSync(folder)).not.toContain('grid')
  })
})
