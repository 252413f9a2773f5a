import { expect, test } from 'vitest'
import { isRequiredOf } from '../../src/domain/people/factors/required-rules'

test.for([
  ['none', []],
  ['owners', [100]],
  ['administrators', [100, 200]],
  ['moderators', [100, 200, 300]],
  ['members', [100, 200, 300, 400]],
  ['everyone', [100, 200, 300, 400, 600]],
] as const)('a factor that is required of %s is required of the roles %j', ([of, roles]) => {
  expect(([100, 200, 300, 400, 600] as const).filter((role) => isRequiredOf(of, role))).toEqual(roles)
})
