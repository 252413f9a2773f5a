import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { newestMessages } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { selectRows } from '../support/tables'
import { deliver, delivered, newWebhookBot, PUBLISHED, PUBLISHED_TEXT } from '../support/webhooks'

const NOW = 1_900_000_000
const SECRET = 'a secret that GitHub shares'

async function withBot() {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  const hook = await newWebhookBot(cast.dov)
  return { ...cast, hook }
}

const text = JSON.stringify(PUBLISHED.body)
const signature = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const signed = (value: string) => ({ ...PUBLISHED.headers, 'x-hub-signature-256': value })
const messagesOf = async (person: Person, hook: Person): Promise<Json[]> =>
  newestMessages(person, 10, [['sender', hook.id]])

describe('POST /external/:service', () => {
  test('a text that becomes too much HTML is refused as a whole, and the owner sees why', async () => {
    const { hook, dov } = await withBot()
    const send = (content: string) => delivered(hook, 'slack_incoming', { body: { text: content } })
    expect(await send(':tada:')).toEqual(SUCCESS)
    const refused = await send('😀'.repeat(9000))
    expect(refused).toMatchObject({ result: 'error', msg: expect.stringContaining('The Markdown is too large') })
    const { deliveries } = await dov.get(`/parley/bots/${hook.id}/deliveries`)
    expect(deliveries.map(({ outcome, error }: Json) => [outcome, error])).toEqual([
      ['refused', `BAD_REQUEST: ${refused.msg}`],
      ['sent', null],
    ])
    expect(await messagesOf(dov, hook)).toHaveLength(1)
  })
})

