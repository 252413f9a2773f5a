import { describe, expect, test } from 'vitest'
import { checkRecipients, watchReads } from '../../src/events/check-event'
import type { Queue } from '../../src/events/queue'
import { bareEvent } from '../support/bare-declarations'

describe('checkRecipients', () => {
  const kind = bareEvent({ type: 'wish', op: 'add', fields: {}, recipients: { everyone: true, users: 'the owner' } })
  const publishTo = (...audiences: string[]) =>
    checkRecipients(
      { kind, facts: {} },
      audiences.map((audience) => ({ kind: audience, facts: {} })),
    )

  test('accepts the audience kinds that the event declares', () => {
    expect(() => publishTo('everyone', 'users')).not.toThrow()
  })

  test('throws for another audience kind', () => {
    expect(() => publishTo('everyone', 'guests')).toThrow('Event wish/add is published to guests, against')
  })
})

describe('watchReads', () => {
  const client = { apply_markdown: true, slim_presence: false, capabilities: { archived_channels: true } }
  const queue = { user_id: 7, queue_id: 'q', narrow: [], event_types: null, client } as unknown as Queue
  const watched = (...declared: string[]) => watchReads(queue, 'Event wish', declared)

  test.each<[string, (queue: Queue) => unknown]>([
    ['apply_markdown', ({ client: options }) => options.apply_markdown],
    ['archived_channels', ({ client: options }) => options.capabilities.archived_channels],
    ['other_capability', ({ client: options }) => options.capabilities.other_capability],
    ['narrow', ({ narrow }) => narrow],
    ['event_types', ({ event_types }) => event_types],
  ])('%s is read only if it is declared', (option, read) => {
    expect(read(watched(option))).toEqual(read(queue))
    expect(() => read(watched('slim_presence'))).toThrow(`Event wish depends on ${option}, against`)
  })

  test('the user and the queue are read by every event', () => {
    const { user_id, queue_id } = watched()
    expect([user_id, queue_id]).toEqual([7, 'q'])
  })
})
