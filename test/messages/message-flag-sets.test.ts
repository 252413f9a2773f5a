import { describe, expect, test } from 'vitest'
import { flagsOf } from '../support/messages'
import { RESTARTS } from '../support/faults'
import { countRows } from '../support/tables'
import { freshRealm } from '../support/realm'

describe('messages that are read for their sender', () => {
  test('stay read among messages of other users, and after flags change', async () => {
    const { dov, cleo, general } = await freshRealm()
    const own: number[] = []
    const others: number[] = []
    for (let index = 0; index < 40; index++) {
      const sender = index % 3 === 1 ? cleo : dov
      const { id } = await sender.sends(general, 'lunch', `message ${index}`, { read_by_sender: true })
      ;(sender === dov ? own : others).push(id)
      if (index === 12) await dov.post('/messages/flags', { messages: [own[2]], op: 'remove', flag: 'read' })
      if (index === 24) await dov.post('/messages/flags', { messages: [own[2], others[0]], op: 'add', flag: 'read' })
    }
    const { messages } = await dov.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 })
    const read = messages.filter((message: { flags: string[] }) => message.flags.includes('read'))
    expect(read.map((message: { id: number }) => message.id)).toEqual([...own, others[0]].sort((a, b) => a! - b!))
  })

  describe.each(RESTARTS)('have no row at first, and when the realm $how', ({ restart }) => {
    test('they stay read', async () => {
      const { realm, dov, general } = await freshRealm()
      const { id } = await dov.sends(general, 'lunch', 'mine', { read_by_sender: true })
      const unread = await dov.sends(general, 'lunch', 'by a program', { read_by_sender: false })
      expect(await countRows(realm, "message_flags WHERE flag = 'read'")).toBe(0)
      await restart(realm)
      expect(await flagsOf(dov, id)).toEqual(['read'])
      expect(await flagsOf(dov, unread.id)).toEqual([])
      expect((await dov.get(`/messages/${id}/read_receipts`)).user_ids).not.toContain(dov.id)
    })
  })

  test('are stored in batches, a row for each sender', async () => {
    const { realm, dov, cleo, general } = await freshRealm()
    const ids: number[] = []
    for (let index = 0; index < 300; index++) {
      const { id } = await (index % 2 ? dov : cleo).sends(general, 'lunch', `${index}`, { read_by_sender: true })
      ids.push(id)
    }
    expect(await countRows(realm, "message_flags WHERE flag = 'read'")).toBe(2)
    const { messages } = await dov.get('/messages', { anchor: 'newest', num_before: 400, num_after: 0 })
    const read = messages.filter((message: { flags: string[] }) => message.flags.includes('read'))
    expect(read.map((message: { id: number }) => message.id)).toEqual(ids.filter((_, index) => index % 2 === 1))
  })
})
