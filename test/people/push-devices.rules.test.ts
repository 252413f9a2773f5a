import { describe, expect, test } from 'vitest'
import {
  refusalOfDevice,
  refusalOfDeviceCount,
  refusalOfToken,
  type DeviceRegistration,
} from '../../src/domain/people/push-devices/rules'

const KEY = btoa('k'.repeat(32))
const registration: DeviceRegistration = {
  push_account_id: 2408,
  token_kind: 'apns',
  push_public_key: KEY,
  bouncer_public_key: KEY,
  encrypted_push_registration: btoa('a token'),
}

describe('refusalOfDevice', () => {
  const CASES: [change: Partial<DeviceRegistration>, msg: string | undefined][] = [
    [{}, undefined],
    [{ push_public_key: btoa('k'.repeat(31)) }, 'Invalid push_public_key'],
    [{ push_public_key: 'not base64' }, 'Invalid push_public_key'],
    [{ bouncer_public_key: btoa('k'.repeat(33)) }, 'Invalid bouncer_public_key'],
    [{ encrypted_push_registration: '' }, 'Invalid encrypted_push_registration'],
    [{ encrypted_push_registration: 'A'.repeat(5004) }, 'Invalid encrypted_push_registration'],
    [{ encrypted_push_registration: 'A'.repeat(5000) }, undefined],
  ]
  test.for(CASES)('%j: %s', ([change, msg]) => {
    expect(refusalOfDevice({ ...registration, ...change })?.message).toBe(msg)
  })
})

describe('refusalOfToken', () => {
  test.for([
    ['fcm', 'any text', null, undefined],
    ['fcm', '', null, 'Empty or invalid length token'],
    ['fcm', 'x'.repeat(5001), null, 'Empty or invalid length token'],
    ['apns', 'c0ffee', 'org.example.app', undefined],
    ['apns', btoa('a phone'), 'org.example.app', undefined],
    ['apns', 'c0ffe', 'org.example.app', 'Invalid APNS token'],
    ['apns', 'c0ffee', '', 'Invalid app ID'],
    ['apns', 'c0ffee', 'an app', 'Invalid app ID'],
    ['apns', 'c0ffee', 'a'.repeat(101), 'Invalid app ID'],
  ] as const)('%s %s %s: %s', ([token_kind, token, ios_app_id, msg]) => {
    expect(refusalOfToken({ token_kind, token, ios_app_id })?.message).toBe(msg)
  })
})

test('refusalOfDeviceCount refuses more than 100 devices', () => {
  expect(refusalOfDeviceCount(99)).toBeUndefined()
  expect(refusalOfDeviceCount(100)?.message).toBe('No more than 100 devices can be registered.')
})
