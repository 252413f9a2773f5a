import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { say } from '../../../web/test/slack-message'
import { SAMPLES } from '../../support/exports/samples'
import { converted, exportFolder, zipOf, type Files } from './exports'

const user = (id: string, more: object = {}) => ({
  id,
  name: id,
  profile: { real_name: id, email: `${id.toLowerCase()}@example.com` },
  ...more,
})
const slack = (files: Files): Files => ({
  'users.json': [user('U1'), user('U2')],
  'channels.json': [{ id: 'C1', name: 'general', members: ['U1', 'U2'] }],
  ...files,
})
const DAY = 'general/2019-01-01.json'

describe('an archive that was made to break the converters', () => {
  test('with people, channels and conversations that are listed again has each message once', async () => {
    const general = { id: 'C1', name: 'general', members: ['U1', 'U1', 'U1'] }
    const { rows, report } = await converted(
      exportFolder(
        slack({
          'users.json': [user('U1'), user('U1'), user('U2'), { ...user('U9'), profile: user('U1').profile }],
          'channels.json': [general, general, { ...general, id: 'C9' }],
          'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }, { id: 'D1', members: [] }, { id: 'D2' }],
          [DAY]: [say('One', 0, { reactions: [{ name: '+1', users: Array.from({ length: 1000 }, () => 'U1') }] })],
          'D1/2019-01-01.json': [say('Two', 1)],
        }),
      ),
    )
    expect(rows('messages').map(({ content }) => content)).toEqual(['One', 'Two'])
    expect(rows('tables/users')).toHaveLength(2)
    expect(rows('tables/reactions')).toHaveLength(1)
    expect(report.skipped['the row cannot be read']).toMatchObject({ number: 1 })
  })

  test('with gaps in its lists, and one reply that cannot be read, has all other messages', async () => {
    const gaps = { files: [null], attachments: [null, 5], reactions: [null, { name: '+1', users: null }] }
    const { rows, report } = await converted(exportFolder(slack({ [DAY]: [say('One', 0, gaps)] })))
    expect(rows('messages').map(({ content }) => content)).toEqual(['One'])
    expect(report.skipped).toEqual({})
    const post = { team: 't', channel: 'c', user: 'ada', create_at: 1.6e12, message: 'Two', attachments: [null] }
    const replies = [{ user: 'ada', message: 'Late', create_at: 'x' }, null, { ...post, message: 'Three' }]
    const lines = [
      { type: 'version', version: 1 },
      { type: 'team', team: { name: 't', display_name: 'T' } },
      { type: 'channel', channel: { team: 't', name: 'c', display_name: 'C', type: 'O' } },
      { type: 'user', user: { username: 'ada', email: 'ada@example.com', teams: [] } },
      { type: 'post', post: { ...post, props: { attachments: [null] }, replies } },
    ]
    const mattermost = await converted(
      exportFolder({ 'import.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') }),
    )
    expect(mattermost.rows('messages').map(({ content }) => content)).toEqual(['Two', 'Three'])
    expect(mattermost.report.skipped['the row cannot be read']).toMatchObject({ number: 1 })
  })

  test('with threads and links that lead in circles ends', async () => {
    const messages = Array.from({ length: 500 }, (_, index) => {
      const next = `1546300800.${String((index + 1) % 500).padStart(6, '0')}`
      return say(`<https://acme.slack.com/archives/C1/p${next.replace('.', '')}>`, 0, {
        ts: `1546300800.${String(index).padStart(6, '0')}`,
        thread_ts: next,
        reply_count: 1,
      })
    })
    const { rows } = await converted(exportFolder(slack({ [DAY]: messages })))
    expect(rows('messages')).toHaveLength(500)
    // A message links to those before it.
    expect(String(rows('messages').at(-1)!.content)).toMatch(/\/near\/1\)$/)
  })

  test('with names of JavaScript, and of people that would be marks, has people and texts', async () => {
    const strange = ['__proto__', 'constructor', 'toString']
    const { rows } = await converted(
      exportFolder(
        slack({
          'users.json': [
            user('U1'),
            ...strange.map((id) =>
              user(id, { profile: { real_name: '\u0000@**all**|7`\ud800', email: 'no address\n@x' } }),
            ),
          ],
          [DAY]: strange.map((id, second) =>
            say(`<@${id}> <#${id}> <!subteam^${id}> :${id}: \ue0005\ue001`, second, {
              user: id,
              reactions: [{ name: id, users: [id] }],
            }),
          ),
        }),
      ),
    )
    const names = rows('tables/users').map(({ full_name }) => String(full_name))
    expect(names.filter((name) => /[*`\\>"@\p{Cc}\p{Cs}]|\|\d+$/u.test(name))).toEqual([])
    expect(rows('messages').map(({ content }) => content)).toEqual(
      strange.map((id, index) => `@**${names[index + 1]}|${12 + index}** #${id} @${id} :${id}: 5`),
    )
  })

  test('with lines of ten megabytes, marks without ends and deep lists ends in seconds', async () => {
    const deep = `${'{"type":"rich_text","elements":['.repeat(50_000)}${']}'.repeat(50_000)}`
    const texts = ['word '.repeat(2_000_000), '*_~`<'.repeat(200_000), ':a'.repeat(200_000), '```'.repeat(50_001)]
    const rows = texts.map((text, second) => JSON.stringify(say(text, second)))
    const files = slack({
      [DAY]: `[${[...rows, JSON.stringify(say('', 9)).replace('}', `,"blocks":[${deep}]}`)].join(',')}]`,
      'general/2019-01-02.json': '['.repeat(2_000_000),
      'general/2019-01-03.json': `{"a":x${'[]'.repeat(500_000)}`,
    })
    const began = Date.now()
    const { report } = await converted(exportFolder(files))
    expect(report.converted.messages).toBeGreaterThanOrEqual(texts.length)
    expect(Date.now() - began).toBeLessThan(30_000)
  })

  test.each(SAMPLES)('that breaks off anywhere is refused or counted, and never a fault: %s', async (_, make) => {
    const whole = exportFolder(make())
    const { report } = await converted(whole)
    // Texts and pictures have no form that could be broken.
    const lists = Object.entries(make()).filter(([name]) => /\.(?:jsonl?|bson)$/.test(name))
    for (const [name, content] of lists) {
      const bytes =
        content instanceof Uint8Array
          ? content
          : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
      const cut = exportFolder({ ...make(), [name]: bytes.subarray(0, bytes.length - 7) })
      const outcome = await converted(cut).then(
        (found) => JSON.stringify(found.report),
        (error: Error) => error.constructor.name,
      )
      expect(outcome, name).not.toBe(JSON.stringify(report))
      expect(['Error', 'TypeError', 'SyntaxError', 'RangeError']).not.toContain(outcome)
    }
  })

  test('whose list of people cannot be unpacked is refused, with its name', async () => {
    const zip = zipOf(slack({ [DAY]: [say('One', 0)] }))
    const bytes = readFileSync(zip)
    const at = bytes.indexOf('users.json') + 'users.json'.length
    bytes.fill(0xff, at, at + 10)
    writeFileSync(zip, bytes)
    await expect(converted(zip)).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringMatching(/^users\.json in \S+export\.zip cannot be read: /),
    })
  })
})
