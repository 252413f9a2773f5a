import { describe, expect, test } from 'vitest'
import { Agent } from '../support/agents'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { advanceClock, stopClock } from '../support/clock'
import { emailTo } from '../support/mail'
import { ALL_SCOPES, connectedAgent, OAuthClient, REDIRECT_URI, TOKENS } from '../support/oauth'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { send } from '../support/request'

const NOW = 1_900_000_000

const documentAt = async (url: string): Promise<Json> => (await send(new Request(url))).json()

describe('GET site:/.well-known/oauth-protected-resource/mcp', () => {
  test('names the authorization server and the scopes, and a refusal of the endpoint leads to it', async () => {
    const { realm } = await freshRealm()
    const refused = await send(new Request(`${realm.url}/mcp`, { method: 'POST', body: '{}' }))
    const address = `${realm.url}/.well-known/oauth-protected-resource/mcp`
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${address}", scope="messages:read drafts:write"`,
    )
    expect(await documentAt(address)).toEqual({
      resource: `${realm.url}/mcp`,
      authorization_servers: [realm.url],
      scopes_supported: ALL_SCOPES.split(' '),
      bearer_methods_supported: ['header'],
    })
  })
})

describe('GET site:/.well-known/oauth-protected-resource', () => {
  test('returns the same document', async () => {
    const { realm } = await freshRealm()
    const address = `${realm.url}/.well-known/oauth-protected-resource`
    expect(await documentAt(address)).toEqual(await documentAt(`${address}/mcp`))
  })
})

describe('GET site:/.well-known/oauth-authorization-server', () => {
  test('describes the server', async () => {
    const { realm } = await freshRealm()
    expect(await documentAt(`${realm.url}/.well-known/oauth-authorization-server`)).toMatchObject({
      issuer: realm.url,
      authorization_endpoint: `${realm.url}/oauth/authorize`,
      token_endpoint: `${realm.url}/oauth/token`,
      registration_endpoint: `${realm.url}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    })
  })
})

describe('POST site:/oauth/register', () => {
  const register = async (url: string, metadata: object) =>
    send(new Request(`${url}/oauth/register`, { method: 'POST', body: JSON.stringify(metadata) }))

  test('returns an id for a client, and stores nothing', async () => {
    const { realm } = await freshRealm()
    const response = await register(realm.url, { client_name: ' Robot\n\u202E ', redirect_uris: [REDIRECT_URI] })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      client_id: expect.stringMatching(/^client\./),
      client_name: 'Robot',
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'none',
    })
  })

  test('refuses addresses that a code must not reach, and clients with a secret', async () => {
    const { realm } = await freshRealm()
    const refused = [
      { redirect_uris: ['http://example.com/callback'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['https://user@example.com/'] },
      { redirect_uris: ['https://example.com/#x'] },
      { redirect_uris: [] },
      { redirect_uris: [`https://example.com/${'x'.repeat(1000)}`] },
      { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'client_secret_post' },
      {},
    ]
    for (const metadata of refused) {
      const response = await register(realm.url, metadata)
      expect([metadata, response.status]).toEqual([metadata, 400])
      expect(await response.json()).toEqual({ error: 'invalid_client_metadata' })
    }
  })
})

describe('GET site:/oauth/authorize', () => {
  test('asks a user who is logged in, and names the host that receives the code', async () => {
    const { realm, dov, general, vault } = await freshRealm()
    const client = await OAuthClient.register(realm.url, { client_name: '<b>Robot</b>' })
    const response = await client.open(await browserOf(dov))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/form-action 'self' http:\/\/localhost:7777;/)
    const page = await response.text()
    expect(page).toContain('&#60;b&#62;Robot')
    expect(page).toContain('<code>localhost:7777</code>')
    expect(page).toContain('Any program can use this name')
    expect(page).toContain(`name="channel_${general.stream_id}"`)
    expect(page).not.toContain(`channel_${vault.stream_id}`)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  test('leads a browser that is not logged in to the page to log in, and back', async () => {
    const { realm, dov } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    const browser = await browserOf(dov)
    await browser.post('/logout')
    const location = (await client.open(browser)).headers.get('location') ?? ''
    const next = new URL(location, realm.url).searchParams.get('next') ?? ''
    expect(next).toMatch(/^\/oauth\/authorize\?client_id=/)
    const form = { username: dov.email, password: dov.account.password, next }
    expect((await browser.request('/login', { method: 'POST', fields: form })).headers.get('location')).toBe(next)
  })
})

describe('POST site:/oauth/authorize', () => {
  test('redirects to the client with a code, or with an error if the user refuses', async () => {
    const { realm, dov } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    const browser = await browserOf(dov)
    const allowed = new URL((await client.submit(browser)).headers.get('location')!)
    expect(Object.fromEntries(allowed.searchParams)).toEqual({
      code: expect.stringMatching(/^\w{43}$/),
      iss: realm.url,
      state: 'xyz',
    })
    expect(allowed.origin + allowed.pathname).toBe(REDIRECT_URI)
    const refused = new URL((await client.submit(browser, { more: { refuse: '1' } })).headers.get('location')!)
    expect(Object.fromEntries(refused.searchParams)).toEqual({ error: 'access_denied', iss: realm.url, state: 'xyz' })
    expect((await client.submit(browser, { ticked: [] })).status).toBe(400)
  })

  test('ticks the scopes that the client asked for, and offers the others', async () => {
    const { realm, dov } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    const page = await (await client.open(await browserOf(dov), { scope: 'messages:read drafts:write' })).text()
    const boxes = [...page.matchAll(/name="scope_([^"]+)" value="1"( checked)?/g)].map(([, name, checked]) => [
      name,
      checked !== undefined,
    ])
    expect(boxes).toEqual([
      ['messages:read', true],
      ['messages:write', false],
      ['drafts:write', true],
      ['status:write', false],
      ['teams:write', false],
    ])
    const unasked = await (await client.open(await browserOf(dov), { scope: '' })).text()
    const ticked = [...unasked.matchAll(/name="scope_([^"]+)" value="1" checked/g)].map(([, name]) => name)
    expect(ticked).toEqual(['messages:read', 'messages:write', 'drafts:write'])
  })

  test('gives the agent the scopes that the user ticked, also others than the client asked for', async () => {
    const { dov } = await freshRealm()
    const more = await connectedAgent(dov, { scope: 'messages:read', ticked: ['messages:read', 'messages:write'] })
    expect(more.tokens.scope).toBe('messages:read messages:write')
    await more.agent.call('send_message', { channel: 'general', topic: 'x', content: 'Hi' })
    const unknown = await connectedAgent(dov, { ticked: ['messages:read', 'realm:administer'] })
    expect(unknown.tokens.scope).toBe('messages:read')
    const unticked = await connectedAgent(dov, { ticked: ['drafts:write'] })
    expect(unticked.tokens.scope).toBe('drafts:write')
    expect(await unticked.agent.toolNames()).toEqual(['save_draft'])
    const organizer = await connectedAgent(dov, { ticked: ['status:write', 'teams:write'] })
    expect(await organizer.agent.toolNames()).toEqual(['set_status', 'create_channel', 'change_group_members'])
    await organizer.agent.call('create_channel', { name: 'launch' })
  })
})

