import { describe, expect, test } from 'vitest'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

/** Sequences that random tests found, as readable tests. */
describe('a sequence that broke the law before', () => {
  test('leaving an archived channel removes its unread messages in all clients', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
    const events = await replays([dov, ezra], async () => {
      succeeded(await ada.delete(`/streams/${general.stream_id}`))
      succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['general'], principals: [ezra.id] }))
    })
    const { state } = await ezra.registers()
    expect(state.unread_msgs.count).toBe(0)
    expect(events[2]!.map(({ type, op }) => `${type}/${op}`)).toContain('subscription/remove')
  })
})
