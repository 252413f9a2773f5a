import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RealmCall } from '../../src/api/realm-call'
import { RealmObject } from '../../src/realm-object'
import { runAlarm } from '../support/alarms'
import { evict } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { newWebhookBot } from '../support/webhooks'
import { send } from '../support/request'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'

// The Worker parses Markdown with the settings that it assumes. The realm stores only what was parsed with the current ones.
const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example.com/{id}' }
const issueLink = (id: number) => `<p><a href="https://issues.example.com/${id}">#${id}</a></p>`

/** Sends a message and returns its rendered content. */
async function renderedContent(sender: Person, channel: { name: string }, content: string): Promise<string> {
  const { id } = await sender.sends(channel, 'here', content)
  return (await sender.get(`/messages/${id}`)).message.content
}

type RecordedCall = { call: RealmCall; result: string }

/** Records the calls to a realm. Returns them as `route: result`, and adds them to `recorded`. */
async function recordCalls(realm: TestRealm, recorded: RecordedCall[] = []): Promise<string[]> {
  const calls: string[] = []
  await runInDurableObject(realm.stub, (object) => {
    const type: RealmObject = Object.getPrototypeOf(object)
    // oxlint-disable-next-line typescript/unbound-method -- called with its object
    const { ask } = type
    const spy = vi.spyOn(type, 'ask').mockImplementation(async function (this: RealmObject, call) {
      const answer = await ask.call(this, call)
      const result = answer.ok ? 'decided' : answer.refusal.code
      if (call.client.realm_name !== realm.name) return answer
      calls.push(`${call.endpoint}: ${result}`)
      recorded.push({ call, result })
      return answer
    })
    onTestFinished(() => spy.mockRestore())
  })
  return calls
}

const SENT = 'POST /messages: decided'
const STALE = 'POST /messages: MARKDOWN_IS_STALE'

