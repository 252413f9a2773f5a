import { describe, expect, test } from 'vitest'
import { advanceClock, hastenHeldPolls } from '../support/clock'
import { crash, evict, heldPolls, parkedPolls, untilParked } from '../support/faults'
import { makeBusy } from '../support/listening'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { countRows } from '../support/tables'

const HEARTBEATS_ARE_DUE_SECONDS = 56

describe('a long poll', () => {
  test('waits on a socket while the realm receives few requests, so the object can sleep', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const response = queue.poll()
    await untilParked(realm, 1)
    expect(await heldPolls(realm)).toBe(0)
    await evict(realm)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await response)).toEqual(['Pizza?'])
  })

  test('waits in the object while the realm is busy, and on a socket a minute after the last requests', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    hastenHeldPolls()
    await makeBusy(realm)
    const first = queue.poll()
    await untilParked(realm, 1)
    expect(await heldPolls(realm)).toBe(1)

    await advanceClock(realm, HEARTBEATS_ARE_DUE_SECONDS)

    expect(await first).toMatchObject([{ type: 'heartbeat' }])
    const second = queue.poll()
    await untilParked(realm, 1)
    expect(await heldPolls(realm)).toBe(0)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    expect(await second).toEqual([])
  })
})

describe('a long poll that waits in the object', () => {
  test('ends with a heartbeat after 45 to 55 seconds, whose id is new, and which is not stored', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'one')
    const [before] = await queue.events()
    hastenHeldPolls()
    await makeBusy(realm)
    const response = queue.poll()
    await untilParked(realm, 1)
    const events = await countRows(realm, 'events')

    await advanceClock(realm, 44)
    expect(await parkedPolls(realm)).toBe(1)
    await advanceClock(realm, HEARTBEATS_ARE_DUE_SECONDS - 44)

    const [heartbeat, ...more] = await response
    expect(heartbeat).toEqual({ type: 'heartbeat', id: expect.any(Number) })
    expect(more).toEqual([])
    expect(await parkedPolls(realm)).toBe(0)
    expect(await countRows(realm, 'events')).toBe(events)
    await dov.sends(general, 'lunch', 'two')
    const [after] = await queue.events()
    expect(before.id).toBeLessThan(heartbeat.id)
    expect(heartbeat.id).toBeLessThan(after.id)
  })

  test('returns no events when the object crashes, and the next poll continues', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    await makeBusy(realm)
    const waiting = queue.poll()
    await untilParked(realm, 1)
    await crash(realm)
    expect(await waiting).toEqual([])
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
  })

  test('ends when its queue is deleted, and when its user is deactivated', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const [dovs, ezras] = [await dov.registers(), await ezra.registers()]
    await makeBusy(realm)
    const [dovPoll, ezraPoll] = [dovs.poll(), ezras.poll()]
    await untilParked(realm, 2)
    expect(await heldPolls(realm)).toBe(2)
    succeeded(await dov.delete('/events', { queue_id: dovs.id }))
    expect(await dovPoll).toEqual([])
    succeeded(await ada.delete(`/users/${ezra.id}`))
    expect(await ezraPoll).toEqual([])
    expect(await heldPolls(realm)).toBe(0)
  })
})
