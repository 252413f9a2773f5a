import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Call } from '../../src/api/call'
import { RealmObject } from '../../src/realm-object'
import { evict, ring } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'

/** Markdown is parsed at the edge by settings that the realm decides; what is stored was parsed by those of that moment. */
const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example.com/{id}' }
const linked = (id: number) => `<p><a href="https://issues.example.com/${id}">#${id}</a></p>`

async function said(person: Person, channel: { name: string }, content: string): Promise<string> {
  const { id } = await person.sends(channel, 'here', content)
  return (await person.get(`/messages/${id}`)).message.content
}

type Asked = { call: Call; ended: string }

/** Each call that this realm was asked, as `route: how it ended`. */
async function callsTo(realm: TestRealm, asked: Asked[] = []): Promise<string[]> {
  const calls: string[] = []
  await runInDurableObject(realm.stub, (object) => {
    const type: RealmObject = Object.getPrototypeOf(object)
    // oxlint-disable-next-line typescript/unbound-method -- called with the object it was asked of
    const { ask } = type
    const spy = vi.spyOn(type, 'ask').mockImplementation(async function (this: RealmObject, call) {
      const answer = await ask.call(this, call)
      const ended = answer.ok ? 'decided' : answer.refusal.code
      if (call.client.realm_name !== realm.name) return answer
      calls.push(`${call.endpoint}: ${ended}`)
      asked.push({ call, ended })
      return answer
    })
    onTestFinished(() => spy.mockRestore())
  })
  return calls
}

const SENT = 'POST /messages: decided'
const STALE = 'POST /messages: MARKDOWN_IS_STALE'

describe('what the realm decides about Markdown', () => {
  test('is asked for once after it changed, and never while it stays', async () => {
    const { realm, ada } = await emptyRealm()
    const general = await newChannel(ada, 'general', [ada])
    const calls = await callsTo(realm)
    const sends = () => ada.sends(general, 'here', '#7')
    await sends()
    expect(calls).toEqual([SENT])
    succeeded(await ada.post('/realm/filters', ISSUE))
    calls.length = 0
    for (let nth = 0; nth < 3; nth++) await sends()
    expect(calls).toEqual([STALE, SENT, SENT, SENT])
  })

  test('holds from the moment it is decided, and goes back with it', async () => {
    const { ada, dov, general } = await freshRealm()
    expect(await said(dov, general, '#7')).toBe('<p>#7</p>')
    const { id } = succeeded(await ada.post('/realm/filters', ISSUE))
    expect(await said(dov, general, '#7')).toBe(linked(7))
    succeeded(await ada.delete(`/realm/filters/${id}`))
    expect(await said(dov, general, '#7')).toBe('<p>#7</p>')
  })

  test('is no other realm’s business', async () => {
    const [here, there] = [await freshRealm(), await freshRealm()]
    succeeded(await here.ada.post('/realm/filters', ISSUE))
    expect(await said(here.dov, here.general, '#7')).toBe(linked(7))
    expect(await said(there.dov, there.general, '#7')).toBe('<p>#7</p>')
  })

  test('holds for what is sent while it changes, whichever comes first', async () => {
    const { ada, dov, general } = await freshRealm()
    const ids: number[] = []
    for (let nth = 0; nth < 5; nth++) {
      const [made] = await Promise.all([
        ada.post('/realm/filters', ISSUE),
        ...Array.from({ length: 4 }, async () => ids.push((await dov.sends(general, 'here', '#7')).id)),
      ])
      succeeded(await ada.delete(`/realm/filters/${succeeded(made).id}`))
    }
    const queue = await dov.get('/messages', { message_ids: ids })
    for (const { content } of queue.messages) expect([linked(7), '<p>#7</p>']).toContain(content)
    expect(ids).toHaveLength(20)
  })

  test('holds for an edit that waits for what it changes', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'here', 'One')
    const asked: Asked[] = []
    await callsTo(realm, asked)
    succeeded(await dov.patch(`/messages/${id}`, { content: '#7' }))
    const made = succeeded(await ada.post('/realm/filters', ISSUE))
    const [editing, making] = asked.map(({ call }) => call)
    succeeded(await ada.delete(`/realm/filters/${made.id}`))
    succeeded(await dov.patch(`/messages/${id}`, { content: 'Two' }))
    await ring(realm)
    await evict(realm) // so the body is in D1, and nowhere else
    const answers = await runInDurableObject(realm.stub, async (object) => {
      if (!(object instanceof RealmObject)) throw new Error('Something else lives where the realm should')
      const edited = object.ask(editing!) // parsed as it is now, and waiting
      return [await object.ask(making!), await edited]
    })
    expect(answers).toMatchObject([{ ok: true }, { ok: false, refusal: { code: 'MARKDOWN_IS_STALE' } }])
    expect((await dov.get(`/messages/${id}`)).message.content).toBe('<p>Two</p>')
    succeeded(await dov.patch(`/messages/${id}`, { content: '#7' }))
    expect((await dov.get(`/messages/${id}`)).message.content).toBe(linked(7))
  })

  test('is whatever the realm chose of its settings', async () => {
    const { ada, dov, general } = await freshRealm()
    const code = '```\nprint()\n```'
    expect(await said(dov, general, code)).not.toContain('data-code-language')
    succeeded(await ada.patch('/realm', { default_code_block_language: 'python' }))
    expect(await said(dov, general, code)).toContain('data-code-language="Python"')
    const picture = 'https://example.com/cat.png'
    expect(await said(dov, general, picture)).toContain('message_inline_image')
    succeeded(await ada.patch('/realm', { inline_image_preview: false }))
    expect(await said(dov, general, picture)).not.toContain('message_inline_image')
  })

  test('holds for descriptions too', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await ada.post('/realm/filters', ISSUE))
    succeeded(await ada.patch(`/streams/${general.stream_id}`, { description: '#7' }))
    const { stream } = await ada.get(`/streams/${general.stream_id}`)
    expect(stream.rendered_description).toBe(linked(7))
  })

  test('shows no pictures in descriptions, nor emoticons, whoever writes them', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await ada.patch('/settings', { translate_emoticons: true }))
    const description = 'https://example.com/cat.png :)'
    const rendered = '<p><a href="https://example.com/cat.png">https://example.com/cat.png</a> :)</p>'
    expect(await said(ada, general, description)).toMatch(/message_inline_image/)
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

  test('become emoji for those who wish it, and for nobody else', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await dov.patch('/settings', { translate_emoticons: true }))
    expect(await said(dov, general, 'Hi :)')).toMatch(SMILE)
    expect(await said(ada, general, 'Hi :)')).toBe('<p>Hi :)</p>')
    succeeded(await dov.patch('/settings', { translate_emoticons: false }))
    expect(await said(dov, general, 'Hi :)')).toBe('<p>Hi :)</p>')
  })

  test('are asked about only where there are any', async () => {
    const { realm, ada, general } = await freshRealm()
    succeeded(await ada.patch('/settings', { translate_emoticons: true }))
    const calls = await callsTo(realm)
    for (const content of ['Hi', 'Hi', 'Hi :)', 'Hi :)', 'Hi']) await ada.sends(general, 'here', content)
    expect(calls).toEqual([SENT, SENT, STALE, SENT, SENT, SENT])
  })
})

test('no client is ever told that its Markdown was stale', async () => {
  const { ada, general } = await freshRealm()
  succeeded(await ada.post('/realm/filters', ISSUE))
  const answer: Json = await ada.post('/messages', { type: 'channel', to: general.name, topic: 'x', content: '' })
  expect(answer.msg).toBe('Message must not be empty')
})
