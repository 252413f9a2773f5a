import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAX_TOKEN_CHARACTERS, verifiedClaims } from '../../src/api/signed-token'

const KEY = 'the key'
const NOW = 1000
const HEADER = { alg: 'HS256', typ: 'JWT' }

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function signedToken(claims: unknown, header: unknown = HEADER, key = KEY): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

const isValid = (token: string) => verifiedClaims(token, KEY, NOW) !== undefined

describe('verifiedClaims', () => {
  test('returns the claims of a valid token', () => {
    expect(verifiedClaims(signedToken({ email: 'ada@example.com' }), KEY, NOW)).toEqual({ email: 'ada@example.com' })
  })

  test('refuses a token with another key, another signature or no signature', () => {
    const [header, claims] = signedToken({}).split('.')
    expect(isValid(signedToken({}, HEADER, 'another key'))).toBe(false)
    expect(isValid(`${header}.${claims}.AAAA`)).toBe(false)
    expect(isValid(`${header}.${claims}.`)).toBe(false)
  })

  test('refuses a token whose signature has another spelling of the same bytes', () => {
    expect(isValid(signedToken({}))).toBe(true)
    expect(isValid(`${signedToken({})}=`)).toBe(false)
  })

  test.each<[string, object, boolean]>([
    ['of type JWT', { alg: 'HS256', typ: 'JWT' }, true],
    ['of type application/jwt', { alg: 'HS256', typ: 'application/jwt' }, true],
    ['without a type', { alg: 'HS256' }, true],
    ['of another type', { alg: 'HS256', typ: 'at+jwt' }, false],
    ['with another algorithm', { alg: 'HS512' }, false],
    ['without a signature algorithm', { alg: 'none' }, false],
    ['with an extension', { alg: 'HS256', crit: ['exp'] }, false],
    ['with a malformed extension', { alg: 'HS256', crit: null }, false],
  ])('a token %s', (_, header, expected) => {
    expect(isValid(signedToken({}, header))).toBe(expected)
  })

  test.each<[string, unknown, boolean]>([
    ['expires later', { exp: NOW + 1 }, true],
    ['expires now', { exp: NOW }, false],
    ['expires at a text', { exp: '2000' }, false],
    ['expires at null', { exp: null }, false],
    ['expires at a number that is too large', '{"exp":1e999}', false],
    ['is valid from now on', { nbf: NOW }, true],
    ['is not valid yet', { nbf: NOW + 1 }, false],
    ['has a list as claims', [], false],
    ['has null as claims', 'null', false],
    ['has claims that are not JSON', '{', false],
  ])('a token that %s', (_, claims, expected) => {
    expect(isValid(signedToken(claims))).toBe(expected)
  })

  test('refuses a token that is too long', () => {
    expect(isValid(signedToken({ text: 'a'.repeat(MAX_TOKEN_CHARACTERS) }))).toBe(false)
  })
})
