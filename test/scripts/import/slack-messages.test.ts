import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import slackNames from '../../../conversion/slack-emoji.data.json'
import { emoji } from '../../../src/markdown/emoji-names.data.json'
import { slackDownloader } from '../../../scripts/import/slack-files.ts'
import { say } from '../../../web/test/slack-message'
import { converted, exportFolder, type Files, type Row } from './exports'

const slack = (messages: object[], more: Files = {}): Files => ({
  'users.json': [
    { id: 'U1', name: 'ada', profile: { real_name: 'Ada', email: 'ada@example.com' } },
    { id: 'U2', name: 'ben', profile: { real_name: 'Ben', email: 'ben@example.com' } },
    { id: 'U6', name: 'ci', is_bot: true, profile: { real_name: 'CI robot', bot_id: 'B6' } },
  ],
  'channels.json': [{ id: 'C1', name: 'general', members: ['U1', 'U2'] }],
  'usergroups.json': [{ id: 'S1', handle: 'cooks', users: ['U1'] }],
  'general/2019-01-01.json': messages,
  ...more,
})

const contents = (rows: Row[]) => rows.map(({ content }) => content)
const inBlocks = (...elements: object[]) => say('', 0, { blocks: [{ type: 'rich_text', block_id: 'x', elements }] })
const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
const text = (words: string, style?: object) => ({ type: 'text', text: words, style })

/** Returns the Markdown of one message. */
async function markdownOf(message: object): Promise<unknown> {
  const { rows } = await converted(exportFolder(slack([message])))
  return contents(rows('messages'))[0]
}

describe('a message of Slack that has only blocks', () => {
  test('keeps lists, also lists in lists', async () => {
    const list = (style: string, indent: number, ...items: string[]) => ({
      type: 'rich_text_list',
      style,
      indent,
      elements: items.map((item) => section(text(item))),
    })
    const message = inBlocks(section(text('To do:')), list('ordered', 0, 'Soup', 'Salad'), list('bullet', 1, 'Oil'))
    expect(await markdownOf(message)).toBe('To do:\n1. Soup\n2. Salad\n    - Oil')
  })

  test('keeps code, quotes, styles and characters that are marks elsewhere', async () => {
    const message = inBlocks(
      section(text('a < b & *c* '), text('bold ', { bold: true }), text('both', { bold: true, italic: true })),
      { type: 'rich_text_preformatted', elements: [text('if (a < b) {\n  x = `*y*`\n}')] },
      { type: 'rich_text_quote', elements: [text('Said\nso')] },
      section(text('code', { code: true })),
    )
    expect(await markdownOf(message)).toBe(
      'a < b & **c** **bold** ***both***\n\n```\nif (a < b) {\n  x = `*y*`\n}\n```\n\n> Said\n> so\n`code`',
    )
  })

  test('keeps @here, users, groups, channels, links and emoji', async () => {
    const message = inBlocks(
      section(
        { type: 'broadcast', range: 'here' },
        text(' '),
        { type: 'user', user_id: 'U2' },
        text(' '),
        { type: 'usergroup', usergroup_id: 'S1' },
        text(' '),
        { type: 'channel', channel_id: 'C1' },
        text(' '),
        { type: 'link', url: 'https://example.com/?a=1&b=2', text: 'a & b' },
        text(' '),
        { type: 'emoji', name: 'man-shrugging' },
      ),
    )
    expect(await markdownOf(message)).toBe(
      '@**all** @**Ben|12** @*cooks* #**general** [a & b](https://example.com/?a=1&b=2) :man_shrugging:',
    )
  })

  test('keeps what programs write: headers, sections, fields and the words beside pictures', async () => {
    const blocks = [
      { type: 'header', text: { type: 'plain_text', text: 'Deployed' } },
      { type: 'section', text: { type: 'mrkdwn', text: '*web* is <https://example.com|up>' } },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*Time*: 5 s' },
          { type: 'plain_text', text: 'a*b*' },
        ],
      },
      { type: 'divider' },
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: 'by <@U2>' },
          { type: 'image', alt_text: 'x' },
        ],
      },
      { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Undo' } }] },
    ]
    expect(await markdownOf(say('', 0, { blocks }))).toBe(
      '**Deployed**\n**web** is [up](https://example.com)\n**Time**: 5 s\na*b*\nby @**Ben|12**',
    )
  })

  test.each([
    ['null', [null]],
    ['a text', 'text'],
    ['nothing', [{}]],
    ['itself', [{ type: 'rich_text', elements: 5 }]],
  ])('can have blocks that are %s', async (_, blocks) => {
    const { report } = await converted(exportFolder(slack([say('', 0, { blocks })])))
    expect(report.skipped['a message is empty']).toMatchObject({ number: 1 })
  })
})

