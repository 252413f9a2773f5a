import { expect } from 'vitest'
import type { Json, Person } from './person'
import { send } from './request'

export const CURRENT = '2026-07-28'

/** What a client of the current revision states in each request. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': CURRENT,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A program that a model controls: a small client of the Model Context Protocol. */
export class Agent {
  constructor(
    readonly realm_url: string,
    readonly token: string,
    readonly headers: Record<string, string> = {},
  ) {}

  /** Sends a body to the endpoint. `headers` replace those of the agent. */
  post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const all = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${this.token}`,
      'user-agent': 'robot/1.0',
      ...this.headers,
      ...headers,
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return send(new Request(`${this.realm_url}/mcp`, { method: 'POST', headers: all, body: text }))
  }

  /** Sends a request of the current revision. */
  request(method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const name: object = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
    const stated: Record<string, string> = { 'mcp-protocol-version': CURRENT, 'mcp-method': method, ...name }
    return this.post({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }, { ...stated, ...headers })
  }

  async result(method: string, params: Record<string, unknown> = {}): Promise<Json> {
    const answer: Json = await (await this.request(method, params)).json()
    if (answer.result === undefined) expect.fail(JSON.stringify(answer))
    return answer.result
  }

  /** Calls a tool, and returns its answer. Fails the test if the tool refuses it. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<Json> {
    const result = await this.result('tools/call', { name, arguments: args })
    if (result.isError) expect.fail(JSON.stringify(result))
    return result.structuredContent
  }

  /** Returns why a tool refuses a call. */
  async refusalOf(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const result = await this.result('tools/call', { name, arguments: args })
    expect(result.isError).toBe(true)
    return result.content[0].text
  }

  async toolNames(): Promise<string[]> {
    return (await this.result('tools/list')).tools.map((tool: Json) => tool.name)
  }
}

/** Returns an agent that uses the API key of a user. */
export const agentOf = ({ realm_url, account }: Person): Agent => new Agent(realm_url, account.api_key)
