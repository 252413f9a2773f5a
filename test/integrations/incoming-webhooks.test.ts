import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { newestMessages } from '../support/messages'
import { freshRealm, newChannel } from '../support/realm'
import { succeeded, type Json } from '../support/person'
import { ADMINISTRATORS_GROUP } from '../support/system-groups'
import { deliver, delivered, newWebhookBot, PUBLISHED, PUBLISHED_TEXT } from '../support/webhooks'

const NOW = 1_900_000_000

async function withBot() {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  const hook = await newWebhookBot(cast.dov)
  return { ...cast, hook }
}

const bodyText = JSON.stringify(PUBLISHED.body)
const toGeneral = { stream: 'general' }
const newest = async (person: Parameters<typeof newestMessages>[0], narrow: Json[]) =>
  (await newestMessages(person, 1, narrow)).at(-1)

describe('POST /external/:service', () => {
  test('sends a message of the bot to the channel in the address', async () => {
    const { hook, cleo, general } = await withBot()
    expect(await delivered(hook, 'github', { query: toGeneral, ...PUBLISHED })).toEqual(SUCCESS)
    expect(await newest(cleo, [['channel', general.stream_id]])).toMatchObject({
      sender_id: hook.id,
      subject: 'engine',
      content: PUBLISHED_TEXT,
      client: 'SvcGitHubWebhook',
    })
  })

  test('sends at most twenty messages for a delivery, and says how many it left out', async () => {
    const { hook, cleo, general } = await withBot()
    const alerts = Array.from({ length: 100 }, (_, nth) => ({
      status: 'firing',
      labels: { instance: `host ${nth}`, alertname: 'down' },
    }))
    expect(await delivered(hook, 'alertmanager', { query: toGeneral, body: { alerts } })).toEqual(SUCCESS)
    const messages = await newestMessages(cleo, 100, [['channel', general.stream_id]])
    const sent = messages.filter(({ sender_id }) => sender_id === hook.id)
    expect(sent).toHaveLength(21)
    expect(sent.at(-1)).toMatchObject({
      subject: 'host 19',
      content: '80 more messages of this delivery were left out.',
    })
  })

  test('finds a channel by id, replaces the topic, and decodes names that were encoded twice', async () => {
    const { hook, cleo, general } = await withBot()
    const query = { stream: String(general.stream_id), topic: 'the%20news' }
    expect(await delivered(hook, 'github', { query, ...PUBLISHED })).toEqual(SUCCESS)
    expect(await newest(cleo, [['channel', general.stream_id]])).toMatchObject({ subject: 'the news' })
  })

  test('sends a direct message to the owner if the address has no channel', async () => {
    const { hook, dov } = await withBot()
    expect(await delivered(hook, 'github', PUBLISHED)).toEqual(SUCCESS)
    expect(await newest(dov, [['is', 'dm']])).toMatchObject({ sender_id: hook.id, content: PUBLISHED_TEXT })
  })

  test('sends to the channel that the delivery names, if the address says so', async () => {
    const { hook, cleo, dov } = await withBot()
    const news = await newChannel(cleo, 'news', [hook])
    const slack = (channel_name: string) =>
      delivered(hook, 'slack', {
        query: { mapping: 'channels' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ user_name: 'ann', text: 'Hi', channel_name })),
      })
    expect(await slack('news')).toEqual(SUCCESS)
    expect(await newest(cleo, [['channel', news.stream_id]])).toMatchObject({ content: '**ann**: Hi' })
    expect(await slack('nowhere')).toEqual(SUCCESS)
    expect((await newest(dov, [['is', 'dm']]))?.content).toContain('#**nowhere**')
    expect(
      await delivered(hook, 'slack', { query: { channels_map_to_topics: '2' }, body: 'user_name=a&text=b' }),
    ).toEqual(refusal("The parameter 'channels_map_to_topics' has none of these values: 0, 1"))
  })

  test('accepts the key of a person, and Basic authentication', async () => {
    const { dov, cleo, general } = await withBot()
    expect(await delivered(dov, 'github', { query: toGeneral, ...PUBLISHED })).toEqual(SUCCESS)
    expect(await newest(cleo, [['channel', general.stream_id]])).toMatchObject({ sender_id: dov.id })
    const answer = await dov.request('/external/github?stream=general', {
      method: 'POST',
      headers: PUBLISHED.headers,
      body: bodyText,
    })
    expect(await answer.json()).toEqual(SUCCESS)
  })

  test('refuses a wrong key, and one of a deactivated bot', async () => {
    const { hook, dov } = await withBot()
    for (const api_key of ['x'.repeat(32), '', 'short']) {
      const answer = await deliver(hook, 'github', { query: { ...toGeneral, api_key }, ...PUBLISHED })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'INVALID_API_KEY', msg: 'Invalid API key' })
    }
    succeeded(await dov.delete(`/bots/${hook.id}`))
    expect(await delivered(hook, 'github', PUBLISHED)).toMatchObject({ code: 'USER_DEACTIVATED' })
  })

  test('the key in an address opens no other endpoint', async () => {
    const { dov } = await withBot()
    const answer = await dov.request(`/users/me?api_key=${dov.account.api_key}`, { headers: { authorization: '' } })
    expect(answer.status).toBe(401)
  })

  test('an incoming webhook bot reads nothing', async () => {
    const { hook } = await withBot()
    expect(await hook.get('/users/me')).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
  })

  test('answers with the documented errors', async () => {
    const { hook } = await withBot()
    const unknown = await deliver(hook, 'github', { headers: { 'x-github-event': 'unheard' }, body: {} })
    expect(unknown.status).toBe(200)
    expect(await unknown.json()).toEqual({
      result: 'error',
      msg: "The 'unheard' event isn't currently supported by the GitHub webhook; ignoring",
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitHub',
      event_type: 'unheard',
    })
    const anomalous = await deliver(hook, 'github', { headers: PUBLISHED.headers, body: { sender: 7 } })
    expect(anomalous.status).toBe(400)
    expect(await anomalous.json()).toMatchObject({ code: 'ANOMALOUS_WEBHOOK_PAYLOAD' })
    expect(await delivered(hook, 'github', { body: {} })).toMatchObject({
      code: 'MISSING_HTTP_EVENT_HEADER',
      header: 'x-github-event',
    })
    expect(await delivered(hook, 'github', { headers: PUBLISHED.headers, body: '{' })).toMatchObject({
      code: 'INVALID_JSON',
      msg: 'Malformed JSON',
    })
    const missing = await deliver(hook, 'nowhere', PUBLISHED)
    expect(missing.status).toBe(404)
  })

  test('notifies the owner of a channel that does not exist, once in five minutes, and answers success', async () => {
    const { hook, dov, realm } = await withBot()
    const send = () => delivered(hook, 'github', { query: { stream: 'nowhere' }, ...PUBLISHED })
    expect(await send()).toEqual(SUCCESS)
    expect(await send()).toEqual(SUCCESS)
    const notices = await newestMessages(dov, 10, [['is', 'dm']])
    expect(notices.filter(({ content }: Json) => content.includes('nowhere'))).toHaveLength(1)
    await stopClock(realm, NOW + 301)
    await send()
    const later = await newestMessages(dov, 10, [['is', 'dm']])
    expect(later.filter(({ content }: Json) => content.includes('nowhere'))).toHaveLength(2)
  })

  test('refuses a channel in which the bot and its owner may not post', async () => {
    const { hook, ada, dov } = await withBot()
    const closed = await newChannel(ada, 'closed', [ada], { can_send_message_group: ADMINISTRATORS_GROUP })
    const answer = await deliver(hook, 'github', { query: { stream: closed.name }, ...PUBLISHED })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(refusal('You do not have permission to post in this channel.'))
    const { deliveries } = succeeded(await dov.get(`/parley/bots/${hook.id}/deliveries`))
    expect(deliveries[0]).toMatchObject({ outcome: 'refused' })
  })

  test('sends only the events of only_events, and not those of exclude_events', async () => {
    const { hook, cleo, general } = await withBot()
    const before = (await newest(cleo, [['channel', general.stream_id]]))?.id
    for (const query of [{ only_events: ['push*'] }, { exclude_events: ['p?blic'] }])
      expect(await delivered(hook, 'github', { query: { ...toGeneral, ...query }, ...PUBLISHED })).toEqual(SUCCESS)
    expect((await newest(cleo, [['channel', general.stream_id]]))?.id).toBe(before)
    await delivered(hook, 'github', { query: { ...toGeneral, only_events: ['push*', 'public'] }, ...PUBLISHED })
    expect((await newest(cleo, [['channel', general.stream_id]]))?.content).toBe(PUBLISHED_TEXT)
  })

  test('reports parameters that the integration does not read', async () => {
    const { hook } = await withBot()
    expect(await delivered(hook, 'github', { query: { color: 'red', mapping: 'channels' }, ...PUBLISHED })).toEqual({
      ...SUCCESS,
      ignored_parameters_unsupported: ['color', 'mapping'],
    })
  })

  test('drops a repeated delivery for ten minutes', async () => {
    const { hook, realm, dov } = await withBot()
    const headers = { ...PUBLISHED.headers, 'x-github-delivery': 'one' }
    const count = async () => (await newestMessages(dov, 10, [['sender', hook.id]])).length
    await delivered(hook, 'github', { ...PUBLISHED, headers })
    await delivered(hook, 'github', { ...PUBLISHED, headers })
    expect(await count()).toBe(1)
    await stopClock(realm, NOW + 601)
    await delivered(hook, 'github', { ...PUBLISHED, headers })
    expect(await count()).toBe(2)
  })
})
