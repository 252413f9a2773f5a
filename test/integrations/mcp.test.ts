import { describe, expect, test } from 'vitest'
import { Agent, agentOf, CURRENT, META } from '../support/agents'
import { newWebhookBot } from '../support/webhooks'
import { freshRealm } from '../support/realm'
import type { Json } from '../support/person'

const TOOLS = [
  'whoami',
  'list_channels',
  'list_topics',
  'get_messages',
  'search_messages',
  'get_message',
  'wait_for_answer',
  'list_unreads',
  'find_people',
  'get_person',
  'list_groups',
  'get_file',
  'list_scheduled',
  'send_message',
  'schedule_message',
  'cancel_scheduled',
  'edit_message',
  'react',
  'mark_read',
  'save_draft',
  'upload_file',
  'resolve_topic',
  'set_status',
  'create_channel',
  'change_group_members',
]

const rpc = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const withAgent = async () => {
  const cast = await freshRealm()
  return { ...cast, agent: agentOf(cast.dov) }
}

describe('POST /mcp', () => {
  test('answers a client of the current revision, which needs no session', async () => {
    const { agent } = await withAgent()
    const discovered = await agent.result('server/discover')
    expect(discovered).toMatchObject({
      resultType: 'complete',
      supportedVersions: [CURRENT],
      capabilities: { tools: { listChanged: false } },
      cacheScope: 'private',
    })
    expect(await agent.toolNames()).toEqual(TOOLS)
    expect((await agent.call('whoami')).user).toMatchObject({ name: 'Dov', role: 'member' })
  })

  test('answers clients of older revisions, which initialize first', async () => {
    const { agent } = await withAgent()
    for (const [proposed, agreed] of [
      ['2025-11-25', '2025-11-25'],
      ['2025-06-18', '2025-06-18'],
      ['2025-03-26', '2025-03-26'],
      ['2024-11-05', '2025-11-25'],
    ]) {
      const params = { protocolVersion: proposed, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      const answer: Json = await (await agent.post(rpc('initialize', params))).json()
      expect(answer.result).toMatchObject({ protocolVersion: agreed, serverInfo: { name: 'parley' } })
      expect(answer.result).not.toHaveProperty('resultType')
      const headers = { 'mcp-protocol-version': agreed! }
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
      expect((await agent.post(initialized, headers)).status).toBe(202)
      expect(await (await agent.post(rpc('ping'), headers)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
      const called: Json = await (await agent.post(rpc('tools/call', { name: 'whoami' }), headers)).json()
      expect(called.result.structuredContent.user.name).toBe('Dov')
      expect(JSON.parse(called.result.content[0].text)).toEqual(called.result.structuredContent)
    }
  })

  test('answers a batch of the oldest revision, of at most ten messages', async () => {
    const { agent } = await withAgent()
    const batch = [rpc('ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, rpc('ping', {}, 'two')]
    expect(await (await agent.post(batch)).json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 'two', result: {} },
    ])
    const refused = [
      agent.post([]),
      agent.post(Array.from({ length: 11 }, () => rpc('ping'))),
      agent.post(batch, { 'mcp-protocol-version': '2025-06-18' }),
    ]
    for (const response of await Promise.all(refused)) expect(response.status).toBe(400)
  })

  test('has only POST', async () => {
    const { realm, agent } = await withAgent()
    expect((await agent.request('server/discover')).status).toBe(200)
    for (const method of ['GET', 'DELETE']) {
      const response = await realm.request('/../../mcp', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    }
  })

  test('refuses what is no message, with the codes of JSON-RPC', async () => {
    const { agent } = await withAgent()
    const cases: [unknown, number, number][] = [
      ['', 400, -32_700],
      ['{', 400, -32_700],
      ['['.repeat(200), 400, -32_700],
      [3, 400, -32_600],
      [{ id: 1, method: 'ping' }, 400, -32_600],
      [rpc('ping', {}, null), 400, -32_600],
      [rpc('nonsense'), 200, -32_601],
      [rpc('server/discover'), 200, -32_601],
      [rpc('tools/call', { name: 'delete_everything' }), 200, -32_602],
      [rpc('tools/list', { cursor: 'x' }), 200, -32_602],
    ]
    for (const [body, status, code] of cases) {
      const response = await agent.post(body)
      const answer: Json = await response.json()
      expect([body, response.status, answer.error.code]).toEqual([body, status, code])
    }
    expect((await agent.request('ping')).status).toBe(404)
    expect((await agent.post(rpc('ping'), { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await agent.post(rpc('ping', { x: 'x'.repeat(300_000) }))).status).toBe(413)
  })

  test('refuses a request without a valid credential, and says where to get one', async () => {
    const { realm, agent, dov } = await withAgent()
    expect((await agent.request('tools/list')).status).toBe(200)
    const refused = [
      new Agent(realm.url, 'x'.repeat(32)).request('tools/list'),
      new Agent(realm.url, '').request('tools/list'),
      agent.request('tools/list', {}, { authorization: `Basic ${btoa(`${dov.email}:${'x'.repeat(32)}`)}` }),
    ]
    for (const response of await Promise.all(refused)) {
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
    }
    const basic = { authorization: `Basic ${btoa(`${dov.email}:${dov.account.api_key}`)}` }
    expect((await agent.request('tools/list', {}, basic)).status).toBe(200)
  })

  test('refuses a bot that may only deliver webhooks', async () => {
    const { dov } = await withAgent()
    expect((await agentOf(await newWebhookBot(dov)).request('tools/list')).status).toBe(401)
  })

  test('names a message of an agent after its program, whatever the request says', async () => {
    const { agent, cleo, general } = await withAgent()
    const { id } = await agent.call('send_message', { channel: 'general', topic: 'lunch', content: 'Noon?' })
    expect((await cleo.get(`/messages/${id}`)).message).toMatchObject({
      client: 'MCP: robot',
      stream_id: general.stream_id,
      content: '<p>Noon?</p>',
    })
    const headers = { 'mcp-protocol-version': CURRENT, 'mcp-method': 'tools/call', 'mcp-name': 'send_message' }
    const params = {
      name: 'send_message',
      arguments: { channel: 'general', topic: 'lunch', content: 'Hi' },
      _meta: META,
    }
    const disguised = new Agent(`${agent.realm_url}/mcp?client=website#`, agent.token)
    const answer: Json = await (await disguised.post(rpc('tools/call', params), headers)).json()
    const { id: second } = answer.result.structuredContent
    expect((await cleo.get(`/messages/${second}`)).message.client).toBe('MCP: robot')
  })
})
