import { describe, expect, test } from 'vitest'
import { basicAuthenticationRequired, isFromOtherSite, readCredential, sameSecret } from '../../src/api/callers'

describe('readCredential', () => {
  test('returns undefined for a request without credentials', () => {
    expect(readCredential(null)).toBeUndefined()
  })

  test('refuses another scheme than Basic', () => {
    expect(() => readCredential('Bearer secret')).toThrow(basicAuthenticationRequired({}).message)
  })
})

describe('isFromOtherSite', () => {
  const url = new URL('https://acme.chat.test/api/v1/events')

  test.each<[string, Record<string, string>, boolean]>([
    ['a program, which sends no origin', {}, false],
    ['a page of the same site', { origin: 'https://acme.chat.test' }, false],
    ['a page of another site', { origin: 'https://evil.test' }, true],
    ['a page with a hidden origin', { origin: 'null' }, true],
    ['a page of the same host over HTTP', { origin: 'http://acme.chat.test' }, true],
  ])('%s', (_, headers, expected) => {
    expect(isFromOtherSite(new Request(url, { headers }), url)).toBe(expected)
  })
})

describe('sameSecret', () => {
  test.each<[string, string, boolean]>([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['', '', true],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(sameSecret(left, right)).toBe(expected)
  })
})
