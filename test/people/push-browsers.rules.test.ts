import { expect, test } from 'vitest'
import { isPushService } from '../../src/domain/people/push-browsers/rules'

const outside = { allows_private: false, own_hosts: [], disabled: new Set<string>(), sendBeside: undefined }
const services = { push_services: ['push.example.net'], outside }

test.for([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://push.example.net/to/abc', // of the operator
])('%s is an address of a push service', (endpoint) => {
  expect(isPushService(endpoint, services)).toBe(true)
})

test.for([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.example.com/abc',
  'https://other.googleapis.com/abc',
  'https://push.apple.com.example.com/abc',
  'https://evilpush.apple.com.evil.com/abc',
  'https://notpush.apple.com/abc',
  'https://push.apple.com/abc',
  'https://example.com/abc',
  'https://127.0.0.1/abc',
  'fcm.googleapis.com/abc',
  '',
])('%s is none', (endpoint) => {
  expect(isPushService(endpoint, services)).toBe(false)
})

test('without https, only a development server may use a service of its operator', () => {
  const endpoint = 'http://127.0.0.1:8990/to/abc'
  const own = { push_services: ['127.0.0.1:8990'] }
  expect(isPushService(endpoint, { ...own, outside })).toBe(false)
  expect(isPushService(endpoint, { ...own, outside: { ...outside, allows_private: true } })).toBe(true)
})
