import { describe, expect, test } from 'vitest'
import { refusalOfMuteCount, refusalToMute } from '../../src/domain/people/muted-users/rules'

describe('refusalToMute', () => {
  test.for([
    [7, 8, false, undefined],
    [7, 8, true, 'User already muted'],
    [7, 7, false, 'Cannot mute self'],
  ] as const)('user %i mutes user %i, muted before: %s: %s', ([muterId, userId, isMuted, msg]) => {
    expect(refusalToMute(muterId, userId, isMuted)?.message).toBe(msg)
  })
})

test('refusalOfMuteCount refuses more than 5000 muted users', () => {
  expect(refusalOfMuteCount(4999)).toBeUndefined()
  expect(refusalOfMuteCount(5000)?.message).toBe('No more than 5000 users can be muted.')
})
