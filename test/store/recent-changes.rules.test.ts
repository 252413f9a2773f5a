import { expect, test } from 'vitest'
import { RecentChanges } from '../../src/store/recent-changes'

const [GENERAL, KITCHEN] = [1, 2]

const foundIn = (changes: RecentChanges, id: number, channels = [GENERAL]) => {
  const found = changes.usersOf(id, channels)
  return found && [...found]
}

test('a message has the users whose change was of its id, and of its channel or of all', () => {
  const changes = new RecentChanges(10)
  changes.note({ user_ids: [1], from: 11, to: 12, last: 20 })
  changes.note({ user_ids: [2, 3], from: 0, to: 20, stream_id: GENERAL, last: 20 })
  changes.note({ user_ids: [4], from: 0, to: 20, stream_id: KITCHEN, last: 20 })
  expect(foundIn(changes, 12)).toEqual([1, 2, 3])
  expect(foundIn(changes, 13)).toEqual([2, 3])
  expect(foundIn(changes, 13, [GENERAL, KITCHEN])).toEqual([2, 3, 4])
  expect(foundIn(changes, 21)).toEqual([])
})

test('of messages before the first known change nothing is known', () => {
  const changes = new RecentChanges(10)
  expect([foundIn(changes, 10), foundIn(changes, 11)]).toEqual([undefined, []])
})

test('after many changes, the earlier half is forgotten, and with it what is known about messages until then', () => {
  const changes = new RecentChanges(0)
  for (let id = 1; id <= 100_001; id++) changes.note({ user_ids: [id], from: id, to: id, last: id })
  expect(foundIn(changes, 50_000)).toBeUndefined()
  expect([foundIn(changes, 50_001), foundIn(changes, 100_001)]).toEqual([[50_001], [100_001]])
})

test('a change of very many users is not remembered, so nothing is known about messages until then', () => {
  const changes = new RecentChanges(0)
  changes.note({
    user_ids: Array.from({ length: 50_001 }, (_, nth) => nth),
    from: 0,
    to: 7,
    stream_id: GENERAL,
    last: 7,
  })
  expect([foundIn(changes, 7), foundIn(changes, 8)]).toEqual([undefined, []])
})

test('a change of a message that is newer than the last one counts until that message', () => {
  const changes = new RecentChanges(0)
  for (let count = 0; count <= 100_000; count++) changes.note({ user_ids: [5], from: 9, to: 9, last: 8 })
  expect([foundIn(changes, 9), foundIn(changes, 10)]).toEqual([undefined, []])
})
