import { expect, onTestFinished, test } from 'vitest'
import { createStoredOutgoing, type Outgoing } from '../sync/stored-outgoing'

const ENTRY: Outgoing = {
  local_id: 'one',
  user_id: 7,
  route: { view: 'direct', user_ids: [8] },
  content: 'hello',
  written: 1,
  timestamp: 0,
  state: 'sending',
}

/** Messages over a database that takes what is written, or refuses it. */
function storedIn({ refuses }: { refuses: boolean }) {
  const rows = new Map<string, unknown>()
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const stored = createStoredOutgoing({
    name: 'outgoing',
    signal: ending.signal,
    changed: () => {},
    database: {
      readAll: async <Value>() => JSON.parse(JSON.stringify([...rows.values()])) satisfies Value[],
      async write(changes) {
        if (refuses) return false
        for (const { key, value } of changes)
          if (value === undefined) rows.delete(key)
          else rows.set(key, value)
        return true
      },
    },
  })
  stored.belongTo(7)
  return { stored, rows }
}

test('a message that the browser refuses to store stays until it is sent', async () => {
  const { stored } = storedIn({ refuses: true })
  await stored.add(ENTRY)
  await stored.load()
  expect(stored.all()).toEqual([ENTRY])
  await stored.update(ENTRY, { state: 'waiting' })
  await stored.load()
  expect(stored.all()).toEqual([{ ...ENTRY, state: 'waiting' }])
  await stored.remove('one')
  await stored.load()
  expect(stored.all()).toEqual([])
})

test('a message that is stored goes when another tab has sent it', async () => {
  const { stored, rows } = storedIn({ refuses: false })
  await stored.add(ENTRY)
  await stored.load()
  expect(stored.all()).toEqual([ENTRY])
  rows.clear()
  await stored.load()
  expect(stored.all()).toEqual([])
})
