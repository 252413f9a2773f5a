import { expect, test } from 'vitest'
import { findDestinations, type Destination } from '../store/destinations'

const destination = (name: string): Destination => ({ route: { view: 'channel', stream_id: 1 }, name, detail: '' })
const person = (name: string): Destination => ({ route: { view: 'direct', user_ids: [1] }, name, detail: '' })
const all = ['general', 'engineering', 'Étienne Müller', 'weekly general talk', 'ungeneral', '日本オフィス']
  .map(destination)
  .concat(person('Gen Tanaka'))
const find = (query: string) => findDestinations(all, query).map(({ name }) => name)

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

test('27. the search in 32,000 places takes less time than a frame', () => {
  // 10,000 users, 2,000 channels and 20,000 topics.
  const many = Array.from({ length: 32_000 }, (_, at) => destination(`Person number ${at}`))
  findDestinations(many, 'warm')
  const begun = process.cpuUsage()
  for (let turn = 0; turn < 10; turn++) findDestinations(many, `number 1${turn}`)
  const { user, system } = process.cpuUsage(begun)
  // 16 ms on a usual machine. This limit only fails if the search becomes something else.
  expect((user + system) / 1000 / 10).toBeLessThan(80)
})
