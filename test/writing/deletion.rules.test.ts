import { describe, expect, test } from 'vitest'
import type { User } from '../../src/domain/people/users/user'
import { oldestKeptTime, refusalToDelete } from '../../src/domain/writing/deletion/rules'

const DAY = 86_400

describe('refusalToDelete', () => {
  const user = (user_id: number, bot_owner_id: number | null = null) => ({ user_id, bot_owner_id }) as User
  const TOO_LATE = 'The time limit for deleting this message has passed'
  const NO_PERMISSION = "You don't have permission to delete this message"
  test.for<
    [name: string, sender: User, any: boolean, own: boolean, age: number, limit: number | null, msg: string | undefined]
  >([
    ['an old message, with permission to delete any message', user(2), true, false, 9999, 600, undefined],
    ['an own message within the time limit', user(1), false, true, 600, 600, undefined],
    ['an own message after the time limit', user(1), false, true, 601, 600, TOO_LATE],
    ['an own message without a time limit', user(1), false, true, 9999, null, undefined],
    ['an own message, without permission', user(1), false, false, 0, null, NO_PERMISSION],
    ['a message of an own bot', user(2, 1), false, true, 0, 600, undefined],
    ['a message of the bot of another user', user(2, 3), false, true, 0, 600, NO_PERMISSION],
    ['a message of another user', user(2), false, true, 0, null, NO_PERMISSION],
  ])('%s', ([_, sender, any, own, age_seconds, limit_seconds, msg]) => {
    const facts = { actor: user(1), sender, mayDelete: { any, own }, age_seconds, limit_seconds }
    expect(refusalToDelete(facts)?.refusal.msg).toBe(msg)
  })
})

test.for([
  [1, 10 * DAY],
  [10, DAY],
  [-1, undefined],
  [0, undefined],
] as const)('oldestKeptTime on the eleventh day, for a retention of %i days: %s', ([days, time]) => {
  expect(oldestKeptTime(11 * DAY, days)).toBe(time)
})
