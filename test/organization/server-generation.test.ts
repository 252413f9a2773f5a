import { describe, expect, test } from 'vitest'
import { evict, ring } from '../support/faults'
import type { Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { rowsIn, stopClock, writesTo } from '../support/tables'

const generationOf = async (person: Person): Promise<number> => (await person.registers()).state.server_generation

describe('the generation of the server', () => {
  test('is the second at which the realm first ran under this version', async () => {
    const { realm, dov } = await freshRealm()
    const generation = await generationOf(dov)
    const [{ created_at }] = await rowsIn(realm, 'SELECT created_at FROM realm')
    expect(generation).toBe(created_at)
    expect(Math.abs(Date.now() / 1000 - generation)).toBeLessThan(120)
  })

  test('stays the same when the realm wakes, and no client hears of it', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    for (let nth = 0; nth < 3; nth++) {
      await evict(realm)
      await stopClock(realm, Math.floor(Date.now() / 1000) + 100 * nth)
      await ring(realm)
      expect(await generationOf(dov)).toBe(queue.state.server_generation)
    }
    expect(await queue.events()).toEqual([])
  })

  test('is the second at which a new version began, and every client hears of it once', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await ring(realm)
    const { state } = await dov.registers()
    const later = state.server_generation + 300
    const heard = await replays([dov, ezra], async () => {
      await writesTo(realm, "UPDATE server_generations SET version = 'an older one'")
      await stopClock(realm, later)
      await ring(realm)
      await evict(realm)
      await ring(realm)
    })
    for (const events of heard)
      expect(events).toEqual([
        expect.objectContaining({
          type: 'restart',
          svc_version: state.svc_version,
          svc_feature_level: state.svc_feature_level,
          server_generation: later,
        }),
      ])
  })

  test('never goes back, although the clock did', async () => {
    const { realm, dov } = await freshRealm()
    const before = await generationOf(dov)
    await writesTo(realm, "UPDATE server_generations SET version = 'an older one'")
    await stopClock(realm, before - 5000)
    await ring(realm)
    expect(await generationOf(dov)).toBe(before + 1)
  })
})
