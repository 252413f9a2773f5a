import { describe, expect, test, vi } from 'vitest'
import { Agent } from '../support/agents'
import { Browser, browserOf } from '../support/browser'
import { advanceClock, stopClock } from '../support/clock'
import { uploadFile } from '../support/files'
import { emailTo, linkIn, submitPage } from '../support/mail'
import { ALL_SCOPES, connectedAgent, OAuthClient, REDIRECT_URI } from '../support/oauth'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { send } from '../support/request'
import { selectRows } from '../support/tables'

const INVALID_GRANT = { status: 400, error: 'invalid_grant' }
const isValid = async (agent: Agent) => (await agent.request('tools/list')).status === 200

describe('an access token', () => {
  test('is valid only at the endpoint of agents, of its own realm', async () => {
    const { realm, dov } = await freshRealm()
    const other = await freshRealm()
    const { agent, tokens } = await connectedAgent(dov)
    expect(await isValid(agent)).toBe(true)
    expect(await isValid(new Agent(other.realm.url, tokens.access_token))).toBe(false)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    for (const path of ['/users/me', '/messages', '/settings', '/register'])
      expect((await realm.request(path, { headers })).status).toBeGreaterThanOrEqual(400)
    expect((await send(new Request(`${realm.url}/user_uploads/2/x.txt`, { headers }))).status).toBe(400)
    const basic = { authorization: `Basic ${btoa(`${dov.email}:${tokens.access_token}`)}` }
    expect((await realm.request('/users/me', { headers: basic })).status).toBe(401)
  })

  test('is not valid at another address of the same realm', async () => {
    const { realm, dov } = await freshRealm()
    const { agent, tokens } = await connectedAgent(dov)
    const elsewhere = new URL(realm.url)
    elsewhere.port = '8443'
    expect((await send(new Request(`${elsewhere.origin}/api/v1/server_settings`))).status).toBe(200)
    expect(await isValid(new Agent(elsewhere.origin, tokens.access_token))).toBe(false)
    expect(await isValid(agent)).toBe(true)
  })

  test('is not issued for another server', async () => {
    const { realm, dov } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    const browser = await browserOf(dov)
    const foreign = { resource: 'https://evil.example/mcp' }
    expect((await client.submit(browser, { more: foreign })).status).toBe(400)
    const code = await client.codeFrom(browser)
    expect(await client.redeem(code, foreign)).toEqual({ status: 400, error: 'invalid_target' })
    expect(await client.redeem(code)).toMatchObject({ status: 200 })
  })

  test('is stored as a hash only, like codes and refresh tokens', async () => {
    const { realm, dov } = await freshRealm()
    const { client, tokens } = await connectedAgent(dov)
    const code = await client.codeFrom(dov)
    const tables = ['agents', 'agent_tokens', 'agent_codes', 'audit_log']
    const rows = await Promise.all(tables.map((table) => selectRows(realm, `SELECT * FROM ${table}`)))
    const [family, part] = tokens.refresh_token.split('_').at(-1).split('.')
    expect(rows.every((all) => all.length > 0)).toBe(true)
    for (const secret of [tokens.access_token.split('_').at(-1), family, part, code])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('a code', () => {
  test('works once: if it comes again, its agent ends', async () => {
    const { realm, dov } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    const code = await client.codeFrom(dov)
    const tokens = await client.redeem(code)
    const agent = new Agent(realm.url, tokens.access_token)
    expect(await isValid(agent)).toBe(true)
    expect(await client.redeem(code)).toEqual(INVALID_GRANT)
    expect(await isValid(agent)).toBe(false)
    expect(await client.refresh(tokens.refresh_token)).toEqual(INVALID_GRANT)
  })

  test('works for a minute, and only for the client, the address and the verifier for which it was made', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, 1_900_000_000)
    const client = await OAuthClient.register(realm.url)
    const browser = await browserOf(dov)
    const other = await OAuthClient.register(realm.url, { client_name: 'Thief' })
    const wrongs: Record<string, string>[] = [
      { code_verifier: 'w'.repeat(50) },
      { code_verifier: '' },
      { redirect_uri: 'http://localhost:7778/callback' },
      { client_id: other.client_id },
    ]
    for (const wrong of wrongs)
      expect(await client.redeem(await client.codeFrom(browser), wrong)).toEqual(INVALID_GRANT)
    const late = await client.codeFrom(browser)
    await advanceClock(realm, 60)
    expect(await client.redeem(late)).toEqual(INVALID_GRANT)
    expect(await client.redeem(await client.codeFrom(browser))).toMatchObject({ status: 200 })
  })

  test('goes only to an address of the client', async () => {
    const { realm, dov } = await freshRealm()
    const client = await OAuthClient.register(realm.url, { redirect_uris: ['https://robot.example/cb', REDIRECT_URI] })
    const browser = await browserOf(dov)
    const statusOf = async (more: Record<string, string>) => (await client.submit(browser, { more })).status
    expect(await statusOf({ redirect_uri: 'https://robot.example/cb' })).toBe(302)
    // The port of a program on the user's computer changes.
    expect(await statusOf({ redirect_uri: 'http://localhost:9999/callback' })).toBe(302)
    for (const redirect_uri of [
      'https://evil.example/cb',
      'https://robot.example/cb/../evil',
      'https://robot.example/cb?x=1',
      'https://robot.example:444/cb',
      'http://localhost:7777/other',
      'javascript:alert(1)',
      '',
    ]) {
      const refused = await client.submit(browser, { more: { redirect_uri } })
      expect([redirect_uri, refused.status, refused.headers.get('location')]).toEqual([redirect_uri, 400, null])
    }
    expect(await statusOf({ code_challenge_method: 'plain' })).toBe(400)
    expect(await statusOf({ code_challenge: '' })).toBe(400)
    expect(await statusOf({ response_type: 'token' })).toBe(400)
  })

  test('is given only after the user pressed a button of the own page', async () => {
    const { realm, dov, fig } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    const browser = await browserOf(dov)
    expect((await client.submit(browser)).status).toBe(302)
    const fields = { ...client.params(), 'scope_messages:read': '1' }
    const sibling = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const forged = await browser.request('/oauth/authorize', { method: 'POST', fields, headers: sibling })
    expect(forged.status).toBe(403)
    expect((await client.submit(new Browser(realm.url))).status).toBe(401)
    for (const person of [dov, fig]) {
      const authorization = `Basic ${btoa(`${person.email}:${person.account.api_key}`)}`
      const headers = { 'sec-fetch-site': 'same-origin', authorization }
      const request = { method: 'POST', headers, body: new URLSearchParams(fields) }
      expect((await send(new Request(`${realm.url}/oauth/authorize`, request))).status).toBe(400)
    }
  })
})

describe('a refresh token', () => {
  test('works once: if an earlier one comes again, its agent ends', async () => {
    const { realm, dov } = await freshRealm()
    const { client, tokens } = await connectedAgent(dov)
    const stranger = await OAuthClient.register(realm.url, { client_name: 'Thief' })
    expect(await stranger.refresh(tokens.refresh_token)).toEqual(INVALID_GRANT)
    const renewed = await client.refresh(tokens.refresh_token)
    const agent = new Agent(realm.url, renewed.access_token)
    expect(await isValid(agent)).toBe(true)
    expect(await client.refresh(tokens.refresh_token)).toEqual(INVALID_GRANT)
    expect(await isValid(agent)).toBe(false)
    expect(await client.refresh(renewed.refresh_token)).toEqual(INVALID_GRANT)
  })
})

const NEW_PASSWORD = 'another horse battery'
const ENDS: [string, (cast: Cast) => Promise<unknown>][] = [
  ['the user ends it', ({ dov }) => dov.delete('/parley/agents/1')],
  [
    'the password changes',
    ({ dov }) => dov.patch('/settings', { old_password: dov.account.password, new_password: NEW_PASSWORD }),
  ],
  [
    'the password changes in a browser, whose session stays',
    async ({ dov }) =>
      (await browserOf(dov)).patch('/settings', { old_password: dov.account.password, new_password: NEW_PASSWORD }),
  ],
  ['the password is reset', ({ realm, dov }) => resetPassword(realm, dov)],
  ['the account is deactivated', ({ ada, dov }) => ada.delete(`/users/${dov.id}`)],
  ['the realm is deactivated', ({ ada }) => ada.post('/realm/deactivate')],
]

async function resetPassword(realm: Cast['realm'], { email }: Person) {
  await submitPage(`${realm.url}/accounts/password/reset/`, { email })
  const { text } = await emailTo(realm, email)
  const { status } = await submitPage(linkIn({ text }), { password: NEW_PASSWORD })
  return { result: status === 302 ? 'success' : status }
}

describe('a connected agent ends when', () => {
  test.for(ENDS)('%s', async ([, end]) => {
    const cast = await freshRealm()
    const { agent, client, tokens } = await connectedAgent(cast.dov)
    expect(await isValid(agent)).toBe(true)
    succeeded((await end(cast)) as Json)
    expect(await isValid(agent)).toBe(false)
    expect(await client.refresh(tokens.refresh_token)).toEqual(INVALID_GRANT)
  })
})

test('a changed password ends codes too, and the agents of other users stay', async () => {
  const { dov, cleo } = await freshRealm()
  const { client } = await connectedAgent(dov)
  const { agent: kept } = await connectedAgent(cleo)
  const [code, other] = [await client.codeFrom(dov), await client.codeFrom(cleo)]
  succeeded(await dov.patch('/settings', { old_password: dov.account.password, new_password: NEW_PASSWORD }))
  expect(await client.redeem(code)).toEqual(INVALID_GRANT)
  expect(await client.redeem(other)).toMatchObject({ status: 200 })
  expect(await isValid(kept)).toBe(true)
})

describe('a scope that the user did not give', () => {
  test('hides the tools that need it, and refuses their calls', async () => {
    const { dov, cleo, general } = await freshRealm()
    const { id } = await cleo.sends(general, 'x', 'hello')
    const { agent: reader } = await connectedAgent(dov, { scope: 'messages:read' })
    const { agent: writer } = await connectedAgent(dov, { scope: 'messages:write' })
    const { agent: drafter } = await connectedAgent(dov, { scope: 'drafts:write' })
    expect(await reader.toolNames()).toContain('get_messages')
    const ofWriter = 'send_message schedule_message cancel_scheduled edit_message react mark_read'
    expect(await writer.toolNames()).toEqual(`${ofWriter} upload_file resolve_topic`.split(' '))
    const message = { channel: 'general', topic: 'x', content: 'Hi' }
    await writer.call('send_message', message)
    await writer.call('send_message', { dm_to: [cleo.email], content: 'Hi' })
    await drafter.call('save_draft', message)
    await writer.call('upload_file', { name: 'a.txt', content: 'a' })
    await writer.call('resolve_topic', { channel: 'general', topic: 'x' })
    for (const [agent, name, args, scope] of [
      [reader, 'send_message', message, 'messages:read messages:write'],
      [reader, 'schedule_message', { ...message, send_at: 'x' }, 'messages:read messages:write'],
      [writer, 'list_scheduled', {}, 'messages:read messages:write'],
      [reader, 'react', { id, emoji: 'heart' }, 'messages:read messages:write'],
      [reader, 'save_draft', message, 'messages:read drafts:write'],
      [writer, 'get_message', { id }, 'messages:read messages:write'],
      [writer, 'save_draft', message, 'messages:write drafts:write'],
      [drafter, 'search_messages', { query: 'hello' }, 'messages:read drafts:write'],
    ] as const) {
      const refused = await agent.request('tools/call', { name, arguments: args })
      expect(refused.status).toBe(403)
      expect(refused.headers.get('www-authenticate')).toMatch(
        new RegExp(`^Bearer error="insufficient_scope", .*scope="${scope}"$`),
      )
    }
  })
})

describe('an agent that is limited to channels', () => {
  async function limited() {
    const cast = await freshRealm()
    const { dov, cleo, general } = cast
    const plans = await newChannel(cleo, 'plans', [cleo, dov])
    const inside = await cleo.sends(general, 'lunch', 'pancakes inside')
    const outside = await cleo.sends(plans, 'secret', 'pancakes outside')
    const own = await dov.sends(plans, 'secret', 'pancakes of dov')
    const direct = await cleo.sendsDirectly([dov], 'pancakes of two')
    const { agent } = await connectedAgent(dov, { channels: [general.stream_id] })
    return { ...cast, plans, inside, outside, own, direct, agent }
  }

  test('reads nothing of other channels, and no direct messages', async () => {
    const { agent, dov, general, plans, inside, outside, own, direct } = await limited()
    const { agent: free } = await connectedAgent(dov)
    expect((await free.call('search_messages', { query: 'pancakes' })).messages).toHaveLength(4)
    const idsIn = (answer: Json) => answer.messages.map(({ id }: { id: number }) => id)
    expect(idsIn(await agent.call('search_messages', { query: 'pancakes' }))).toEqual([inside.id])
    expect(idsIn(await agent.call('get_messages'))).toEqual([inside.id])
    expect((await agent.call('list_unreads')).conversations).toHaveLength(1)
    for (const { id } of [outside, own, direct]) {
      expect((await free.call('get_message', { id })).message.id).toBe(id)
      expect(await agent.refusalOf('get_message', { id, with_edits: true })).toBe('Invalid message(s)')
    }
    const { channels } = await agent.call('list_channels', { subscribed_only: false })
    expect(channels.map(({ id }: { id: number }) => id)).toEqual([general.stream_id])
    for (const channel of ['plans', plans.stream_id]) {
      expect(await agent.refusalOf('get_messages', { channel })).toMatch(/unknown channel/)
      expect(await agent.refusalOf('list_topics', { channel })).toMatch(/^Invalid channel/)
    }
    expect(await agent.refusalOf('get_messages', { dm_with: [dov.id], topic: 'x' })).toMatch(/./)
    expect((await agent.call('get_messages', { dm_with: [dov.id] })).messages).toEqual([])
  })

  test('does not learn the earlier topic of a message that came from another channel', async () => {
    const { agent, ada, dov, general, own } = await limited()
    const { agent: free } = await connectedAgent(dov)
    succeeded(await ada.patch(`/messages/${own.id}`, { stream_id: general.stream_id, topic: 'lunch' }))
    const topicsFor = async (reader: typeof agent) =>
      (await reader.call('get_message', { id: own.id, with_edits: true })).versions.map(({ topic }: Json) => topic)
    expect(await topicsFor(free)).toContain('secret')
    expect(await topicsFor(agent)).not.toContain('secret')
  })

  test('writes nothing elsewhere', async () => {
    const { agent, dov, cleo, plans, inside, outside, own, direct } = await limited()
    const message = { topic: 'x', content: 'Hi' }
    await agent.call('send_message', { ...message, channel: 'general' })
    for (const channel of ['plans', plans.stream_id]) {
      expect(await agent.refusalOf('send_message', { ...message, channel })).toMatch(/does not exist/)
      expect(await agent.refusalOf('save_draft', { ...message, channel })).toMatch(/^Invalid channel/)
      expect(await agent.refusalOf('mark_read', { channel })).toMatch(/unknown channel/)
    }
    const refused = await agent.refusalOf('send_message', { dm_to: [cleo.id], content: 'Hi' })
    expect(refused).toBe('This agent may not send direct messages')
    expect(await agent.refusalOf('edit_message', { id: own.id, content: 'x' })).toBe('Invalid message(s)')
    for (const { id } of [outside, direct])
      expect(await agent.refusalOf('react', { id, emoji: 'heart' })).toBe('Invalid message(s)')
    expect((await dov.get(`/messages/${own.id}`)).raw_content).toBe('pancakes of dov')
    expect((await agent.call('mark_read', { ids: [inside.id, outside.id, direct.id] })).marked).toBe(1)
  })

  test('sees and schedules no messages for other places', async () => {
    const { agent, dov, cleo, general, plans } = await limited()
    const { agent: free } = await connectedAgent(dov)
    const send_at = '2999-01-31T09:00:00Z'
    const later = { topic: 'x', content: 'Later', send_at }
    const within = await agent.call('schedule_message', { ...later, channel: 'general' })
    const outside = await free.call('schedule_message', { ...later, channel: 'plans' })
    const direct = await free.call('schedule_message', { dm_to: ['Cleo'], content: 'Later', send_at })
    expect((await free.call('list_scheduled')).scheduled).toHaveLength(3)
    expect((await agent.call('list_scheduled')).scheduled).toMatchObject([
      { scheduled_id: within.scheduled_id, channel_id: general.stream_id },
    ])
    for (const { scheduled_id } of [outside, direct])
      expect(await agent.refusalOf('cancel_scheduled', { scheduled_id })).toBe('Scheduled message does not exist')
    expect(await agent.refusalOf('schedule_message', { ...later, channel: plans.stream_id })).toMatch(/does not exist/)
    expect(await agent.refusalOf('schedule_message', { dm_to: [cleo.id], content: 'Hi', send_at })).toMatch(/direct/)
    await free.call('cancel_scheduled', { scheduled_id: outside.scheduled_id })
  })

  test('opens no file of other channels, also not of its user', async () => {
    const { agent, dov, general, plans } = await limited()
    const { url } = await uploadFile(dov)
    await dov.sends(plans, 'files', `[notes](${url})`)
    expect(await agent.refusalOf('get_file', { path: url })).toMatch(/not authorized/i)
    await dov.sends(general, 'files', `[notes](${url})`)
    expect((await agent.call('get_file', { path: url })).name).toBe('notes.txt')
  })

  test('cannot be limited to a channel that its user cannot read', async () => {
    const { dov, vault } = await freshRealm()
    const client = await OAuthClient.register(dov.realm_url)
    const refused = await client.submit(await browserOf(dov), { channels: [vault.stream_id] })
    expect(refused.status).toBe(400)
  })
})

describe('the document of a client', () => {
  const CLIENT_ID = 'https://robot.example/client.json'

  async function withDocument(document: object | string) {
    const { realm, dov } = await freshRealm()
    const text = typeof document === 'string' ? document : JSON.stringify(document)
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text))
    const client = new OAuthClient(realm.url, CLIENT_ID)
    const browser = await browserOf(dov)
    return { client, browser, fetched }
  }

  test('describes the client at this address, and no other', async () => {
    const own = { client_id: CLIENT_ID, client_name: 'Robot', redirect_uris: [REDIRECT_URI] }
    const { client, browser, fetched } = await withDocument(own)
    const page = await (await client.open(browser)).text()
    expect(page).toContain('<code>robot.example</code>')
    expect((await client.submit(browser)).status).toBe(302)
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([CLIENT_ID, CLIENT_ID])
    for (const document of [
      { ...own, client_id: 'https://robot.example/other.json' },
      { ...own, redirect_uris: ['https://evil.example/'] },
      { client_id: CLIENT_ID },
      'no JSON',
      `{"x":"${'x'.repeat(20_000)}"}`,
    ]) {
      const forged = await withDocument(document)
      expect((await forged.client.submit(forged.browser)).status).toBe(400)
      forged.fetched.mockRestore()
    }
    fetched.mockRestore()
  })

  test('is not requested for a visitor, nor from an address inside of the network', async () => {
    const { client, browser, fetched } = await withDocument({})
    expect((await client.open(new Browser(client.realm_url))).status).toBe(302)
    for (const client_id of [
      'http://robot.example/client.json',
      'https://127.0.0.1/client.json',
      'https://metadata.internal/client.json',
      'https://robot.example/',
      `${client.realm_url.replace('http:', 'https:')}/client.json`,
      'client.AAAA',
    ])
      expect((await client.open(browser, { client_id })).status).toBe(400)
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })
})

test('the name of a client cannot imitate the page, nor hide that an agent wrote', async () => {
  const { dov, cleo } = await freshRealm()
  const { realm_url } = dov
  const client = await OAuthClient.register(realm_url, { client_name: `${'\u202E'}Zulip${' '.repeat(500)}\n<script>` })
  const tokens = await client.redeem(await client.codeFrom(dov))
  const agent = new Agent(realm_url, tokens.access_token, { 'user-agent': 'website/1' })
  const { id } = await agent.call('send_message', { channel: 'general', topic: 'x', content: 'Hi' })
  expect((await cleo.get(`/messages/${id}`)).message.client).toBe('MCP: Zulip <script>')
  const page = await (await client.open(await browserOf(dov))).text()
  expect(page).not.toContain('<script>')
  expect(page).toContain('Zulip &#60;script&#62;')
  expect(tokens.scope).toBe(ALL_SCOPES)
})
