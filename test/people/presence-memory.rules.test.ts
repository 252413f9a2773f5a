import { expect, test } from 'vitest'
import { PresenceMemory } from '../../src/domain/people/presence/presence-memory'

const NOW = 1_900_000_000
const at = (time: number) => ({ active_timestamp: time, idle_timestamp: time })
const BEN = { user_id: 2, showsPresence: true }
const presencesIn = (memory: PresenceMemory, ids: number[]) =>
  memory.answer({ user_id: 9, showsPresence: false }, { status: 'idle', parley_user_ids: ids }, NOW)

test('what the realm knows counts only if it is newer', () => {
  const memory = new PresenceMemory()
  memory.answer(BEN, { status: 'active' }, NOW)
  memory.add([
    [2, at(NOW - 60)],
    [3, at(NOW - 60)],
  ])
  expect(presencesIn(memory, [2, 3, 4])).toMatchObject({ presences: { 2: at(NOW), 3: at(NOW - 60) } })
  memory.add([[2, at(NOW + 60)]])
  expect(presencesIn(memory, [2])).toMatchObject({ presences: { 2: at(NOW + 60) } })
})

test('what the realm itself decides counts in any case, and is not reported', () => {
  const memory = new PresenceMemory()
  memory.answer(BEN, { status: 'active' }, NOW)
  memory.apply({ kind: 'presence', user_id: 2, presence: { active_timestamp: null, idle_timestamp: NOW - 320 } })
  expect(presencesIn(memory, [2])).toMatchObject({ presences: { 2: { idle_timestamp: NOW - 320 } } })
  expect(memory.takeUnreported()).toEqual([])
  memory.apply({ kind: 'presence', user_id: 2, presence: null })
  expect(presencesIn(memory, [2])).toMatchObject({ presences: {} })
})

test('what the realm decides while a report is on its way counts more than the answer to the report', () => {
  const memory = new PresenceMemory()
  memory.takeUnreported()
  memory.apply({ kind: 'presence', user_id: 2, presence: { active_timestamp: null, idle_timestamp: NOW - 320 } })
  memory.add([[2, at(NOW)]])
  expect(presencesIn(memory, [2])).toMatchObject({ presences: { 2: { idle_timestamp: NOW - 320 } } })
  memory.takeUnreported()
  memory.add([[2, at(NOW)]])
  expect(presencesIn(memory, [2])).toMatchObject({ presences: { 2: at(NOW) } })
})

test('each change is reported once, unless the realm did not receive it', () => {
  const memory = new PresenceMemory()
  memory.answer(BEN, { status: 'active' }, NOW)
  memory.answer(BEN, { status: 'active' }, NOW + 10)
  memory.answer({ user_id: 3, showsPresence: false }, { status: 'active' }, NOW)
  const reported = memory.takeUnreported()
  expect(reported).toEqual([[2, at(NOW)]])
  expect(memory.hasUnreported).toBe(false)
  memory.returnUnreported(reported)
  expect(memory.takeUnreported()).toEqual([[2, at(NOW)]])
})

test('a report has at most 20,000 people', () => {
  const memory = new PresenceMemory()
  for (let user_id = 1; user_id <= 20_001; user_id++)
    memory.answer({ user_id, showsPresence: true }, { status: 'active', ping_only: true }, NOW)
  expect([memory.takeUnreported().length, memory.takeUnreported().length]).toEqual([20_000, 1])
})
