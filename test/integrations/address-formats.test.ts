import { IncomingWebhook } from '@slack/webhook'
import { describe, expect, test } from 'vitest'
import { visit, storedKeys } from '../support/files'
import { newestMessages } from '../support/messages'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { send } from '../support/request'
import { NOBODY_GROUP } from '../support/system-groups'
import { newAddress, newWebhookBot, postTo, PUBLISHED, PUBLISHED_TEXT } from '../support/webhooks'

async function withAddress() {
  const cast = await freshRealm()
  const hook = await newWebhookBot(cast.dov)
  const { urls } = await newAddress(cast.dov, hook, { stream_id: cast.general.stream_id })
  const newest = async () => (await newestMessages(cast.cleo, 1, [['sender', hook.id]])).at(-1)
  return { ...cast, hook, urls, newest }
}

describe('POST site:/services/:team/:address/:secret', () => {
  test('works with the client package of Slack', async () => {
    const { urls, newest } = await withAddress()
    const webhook = new IncomingWebhook(urls.slack, {
      fetch: (url, init) => send(new Request(url, { ...init, redirect: 'manual' })),
    })
    expect(await webhook.send('*Deployed* <https://a.example|v2>')).toEqual({ text: 'ok' })
    expect(await newest()).toMatchObject({ content: '**Deployed** [v2](https://a.example)', subject: 'Hal' })
    await webhook.send({
      text: 'for notifications',
      channel: '#deploys',
      unknown: { field: true },
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Build *7*' } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '`a_b_c`' },
          accessory: { type: 'button', url: 'https://a.example/7', text: { text: 'Open' } },
        },
        { type: 'from_the_future', text: 'x' },
        {
          type: 'actions',
          elements: [
            { type: 'button', text: { type: 'plain_text', text: 'Approve *now*' }, action_id: 'approve' },
            { type: 'static_select', placeholder: { type: 'plain_text', text: 'Who decides' }, options: [] },
            { type: 'overflow', options: [] },
          ],
        },
        {
          type: 'input',
          label: { type: 'plain_text', text: 'Reason' },
          element: { type: 'plain_text_input', action_id: 'reason' },
        },
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'done ', style: { bold: true } }] }],
        },
      ],
      attachments: [
        {
          fallback: 'unseen',
          title: 'Log',
          title_link: 'https://a.example/log',
          fields: [{ title: 'Tests', value: '12' }],
        },
      ],
    } as unknown as Parameters<typeof webhook.send>[0])
    expect(await newest()).toMatchObject({
      subject: 'deploys',
      content:
        '## Build &#42;7&#42;\n\n`a_b_c`\n\n[Open](https://a.example/7)\n\n**done** \n\n' +
        '## [Log](https://a.example/log)\n\n**Tests**: 12\n\n' +
        '*Only in Slack: from_the_future, Approve &#42;now&#42;, Who decides, overflow, Reason*',
    })
    await expect(webhook.send('')).rejects.toMatchObject({ code: 'slack_webhook_http_error' })
  })

  test('decodes the three characters that Slack escapes, also in texts without markup', async () => {
    const { urls, newest } = await withAddress()
    const plain = (text: string) => ({ type: 'plain_text', text })
    await postTo(urls.slack, {
      blocks: [
        { type: 'header', text: plain('Q&amp;A') },
        { type: 'section', text: plain('1 &lt; 2 &amp;lt; &lt;time:1&gt;') },
        { type: 'image', image_url: 'https://a.example/p.png', alt_text: 'x &amp; y' },
        { type: 'actions', elements: [{ type: 'button', text: plain('Yes &amp; no'), action_id: 'yes' }] },
      ],
      attachments: [
        { title: 'R&amp;D', author_name: 'A&amp;B', fields: [{ title: 'P&amp;L', value: '7' }] },
        { fallback: 'F&amp;F' },
      ],
    })
    expect((await newest()).content).toBe(
      '## Q&A\n\n1 < 2 &amp;lt; &#60;time:1>\n\n[x & y](https://a.example/p.png)\n\nA&B\n\n## R&D\n\n' +
        '**P&L**: 7\n\nF&F\n\n*Only in Slack: Yes & no*',
    )
    await postTo(urls.mattermost, { attachments: [{ title: 'R&amp;D' }] })
    expect((await newest()).content).toBe('## R&amp;amp;D')
  })

  test('accepts a form', async () => {
    const { urls, newest } = await withAddress()
    const body = new URLSearchParams({ payload: JSON.stringify({ text: 'as a form' }) }).toString()
    const response = await postTo(urls.slack, body, { 'content-type': 'application/x-www-form-urlencoded' })
    expect([response.status, await response.text()]).toEqual([200, 'ok'])
    expect(await newest()).toMatchObject({ content: 'as a form' })
  })
})

