import { expect, test } from 'vitest'
import { leastMs, millisecondsOf } from '../../test/support/cpu'
import { findDestinations, type Destination } from '../store/destinations'

/** A frame, on the machine for which the limits were chosen. */
const MAX_MS = 16

const destination = (name: string): Destination => ({ route: { view: 'channel', stream_id: 1 }, name, detail: '' })
const person = (name: string): Destination => ({ route: { view: 'direct', user_ids: [1] }, name, detail: '' })
const all = ['general', 'engineering', 'Étienne Müller', 'weekly general talk', 'ungeneral', '日本オフィス']
  .map(destination)
  .concat(person('Gen Tanaka'))
const find = (query: string) => findDestinations(all, query, { most: 12 }).map(({ name }) => name)

test.each([
  ['gen', ['general', 'Gen Tanaka', 'weekly general talk', 'ungeneral']],
  ['#gen', ['general', 'weekly general talk', 'ungeneral']],
  ['@gen', ['Gen Tanaka']],
  [' @ ', ['Gen Tanaka']],
  ['etienne mull', ['Étienne Müller']],
  ['本', ['日本オフィス']],
  ['nothing', []],
])('%s', (query, names) => {
  expect(find(query)).toEqual(names)
})

test('27. the search in 32,000 places takes less time than a frame', async () => {
  // 10,000 users, 2,000 channels and 20,000 topics.
  const many = Array.from({ length: 32_000 }, (_, at) => destination(`Person number ${at}`))
  const search = (turn: number) => findDestinations(many, `number 1${turn}`, { most: 12 })
  let turn = 0
  const least = await leastMs(() => millisecondsOf(() => search(turn++ % 10)), MAX_MS, 20)
  expect(least).toBeLessThan(MAX_MS)
})
