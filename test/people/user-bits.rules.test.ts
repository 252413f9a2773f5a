import { expect, test } from 'vitest'
import { UserBits } from '../../src/domain/people/users/user-bits'
import { randomBelow } from '../support/random-numbers'

test('sets of users as bits have as many users as the union of the lists', () => {
  const below = randomBelow(5)
  for (let time = 0; time < 200; time++) {
    const users = Array.from({ length: below(100) }, (_, nth) => 3 * nth + 1)
    const bits = new UserBits(users)
    // Some of the ids are of no user of the realm.
    const lists = Array.from({ length: below(4) }, () => Array.from({ length: below(60) }, () => below(330)))
    const union = new Set(lists.flat().filter((id) => users.includes(id)))
    expect(bits.countOf(lists.map((list) => bits.of(list)))).toBe(union.size)
    expect(bits.countOf([...lists, ...lists].map(bits.ofShared))).toBe(union.size)
  }
  const all = Array.from({ length: 64 }, (_, id) => id)
  expect(new UserBits(all).countOf([new UserBits(all).of(all)])).toBe(64)
})