describe('POST site:/hooks/:secret', () => {
  test('accepts messages for Mattermost', async () => {
    const { urls, cleo, newest } = await withAddress()
    const response = await postTo(urls.mattermost, {
      text: '@cleo ~general',
      username: 'ci',
      attachments: [{ text: '_ok_' }],
    })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'ok',
    ])
    expect(await newest()).toMatchObject({ content: `@**Cleo|${cleo.id}** #**general**\n\n*ok*` })
  })
})

describe('POST site:/hooks/:address/:secret', () => {
  test('accepts messages for Rocket.Chat', async () => {
    const { urls, newest } = await withAddress()
    const response = await postTo(urls.rocketchat, { text: '*bold*', alias: 'ci', channel: '#builds' })
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    expect(await newest()).toMatchObject({ content: '**bold**', subject: 'builds' })
  })
})

describe('POST site:/api/webhooks/:address/:secret', () => {
  const embeds = [
    {
      title: 'Release',
      url: 'https://a.example/r',
      description: '<@777777> _now_',
      fields: [{ name: 'Version', value: '2' }],
      footer: { text: 'ci' },
      timestamp: '2030-01-01T00:00:00Z',
    },
  ]

  test('accepts messages for Discord, and returns the message only to a client that waits', async () => {
    const { urls, newest, general, hook } = await withAddress()
    const response = await postTo(urls.discord, { content: '**hi**', thread_name: 'Releases', embeds })
    expect([response.status, await response.text()]).toEqual([204, ''])
    const message = await newest()
    expect(message).toMatchObject({
      subject: 'Releases',
      content:
        '**hi**\n\n**[Release](https://a.example/r)**\n\n@777777 *now*\n\n**Version**: 2\n\nci <time:1893456000>',
    })
    const waited = await postTo(`${urls.discord.replace('/api/', '/api/v10/')}?wait=true`, { content: 'again' })
    expect(waited.status).toBe(200)
    expect(await waited.json()).toMatchObject({
      id: String((await newest()).id),
      content: 'again',
      channel_id: String(general.stream_id),
      author: { id: String(hook.id), bot: true },
    })
  })

  const sendForm = (url: string, fields: Record<string, string>, files: readonly File[]) => {
    const body = new FormData()
    for (const [index, file] of files.entries()) body.set(`files[${index}]`, file)
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return send(new Request(url, { method: 'POST', body }))
  }

  test('stores the files of a form as files of the bot, and links to them', async () => {
    const { urls, newest, cleo, realm } = await withAddress()
    const payload_json = JSON.stringify({ content: 'with files', attachments: [{ id: 0, description: 'x' }] })
    const files = [new File(['the log'], 'build log.txt'), new File(['<b>'], 'page.html')]
    expect((await sendForm(urls.discord, { payload_json }, files)).status).toBe(204)
    const { content } = await newest()
    expect(content).toMatch(
      /^with files\n\n\[build log\.txt\]\((.+build-log\.txt)\)\n\[page\.html\]\((.+page\.html)\)$/,
    )
    const [, path = ''] = /\((\/user_uploads\/[^)]+)\)/.exec(content)!
    expect(await (await visit(cleo, path)).text()).toBe('the log')
    expect((await visit(realm, path)).status).not.toBe(200)
    expect((await sendForm(urls.discord, { content: 'no file' }, [])).status).toBe(204)
    expect(await newest()).toMatchObject({ content: 'no file' })
    const waited = await sendForm(`${urls.discord}?wait=true`, {}, files.slice(1))
    expect(await waited.json()).toMatchObject({
      content: '',
      attachments: [
        { id: '0', filename: 'page.html', size: 3, url: expect.stringMatching(/^https?:\/\/[^/]+\/user_uploads\//) },
      ],
    })
    expect((await newest()).content).toMatch(/^\[page\.html\]/)
  })

  test('refuses too many files, and a form without a message', async () => {
    const { urls, newest, realm } = await withAddress()
    const many = await sendForm(
      urls.discord,
      { content: 'x' },
      Array.from({ length: 11 }, () => new File(['x'], 'x')),
    )
    expect([many.status, await many.json()]).toMatchObject([400, { code: 50035 }])
    expect((await storedKeys(realm)).length).toBeLessThanOrEqual(10)
    const unreadable = await sendForm(urls.discord, { payload_json: '{' }, [])
    expect([unreadable.status, await unreadable.json()]).toMatchObject([400, { code: 50109 }])
    const empty = await sendForm(urls.discord, {}, [])
    expect([empty.status, await empty.json()]).toMatchObject([400, { code: 50006 }])
    expect(await newest()).toBeUndefined()
  })

  test('accepts messages for Slack and events of GitHub at the addresses that Discord has for them', async () => {
    const { urls, newest } = await withAddress()
    expect(await (await postTo(`${urls.discord}/slack`, { text: '*b*' })).text()).toBe('ok')
    expect(await newest()).toMatchObject({ content: '**b**' })
    expect((await postTo(`${urls.discord}/github`, PUBLISHED.body, PUBLISHED.headers)).status).toBe(204)
    expect(await newest()).toMatchObject({ content: PUBLISHED_TEXT })
    const versioned = urls.discord.replace('/api/', '/api/v10/')
    expect(await (await postTo(`${versioned}/slack`, { text: '_i_' })).text()).toBe('ok')
    expect(await newest()).toMatchObject({ content: '*i*' })
    expect((await postTo(`${versioned}/github`, PUBLISHED.body, PUBLISHED.headers)).status).toBe(204)
  })
})

describe('GET site:/api/webhooks/:address/:secret', () => {
  test('describes the address to a client that reads it first', async () => {
    const { urls, general, hook } = await withAddress()
    for (const url of [urls.discord, urls.discord.replace('/api/', '/api/v10/')]) {
      const answer = await send(new Request(url))
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { type: 1, name: hook.account.full_name, channel_id: String(general.stream_id) },
      ])
    }
    const unknown = await send(new Request(`${urls.discord}x`))
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 10015 }])
  })
})

