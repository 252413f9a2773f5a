import { describe, expect, test } from 'vitest'
import { groupValuesIn, identityOf, trustsAddress, type Claims } from '../../src/domain/login/providers/claims-rules'
import { readProvider, readProviders } from '../../src/domain/login/providers/configuration-rules'
import type { ProviderKind } from '../../src/domain/login/providers/provider'

const TOKEN = { iss: 'https://idp.example.com', sub: 's' }

describe('the address that a provider confirmed', () => {
  test.for<[ProviderKind, Claims, string | null]>([
    ['oidc', { email: 'a@b.example', email_verified: true }, 'a@b.example'],
    ['oidc', { email: 'a@b.example', email_verified: 'true' }, null],
    ['oidc', { email: 'a@b.example' }, null],
    ['oidc', { email: 'a@b.example\n', email_verified: true }, null],
    ['oidc', { email: ['a@b.example'], email_verified: true }, null],
    // Apple sends texts.
    ['apple', { email: 'a@b.example', email_verified: 'true' }, 'a@b.example'],
    ['apple', { email: 'a@b.example', email_verified: 'false' }, null],
    // Google decides only over its own addresses and its customers' domains.
    ['google', { email: 'a@gmail.com', email_verified: true }, 'a@gmail.com'],
    ['google', { email: 'a@corp.example', email_verified: true }, null],
    ['google', { email: 'a@corp.example', email_verified: true, hd: 'corp.example' }, 'a@corp.example'],
    ['google', { email: 'a@corp.example', email_verified: true, hd: 'attacker.example' }, null],
    ['google', { email: 'a@gmail.com', email_verified: false, hd: 'gmail.com' }, null],
    // Any administrator of a tenant of Microsoft writes any address.
    ['entra', { email: 'a@corp.example' }, null],
    ['entra', { email: 'a@corp.example', email_verified: true }, null],
    ['entra', { email: 'a@corp.example', xms_edov: true }, 'a@corp.example'],
    ['entra', { email: 'a@corp.example', xms_edov: '1' }, 'a@corp.example'],
    ['entra', { email: 'a@corp.example', xms_edov: '0' }, null],
    ['gitlab', { email: 'a@corp.example', email_verified: true }, 'a@corp.example'],
    ['gitlab', { email: 'a@corp.example' }, null],
  ])('%s: %j gives %s', ([kind, claims, expected]) => {
    expect(identityOf({ kind }, { ...TOKEN, ...claims })?.verified_email).toBe(expected)
  })

  test('an identity needs a subject of a bounded length, and its name is bounded', () => {
    const oidc = { kind: 'oidc' } as const
    for (const sub of ['', 'x'.repeat(256), 7, undefined]) expect(identityOf(oidc, { ...TOKEN, sub })).toBeUndefined()
    expect(identityOf(oidc, { ...TOKEN, name: 'x'.repeat(1000) })?.full_name).toHaveLength(100)
  })

  test('is trusted for the domains of the owner only, not for those below them', () => {
    const provider = { trusted_domains: ['corp.example', 'Other.Example'] }
    const trusted = ['a@corp.example', 'a@CORP.example', 'a@other.example']
    for (const email of trusted) expect(trustsAddress(provider, email)).toBe(true)
    const others = [
      'a@sub.corp.example',
      'a@notcorp.example',
      'a@corp.example.attacker.example',
      'corp.example@x.example',
    ]
    for (const email of others) expect(trustsAddress(provider, email)).toBe(false)
    expect(trustsAddress({ trusted_domains: [] }, 'a@corp.example')).toBe(false)
    expect(trustsAddress({ trusted_domains: ['*'] }, 'a@corp.example')).toBe(true)
  })
})

describe('the groups that a provider states', () => {
  const address = 'https://corp.example/groups'
  test.for<[claim: string, token: Claims, userInfo: Claims, readonly string[] | null]>([
    ['groups', { groups: ['a', 'b'] }, {}, ['a', 'b']],
    ['groups', { groups: 'a b' }, {}, ['a b']],
    ['groups', {}, { groups: ['a'] }, ['a']],
    ['groups', { groups: ['a'] }, { groups: ['b'] }, ['a']],
    ['groups', {}, {}, []],
    ['groups', { groups: null }, {}, []],
    ['groups', { groups: ['a', 7, null, ['b'], 'x'.repeat(256)] }, {}, ['a']],
    ['groups', { groups: 7 }, {}, null],
    ['groups', { groups: { a: 1 } }, {}, null],
    ['groups', { groups: Array(2001).fill('a') }, {}, null],
    ['groups', { _claim_names: { groups: 'src1' } }, {}, null],
    ['groups', { _claim_names: { others: 'src1' } }, {}, []],
    ['groups', { hasgroups: 'true' }, {}, null],
    [address, { [address]: ['a'] }, {}, ['a']],
    ['realm_access.roles', { realm_access: { roles: ['a'] } }, {}, ['a']],
    ['realm_access.roles', { realm_access: 'roles' }, {}, []],
    ['constructor.name', {}, {}, []],
    ['toString', {}, {}, []],
  ])('%s in %j and %j: %j', ([claim, token, userInfo, expected]) => {
    expect(groupValuesIn(claim, token, userInfo)).toEqual(expected)
  })
})

describe('the configuration of a provider', () => {
  const base = { key: 'idp', kind: 'oidc', issuer: 'https://idp.example.com', client_id: 'c', client_secret: 's' }
  const problemOf = (change: object) => {
    try {
      readProvider({ ...base, ...change })
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
  }

  test('has a name and an issuer for each large provider', () => {
    expect(readProvider({ ...base, kind: 'google', issuer: undefined })).toMatchObject({
      display_name: 'Google',
      issuer: 'https://accounts.google.com',
      trusted_domains: [],
    })
  })

  test.for([
    [{ key: 'browser' }, 'reserved'],
    [{ key: '../x' }, 'lower-case'],
    [{ kind: 'saml' }, 'kind'],
    [{ issuer: undefined }, 'issuer'],
    [{ issuer: 'idp' }, 'issuer'],
    [{ client_secret: '' }, 'client_secret'],
    [{ kind: 'gitlab', issuer: 'https://gitlab.corp.example' }, 'Use the kind oidc'],
    [{ kind: 'entra', issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'the number of one tenant'],
    [{ kind: 'entra', issuer: 'https://login.microsoftonline.com/organizations/v2.0' }, 'the number of one tenant'],
    [{ kind: 'apple', issuer: undefined }, 'Apple needs both'],
    [{ surprise: 1 }, 'surprise'],
  ] as const)('with %j is refused', ([change, problem]) => {
    expect(problemOf({})).toBeUndefined()
    expect(problemOf(change)).toContain(problem)
  })

  test('is a list without two equal keys', () => {
    expect(readProviders('')).toEqual([])
    expect(readProviders(JSON.stringify([base]))).toHaveLength(1)
    expect(() => readProviders(JSON.stringify([base, base]))).toThrow('the same key')
    expect(() => readProviders('{}')).toThrow('array')
  })
})
