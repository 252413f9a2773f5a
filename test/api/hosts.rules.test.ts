import { describe, expect, test } from 'vitest'
import { hostOfRealm, realmNameOf, trustedUrlOf } from '../../src/api/hosts'

const anyHost = { root_host: '', default_realm: '' }
const rooted = { root_host: 'chat.example.com', default_realm: '' }
const withDefault = { root_host: 'chat.example.com', default_realm: 'acme' }

describe('realmNameOf', () => {
  test.each<[string, string, typeof anyHost, string | undefined]>([
    ['the first label is the realm', 'acme.chat.test', anyHost, 'acme'],
    ['upper case does not matter', 'ACME.chat.test', anyHost, 'acme'],
    ['a dot at the end does not matter', 'acme.chat.test.', anyHost, 'acme'],
    ['a host of two labels has no realm', 'chat.test', anyHost, undefined],
    ['a host below localhost has a realm', 'acme.localhost', anyHost, 'acme'],
    ['localhost has no realm', 'localhost', anyHost, undefined],
    ['an IPv4 address has no realm', '127.0.0.1', anyHost, undefined],
    ['an IPv6 address has no realm', '[::1]', anyHost, undefined],
    ['a host without a realm has the default realm', 'localhost', { ...anyHost, default_realm: 'acme' }, 'acme'],
    ['the label below the root host is the realm', 'acme.chat.example.com', rooted, 'acme'],
    ['the root host has no realm', 'chat.example.com', rooted, undefined],
    ['two labels below the root host are no realm', 'a.b.chat.example.com', rooted, undefined],
    ['another host has no realm', 'acme.example.org', rooted, undefined],
    ['a host that only ends like the root host has no realm', 'evilchat.example.com', rooted, undefined],
    ['the root host has the default realm', 'chat.example.com', withDefault, 'acme'],
    ['two labels are not the default realm either', 'a.b.chat.example.com', withDefault, undefined],
  ])('%s', (_, host, hosting, realm) => {
    expect(realmNameOf(host, hosting)).toBe(realm)
  })
})

describe('hostOfRealm', () => {
  test.each<[string, string, string, typeof anyHost, string]>([
    ['the realm of the request keeps its host', 'acme', 'http://acme.chat.test:8787/', anyHost, 'acme.chat.test:8787'],
    ['another realm is beside it', 'other', 'http://acme.chat.test:8787/', anyHost, 'other.chat.test:8787'],
    ['a realm is below a host without a realm', 'acme', 'http://localhost:8787/', anyHost, 'acme.localhost:8787'],
    ['an IP address becomes localhost', 'acme', 'http://127.0.0.1:8787/', anyHost, 'acme.localhost:8787'],
    ['a realm is below the root host', 'other', 'https://acme.chat.example.com/', rooted, 'other.chat.example.com'],
    ['the default realm is the root host', 'acme', 'https://b.chat.example.com/', withDefault, 'chat.example.com'],
  ])('%s', (_, realm, url, hosting, host) => {
    expect(hostOfRealm(realm, new URL(url), hosting)).toBe(host)
    expect(realmNameOf(new URL(`http://${host}`).hostname, hosting)).toBe(realm)
  })
})

describe('trustedUrlOf', () => {
  const realm = { name: 'acme', created_at: 'acme.chat.test' }

  test.each<[string, object, string, string]>([
    ['a realm is at the host where it was created', anyHost, 'https://evil.test', 'https://acme.chat.test'],
    ['a realm is below the root host', rooted, 'https://evil.test', 'https://acme.chat.example.com'],
    ['the default realm is at the root host', withDefault, 'https://evil.test', 'https://chat.example.com'],
    [
      'in development the request gives protocol and port',
      { ...anyHost, development: true },
      'http://evil.test:8787',
      'http://acme.chat.test:8787',
    ],
    ['without a request it is HTTPS', { ...anyHost, development: true }, '', 'https://acme.chat.test'],
    [
      'in development without a request, the server gives protocol and port',
      { ...anyHost, development: true, development_url: 'http://localhost:8787' },
      '',
      'http://acme.chat.test:8787',
    ],
  ])('%s', (_, hosting, request_url, url) => {
    expect(trustedUrlOf(realm, request_url, { ...anyHost, development: false, development_url: '', ...hosting })).toBe(
      url,
    )
  })
})
