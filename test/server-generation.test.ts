import { describe, expect, test } from 'vitest'
import { evict, ring } from './support/faults'
import { freshRealm } from './support/realm'
import { replays } from './support/replays'
import { writesTo } from './support/tables'

describe('when the server becomes another version', () => {
  test('everyone who listens is told, once, and the generation goes up', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await ring(realm)
    const { state } = await dov.registers()
    expect(state.server_generation).toBe(1)
    const heard = await replays([dov, ezra], async () => {
      await writesTo(realm, "UPDATE server_generations SET version = 'an older one'")
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
          server_generation: 2,
        }),
      ])
  })

  test('a realm that wakes under the same one says nothing', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    for (let nth = 0; nth < 3; nth++) {
      await ring(realm)
      await evict(realm)
    }
    expect(await queue.events()).toEqual([])
  })
})
