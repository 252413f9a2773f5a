import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { stopClock } from '../support/clock'
import { evict } from '../support/faults'
import { selectRows, executeSql } from '../support/tables'
import type { Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const generationOf = async (person: Person): Promise<number> => (await person.registers()).state.server_generation

describe('the generation of the server', () => {
  test('is the time at which the realm first ran with this version', async () => {
    const { realm, dov } = await freshRealm()
    const generation = await generationOf(dov)
    const [{ created_at }] = await selectRows(realm, 'SELECT created_at FROM realm')
    expect(generation).toBe(created_at)
    expect(Math.abs(Date.now() / 1000 - generation)).toBeLessThan(120)
  })

  test('does not change when the realm wakes up, and clients receive no event', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    for (let index = 0; index < 3; index++) {
      await evict(realm)
      await stopClock(realm, Math.floor(Date.now() / 1000) + 100 * index)
      await runAlarm(realm)
      expect(await generationOf(dov)).toBe(queue.state.server_generation)
    }
    expect(await queue.events()).toEqual([])
  })

  test('is the time at which a new version started, and each client receives one event', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await runAlarm(realm)
    const { state } = await dov.registers()
    const later = state.server_generation + 300
    const received = await replays([dov, ezra], async () => {
      await executeSql(realm, "UPDATE server_generations SET version = 'an older one'")
      await stopClock(realm, later)
      await runAlarm(realm)
      await evict(realm)
      await runAlarm(realm)
    })
    for (const events of received)
      expect(events).toEqual([
        expect.objectContaining({
          type: 'restart',
          svc_version: state.svc_version,
          svc_feature_level: state.svc_feature_level,
          server_generation: later,
        }),
      ])
  })

  test('never decreases, even if the clock does', async () => {
    const { realm, dov } = await freshRealm()
    const before = await generationOf(dov)
    await executeSql(realm, "UPDATE server_generations SET version = 'an older one'")
    await stopClock(realm, before - 5000)
    await runAlarm(realm)
    expect(await generationOf(dov)).toBe(before + 1)
  })
})
