import { say } from '../../../web/test/slack-message'
import type { Files } from '../../../web/test/archive'
import { bson } from './bson'
import { zulipExport, zulipMessage, zulipTables } from './zulip'

// Small exports that have all kinds of accounts and messages: people of each role, bots, deactivated accounts, private places.

const email = (name: string) => `${name}@example.com`

const slackUser = (id: string, name: string, more: object = {}, profile: object = {}) => ({
  id,
  name,
  ...more,
  profile: { real_name: name, email: email(name), ...profile },
})

const slackSample = (): Files => ({
  'users.json': [
    slackUser('U1', 'una', { is_primary_owner: true, is_owner: true, is_admin: true }),
    slackUser('U2', 'udo', { is_admin: true }),
    slackUser('U3', 'uwe'),
    slackUser('U4', 'ute', { is_restricted: true }),
    slackUser('U5', 'ulf', { deleted: true }),
    slackUser('U6', 'robot', { is_bot: true }, { bot_id: 'B6', email: undefined }),
  ],
  'channels.json': [{ id: 'C1', name: 'kitchen', is_general: true, members: ['U1', 'U2', 'U3', 'U4', 'U6'] }],
  'groups.json': [{ id: 'G1', name: 'cellar', members: ['U1', 'U3'] }],
  'dms.json': [{ id: 'D1', members: ['U1', 'U3'] }],
  'mpims.json': [{ id: 'M1', name: 'mpdm-una--udo--uwe-1', members: ['U1', 'U2', 'U3'] }],
  'usergroups.json': [{ id: 'S1', handle: 'cooks', users: ['U1', 'U3'] }],
  'kitchen/2019-01-01.json': [
    say('Who brings *soup*, <@U3>?', 0, { reactions: [{ name: 'tada', users: ['U2', 'U3'] }] }),
    say('Deployed', 1, { user: undefined, bot_id: 'B6', subtype: 'bot_message', username: 'Robot' }),
    say('Deployed by another', 2, { user: undefined, bot_id: 'B7', subtype: 'bot_message', username: 'CI' }),
  ],
  'cellar/2019-01-01.json': [say('Wine', 3)],
  'D1/2019-01-01.json': [say('Just us', 4)],
  'mpdm-una--udo--uwe-1/2019-01-01.json': [say('Three of us', 5)],
})

const mattermostSample = (): Files => {
  const team = { name: 'acme', display_name: 'Acme' }
  const user = (username: string, more: object = {}, roles = 'team_user') => ({
    type: 'user',
    user: { username, email: email(username), teams: [{ name: 'acme', roles, channels: [{ name: 'town' }] }], ...more },
  })
  const post = (message: string, create_at: number, more: object = {}) => ({
    type: 'post',
    post: { team: 'acme', channel: 'town', user: 'una', message, create_at, ...more },
  })
  const rows = [
    { type: 'version', version: 1 },
    { type: 'team', team },
    { type: 'channel', channel: { team: 'acme', name: 'town', display_name: 'Town Square', type: 'O' } },
    { type: 'channel', channel: { team: 'acme', name: 'cellar', display_name: 'Cellar', type: 'P' } },
    user('una', { roles: 'system_user system_admin' }),
    user('udo', {}, 'team_user team_admin'),
    user('uwe'),
    user('ute', { roles: 'system_guest' }, 'team_guest'),
    user('ulf', { delete_at: 5 }),
    { type: 'bot', bot: { username: 'robot', display_name: 'Robot', owner: 'una' } },
    post('Who brings soup, @uwe?', 1.6e12, {
      reactions: [{ user: 'udo', emoji_name: 'tada' }],
      replies: [{ user: 'uwe', message: 'I do', create_at: 1.6e12 + 1000 }],
    }),
    post('Deployed', 1.6e12 + 2000, { user: 'robot' }),
    {
      type: 'direct_post',
      direct_post: { channel_members: ['una', 'uwe'], user: 'uwe', message: 'Just us', create_at: 1.6e12 + 3000 },
    },
  ]
  return { 'import.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') }
}

const rocketChatSample = (): Files => {
  const documents = (...rows: Record<string, unknown>[]) => Buffer.concat(rows.map(bson))
  const user = (_id: string, username: string, more: object = {}) => ({
    _id,
    username,
    name: username,
    emails: [{ address: email(username) }],
    active: true,
    ...more,
  })
  const sent = (_id: string, msg: string, second: number, more: object = {}) => ({
    _id,
    rid: 'r1',
    msg,
    ts: new Date(1.6e12 + second * 1000),
    u: { _id: 'u1', username: 'una' },
    ...more,
  })
  return {
    'parley/users.bson': documents(
      user('u1', 'una', { roles: ['admin'] }),
      user('u2', 'uwe', { roles: ['user'], __rooms: ['r1', 'r2'] }),
      user('u3', 'ute', { roles: ['guest'] }),
      user('u4', 'ulf', { active: false }),
      { _id: 'rocket.cat', username: 'rocket.cat', name: 'Rocket.Cat', type: 'bot', active: true, roles: ['bot'] },
    ),
    'parley/rocketchat_room.bson': documents(
      { _id: 'r1', t: 'c', name: 'kitchen', usernames: ['una', 'ute'] },
      { _id: 'r2', t: 'p', name: 'cellar' },
      { _id: 'r3', t: 'd', uids: ['u1', 'u2'] },
    ),
    'parley/rocketchat_message.bson': documents(
      sent('m1', 'Who brings *soup*, @uwe?', 0, { tcount: 1, reactions: { ':tada:': { usernames: ['uwe'] } } }),
      sent('m2', 'I do', 1, { tmid: 'm1' }),
      sent('m3', 'Wine', 2, { rid: 'r2' }),
      sent('m4', 'Just us', 3, { rid: 'r3' }),
      sent('m5', 'Meow', 4, { u: { _id: 'rocket.cat', username: 'rocket.cat' } }),
    ),
  }
}

