import { describe, expect, test } from 'vitest'
import { repeatedPause } from '../../src/store/retry-schedules'
import { chooseRecipients, isLastNotification, isLastRegistration } from '../../src/domain/writing/push/rules'

describe('chooseRecipients', () => {
  const pushes = [{ waiting: [1, 2, 3] }, { waiting: [] }, { waiting: [1, 4] }, { waiting: [5] }]

  test.for<[most: number, recipients: number[][]]>([
    [9, [[1, 2, 3], [1, 4], [5]]],
    [4, [[1, 2, 3], [1]]],
    [2, [[1, 2]]],
    [0, []],
  ])('with at most %i recipients, those who have waited longest come first', ([most, recipients]) => {
    expect(chooseRecipients(pushes, most).map((push) => push.recipients)).toEqual(recipients)
  })
})

describe('repeatedPause, isLastNotification and isLastRegistration', () => {
  test('requests to the bouncer are repeated after longer and longer pauses', () => {
    expect([1, 2, 3, 8, 29].map((failures) => repeatedPause('push', failures))).toEqual([30, 60, 120, 3600, 3600])
  })

  test('a notification is repeated three times, and a registration for about a day', () => {
    expect([isLastNotification(3), isLastNotification(4)]).toEqual([false, true])
    expect([isLastRegistration(29), isLastRegistration(30)]).toEqual([false, true])
  })
})
