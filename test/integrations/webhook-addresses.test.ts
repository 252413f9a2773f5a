import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { newestMessages } from '../support/messages'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { ADMINISTRATORS_GROUP } from '../support/system-groups'
import { newAddress, newWebhookBot, postTo } from '../support/webhooks'

const NOW = 1_900_000_000

async function withAddress(fields: Json = {}) {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  const hook = await newWebhookBot(cast.dov)
  const address = await newAddress(cast.dov, hook, { stream_id: cast.general.stream_id, ...fields })
  const newest = async () => (await newestMessages(cast.cleo, 1, [['sender', hook.id]])).at(-1)
  return { ...cast, hook, address, urls: address.urls, newest }
}

const textOf = async (response: Response) => [response.status, await response.text()]

describe('POST /parley/bots/:bot_id/addresses', () => {
  test('returns URLs, whose secret is in no later answer and in no log', async () => {
    const { dov, hook, address, urls, general, newest } = await withAddress({ topic: '100% news' })
    const path = `/parley/bots/${hook.id}/addresses`
    const { addresses } = succeeded(await dov.get(path))
    expect(addresses).toEqual([
      {
        id: address.id,
        stream_id: general.stream_id,
        topic: '100% news',
        may_mention_everyone: false,
        date_created: NOW,
      },
    ])
    expect(await textOf(await postTo(urls.slack, { text: 'Hello', channel: '#other' }))).toEqual([200, 'ok'])
    expect(await newest()).toMatchObject({ subject: '100% news', content: 'Hello', client: 'SvcSlackWebhook' })
    const secret = urls.mattermost.split('/').at(-1)
    const { deliveries } = succeeded(await dov.get(`/parley/bots/${hook.id}/deliveries`))
    expect(deliveries).toMatchObject([{ integration: 'slack address', outcome: 'sent' }])
    expect(JSON.stringify([addresses, deliveries])).not.toContain(secret)
    expect(await dov.post(`/parley/bots/${hook.id}/deliveries/${deliveries[0].id}/resend`)).toMatchObject({
      outcome: 'sent',
    })
    expect(await newest()).toMatchObject({ subject: '100% news', content: 'Hello' })
  })

  test('is only for users who manage the bot, and for channels that they see', async () => {
    const { hook, dov, cleo, vault, general } = await withAddress()
    const path = `/parley/bots/${hook.id}/addresses`
    expect(await cleo.post(path, { stream_id: general.stream_id })).toEqual(NO_PERMISSION)
    expect(await cleo.get(path)).toEqual(NO_PERMISSION)
    expect(await dov.post(path, { stream_id: vault.stream_id })).toEqual(refusal('Invalid channel ID'))
    for (let count = 1; count < 50; count++) succeeded(await dov.post(path))
    expect(await dov.post(path)).toEqual(refusal('A bot has at most 50 addresses'))
  })

  test('without a channel, messages go to the owner of the bot', async () => {
    const { hook, dov } = await withAddress()
    const { urls } = await newAddress(dov, hook)
    expect((await postTo(urls.slack, { text: 'Only for you' })).status).toBe(200)
    expect((await newestMessages(dov, 1, [['is', 'dm']])).at(-1)).toMatchObject({ content: 'Only for you' })
  })
})

describe('DELETE /parley/bots/:bot_id/addresses/:address_id', () => {
  test('from then on, the address is unknown to its clients, as is a wrong secret', async () => {
    const { hook, dov, cleo, ada, address, urls } = await withAddress()
    const path = `/parley/bots/${hook.id}/addresses/${address.id}`
    expect(await cleo.delete(path)).toEqual(NO_PERMISSION)
    expect((await postTo(urls.slack, { text: 'a' })).status).toBe(200)
    expect(await dov.delete(path)).toEqual(SUCCESS)
    expect(await dov.delete(path)).toEqual(refusal('No such address'))
    expect(await textOf(await postTo(urls.slack, { text: 'b' }))).toEqual([404, 'no_service'])
    const discord = await postTo(urls.discord, { content: 'b' })
    expect([discord.status, await discord.json()]).toEqual([404, { message: 'Invalid API key', code: 10015 }])
    // The key of the bot is no secret of an address.
    expect((await postTo(`${hook.realm_url}/hooks/${hook.account.api_key}`, { text: 'b' })).status).toBe(404)
    const other = await newAddress(dov, hook)
    succeeded(await ada.delete(`/bots/${hook.id}`))
    expect(await textOf(await postTo(other.urls.slack, { text: 'b' }))).toEqual([404, 'no_service'])
  })
})