const discordSample = (): Files => {
  const author = (id: string, name: string, isBot = false) => ({ id, name, nickname: name, isBot })
  const sent = (id: string, content: string, more: object = {}) => ({
    id,
    type: 'Default',
    timestamp: `2020-01-01T00:00:0${id}.000+00:00`,
    content,
    author: author('1', 'una'),
    ...more,
  })
  const file = (channel: object, messages: object[]) => ({
    guild: { id: '0', name: 'Acme', iconUrl: '' },
    channel: { category: 'Rooms', categoryId: '9', topic: null, ...channel },
    dateRange: { after: null, before: null },
    messages,
    messageCount: messages.length,
  })
  return {
    'Acme - kitchen [5].json': file({ id: '5', type: 'GuildTextChat', name: 'kitchen' }, [
      sent('1', 'Who brings soup?', {
        reactions: [{ emoji: { id: '', name: '👍', code: 'thumbsup' }, users: [author('2', 'udo')] }],
      }),
      sent('2', 'I do', { type: 'Reply', author: author('2', 'udo'), reference: { messageId: '1', channelId: '5' } }),
      sent('3', 'Deployed', { author: author('3', 'robot', true) }),
    ]),
    'Acme - kitchen - lunch [6].json': file(
      { id: '6', type: 'GuildPublicThread', name: 'lunch', category: 'kitchen', categoryId: '5' },
      [sent('4', 'In the thread')],
    ),
  }
}

const teamsSample = (): Files => {
  const sent = (id: string, content: string, more: object = {}) => ({
    id,
    messageType: 'message',
    createdDateTime: `2020-01-01T00:00:0${id}Z`,
    from: { user: { id: 'u1', displayName: 'una' } },
    channelIdentity: { teamId: 't1', channelId: 'c1' },
    body: { contentType: 'html', content },
    ...more,
  })
  return {
    'users/usersList.json': [
      { id: 'u1', displayName: 'una', mail: email('una') },
      { id: 'u2', displayName: 'ute', mail: email('ute'), userType: 'Guest' },
      { id: 'u3', displayName: 'ulf', mail: email('ulf'), accountEnabled: false },
    ],
    'teams/teamsList.json': [{ id: 't1', displayName: 'Kitchen', visibility: 'Private' }],
    'teams/t1/teamMembers_t1.json': [{ userId: 'u1' }, { userId: 'u2' }],
    'teams/t1/channels_t1.json': [{ id: 'c1', displayName: 'General' }],
    'teams/t1/messages_t1.json': [
      sent('1', '<p>Who brings soup?</p>', { reactions: [{ reactionType: 'like', user: { user: { id: 'u2' } } }] }),
      sent('2', 'Deployed', { from: { application: { id: 'a1', displayName: 'Robot' } } }),
    ],
  }
}

const zulipSample = (): Files => {
  const person = (id: number, name: string, role: number, more: object = {}) => ({
    id,
    delivery_email: email(name),
    full_name: name,
    role,
    is_active: true,
    is_bot: false,
    ...more,
  })
  const bot = (id: number, name: string, bot_type: number) =>
    person(id, name, 400, { is_bot: true, bot_type, bot_owner: 101, delivery_email: `${name}-bot@acme.example.com` })
  return {
    ...zulipExport(),
    'realm.json': {
      ...zulipTables,
      zerver_userprofile: [
        ...zulipTables.zerver_userprofile,
        person(110, 'una', 100),
        person(111, 'udo', 200),
        person(112, 'uwe', 300),
        person(113, 'ute', 600),
        person(114, 'ulf', 400, { is_active: false }),
        bot(120, 'hook', 3),
        bot(121, 'incoming', 2),
        bot(122, 'unlisted', 3),
      ],
      zerver_service: [{ id: 1, user_profile: 120, name: 'Hook', base_url: 'https://example.com', interface: 1 }],
    },
    'messages-000003.json': { zerver_message: [zulipMessage(9020, 250, 'From a bot', { sender: 121 })] },
  }
}

export const SAMPLES: [name: string, files: () => Files][] = [
  ['Slack', slackSample],
  ['Mattermost', mattermostSample],
  ['Rocket.Chat', rocketChatSample],
  ['Discord', discordSample],
  ['Teams', teamsSample],
  ['Zulip', zulipSample],
]
