import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linesIn } from '../../../conversion/lines.ts'
import { slackDownloader } from '../../../scripts/import/slack-files.ts'
import { say } from '../../../web/test/slack-message'
import { converted, exportFolder, zipOf, type Files, type Row } from './exports'

const people = [
  { id: 'U1', name: 'ada', is_primary_owner: true, profile: { real_name: 'Ada', email: 'ada@example.com' } },
  {
    id: 'U2',
    name: 'ben',
    is_admin: true,
    tz: 'Europe/Berlin',
    profile: { real_name: 'Ben', email: 'ben@example.com' },
  },
  { id: 'U3', name: 'cleo', is_ultra_restricted: true, profile: { real_name: 'Cleo' } },
]
const general = {
  id: 'C1',
  name: 'general',
  created: 1_500_000_000,
  creator: 'U1',
  is_general: true,
  members: ['U1', 'U2'],
  purpose: { value: 'For all' },
}

const slack = (messages: object[], more: Files = {}): Files => ({
  'users.json': people,
  'channels.json': [general],
  'general/2019-01-01.json': messages,
  ...more,
})

const contents = (rows: Row[]) => rows.map(({ content }) => content)

describe('an export of Slack', () => {
  test('becomes people with their roles, and channels with their members', async () => {
    const { rows, report } = await converted(
      exportFolder(slack([], { 'groups.json': [{ id: 'G1', name: 'plans', members: ['U2'] }] })),
    )
    expect(rows('tables/users')).toMatchObject([
      { full_name: 'Ada', delivery_email: 'ada@example.com', role: 100, is_active: 1 },
      { full_name: 'Ben', role: 200, timezone: 'Europe/Berlin' },
      // Without an address, the account belongs to no person yet.
      { full_name: 'Cleo', delivery_email: 'slack-U3@imported.invalid', role: 600, is_active: 0 },
    ])
    expect(rows('tables/channels')).toMatchObject([
      { name: 'general', description: 'For all', invite_only: 0, is_default: 1, subscriber_count: 2 },
      { name: 'plans', invite_only: 1, history_public_to_subscribers: 0 },
    ])
    expect(rows('tables/subscriptions')).toHaveLength(3)
    expect(report.converted).toMatchObject({ users: 3, channels: 2 })
  })

  test('takes addresses from a list if it has none, and makes one person of two accounts with one address', async () => {
    const emails = { U3: 'BEN@example.com' }
    const { rows } = await converted(exportFolder(slack([])), { emails })
    expect(rows('tables/users').map(({ delivery_email }) => delivery_email)).toEqual([
      'ada@example.com',
      'ben@example.com',
    ])
  })

  test('has the same messages in a ZIP archive, and in an archive with a folder around it', async () => {
    const files = slack([say('Hello', 0)])
    const around = Object.fromEntries(
      Object.entries(files).map(([name, content]) => [`export of acme/${name}`, content]),
    )
    for (const path of [exportFolder(files), zipOf(files), zipOf(around)])
      expect(contents((await converted(path)).rows('messages'))).toEqual(['Hello'])
  })

  test('has Markdown for marks, mentions and links, but not in code', async () => {
    const { rows } = await converted(
      exportFolder(
        slack([
          say('*bold* _italic_ ~gone~ <@U2> in <#C1|general> <!here>', 0),
          say('<https://example.com/a_b_c|a &amp; b> &lt;3', 1),
          say('`*code* <@U2>` ```x = *y*```', 2),
          say('/waits', 3, { subtype: 'me_message' }),
        ]),
      ),
    )
    expect(contents(rows('messages'))).toEqual([
      '**bold** *italic* ~~gone~~ @**Ben|12** in #**general** @**all**',
      '[a & b](https://example.com/a_b_c) <3',
      '`*code* @U2` \n```\nx = *y*\n```',
      '/me /waits',
    ])
  })

  test('has a topic for each thread, also if its replies are days later', async () => {
    const thread = { thread_ts: say('', 0).ts }
    const { rows } = await converted(
      exportFolder(
        slack([say('Lunch?', 0, { ...thread, reply_count: 1 }), say('Nothing', 1)], {
          'general/2019-02-01.json': [say('Yes', 3_000_000, thread)],
        }),
      ),
    )
    const topics = new Map(rows('tables/conversations').map(({ id, topic }) => [id, topic]))
    expect(rows('messages').map(({ content, conversation_id }) => [content, topics.get(conversation_id)])).toEqual([
      ['Lunch?', '2019-01-01 Lunch?'],
      ['Nothing', 'imported from Slack'],
      ['Yes', '2019-01-01 Lunch?'],
    ])
  })

  test('has its messages in the order of their times, across channels and direct messages', async () => {
    const { rows } = await converted(
      exportFolder(
        slack([say('Second', 1), say('Fourth', 3)], {
          'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
          'D1/2019-01-01.json': [say('First', 0), say('Third', 2)],
        }),
      ),
    )
    expect(rows('messages').map(({ id, content }) => [id, content])).toEqual([
      [1, 'First'],
      [2, 'Second'],
      [3, 'Third'],
      [4, 'Fourth'],
    ])
    expect(rows('tables/conversations')).toContainEqual(
      expect.objectContaining({ people: '[11,12]', min_id: 1, max_id: 3 }),
    )
  })

  test('has links to other messages, and reactions once for each user', async () => {
    const link = '<https://acme.slack.com/archives/C1/p1546300800000100>'
    const reactions = [
      { name: 'thumbsup::skin-tone-2', users: ['U2', 'U2'] },
      { name: 'nonsense', users: ['U1'] },
    ]
    const { rows, report } = await converted(exportFolder(slack([say('One', 0, { reactions }), say(`See ${link}`, 1)])))
    expect(rows('messages')[1]!.content).toContain('(/#narrow/channel/1-general/topic/imported.20from.20Slack/near/1)')
    expect(rows('tables/reactions')).toMatchObject([
      { message_id: 1, user_id: 12, emoji_name: '+1', emoji_code: '1f44d' },
    ])
    expect(report.skipped).toMatchObject({ 'an emoji is unknown': { number: 1, examples: ['nonsense'] } })
  })

  test('counts rows that cannot be read, and continues', async () => {
    const broken = [
      { type: 'message', user: 'U1', text: 'x', ts: 'never' },
      { type: 'message', text: 'No writer', ts: '1546300800.0' },
      null,
    ]
    const { rows, report } = await converted(exportFolder(slack([...(broken as object[]), say('Fine', 0)])))
    expect(contents(rows('messages'))).toEqual(['Fine'])
    expect(report.skipped['the row cannot be read']!.number).toBe(3)
    expect(report.skipped['the row cannot be read']!.examples[0]).toBe(
      'general/2019-01-01.json, item 1: the time never cannot be read',
    )
  })

  test('leaves out notices and deleted files, and keeps writers whom it does not list', async () => {
    const { rows, report } = await converted(
      exportFolder(
        slack([
          say('joined', 0, { subtype: 'channel_join' }),
          say('A file', 1, {
            files: [{ mode: 'tombstone' }, { name: 'a.pdf', url_private: 'https://files.slack.com/a.pdf' }],
          }),
          say('Hello', 2, { user: 'U9', user_profile: { real_name: 'Gwen' } }),
          say('Deployed', 3, { user: undefined, bot_id: 'B1', username: 'Robot', subtype: 'bot_message' }),
        ]),
      ),
    )
    expect(contents(rows('messages'))).toEqual(['A file\n[a.pdf](https://files.slack.com/a.pdf)', 'Hello', 'Deployed'])
    expect(rows('tables/users').slice(3)).toMatchObject([
      { full_name: 'Gwen', is_active: 0, bot_type: null },
      { full_name: 'Robot', is_active: 1, bot_type: 1 },
    ])
    expect(report.skipped).toMatchObject({
      'a notice of a change': { number: 1 },
      'a file was deleted or hidden at Slack': { number: 1 },
    })
  })

  test('has files that can be downloaded, and links to the others', async () => {
    const at = (path: string) => ({
      name: path,
      mimetype: 'text/plain',
      url_private: `https://files.slack.com/${path}`,
    })
    const messages = [say('Two files', 0, { files: [at('a.txt'), at('gone.txt')] })]
    const download = (address: string) =>
      Promise.resolve(address.endsWith('/a.txt') ? [Buffer.from('Soup')] : undefined)
    const { rows, report, folder } = await converted(exportFolder(slack(messages)), { download })
    const [file, ...others] = rows('tables/attachments')
    expect(others).toEqual([])
    expect(file).toMatchObject({ name: 'a.txt', size: 4, content_type: 'text/plain', owner_id: 11 })
    expect(readFileSync(join(folder, 'files', String(file!.key)), 'utf8')).toBe('Soup')
    expect(contents(rows('messages'))).toEqual([
      `Two files\n[a.txt](/user_uploads/${String(file!.path_id)})\n[gone.txt](https://files.slack.com/gone.txt)`,
    ])
    expect(report.skipped).toMatchObject({ 'a file could not be downloaded': { number: 1 } })
  })

  test('has a long message as several, which break between paragraphs', async () => {
    const paragraph = 'word '.repeat(1500).trim()
    const { rows } = await converted(exportFolder(slack([say(`${paragraph}\n\n${paragraph}`, 0)])))
    expect(contents(rows('messages'))).toEqual([paragraph, paragraph])
  })

  test('arrives as read', async () => {
    const { rows } = await converted(exportFolder(slack([say('One', 0), say('Two', 1)])))
    expect(rows('tables/read_up_to_ids')).toEqual([11, 12, 13].map((user_id) => ({ user_id, message_id: 2 })))
  })
})

