import { describe, expect, test } from 'vitest'
import { isTooOld } from '../../src/domain/organization/realms/compatibility-rules'
import { faultOfRealmName } from '../../src/domain/organization/realms/name-rules'

describe('names of realms', () => {
  test.for([
    ['acme', undefined],
    ['a-1', undefined],
    ['x'.repeat(40), undefined],
    ['ab', 'Subdomain needs to have length 3 or greater.'],
    ['x'.repeat(41), 'Subdomain cannot be longer than 40 characters.'],
    ['-acme', "Subdomain cannot start or end with a '-'."],
    ['acme-', "Subdomain cannot start or end with a '-'."],
    ['Acme', "Subdomain can only have lowercase letters, numbers, and '-'s."],
    ['ac.me', "Subdomain can only have lowercase letters, numbers, and '-'s."],
  ])('%s: %s', ([name, fault]) => {
    expect(faultOfRealmName(name!)).toBe(fault)
  })
})

describe('clients that are too old', () => {
  test.for([
    ['SvcMobile/27.230 (Android 13)', false],
    ['SvcMobile/16.2.96 (Android 13)', false],
    ['SvcMobile/16.2.95 (Android 13)', true],
    ['SvcMobile/16.3 (Android 13)', false],
    ['SvcMobile/16 (android)', true],
    ['SvcMobile/x.y (Android)', true],
    ['SvcMobile (Android)', true],
    ['SvcMobile/1.0 (iOS 17)', false],
    ['SvcInvalid/5.0', true],
    ['AcmeInvalid/5.0', true],
    ['AcmeMobile/1.0 (Android)', true],
    ['svc-js/0.1.0', false],
    ['', false],
  ] as const)('%s: %s', ([user_agent, expected]) => {
    expect(isTooOld(user_agent, 'acme')).toBe(expected)
  })
})
