import { describe, expect, test } from 'vitest'
import { freshRealm } from './support/realm'
import { replays } from './support/replays'

describe('POST /messages', () => {
  test('everyone in the channel hears of a message, and nobody else', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general, vault } = await freshRealm()
    const heard = await replays([ada, ben, cleo, dov, ezra, fig], async () => {
      await dov.sends(general, 'lunch', 'Pizza, @**Ada**?')
      await ben.sends(vault, 'keys', 'Under the mat')
    })
    const contents = heard.map((events) =>
      events.filter((event) => event.type === 'message').map((event) => event.message.content),
    )
    expect(contents[0]).toEqual(['Pizza, @**Ada**?', 'Under the mat'])
    expect(contents[6]).toEqual(['Pizza, @**Ada**?'])
  })
})
