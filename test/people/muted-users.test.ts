import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const muting = (person: { id: number }) => `/users/me/muted_users/${person.id}`
const told = (...people: Person[]) => ({
  type: 'muted_users',
  muted_users: people.map(({ id }) => ({ id, timestamp: expect.any(Number) })),
})

async function mutedBy(person: Person): Promise<number[]> {
  const { state } = await person.registers({ fetch_event_types: ['muted_users'] })
  return state.muted_users.map(({ id }: Json) => id)
}

async function flagsOf(person: Person, message: { id: number }): Promise<string[]> {
  const answer = succeeded(await person.get(`/messages/${message.id}`))
  return answer.message.flags
}

describe('POST /users/me/muted_users/:muted_user_id', () => {
  test('what somebody said becomes read for whoever mutes them, and then all they muted are told to them alone', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const said = [
      await ada.sends(general, 'lunch', 'Pizza?'),
      await ben.sends(general, 'lunch', 'Soup!'),
      await ada.sendsDirectly([dov], 'Well?'),
      await ada.sendsDirectly([dov, ben], 'You two?'),
    ]
    const [his, hers] = await receivedBy([dov, ada], async () => expect(await dov.post(muting(ada))).toEqual(SUCCESS))
    const messages = [said[0]!.id, said[2]!.id, said[3]!.id]
    const read = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false }
    for (const events of [his!.plain, his!.able]) expect(events).toEqual([read, told(ada)])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await flagsOf(dov, said[0]!)).toContain('read')
    expect(await flagsOf(dov, said[1]!)).not.toContain('read')
  })

  test('what they say from then on arrives read, and to nobody else', async () => {
    const { ada, ben, dov, general, vault } = await freshRealm()
    succeeded(await dov.post(muting(ada)))
    const sent: { id: number }[] = []
    const [his, bens] = await receivedBy([dov, ben], async () => {
      sent.push(await ada.sends(general, 'lunch', '@**Dov** Pizza?'))
      sent.push(await ada.sendsDirectly([dov, ben], 'Well?'))
      await ada.sends(vault, 'secret', 'Not for all')
      sent.push(await ben.sends(general, 'lunch', 'Soup!'))
    })
    const flags = (events: Json[]) => events.filter(({ type }) => type === 'message').map((event) => event.flags)
    expect(flags(his!.able)).toEqual([['read', 'mentioned'], ['read'], []])
    expect(flags(bens!.able)).toEqual([[], [], [], []])
    expect(await flagsOf(dov, sent[0]!)).toEqual(['read', 'mentioned'])
    const { unread_msgs } = (await dov.registers()).state
    expect(unread_msgs.streams).toMatchObject([{ topic: 'lunch', unread_message_ids: [sent[2]!.id] }])
    expect(unread_msgs.huddles).toEqual([])
    await replays([dov], () => dov.post('/messages/flags', { messages: [sent[0]!.id], op: 'remove', flag: 'read' }))
    expect(await flagsOf(dov, sent[0]!)).toEqual(['mentioned'])
  })

  test('a bot may be muted, and may mute', async () => {
    const { dov, ezra, fig, general } = await freshRealm()
    await replays([dov, fig, ezra], async () => {
      succeeded(await dov.post(muting(fig)))
      succeeded(await fig.post(muting(dov)))
      succeeded(await ezra.post(muting(dov)))
      await fig.sends(general, 'lunch', 'Beep')
    })
    expect([await mutedBy(dov), await mutedBy(fig), await mutedBy(ezra)]).toEqual([[fig.id], [dov.id], [dov.id]])
  })

  test('who muted whom shows in no read receipt', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    succeeded(await dov.post(muting(ada)))
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    for (const person of [ben, cleo])
      succeeded(await person.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    const readers = async (person: Person) => (await person.get(`/messages/${id}/read_receipts`)).user_ids
    expect(await readers(ada)).toEqual([ben.id, cleo.id])
    expect(await readers(ben)).toEqual([ben.id, cleo.id, dov.id])
    succeeded(await ada.post(muting(ben)))
    expect(await readers(ada)).toEqual([cleo.id])
  })

  const BAD: [whom: (cast: { dov: Person; ada: Person }) => number, msg: string][] = [
    [({ dov }) => dov.id, 'Cannot mute self'],
    [({ ada }) => ada.id, 'User already muted'],
    [() => 9999, 'No such user'],
  ]
  test('nobody mutes of whom they may not know, but hears again whom they muted before', async () => {
    const { ada, cleo, ezra, general } = await freshRealm()
    succeeded(await ezra.post(muting(cleo)))
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }))
    await changesNothing([ezra], async () => {
      expect(await ezra.post(muting(ada))).toEqual(refusal('No such user'))
      expect(await ezra.delete(muting(ada))).toEqual(refusal('No such user'))
    })
    expect(await ezra.delete(muting(cleo))).toEqual(SUCCESS)
    expect(await mutedBy(ezra)).toEqual([])
  })

  test('who cannot be muted is not, and nothing changes', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await dov.post(muting(ada)))
    await ada.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => {
      for (const [whom, msg] of BAD) expect(await dov.post(muting({ id: whom({ ada, dov }) }))).toEqual(refusal(msg))
    })
  })
})

describe('DELETE /users/me/muted_users/:muted_user_id', () => {
  test('somebody is heard again, from then on', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await dov.post(muting(ada)))
    const before = await ada.sends(general, 'lunch', 'Pizza?')
    const [his, hers] = await receivedBy([dov, ada], async () => expect(await dov.delete(muting(ada))).toEqual(SUCCESS))
    expect([his!.plain, his!.able]).toEqual([[told()], [told()]])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    const after = await ada.sends(general, 'lunch', 'Pizza!')
    expect([await flagsOf(dov, before), await flagsOf(dov, after)]).toEqual([['read'], []])
  })

  test('who is not muted cannot be unmuted', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await ada.post(muting(dov)))
    await changesNothing([ada, dov], async () => {
      expect(await dov.delete(muting(ada))).toEqual(refusal('User is not muted'))
      expect(await dov.delete(muting({ id: 9999 }))).toEqual(refusal('No such user'))
    })
  })
})
