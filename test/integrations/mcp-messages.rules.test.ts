import { describe, expect, test } from 'vitest'
import { fitting, shownText } from '../../src/domain/integrations/mcp/answer-rules'
import { readMessage } from '../../src/domain/integrations/mcp/message-rules'
import { refusalOfMentions } from '../../src/domain/integrations/mcp/rules'

const CURRENT = '2026-07-28'
const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const META = { [VERSION]: CURRENT, [CAPABILITIES]: {} }
const HEADERS = { 'mcp-protocol-version': CURRENT, 'mcp-method': 'tools/call', 'mcp-name': 'whoami' }

const call = (_meta: object | undefined = META) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'whoami', _meta },
})
const read = (message: unknown, headers: Record<string, string> = {}) => readMessage(message, new Headers(headers))
const without = (name: keyof typeof HEADERS) =>
  Object.fromEntries(Object.entries(HEADERS).filter(([header]) => header !== name))
const codeOf = (incoming: ReturnType<typeof readMessage>) =>
  'refused' in incoming ? incoming.refused.code : 'accepted'

describe('a request of the current revision', () => {
  test.for<[string, object | undefined, Record<string, string>, number | string]>([
    ['with all headers', META, HEADERS, 'accepted'],
    ['with a name in Base64', META, { ...HEADERS, 'mcp-name': `=?base64?${btoa('whoami')}?=` }, 'accepted'],
    ['without the version in a header', META, without('mcp-protocol-version'), -32_020],
    ['without the method in a header', META, without('mcp-method'), -32_020],
    ['without the name in a header', META, without('mcp-name'), -32_020],
    ['with another version in the header', META, { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }, -32_020],
    ['with another method in the header', META, { ...HEADERS, 'mcp-method': 'tools/list' }, -32_020],
    ['with another name in the header', META, { ...HEADERS, 'mcp-name': 'send_message' }, -32_020],
    ['with malformed Base64', META, { ...HEADERS, 'mcp-name': '=?base64?%%?=' }, -32_020],
    ['without capabilities', { [VERSION]: CURRENT }, HEADERS, -32_602],
    ['without a version in the body', {}, HEADERS, -32_602],
    [
      'of an unknown revision',
      { ...META, [VERSION]: '1900-01-01' },
      { ...HEADERS, 'mcp-protocol-version': '1900-01-01' },
      -32_022,
    ],
  ])('%s', ([, meta, headers, expected]) => {
    expect(codeOf(read(call(meta), headers))).toBe(expected)
  })
})

describe('a request of an older revision', () => {
  const ping = { jsonrpc: '2.0', id: 'a', method: 'ping' }
  test.for<[Record<string, string>, number | string]>([
    [{}, 'accepted'],
    [{ 'mcp-protocol-version': '2025-06-18' }, 'accepted'],
    [{ 'mcp-protocol-version': '2024-11-05' }, -32_000],
    [{ 'mcp-protocol-version': CURRENT }, -32_602],
  ])('with the headers %j', ([headers, expected]) => {
    expect(codeOf(read(ping, headers))).toBe(expected)
  })

  test('needs no answer if it is a notification or a response', () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ])
      expect(read(message)).toEqual({ needsNoAnswer: true })
  })
})

describe('a message that is no request', () => {
  test.for<[string, unknown, unknown]>([
    ['no object', [], null],
    ['of another protocol', { jsonrpc: '1.0', id: 7, method: 'ping' }, 7],
    ['without a method', { jsonrpc: '2.0', id: 7 }, 7],
    ['with a method that is no text', { jsonrpc: '2.0', id: 7, method: 5 }, 7],
    ['with parameters that are a list', { jsonrpc: '2.0', id: 7, method: 'ping', params: [] }, 7],
    ['with parameters that are null', { jsonrpc: '2.0', id: 7, method: 'ping', params: null }, 7],
    ['with an id that is no integer', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
  ])('is refused: %s', ([, message, id]) => {
    expect(read(message)).toMatchObject({ refused: { code: -32_600 }, id })
  })
})

describe('an answer', () => {
  test('has as many items as fit, and at least one', () => {
    const items = Array.from({ length: 10 }, () => 'x'.repeat(5000))
    expect(fitting(items)).toHaveLength(4)
    expect(fitting(['x'.repeat(100_000), 'y'])).toHaveLength(1)
    expect(fitting([])).toEqual([])
  })

  test('has no text that people do not see', () => {
    expect(shownText('a\u0000b\u202Ec\u{E0041}d\n\te', 100).content).toBe('a\uFFFDb\uFFFDc\uFFFDd\n\te')
    expect(shownText('🙂'.repeat(5), 3)).toEqual({ content: '🙂🙂🙂…', is_cut: true })
    expect(shownText('🙂🙂', 2)).toEqual({ content: '🙂🙂' })
  })
})

test.for([
  ['@**all** hello', true],
  ['@**Topic** hello', true],
  ['@**Dov** hello', false],
  ['all of **everyone**', false],
])('a mention of an agent: %s', ([content, isRefused]) => {
  expect(refusalOfMentions(String(content)) !== undefined).toBe(isRefused)
})
