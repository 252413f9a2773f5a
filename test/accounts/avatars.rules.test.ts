import { expect, test } from 'vitest'
import { pictureIdOf } from '../../src/domain/accounts/avatars/rules'

test('the id of an uploaded picture is the part after the number of the realm', () => {
  expect(pictureIdOf('17/abc')).toBe('abc')
  expect(pictureIdOf('abc')).toBe('abc')
})
