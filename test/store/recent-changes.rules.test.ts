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

test('finds the same users as a search through all changes, for one message or many, in one channel or all', () => {
  const next = pseudoRandom(7)
  const changes = new RecentChanges(0)
  const noted: { user_id: number; stream_id: number | null; from: number; to: number }[] = []
  for (let user_id = 1; user_id <= 3000; user_id++) {
    const from = next(6000)
    const change = {
      stream_id: [null, null, GENERAL, KITCHEN][next(4)]!,
      from,
      to: from + next(next(4) === 0 ? 5000 : 300),
    }
    changes.note({ ...change, user_ids: [user_id], last: 6000 })
    noted.push({ ...change, user_id })
  }
  for (let id = 1; id <= 7000; id += 13) {
    const inChannel = (stream_id: number | null) => stream_id === null || stream_id === KITCHEN
    const expected = noted.filter(({ stream_id, from, to }) => inChannel(stream_id) && from <= id && id <= to)
    const found = foundIn(changes, id, [KITCHEN])!
    expect(found.sort((a, b) => a - b)).toEqual(expected.map(({ user_id }) => user_id))
  }
})

/** Returns a generator of the same whole numbers each time. */
function pseudoRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