describe('PUT /parley/bots/:bot_id/webhook_secret', () => {
  test('from then on, the bot accepts only deliveries that are signed with it', async () => {
    const { hook, dov } = await withBot()
    const path = `/parley/bots/${hook.id}/webhook_secret`
    expect(await (await dov.request(path, putOf(SECRET))).json()).toEqual(SUCCESS)
    const valid = { headers: signed(signature(text)), body: text }
    expect(await delivered(hook, 'github', valid)).toEqual(SUCCESS)
    expect(await messagesOf(dov, hook)).toHaveLength(1)
    const unsigned = await deliver(hook, 'github', PUBLISHED)
    expect(unsigned.status).toBe(401)
    expect(await unsigned.json()).toEqual(refusal('The webhook signature is missing.', 'UNAUTHORIZED'))
    const wrong = refusal('Webhook signature verification failed.')
    expect(await delivered(hook, 'github', { ...valid, headers: signed(signature(text, 'other')) })).toEqual(wrong)
    expect(await delivered(hook, 'github', { ...valid, body: `${text} ` })).toEqual(wrong)
    // A secret in the address does not replace that of the bot.
    const query = { webhook_secret: 'other' }
    expect(await delivered(hook, 'github', { query, body: text, headers: signed(signature(text, 'other')) })).toEqual(
      wrong,
    )
    // A service that does not sign is no way around it.
    expect(await delivered(hook, 'gogs', { headers: { 'x-gogs-event': 'push' }, body: {} })).toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect(await messagesOf(dov, hook)).toHaveLength(1)
  })

  test('a signed delivery cannot be replayed with another id', async () => {
    const { hook, dov } = await withBot()
    succeeded(await (await dov.request(`/parley/bots/${hook.id}/webhook_secret`, putOf(SECRET))).json())
    for (const id of ['one', 'two']) {
      const headers = { ...signed(signature(text)), 'x-github-delivery': id }
      expect(await delivered(hook, 'github', { headers, body: text })).toEqual(SUCCESS)
    }
    expect(await messagesOf(dov, hook)).toHaveLength(1)
  })

  test('stores the secret encrypted, and shows it to no user', async () => {
    const { hook, dov, realm } = await withBot()
    succeeded(await (await dov.request(`/parley/bots/${hook.id}/webhook_secret`, putOf(SECRET))).json())
    const rows = await selectRows(realm, 'SELECT name, value FROM secrets')
    expect(new TextDecoder().decode(new Uint8Array(rows[0]!.value as ArrayBuffer))).not.toContain(SECRET)
    expect(rows).toHaveLength(1)
    const answer = await dov.get(`/parley/bots/${hook.id}/deliveries`)
    expect(answer.has_webhook_secret).toBe(true)
    expect(JSON.stringify(answer)).not.toContain(SECRET)
  })

  test('a secret in the address is checked for a bot that has none', async () => {
    const { hook } = await withBot()
    const query = { webhook_secret: SECRET }
    expect(await delivered(hook, 'github', { query, headers: signed(signature(text)), body: text })).toEqual(SUCCESS)
    expect(await delivered(hook, 'github', { query, ...PUBLISHED })).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('DELETE /parley/bots/:bot_id/webhook_secret', () => {
  test('from then on, deliveries need no signature; only users who manage the bot can do this', async () => {
    const { hook, dov, cleo } = await withBot()
    const path = `/parley/bots/${hook.id}/webhook_secret`
    succeeded(await (await dov.request(path, putOf(SECRET))).json())
    expect(await (await cleo.request(path, putOf('mine'))).json()).toEqual(NO_PERMISSION)
    expect(await cleo.delete(path)).toEqual(NO_PERMISSION)
    expect(await delivered(hook, 'github', PUBLISHED)).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await dov.delete(path)).toEqual(SUCCESS)
    expect(await delivered(hook, 'github', PUBLISHED)).toEqual(SUCCESS)
  })
})

describe('GET /parley/bots/:bot_id/deliveries', () => {
  test('returns the last 20 deliveries without secrets, to users who manage the bot', async () => {
    const { hook, dov, ada, cleo } = await withBot()
    await delivered(hook, 'github', { query: { stream: 'general' }, ...PUBLISHED })
    await delivered(hook, 'github', { headers: PUBLISHED.headers, body: '{' })
    const path = `/parley/bots/${hook.id}/deliveries`
    const answer = await dov.get(path)
    expect(answer).toEqual({
      ...SUCCESS,
      has_webhook_secret: false,
      deliveries: [
        {
          id: expect.any(Number),
          integration: 'github',
          event: null,
          timestamp: NOW,
          outcome: 'refused',
          error: 'INVALID_JSON: Malformed JSON',
          body: '{',
          can_resend: true,
        },
        expect.objectContaining({ event: 'public', outcome: 'sent', error: null, body: text }),
      ],
    })
    expect(JSON.stringify(answer)).not.toContain(hook.account.api_key)
    expect((await ada.get(path)).deliveries).toHaveLength(2)
    expect(await cleo.get(path)).toEqual(NO_PERMISSION)
    for (let count = 0; count < 20; count++) await delivered(hook, 'github', { headers: PUBLISHED.headers, body: '[' })
    expect((await dov.get(path)).deliveries.map(({ body }: Json) => body)).toEqual(
      Array.from({ length: 20 }, () => '['),
    )
  })

  test('stores no key, no secret and no signature of a request', async () => {
    const { hook, realm } = await withBot()
    const headers = {
      ...signed(signature(text)),
      'x-gitlab-token': 'plain',
      authorization: 'Basic eDp5',
      cookie: 'a=b',
    }
    const query = { webhook_secret: SECRET }
    await delivered(hook, 'github', { query, headers, body: text })
    const [row] = await selectRows(realm, 'SELECT query, headers FROM webhook_arrivals')
    for (const secret of [hook.account.api_key, 'a+secret', 'plain', 'Basic', 'cookie', 'sha256='])
      expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.parse(row!.headers as string)).toMatchObject({ 'x-github-event': 'public' })
  })
})

describe('POST /parley/bots/:bot_id/deliveries/:delivery_id/resend', () => {
  test('sends a delivery again to the channel in its address', async () => {
    const { hook, dov, cleo, ada } = await withBot()
    await delivered(hook, 'github', { query: { stream: 'news' }, ...PUBLISHED })
    const [{ id }] = (await dov.get(`/parley/bots/${hook.id}/deliveries`)).deliveries
    await ada.subscribes({ name: 'news' }, { principals: [dov.id] })
    const path = `/parley/bots/${hook.id}/deliveries/${id}/resend`
    expect(await cleo.post(path)).toEqual(NO_PERMISSION)
    expect(await dov.post(path)).toEqual({ ...SUCCESS, outcome: 'sent', error: null })
    expect((await messagesOf(dov, hook)).at(-1)).toMatchObject({ display_recipient: 'news', content: PUBLISHED_TEXT })
    expect(await dov.post(`/parley/bots/${hook.id}/deliveries/999999/resend`)).toEqual(refusal('No such delivery'))
  })

  test('refuses a delivery that is not stored whole', async () => {
    const { hook, dov } = await withBot()
    const body = { ...PUBLISHED.body, padding: 'x'.repeat(100_000) }
    expect(await delivered(hook, 'github', { ...PUBLISHED, body })).toEqual(SUCCESS)
    const [{ id, can_resend }] = (await dov.get(`/parley/bots/${hook.id}/deliveries`)).deliveries
    expect(can_resend).toBe(false)
    expect(await dov.post(`/parley/bots/${hook.id}/deliveries/${id}/resend`)).toEqual(
      refusal('This delivery was too large to be stored whole, so it cannot be sent again.'),
    )
  })
})

describe('HEAD /external/:service', () => {
  test('answers whether the integration exists', async () => {
    const { hook } = await withBot()
    expect((await deliver(hook, 'github', { method: 'HEAD' })).status).toBe(200)
    expect((await deliver(hook, 'nowhere', { method: 'HEAD' })).status).toBe(404)
  })
})

describe('GET /external/:service', () => {
  test('answers the challenge of a service that sends one, as text', async () => {
    const { hook } = await withBot()
    const ask = (service: string) => deliver(hook, service, { method: 'GET', query: { challenge: '<b>x</b>' } })
    const answer = await ask('dropbox')
    expect([answer.status, await answer.text()]).toEqual([200, '<b>x</b>'])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await ask('github')).status).toBe(404)
  })
})

const putOf = (secret: string): RequestInit => ({ method: 'PUT', body: new URLSearchParams({ secret }) })
