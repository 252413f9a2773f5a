import { describe, expect, test } from 'vitest'
import { deviceOf, networkOf } from '../../src/domain/mail/security-mail/device-rules'

describe('networkOf', () => {
  test.each([
    ['192.0.2.7', '192.0.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
    ['::1', ':0:0'],
    ['', ''],
  ])('of %j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('deviceOf', () => {
  test('differs by program and by network, and has a bounded length', () => {
    expect(deviceOf('Firefox on Linux', '192.0.2.7')).toBe(deviceOf('Firefox on Linux', '192.0.2.8'))
    expect(deviceOf('Firefox on Linux', '192.0.2.7')).not.toBe(deviceOf('Firefox on Linux', '192.0.3.7'))
    expect(deviceOf('Firefox on Linux', '192.0.2.7')).not.toBe(deviceOf('Chrome on Linux', '192.0.2.7'))
    expect(deviceOf('x'.repeat(1000), '192.0.2.7').length).toBeLessThan(80)
  })
})
