import { describe, expect, test } from 'vitest'
import { EphemeralEvents } from '../../src/events/ephemeral-events'
import { bareEvent } from '../support/bare-declarations'

const audience = { parts: [{ kind: 'all', facts: {} }] }
const typing = (id: number, more: object = {}) => ({
  id,
  kind: bareEvent({ type: 'typing', op: 'start', fields: {}, isEphemeral: true, ...more }),
  audience,
  facts: { id },
})

const idsAfter = (events: EphemeralEvents, id: number) => events.after(id).map((event) => event.id)

describe('ephemeral events', () => {
  test('have the fields of a row in the event log', () => {
    const events = new EphemeralEvents(() => 0)
    events.add([typing(7)])
    expect(events.after(6)).toMatchObject([
      { id: 7, kind: 'typing/start', audience: JSON.stringify(audience), facts: '{"id":7}' },
    ])
    expect(events.after(7)).toEqual([])
  })

  test('stay in memory for ten seconds, and other events do not', () => {
    let now = 100
    const events = new EphemeralEvents(() => now)
    events.add([typing(1), typing(2, { isEphemeral: undefined })])
    now = 105
    events.add([typing(3)])
    now = 109
    expect(idsAfter(events, 0)).toEqual([1, 3])
    now = 110
    expect(idsAfter(events, 0)).toEqual([3])
    now = 115
    expect(idsAfter(events, 0)).toEqual([])
  })

  test('take a limited amount of memory', () => {
    const events = new EphemeralEvents(() => 0)
    for (let id = 1; id <= 3000; id++) events.add([typing(id)])
    expect(idsAfter(events, 0)).toEqual(Array.from({ length: 1000 }, (_, index) => 2001 + index))
    events.add([{ ...typing(3001), facts: { id: 'x'.repeat(10_000) } }])
    expect(idsAfter(events, 3000)).toEqual([])
  })
})