describe('POST site:/oauth/token', () => {
  test('exchanges a code for tokens, with which the agent acts as its user', async () => {
    const { realm, dov } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    const tokens = await client.redeem(await client.codeFrom(dov))
    expect(tokens).toEqual(TOKENS)
    const { agent } = await connectedAgent(dov)
    expect((await agent.call('whoami')).user.id).toBe(dov.id)
  })

  test('exchanges a refresh token once, and ends access tokens after an hour', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    const { client, tokens, agent } = await connectedAgent(dov)
    await advanceClock(realm, 3600)
    expect((await agent.request('tools/list')).status).toBe(401)
    const renewed = await client.refresh(tokens.refresh_token)
    expect(renewed).toEqual(TOKENS)
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    const again = await client.refresh(renewed.refresh_token)
    expect(again).toEqual(TOKENS)
    await advanceClock(realm, 31 * 24 * 3600)
    expect(await client.refresh(again.refresh_token)).toEqual({ status: 400, error: 'invalid_grant' })
  })

  test('tells an agent that was refused for a scope to ask its user, as long as its tokens are valid', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    const { client, tokens, agent } = await connectedAgent(dov, { scope: 'messages:read' })
    const refused = () =>
      agent.request('tools/call', { name: 'send_message', arguments: { dm_to: [dov.id], content: 'Hi' } })
    expect((await refused()).status).toBe(403)
    expect(await client.refresh(tokens.refresh_token)).toEqual({ status: 400, error: 'interaction_required' })
    expect((await agent.request('tools/list')).status).toBe(200)
    // An agent that refreshes for another reason receives tokens.
    await advanceClock(realm, 60)
    const renewed = await client.refresh(tokens.refresh_token)
    expect(renewed).toMatchObject({ scope: 'messages:read' })
    await advanceClock(realm, 3600 - 630)
    const again = new Agent(realm.url, renewed.access_token)
    expect((await again.request('tools/call', { name: 'send_message', arguments: {} })).status).toBe(403)
    await advanceClock(realm, 30)
    expect(await client.refresh(renewed.refresh_token)).toMatchObject({ scope: 'messages:read' })
  })

  test('refuses other grants', async () => {
    const { realm } = await freshRealm()
    const client = await OAuthClient.register(realm.url)
    expect(await client.exchange({ grant_type: 'password' })).toEqual({ status: 400, error: 'unsupported_grant_type' })
  })
})