describe('GET, PATCH and DELETE site:/api/webhooks/:address/:secret/messages/:message_id', () => {
  const change = (method: string, url: string, body?: unknown) =>
    send(
      new Request(url, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )

  async function withMessage() {
    const found = await withAddress()
    const { id } = await (
      await postTo(`${found.urls.discord}?wait=true`, { content: 'started' })
    ).json<{ id: string }>()
    return { ...found, id, url: `${found.urls.discord}/messages/${id}` }
  }

  test('a program edits its message, and deletes it', async () => {
    const { url, urls, id, newest, hook } = await withMessage()
    const edited = await change('PATCH', url, { content: '**done**', embeds: [{ title: 'Log' }] })
    expect([edited.status, await edited.json()]).toMatchObject([
      200,
      { id, content: '**done**', author: { id: String(hook.id) }, edited_timestamp: expect.any(String) },
    ])
    for (const address of [url, url.replace('/api/', '/api/v10/')]) {
      const read = await send(new Request(address))
      expect([read.status, await read.json()]).toMatchObject([200, { id, content: '**done**\n\n**Log**' }])
    }
    expect(await newest()).toMatchObject({ id: Number(id), content: '**done**\n\n**Log**' })
    const again = await change('PATCH', url.replace('/api/', '/api/v10/'), { content: 'again' })
    expect(again.status).toBe(200)
    const deleted = await change('DELETE', url)
    expect([deleted.status, await deleted.text()]).toEqual([204, ''])
    expect(await newest()).toBeUndefined()
    const other = await (await postTo(`${urls.discord}?wait=true`, { content: 'other' })).json<{ id: string }>()
    expect((await change('DELETE', `${urls.discord.replace('/api/', '/api/v10/')}/messages/${other.id}`)).status).toBe(
      204,
    )
    const gone = await change('DELETE', url.replace('/api/', '/api/v10/'))
    expect([gone.status, await gone.json()]).toMatchObject([404, { code: 10008 }])
  })

  test('adds files to its message', async () => {
    const { url, newest } = await withMessage()
    const body = new FormData()
    body.set('payload_json', JSON.stringify({ content: 'with a log' }))
    body.set('files[0]', new File(['the log'], 'build.txt'))
    const edited = await send(new Request(url, { method: 'PATCH', body }))
    expect(await edited.json()).toMatchObject({
      content: 'with a log',
      attachments: [{ filename: 'build.txt', size: 7 }],
    })
    expect((await newest()).content).toMatch(/^with a log\n\n\[build\.txt\]\(\/user_uploads\//)
  })

  test('knows only messages of the bot in the channel of the address', async () => {
    const { dov, hook, urls, general, url, newest } = await withMessage()
    const { id: sent } = await dov.sends(general, 'x', 'of a person')
    const refused = async (method: string, target: string) => {
      const response = await change(method, target, method === 'PATCH' ? { content: 'y' } : undefined)
      return [response.status, (await response.json<{ code: number }>()).code]
    }
    expect(await refused('PATCH', `${urls.discord}/messages/${sent}`)).toEqual([404, 10008])
    expect(await refused('GET', `${urls.discord}/messages/${sent}`)).toEqual([404, 10008])
    expect(await refused('DELETE', `${urls.discord}/messages/${sent}`)).toEqual([404, 10008])
    expect(await refused('DELETE', `${urls.discord}/messages/first`)).toEqual([404, 10008])
    const elsewhere = await newAddress(dov, hook)
    const other = url.replace(urls.discord, elsewhere.urls.discord)
    expect(await refused('PATCH', other)).toEqual([404, 10008])
    expect(await refused('DELETE', other)).toEqual([404, 10008])
    expect(await refused('DELETE', `${urls.discord}x/messages/${sent}`)).toEqual([404, 10015])
    expect(await newest()).toMatchObject({ content: 'started' })
  })

  test("follows the organization's rules for edits and deletions", async () => {
    const { ada, url, newest } = await withMessage()
    succeeded(
      await ada.patch('/realm', {
        allow_message_editing: false,
        can_delete_own_message_group: { new: NOBODY_GROUP },
        can_delete_any_message_group: { new: NOBODY_GROUP },
      }),
    )
    const edited = await change('PATCH', url, { content: 'changed' })
    expect([edited.status, await edited.json()]).toMatchObject([403, { code: 50013 }])
    expect((await change('PATCH', url, { content: '' })).status).toBe(400)
    const deleted = await change('DELETE', url)
    expect([deleted.status, await deleted.json()]).toMatchObject([403, { code: 50013 }])
    expect(await newest()).toMatchObject({ content: 'started' })
  })
})

describe('POST site:/webhookb2/:secret', () => {
  test('accepts a card of a connector', async () => {
    const { urls, newest } = await withAddress()
    const response = await postTo(urls.teams, {
      '@type': 'MessageCard',
      title: 'Build',
      text: 'It **works**',
      sections: [{ activityTitle: 'ci', facts: [{ name: 'Branch:', value: 'main' }] }],
      potentialAction: [{ '@type': 'OpenUri', name: 'Open', targets: [{ os: 'default', uri: 'https://a.example' }] }],
    })
    expect([response.status, await response.text()]).toEqual([200, '1'])
    expect(await newest()).toMatchObject({
      content: '## Build\n\nIt **works**\n\n**ci**\n\n**Branch**: main\n\n[Open](https://a.example)',
    })
  })

  test('answers a card without its type as a connector, too', async () => {
    const { urls, newest } = await withAddress()
    // pymsteams sends no `@type`, and older versions raise an error for each answer but this one.
    const response = await postTo(urls.teams, { title: 'Build', text: 'It works' })
    expect([response.status, await response.text()]).toEqual([200, '1'])
    expect(await newest()).toMatchObject({ content: '## Build\n\nIt works' })
  })
})

describe('POST site:/workflows/:secret/triggers/manual/paths/invoke', () => {
  test('answers a card of a connector as a workflow', async () => {
    const { urls, newest } = await withAddress()
    const response = await postTo(urls.teams_workflow, { '@type': 'MessageCard', text: 'It works' })
    expect([response.status, await response.text()]).toEqual([202, ''])
    expect(await newest()).toMatchObject({ content: 'It works' })
  })

  test('accepts Adaptive Cards', async () => {
    const { urls, cleo, newest } = await withAddress()
    const content = {
      type: 'AdaptiveCard',
      body: [
        { type: 'TextBlock', text: 'Alert', size: 'large' },
        { type: 'ColumnSet', columns: [{ type: 'Column', items: [{ type: 'TextBlock', text: '<at>C</at> look' }] }] },
        { type: 'FactSet', facts: [{ title: 'Host', value: 'a_b_c' }] },
        { type: 'CodeBlock', codeSnippet: 'x = *y*' },
      ],
      actions: [{ type: 'Action.OpenUrl', title: 'Open', url: 'https://a.example' }],
      msteams: { entities: [{ type: 'mention', text: '<at>C</at>', mentioned: { id: cleo.email, name: 'Cleo' } }] },
    }
    const body = { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
    expect((await postTo(`${urls.teams_workflow}?api-version=2016-06-01&sig=x`, body)).status).toBe(202)
    expect(await newest()).toMatchObject({
      content: `## Alert\n\n@**Cleo|${cleo.id}** look\n\n**Host**: a_b_c\n\n\`\`\`\nx = *y*\n\`\`\`\n\n[Open](https://a.example)`,
    })
  })
})
