import { expect, test } from 'vitest'
import type { Event } from '../../client-state/wire'
import { listTopics } from '../base/listed-topics'

/** Lists the topics of channel 1 from a replica. Returns what changes the replica, what receives events, and how often it was read. */
function listing(missed: readonly object[] = []) {
  let kept = [{ name: 'tea', max_id: 2 }]
  let [reads, registration] = [0, 1]
  const onEvents = new Set<(events: readonly Event[]) => void>()
  const client: object = {
    environment: { api: '' },
    onEvents,
    registrations: () => registration,
    session: {},
    signal: {},
  }
  const list: (stream_id: number) => Promise<{ name: string; max_id: number }[]> = Reflect.apply(
    listTopics,
    undefined,
    [client, () => Promise.resolve((reads++, { topics: kept, missed }))],
  )
  return {
    names: async () => (await list(1)).map(({ name }) => name).join(),
    reads: () => reads,
    keep: (...names: string[]) => void (kept = names.map((name, nth) => ({ name, max_id: 9 - nth }))),
    register: () => void registration++,
    receive: (event: object) => {
      for (const listener of onEvents) Reflect.apply(listener, undefined, [[event]])
    },
  }
}

const message = (subject: string, id = 5) => ({
  type: 'message',
  message: { id, type: 'stream', stream_id: 1, subject },
})

test('topics are read once, and a message brings its topic to the front', async () => {
  const { names, reads, receive } = listing()
  expect(await names()).toBe('tea')
  receive(message('cake'))
  expect(await names()).toBe('cake,tea')
  receive(message('Tea', 6))
  expect(await names()).toBe('Tea,cake')
  expect(reads()).toBe(1)
})

test.each([
  { type: 'update_message', stream_id: 1, subject: 'coffee' },
  { type: 'update_message', stream_id: 2, new_stream_id: 1 },
  { type: 'delete_message', message_type: 'stream', stream_id: 1 },
  { type: 'subscription', op: 'add' },
  { type: 'stream', op: 'update' },
])('after $type $op they are read again', async (event) => {
  const { names, keep, receive } = listing()
  await names()
  keep('coffee')
  receive({ type: 'update_message', stream_id: 1 })
  receive({ type: 'delete_message', message_type: 'stream', stream_id: 2 })
  expect(await names()).toBe('tea')
  receive(event)
  expect(await names()).toBe('coffee')
})

test('after a new registration they are read again', async () => {
  const { names, keep, register } = listing()
  await names()
  keep('coffee')
  register()
  expect(await names()).toBe('coffee')
})

test('a replica that lacks the newest messages is enough', async () => {
  const { names } = listing([message('cake'), message('Tea', 6), { type: 'reaction' }])
  expect(await names()).toBe('Tea,cake')
})

test('a message that the replica has already does not change the order', async () => {
  const { names, keep } = listing([message('tea')])
  keep('cake', 'tea')
  expect(await names()).toBe('cake,tea')
})

test('a replica that lacks a deletion is not enough', async () => {
  const { names } = listing([{ type: 'delete_message', message_type: 'stream', stream_id: 1 }])
  await expect(names()).rejects.toThrow()
})
