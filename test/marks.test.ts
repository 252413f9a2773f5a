import { describe, expect, test } from 'vitest'
import { freshRealm } from './support/realm'

describe('what somebody has read by sending it', () => {
  test('stays read among what others send, what is marked and what is unmarked', async () => {
    const { dov, cleo, general } = await freshRealm()
    const own: number[] = []
    const others: number[] = []
    for (let nth = 0; nth < 40; nth++) {
      const sender = nth % 3 === 1 ? cleo : dov
      const { id } = await sender.sends(general, 'lunch', `message ${nth}`, { read_by_sender: true })
      ;(sender === dov ? own : others).push(id)
      if (nth === 12) await dov.post('/messages/flags', { messages: [own[2]], op: 'remove', flag: 'read' })
      if (nth === 24) await dov.post('/messages/flags', { messages: [own[2], others[0]], op: 'add', flag: 'read' })
    }
    const { messages } = await dov.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 })
    const read = messages.filter((message: { flags: string[] }) => message.flags.includes('read'))
    expect(read.map((message: { id: number }) => message.id)).toEqual([...own, others[0]].sort((a, b) => a! - b!))
  })
})