describe('the secret of an address', () => {
  test('opens no other endpoint', async () => {
    const { urls, hook } = await withAddress()
    const secret = urls.mattermost.split('/').at(-1)
    for (const headers of [{ authorization: `Basic ${btoa(`${hook.email}:${secret}`)}` }, {}])
      expect(
        (await hook.request(`/messages?api_key=${secret}`, { headers: { authorization: '', ...headers } })).status,
      ).toBe(401)
    expect((await postTo(`${hook.realm_url}/api/v1/external/json?api_key=${secret}`, {})).status).toBe(401)
  })
})

describe('a message', () => {
  test('mentions users and channels that the bot sees, and notifies everyone only if the address may', async () => {
    const { hook, dov, cleo, ada, general, vault, urls, newest } = await withAddress()
    const text = `<@U${cleo.id}> <@U0ABC|Cleo> <@U777777> <#C${general.stream_id}> <#C${vault.stream_id}|vault> <!here> @**all**`
    await postTo(urls.slack, { text })
    const mention = `@**Cleo|${cleo.id}**`
    expect((await newest()).content).toBe(
      `${mention} ${mention} @U777777 #**general** #vault @here &#64;&#42;&#42;all&#42;&#42;`,
    )
    expect((await newestMessages(cleo, 1, [['is', 'mentioned']])).at(-1).sender_id).toBe(hook.id)
    await postTo(urls.slack, { text: '<!here>' })
    expect((await newestMessages(ada, 1, [['is', 'mentioned']])).length).toBe(0)
    const loud = await newAddress(dov, hook, { stream_id: general.stream_id, may_mention_everyone: true })
    await postTo(loud.urls.slack, { text: '<!here>' })
    expect(await newest()).toMatchObject({ content: '@**all**' })
    // A delivery that is sent again has no such right.
    const { deliveries } = await dov.get(`/parley/bots/${hook.id}/deliveries`)
    await dov.post(`/parley/bots/${hook.id}/deliveries/${deliveries[0].id}/resend`)
    expect(await newest()).toMatchObject({ content: '@here' })
  })

  test('is refused with the error of each server', async () => {
    const { urls, ada, dov, hook } = await withAddress()
    const closed = await newChannel(ada, 'closed', [ada], { can_send_message_group: ADMINISTRATORS_GROUP })
    const denied = await newAddress(ada, hook, { stream_id: closed.stream_id })
    const gone = await newChannel(ada, 'gone', [ada, dov])
    const archived = await newAddress(ada, hook, { stream_id: gone.stream_id })
    succeeded(await ada.delete(`/streams/${gone.stream_id}`))
    const cases: [string, unknown, number, unknown][] = [
      [urls.slack, { text: '' }, 400, 'no_text'],
      [urls.slack, '{', 400, 'invalid_payload'],
      [urls.slack, { attachments: Array.from({ length: 101 }, () => ({ text: 'a' })) }, 400, 'too_many_attachments'],
      [denied.urls.slack, { text: 'a' }, 403, 'action_prohibited'],
      [archived.urls.slack, { text: 'a' }, 410, 'channel_is_archived'],
      [
        urls.mattermost,
        { text: '' },
        400,
        expect.objectContaining({ status_code: 400, message: 'The message has no text' }),
      ],
      [urls.rocketchat, { text: '' }, 400, { success: false, error: 'The message has no text' }],
      [urls.discord, { content: '' }, 400, { message: 'The message has no text', code: 50006 }],
      [
        urls.discord,
        { embeds: Array.from({ length: 11 }, () => ({ title: 'a' })) },
        400,
        { message: 'More than 10 embeds', code: 50035 },
      ],
      [urls.teams, { '@type': 'MessageCard' }, 400, 'Summary or Text is required.'],
      [urls.slack, 'x'.repeat(2_000_000), 413, 'msg_too_long'],
    ]
    for (const [url, body, status, answer] of cases) {
      const response = await postTo(url, body)
      const text = await response.text()
      expect([response.status, text.startsWith('{') ? JSON.parse(text) : text]).toEqual([status, answer])
    }
  })
})