describe('what is no message of a person or a program', () => {
  test.each([
    'channel_join',
    'bot_add',
    'bot_remove',
    'reminder_add',
    'huddle_thread',
    'sh_room_created',
    'tabbed_canvas_updated',
    'channel_canvas_updated',
    'channel_convert_to_private',
    'joiner_notification_for_inviter',
    'a kind of later',
  ])('does not become a message: %s', async (subtype) => {
    const { rows, report } = await converted(exportFolder(slack([say('It happened', 0, { subtype }), say('Hello', 1)])))
    expect(contents(rows('messages'))).toEqual(['Hello'])
    expect(report.skipped['a notice of a change']).toEqual({ number: 1, examples: [subtype] })
  })

  test('tombstones are counted, and the answers to them stay', async () => {
    const thread_ts = say('', 0).ts
    const gone = say('This message was deleted.', 0, {
      subtype: 'tombstone',
      user: 'USLACKBOT',
      thread_ts,
      hidden: true,
    })
    const { rows, report } = await converted(exportFolder(slack([gone, say('Yes', 1, { thread_ts })])))
    expect(contents(rows('messages'))).toEqual(['Yes'])
    expect(report.skipped['a message was deleted at Slack']).toMatchObject({ number: 1 })
  })

  test('a canvas leaves the words of the message', async () => {
    const files = [{ name: 'Plan', filetype: 'quip', mimetype: 'application/vnd.slack-docs', url_private: 'https://x' }]
    expect(await markdownOf(say('See the plan', 0, { files }))).toBe('See the plan')
  })
})

describe('the accounts and addresses of Slack', () => {
  test('a bot is one account, by the id of its account and by that in its messages', async () => {
    const { rows } = await converted(
      exportFolder(
        slack([
          say('One', 0, { user: 'U6' }),
          say('Two', 1, { user: undefined, subtype: 'bot_message', bot_id: 'B6', username: 'CI' }),
          say('Three', 2, { user: undefined, subtype: 'bot_message', bot_id: 'B8', bot_profile: { user_id: 'U6' } }),
        ]),
      ),
    )
    expect(rows('tables/users').filter(({ bot_type }) => bot_type !== null)).toHaveLength(1)
    expect(rows('messages').map(({ sender_id }) => sender_id)).toEqual([13, 13, 13])
  })

  test('no token of the export arrives, neither in messages nor in the report', async () => {
    const token = 'xoxe-1234-5678-abcdef'
    const at = (name: string) => `https://files.slack.com/files-pri/T1-F1/${name}?t=${token}`
    const messages = [
      say(`See <${at('a.txt')}|this> and <${at('b.txt')}&amp;x=1>`, 0, {
        files: [{ name: 'c.txt', url_private: at('c.txt'), url_private_download: at('download/c.txt') }],
        attachments: [{ title: 'd', title_link: at('d.txt'), text: at('e.txt') }],
      }),
    ]
    const download = () => Promise.resolve(undefined)
    const { rows, report, folder } = await converted(exportFolder(slack(messages)), { download })
    expect(contents(rows('messages'))[0]).toContain('[this](https://files.slack.com/files-pri/T1-F1/a.txt)')
    expect(contents(rows('messages'))[0]).toContain('b.txt?x=1')
    for (const list of ['messages', 'tables/conversations']) expect(JSON.stringify(rows(list))).not.toContain('xoxe')
    expect(JSON.stringify(report)).not.toContain('xoxe')
    expect(readFileSync(join(folder, 'export.json'), 'utf8')).not.toContain('xoxe')
  })

  test('the topic of a thread has names and words that people read', async () => {
    const first = say('<@U2> and <!here>: see <#C1> and <https://example.com|the *plan*>', 0, {
      thread_ts: say('', 0).ts,
      reply_count: 1,
    })
    const { rows } = await converted(exportFolder(slack([first])))
    expect(rows('tables/conversations')[0]!.topic).toBe('2019-01-01 @Ben and @all: see #general and the *plan*')
  })
})

