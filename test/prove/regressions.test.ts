import { describe, expect, test } from 'vitest'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

/** What random sequences once found, told as it happened. */
describe('once it broke the law', () => {
  test('leaving an archived channel settles what is unread there, and every client hears of it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
    const heard = await replays([dov, ezra], async () => {
      succeeded(await ada.delete(`/streams/${general.stream_id}`))
      succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['general'], principals: [ezra.id] }))
    })
    const { state } = await ezra.registers()
    expect(state.unread_msgs.count).toBe(0)
    expect(heard[2]!.map(({ type, op }) => `${type}/${op}`)).toContain('subscription/remove')
  })
})
