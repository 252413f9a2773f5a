import { describe, expect, test } from 'vitest'
import { problemOfAddress } from '../../src/outside/address-rules'

const policy = { allows_private: false, own_hosts: ['chat.example.com', 'acme.example.org'] }
const inDevelopment = { ...policy, allows_private: true }

const PUBLIC = [
  'https://example.com/hook',
  'https://EXAMPLE.com./',
  'https://example.com:443/',
  'https://example.com:8443/hook?a=b',
  'https://a.b.example.co.uk/',
  'https://bücher.example.de/',
  'https://example.xn--p1ai/',
  'https://notchat.example.com/',
  'https://localhost.example.com/',
]

const PRIVATE = [
  // Names of this machine and of private networks
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://sub.localhost/',
  'https://intranet/',
  'https://printer/',
  'https://db.internal/',
  'https://metadata.google.internal./',
  'https://printer.local/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://1.0.0.127.in-addr.arpa/',
  'https://bouncer.test/',
  'https://hidden.onion/',
  'https://a..example.com/',
  'https://.com/',
  // IPv4 in each notation
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://8.8.8.8/',
  // IPv6
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fd12:3456::1]/',
  'https://[fe80::1]/',
  'https://[2606:4700::1111]/',
  // Other protocols of the web, and other ports
  'http://example.com/',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://example.com:6379/',
  // Hosts of this deployment
  'https://chat.example.com/',
  'https://CHAT.example.com./',
  'https://acme.chat.example.com/api/v1/messages',
  'https://acme.example.org/',
]

const INVALID = [
  '',
  'example.com',
  '//example.com/',
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,a',
  'gopher://example.com/',
  'ws://example.com/',
  'https://',
  'https://a:b@example.com/',
  'https://a@example.com/',
  'https://:b@example.com/',
  'https://example.com@127.0.0.1/',
  'https://exam ple.com/',
  'https://example.com/\n',
  'https://exa\tmple.com/',
  'https://example.com/\u202e',
  'https://exam\u200bple.com/',
  'https://[::1%25lo]/',
  'https://256.256.256.256/',
  `https://example.com/${'x'.repeat(5000)}`,
]

describe('the address of a request that the server makes for a user', () => {
  test.for(PUBLIC)('%s is called', (address) => {
    expect(problemOfAddress(address, policy)).toBeUndefined()
  })

  test.for(PRIVATE)('%s is not called, except in development', (address) => {
    expect(problemOfAddress(address, policy)).toBe('private')
    expect(problemOfAddress(address, inDevelopment)).toBeUndefined()
  })

  test.for(INVALID)('%j is no address, in development too', (address) => {
    expect(problemOfAddress(address, policy)).toBe('invalid')
    expect(problemOfAddress(address, inDevelopment)).toBe('invalid')
  })
})

test('no other code of the server sends requests to addresses that users choose', () => {
  const sources = import.meta.glob<string>('../../src/**/*.ts', { query: '?raw', import: 'default', eager: true })
  const calls =
    /(?<![.\w`'])fetch\(|globalThis\.fetch|new (?:WebSocket|EventSource|XMLHttpRequest)\(|cloudflare:sockets/
  const found = Object.keys(sources).filter((path) => calls.test(withoutText(sources[path]!)))
  const methods = [
    '../../src/api/realm-call.ts',
    '../../src/api/realm-locator.ts',
    '../../src/gateway-object.ts',
    '../../src/neighbor-object.ts',
    '../../src/realm-object.ts',
  ]
  // Only the operator chooses the server for emails. `emailSender` checks its host with the same rule.
  const connections = ['../../src/outside/smtp.ts']
  expect(found.filter((path) => !methods.includes(path))).toEqual([
    '../../src/outside/fetch-outside.ts',
    ...connections,
  ])
})

/** Without comments, and without the snippets of code that the documentation shows. */
const withoutText = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|\/\/.*|`[^`]*`/g, '')