describe('POST site:/oauth/revoke', () => {
  test('ends the agent that has the token, and says nothing about other tokens', async () => {
    const { realm, dov } = await freshRealm()
    const revoke = (token: string) =>
      send(new Request(`${realm.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token }) }))
    for (const name of ['access_token', 'refresh_token']) {
      const { agent, tokens } = await connectedAgent(dov)
      expect((await revoke(`${tokens[name]}x`)).status).toBe(200)
      expect((await agent.request('tools/list')).status).toBe(200)
      expect((await revoke(tokens[name])).status).toBe(200)
      expect((await agent.request('tools/list')).status).toBe(401)
    }
  })
})

describe('GET /parley/agents', () => {
  test('lists the agents of the user, and a new one is in the audit log and in an email', async () => {
    const { realm, ada, dov, cleo, general } = await freshRealm()
    await stopClock(realm, NOW)
    const { agent } = await connectedAgent(dov, { scope: 'messages:read', channels: [general.stream_id] })
    await agent.call('whoami')
    const { agents } = succeeded(await dov.get('/parley/agents'))
    expect(agents).toEqual([
      {
        agent_id: 1,
        client_name: 'Robot',
        host: 'localhost:7777',
        scopes: ['messages:read'],
        stream_ids: [general.stream_id],
        created: NOW,
        last_used: NOW,
        network_address: expect.any(String),
      },
    ])
    expect((await cleo.get('/parley/agents')).agents).toEqual([])
    expect((await emailTo(realm, dov.email)).text).toContain('An agent was connected to your account.')
    const { entries } = succeeded(await ada.get('/parley/audit_log', { kind: 'agent_connected' }))
    expect(entries[0]).toMatchObject({ user_id: dov.id, details: { client_name: 'Robot', channels: 1 } })
  })

  test('an account has at most twenty agents: one more ends the one that was used longest ago', async () => {
    const { dov } = await freshRealm()
    const first = await connectedAgent(dov)
    const browser = await browserOf(dov)
    for (let count = 1; count < 20; count++) await first.client.redeem(await first.client.codeFrom(browser))
    expect((await first.agent.request('tools/list')).status).toBe(200)
    await first.client.redeem(await first.client.codeFrom(browser))
    expect((await dov.get('/parley/agents')).agents).toHaveLength(20)
    expect((await first.agent.request('tools/list')).status).toBe(401)
  })
})

describe('DELETE /parley/agents/:agent_id', () => {
  test('ends an agent of the user, and none of others', async () => {
    const { dov, cleo } = await freshRealm()
    const { agent, client, tokens } = await connectedAgent(dov)
    const unknown = refusal('Agent does not exist')
    expect(await cleo.delete('/parley/agents/1')).toEqual(unknown)
    expect((await agent.request('tools/list')).status).toBe(200)
    expect(await dov.delete('/parley/agents/1')).toEqual(SUCCESS)
    expect((await agent.request('tools/list')).status).toBe(401)
    expect(await client.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await dov.delete('/parley/agents/1')).toEqual(unknown)
  })
})

describe('GET /parley/agent_calls', () => {
  test('lists what agents did with the account, and others see that an agent wrote', async () => {
    const { realm, dov, cleo } = await freshRealm()
    await stopClock(realm, NOW)
    const { agent } = await connectedAgent(dov)
    const { id } = await agent.call('send_message', { channel: 'general', topic: 'x', content: 'Hi' })
    await agent.refusalOf('get_message', { id: 9999 })
    const { calls } = succeeded(await dov.get('/parley/agent_calls'))
    const facts = { agent_id: 1, client: 'MCP: Robot', at: NOW }
    expect(calls).toEqual([
      { ...facts, call_id: 2, tool: 'get_message', is_refused: true, message_id: null },
      { ...facts, call_id: 1, tool: 'send_message', is_refused: false, message_id: id },
    ])
    expect((await cleo.get('/parley/agent_calls')).calls).toEqual([])
    expect((await cleo.get(`/messages/${id}`)).message.client).toBe('MCP: Robot')
  })
})
