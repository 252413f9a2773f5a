import { describe, expect, test } from 'vitest'
import { flagsOf } from '../support/messages'
import { countIn, RESTARTS } from '../support/faults'
import { freshRealm } from '../support/realm'

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

  describe.each(RESTARTS)('is kept in no row of its own for a while, and when the realm $how', ({ restart }) => {
    test('it outlives that', async () => {
      const { realm, dov, general } = await freshRealm()
      const { id } = await dov.sends(general, 'lunch', 'mine', { read_by_sender: true })
      const unread = await dov.sends(general, 'lunch', 'by a program', { read_by_sender: false })
      expect(await countIn(realm, "message_flags WHERE flag = 'read'")).toBe(0)
      await restart(realm)
      expect(await flagsOf(dov, id)).toEqual(['read'])
      expect(await flagsOf(dov, unread.id)).toEqual([])
      expect((await dov.get(`/messages/${id}/read_receipts`)).user_ids).not.toContain(dov.id)
    })
  })

  test('is marked in lots, a row for each sender, however long nobody asks', async () => {
    const { realm, dov, cleo, general } = await freshRealm()
    const ids: number[] = []
    for (let nth = 0; nth < 300; nth++) {
      const { id } = await (nth % 2 ? dov : cleo).sends(general, 'lunch', `${nth}`, { read_by_sender: true })
      ids.push(id)
    }
    expect(await countIn(realm, "message_flags WHERE flag = 'read'")).toBe(2)
    const { messages } = await dov.get('/messages', { anchor: 'newest', num_before: 400, num_after: 0 })
    const read = messages.filter((message: { flags: string[] }) => message.flags.includes('read'))
    expect(read.map((message: { id: number }) => message.id)).toEqual(ids.filter((_, nth) => nth % 2 === 1))
  })
})
