import { describe, expect, test } from 'vitest'
import { shownRecoveryCode, typedRecoveryCode } from '../../src/domain/people/factors/recovery-rules'
import {
  acceptedStep,
  base32,
  bytesOfBase32,
  codeOfStep,
  otpauthUrl,
  stepAt,
} from '../../src/domain/people/factors/totp-rules'

const SECRET = new TextEncoder().encode('12345678901234567890')

describe('a one-time code', () => {
  test.for([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const)('at %i seconds is %s, as in RFC 6238', ([seconds, code]) => {
    expect(codeOfStep(SECRET, stepAt(seconds), 8)).toBe(code)
    expect(codeOfStep(SECRET, stepAt(seconds))).toBe(code.slice(2))
  })

  test('counts one step early and late, with spaces, and not longer', () => {
    const now = 3000
    const accepted = (off: number, last_step = 0) =>
      acceptedStep(SECRET, codeOfStep(SECRET, stepAt(now) + off), { now, last_step })
    expect([-2, -1, 0, 1, 2].map((off) => accepted(off))).toEqual([undefined, 99, 100, 101, undefined])
    const code = codeOfStep(SECRET, 100)
    expect(acceptedStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, { now, last_step: 0 })).toBe(100)
    for (const wrong of ['', '000000', code.slice(1), `${code}0`])
      expect(acceptedStep(SECRET, wrong, { now, last_step: 0 })).toBeUndefined()
  })

  test('of the last step that was accepted, or of an earlier one, does not count', () => {
    const accepted = (off: number) => acceptedStep(SECRET, codeOfStep(SECRET, 100 + off), { now: 3000, last_step: 100 })
    expect([-1, 0, 1].map(accepted)).toEqual([undefined, undefined, 101])
  })
})

describe('base32', () => {
  test('is that of RFC 4648', () => {
    expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(bytesOfBase32(base32(SECRET))).toEqual(SECRET)
  })

  test('is in the address for apps, with names that are encoded', () => {
    expect(otpauthUrl('ABC', { issuer: 'A & B', account: 'ada@example.com' })).toBe(
      'otpauth://totp/A%20%26%20B:ada%40example.com?secret=ABC&issuer=A%20%26%20B',
    )
  })
})

describe('a recovery code', () => {
  test('is read with and without dashes, spaces and capitals', () => {
    expect(shownRecoveryCode('AbCdEfGh12345678')).toBe('abcd-efgh-1234-5678')
    for (const typed of ['abcd-efgh-1234-5678', 'ABCDEFGH12345678', ' abcd efgh 1234 5678 '])
      expect(typedRecoveryCode(typed)).toBe('abcdefgh12345678')
    for (const other of ['', '123456', 'abcd-efgh-1234-567', 'abcd-efgh-1234-567!'])
      expect(typedRecoveryCode(other)).toBeUndefined()
  })
})