describe('the download of a file of Slack', () => {
  const from = (answers: Response[], requests: [address: string, headers: object][], waited: number[] = []) =>
    slackDownloader({
      token: 'the token',
      request: (url: URL, { headers }: { headers: object }) => {
        requests.push([url.href, headers])
        return Promise.resolve(answers.shift())
      },
      wait: (milliseconds: number) => Promise.resolve(waited.push(milliseconds)),
    })

  test('waits if Slack says so, and sends the token to Slack alone', async () => {
    const [requests, waited]: [[string, object][], number[]] = [[], []]
    const later = new Response('', { status: 429, headers: { 'retry-after': '7' } })
    const download = from([later, new Response('Soup'), new Response('Salad')], requests, waited)
    const stream = await download('https://files.slack.com/a.txt')
    const lines = []
    for await (const line of linesIn(stream ?? [])) lines.push(line)
    expect(lines).toEqual(['Soup'])
    expect(waited).toEqual([7000])
    await download('https://files.slack.com/b.txt?t=xoxe-1')
    for (const address of ['https://files.slack.com.example.com/c', 'http://files.slack.com/c', 'no address'])
      expect(await download(address)).toBeUndefined()
    const withToken = { authorization: 'Bearer the token' }
    expect(requests).toEqual([
      ['https://files.slack.com/a.txt', withToken],
      ['https://files.slack.com/a.txt', withToken],
      ['https://files.slack.com/b.txt?t=xoxe-1', {}],
    ])
  })

  test('takes no page for logging in for the file', async () => {
    const login = new Response(null, { status: 302, headers: { location: 'https://slack.com/signin' } })
    expect(await from([login], [])('https://files.slack.com/a.txt')).toBeUndefined()
  })
})
