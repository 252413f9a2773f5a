import { describe, expect, test } from 'vitest'
import { EphemeralEvents } from '../../src/events/ephemeral-events'
import { bareEvent } from '../support/bare-declarations'

const audience = { parts: [{ kind: 'all', facts: {} }] }
const said = (id: number, more: object = {}) => ({
  id,
  kind: bareEvent({ type: 'typing', op: 'start', fields: {}, isEphemeral: true, ...more }),
  audience,
  facts: { said: id },
})

const idsAfter = (fleeting: EphemeralEvents, id: number) => fleeting.after(id).map((event) => event.id)

describe('what is fleeting', () => {
  test('is as a row of the log would be', () => {
    const fleeting = new EphemeralEvents(() => 0)
    fleeting.add([said(7)])
    expect(fleeting.after(6)).toMatchObject([
      { id: 7, kind: 'typing/start', audience: JSON.stringify(audience), facts: '{"said":7}' },
    ])
    expect(fleeting.after(7)).toEqual([])
  })

  test('is kept for ten seconds each, and nothing else is kept', () => {
    let now = 100
    const fleeting = new EphemeralEvents(() => now)
    fleeting.add([said(1), said(2, { isEphemeral: undefined })])
    now = 105
    fleeting.add([said(3)])
    now = 109
    expect(idsAfter(fleeting, 0)).toEqual([1, 3])
    now = 110
    expect(idsAfter(fleeting, 0)).toEqual([3])
    now = 115
    expect(idsAfter(fleeting, 0)).toEqual([])
  })

  test('fills no memory, however much of it there is', () => {
    const fleeting = new EphemeralEvents(() => 0)
    for (let id = 1; id <= 3000; id++) fleeting.add([said(id)])
    expect(idsAfter(fleeting, 0)).toEqual(Array.from({ length: 1000 }, (_, nth) => 2001 + nth))
    fleeting.add([{ ...said(3001), facts: { said: 'x'.repeat(10_000) } }])
    expect(idsAfter(fleeting, 3000)).toEqual([])
  })
})