describe('the Markdown settings of a realm', () => {
  test('cost one repeated call after a change, and none otherwise', async () => {
    const { realm, ada } = await emptyRealm()
    const general = await newChannel(ada, 'general', [ada])
    const calls = await recordCalls(realm)
    const sends = () => ada.sends(general, 'here', '#7')
    await sends()
    expect(calls).toEqual([SENT])
    succeeded(await ada.post('/realm/filters', ISSUE))
    calls.length = 0
    for (let index = 0; index < 3; index++) await sends()
    expect(calls).toEqual([STALE, SENT, SENT, SENT])
  })

  test('apply from the moment of a change', async () => {
    const { ada, dov, general } = await freshRealm()
    expect(await renderedContent(dov, general, '#7')).toBe('<p>#7</p>')
    const { id } = succeeded(await ada.post('/realm/filters', ISSUE))
    expect(await renderedContent(dov, general, '#7')).toBe(issueLink(7))
    succeeded(await ada.delete(`/realm/filters/${id}`))
    expect(await renderedContent(dov, general, '#7')).toBe('<p>#7</p>')
  })

  test('do not apply to another realm', async () => {
    const [here, there] = [await freshRealm(), await freshRealm()]
    succeeded(await here.ada.post('/realm/filters', ISSUE))
    expect(await renderedContent(here.dov, here.general, '#7')).toBe(issueLink(7))
    expect(await renderedContent(there.dov, there.general, '#7')).toBe('<p>#7</p>')
  })

  test('apply to messages that are sent while they change', async () => {
    const { ada, dov, general } = await freshRealm()
    const ids: number[] = []
    for (let index = 0; index < 5; index++) {
      const [made] = await Promise.all([
        ada.post('/realm/filters', ISSUE),
        ...Array.from({ length: 4 }, async () => ids.push((await dov.sends(general, 'here', '#7')).id)),
      ])
      succeeded(await ada.delete(`/realm/filters/${succeeded(made).id}`))
    }
    const queue = await dov.get('/messages', { message_ids: ids })
    for (const { content } of queue.messages) expect([issueLink(7), '<p>#7</p>']).toContain(content)
    expect(ids).toHaveLength(20)
  })

  test('apply to an edit that waits for the body of its message', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'here', 'One')
    const recorded: RecordedCall[] = []
    await recordCalls(realm, recorded)
    succeeded(await dov.patch(`/messages/${id}`, { content: '#7' }))
    const made = succeeded(await ada.post('/realm/filters', ISSUE))
    const [editing, making] = recorded.map(({ call }) => call)
    succeeded(await ada.delete(`/realm/filters/${made.id}`))
    succeeded(await dov.patch(`/messages/${id}`, { content: 'Two' }))
    await runAlarm(realm)
    await evict(realm) // the body is only in D1 now
    const answers = await runInDurableObject(realm.stub, async (object) => {
      if (!(object instanceof RealmObject)) throw new Error('The object is no realm')
      const edited = object.ask(editing!) // parsed with the current settings, and waiting for the body
      return [await object.ask(making!), await edited]
    })
    expect(answers).toMatchObject([{ ok: true }, { ok: false, refusal: { code: 'MARKDOWN_IS_STALE' } }])
    expect((await dov.get(`/messages/${id}`)).message.content).toBe('<p>Two</p>')
    succeeded(await dov.patch(`/messages/${id}`, { content: '#7' }))
    expect((await dov.get(`/messages/${id}`)).message.content).toBe(issueLink(7))
  })

  test('apply to webhooks from the moment of a change, and the Worker parses again', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const hook = await newWebhookBot(dov)
    const { urls } = succeeded(
      await dov.post(`/parley/bots/${hook.id}/addresses`, { stream_id: general.stream_id, topic: 'here' }),
    )
    const sends = async (method: string, path: string, content: string) => {
      const headers = { 'content-type': 'application/json' }
      const response = await send(
        new Request(`${urls.discord}${path}`, { method, headers, body: JSON.stringify({ content }) }),
      )
      expect(response.status).toBe(200)
      return response.json<{ id: string }>()
    }
    const contentOf = async (message_id: string) => (await dov.get(`/messages/${message_id}`)).message.content
    const first = await sends('POST', '?wait=true', '#7')
    expect(await contentOf(first.id)).toBe('<p>#7</p>')
    const calls = await recordCalls(realm)
    succeeded(await ada.post('/realm/filters', ISSUE))
    calls.length = 0
    const second = await sends('POST', '?wait=true', '#7')
    expect(calls.map((call) => call.split(': ')[1])).toEqual(['decided', 'MARKDOWN_IS_STALE', 'decided'])
    expect(await contentOf(second.id)).toBe(issueLink(7))
    const [linkifier] = (await ada.get('/realm/linkifiers')).linkifiers
    succeeded(await ada.delete(`/realm/filters/${linkifier.id}`))
    calls.length = 0
    await sends('PATCH', `/messages/${second.id}`, '#8')
    expect(calls.map((call) => call.split(': ')[1])).toEqual(['decided', 'MARKDOWN_IS_STALE', 'decided'])
    expect(await contentOf(second.id)).toBe('<p>#8</p>')
  })

  test('include the default language of code and the previews', async () => {
    const { ada, dov, general } = await freshRealm()
    const code = '```\nprint()\n```'
    expect(await renderedContent(dov, general, code)).not.toContain('data-code-language')
    succeeded(await ada.patch('/realm', { default_code_block_language: 'python' }))
    expect(await renderedContent(dov, general, code)).toContain('data-code-language="Python"')
    const picture = 'https://example.com/cat.png'
    expect(await renderedContent(dov, general, picture)).toContain('message_inline_image')
    succeeded(await ada.patch('/realm', { inline_image_preview: false }))
    expect(await renderedContent(dov, general, picture)).not.toContain('message_inline_image')
  })

  test('apply to descriptions', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await ada.post('/realm/filters', ISSUE))
    succeeded(await ada.patch(`/streams/${general.stream_id}`, { description: '#7' }))
    const { stream } = await ada.get(`/streams/${general.stream_id}`)
    expect(stream.rendered_description).toBe(issueLink(7))
  })

  test('show no previews and no emoticons in descriptions', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await ada.patch('/settings', { translate_emoticons: true }))
    const description = 'https://example.com/cat.png :)'
    const rendered = '<p><a href="https://example.com/cat.png">https://example.com/cat.png</a> :)</p>'
    expect(await renderedContent(ada, general, description)).toMatch(/message_inline_image/)
    succeeded(await ada.patch(`/streams/${general.stream_id}`, { description }))
    expect((await ada.get(`/streams/${general.stream_id}`)).stream.rendered_description).toBe(rendered)
    succeeded(await ada.post('/channel_folders/create', { name: 'Cats', description }))
    expect((await ada.get('/channel_folders')).channel_folders).toMatchObject([{ rendered_description: rendered }])
    succeeded(await ada.patch('/realm', { description }))
    expect((await ada.get('/server_settings')).realm_description).toBe(rendered)
  })
})

describe('emoticons', () => {
  const SMILE = /<span[^>]*class="emoji emoji-1f642"[^>]*>:smile:<\/span>/

  test('become emoji only for senders with the setting', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await dov.patch('/settings', { translate_emoticons: true }))
    expect(await renderedContent(dov, general, 'Hi :)')).toMatch(SMILE)
    expect(await renderedContent(ada, general, 'Hi :)')).toBe('<p>Hi :)</p>')
    succeeded(await dov.patch('/settings', { translate_emoticons: false }))
    expect(await renderedContent(dov, general, 'Hi :)')).toBe('<p>Hi :)</p>')
  })

  test('cost a repeated call only if a message has any', async () => {
    const { realm, ada, general } = await freshRealm()
    succeeded(await ada.patch('/settings', { translate_emoticons: true }))
    const calls = await recordCalls(realm)
    for (const content of ['Hi', 'Hi', 'Hi :)', 'Hi :)', 'Hi']) await ada.sends(general, 'here', content)
    expect(calls).toEqual([SENT, SENT, STALE, SENT, SENT, SENT])
  })
})

test('no client receives the error that its Markdown was stale', async () => {
  const { ada, general } = await freshRealm()
  succeeded(await ada.post('/realm/filters', ISSUE))
  const answer: Json = await ada.post('/messages', { type: 'channel', to: general.name, topic: 'x', content: '' })
  expect(answer.msg).toBe('Message must not be empty')
})