describe('the emoji of Slack', () => {
  const codes = new Map(emoji.map((line) => [line.split(' ')[0], line.split(' ')[1]]))

  test('have all names of the data package that Slack uses, except those that no emoji here has', () => {
    const own = new Set(emoji.flatMap((line) => line.split(' ').slice(1)))
    const others = slackNames.emoji.map((line) => line.split(' '))
    expect(others.filter(([code]) => !codes.has(code))).toEqual([])
    expect(new Set([...own, ...others.flatMap(([, ...names]) => names)]).size).toBeGreaterThan(1959)
    // Skin tones by themselves, a flag, and what is newer than the emoji of this server.
    expect(slackNames.unknown).toHaveLength(13)
  })

  test.each([
    ['flag-de', 'flag_germany'],
    ['man-shrugging', 'man_shrugging'],
    ['kissing_heart', 'heart_kiss'],
    ['dart', 'direct_hit'],
    ['christmas_tree', 'holiday_tree'],
    ['handshake::skin-tone-2-3', 'handshake'],
    ['+1::skin-tone-5', '+1'],
    ['woman_running_facing_right', 'woman_running'],
  ])('of a reaction are known: %s', async (name, expected) => {
    const { rows, report } = await converted(
      exportFolder(slack([say(`:${name}:`, 0, { reactions: [{ name, users: ['U2'] }] })])),
    )
    const [reaction] = rows('tables/reactions')
    expect(report.skipped).toEqual({})
    expect(codes.get(String(reaction!.emoji_code))).toBe(reaction!.emoji_name)
    expect(reaction!.emoji_name).toBe(expected)
    expect(contents(rows('messages'))).toEqual([`:${String(reaction!.emoji_name)}:`])
  })

  test('of the workspace arrive with their pictures and other names, from the archive or from Slack', async () => {
    const list = {
      ok: true,
      emoji: { parrot: 'https://emoji.slack-edge.com/T1/parrot/a.gif', bird: 'alias:parrot', yes: 'alias:+1' },
    }
    const reactions = ['parrot', 'bird', 'yes'].map((name) => ({ name, users: ['U2'] }))
    const messages = [say(':bird: :yes:', 0, { reactions })]
    const archived = await converted(
      exportFolder(slack(messages, { 'emojis/index.json': list.emoji, 'emojis/parrot.gif': 'a parrot' })),
    )
    const download = (address: string) =>
      Promise.resolve(
        address === 'https://slack.com/api/emoji.list'
          ? [Buffer.from(JSON.stringify(list))]
          : address === list.emoji.parrot
            ? [Buffer.from('a parrot')]
            : undefined,
      )
    const requested = await converted(exportFolder(slack(messages)), { download })
    for (const { rows } of [archived, requested]) {
      expect(rows('tables/custom_emoji')).toMatchObject([{ name: 'parrot', extension: 'gif' }])
      expect(rows('tables/reactions')).toMatchObject([{ emoji_name: 'parrot' }, { emoji_name: '+1' }])
      expect(contents(rows('messages'))).toEqual([':parrot: :+1:'])
    }
  })

  test('are requested with the token, and their pictures without it', async () => {
    const requests: [string, object][] = []
    const download = slackDownloader({
      token: 'the token',
      request: (url: URL, { headers }: { headers: object }) => {
        requests.push([url.href, headers])
        return Promise.resolve(new Response('x'))
      },
    })
    await download('https://slack.com/api/emoji.list')
    await download('https://emoji.slack-edge.com/T1/parrot/a.gif')
    expect(await download('https://slack.com/api/users.list')).toBeUndefined()
    expect(requests).toEqual([
      ['https://slack.com/api/emoji.list', { authorization: 'Bearer the token' }],
      ['https://emoji.slack-edge.com/T1/parrot/a.gif', {}],
    ])
  })
})
