import { describe, expect, test } from 'vitest'
import { refusalOfPayloadUrl } from '../../src/domain/people/bots/payload-url-rules'

const refused = (address: string, mayBePrivate = false) => refusalOfPayloadUrl(address, mayBePrivate)?.message

const PUBLIC = [
  'https://example.com/hook',
  'http://example.com:8080/hook?a=b',
  'https://EXAMPLE.com.',
  'https://8.8.8.8/',
  'https://172.32.0.1/',
  'https://[2606:4700::1111]/',
]

const PRIVATE = [
  'http://localhost/',
  'http://LOCALHOST:8787/',
  'http://localhost./',
  'http://sub.localhost/',
  'http://intranet/',
  'http://db.internal/',
  'http://metadata.google.internal./',
  'http://printer.local/',
  'http://printer/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://①②⑦.⓪.⓪.①/',
]

const NO_URL = [
  '',
  'example.com',
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://',
  'https://a:b@example.com/',
  'https://a@example.com/',
  'https://exam ple.com/',
  'https://example.com/\n',
]

describe('refusalOfPayloadUrl', () => {
  test.for(PUBLIC)('%s may be called', (address) => {
    expect(refused(address)).toBeUndefined()
  })

  test.for(PRIVATE)('%s is nobody’s to call, but where a server is tried out', (address) => {
    expect(refused(address)).toBe('payload_url is an address that this server does not call')
    expect(refused(address, true)).toBeUndefined()
  })

  test.for(NO_URL)('%j is no address', (address) => {
    expect(refused(address)).toBe('payload_url is not a URL')
    expect(refused(address, true)).toBe('payload_url is not a URL')
  })
})
