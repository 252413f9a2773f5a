import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const mutePath = (user: { id: number }) => `/users/me/muted_users/${user.id}`
const mutedUsersEvent = (...people: Person[]) => ({
  type: 'muted_users',
  muted_users: people.map(({ id }) => ({ id, timestamp: expect.any(Number) })),
})

async function mutedBy(user: Person): Promise<number[]> {
  const { state } = await user.registers({ fetch_event_types: ['muted_users'] })
  return state.muted_users.map(({ id }: Json) => id)
}

async function flagsOf(user: Person, { id }: { id: number }): Promise<string[]> {
  const { message } = succeeded(await user.get(`/messages/${id}`))
  return message.flags
}

describe('POST /users/me/muted_users/:muted_user_id', () => {
  test('earlier messages of the muted user become read, and only the actor receives the events', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const sent = [
      await ada.sends(general, 'lunch', 'Pizza?'),
      await ben.sends(general, 'lunch', 'Soup!'),
      await ada.sendsDirectly([dov], 'Well?'),
      await ada.sendsDirectly([dov, ben], 'You two?'),
    ]
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.post(mutePath(ada))).toEqual(SUCCESS),
    )
    const messages = [sent[0]!.id, sent[2]!.id, sent[3]!.id]
    const read = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false }
    for (const events of [dovsEvents!.plain, dovsEvents!.able]) expect(events).toEqual([read, mutedUsersEvent(ada)])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    expect(await flagsOf(dov, sent[0]!)).toContain('read')
    expect(await flagsOf(dov, sent[1]!)).not.toContain('read')
  })

  test('later messages of the muted user are read, only for the actor', async () => {
    const { ada, ben, dov, general, vault } = await freshRealm()
    succeeded(await dov.post(mutePath(ada)))
    const sent: { id: number }[] = []
    const [dovsEvents, bensEvents] = await receivedBy([dov, ben], async () => {
      sent.push(await ada.sends(general, 'lunch', '@**Dov** Pizza?'))
      sent.push(await ada.sendsDirectly([dov, ben], 'Well?'))
      await ada.sends(vault, 'secret', 'Not for all')
      sent.push(await ben.sends(general, 'lunch', 'Soup!'))
    })
    const flags = (events: Json[]) => events.filter(({ type }) => type === 'message').map((event) => event.flags)
    expect(flags(dovsEvents!.able)).toEqual([['read', 'mentioned'], ['read'], []])
    expect(flags(bensEvents!.able)).toEqual([[], [], [], []])
    expect(await flagsOf(dov, sent[0]!)).toEqual(['read', 'mentioned'])
    const { unread_msgs } = (await dov.registers()).state
    expect(unread_msgs.streams).toMatchObject([{ topic: 'lunch', unread_message_ids: [sent[2]!.id] }])
    expect(unread_msgs.huddles).toEqual([])
    await replays([dov], () => dov.post('/messages/flags', { messages: [sent[0]!.id], op: 'remove', flag: 'read' }))
    expect(await flagsOf(dov, sent[0]!)).toEqual(['mentioned'])
  })

  test('bots can be muted, and can mute', async () => {
    const { dov, ezra, fig, general } = await freshRealm()
    await replays([dov, fig, ezra], async () => {
      succeeded(await dov.post(mutePath(fig)))
      succeeded(await fig.post(mutePath(dov)))
      succeeded(await ezra.post(mutePath(dov)))
      await fig.sends(general, 'lunch', 'Beep')
    })
    expect([await mutedBy(dov), await mutedBy(fig), await mutedBy(ezra)]).toEqual([[fig.id], [dov.id], [dov.id]])
  })

  test('a user who mutes the sender, or is muted by the viewer, is in no read receipt', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    succeeded(await dov.post(mutePath(ada)))
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    for (const user of [ben, cleo])
      succeeded(await user.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    const readers = async (user: Person) => (await user.get(`/messages/${id}/read_receipts`)).user_ids
    expect(await readers(ada)).toEqual([ben.id, cleo.id])
    expect(await readers(ben)).toEqual([ben.id, cleo.id, dov.id])
    succeeded(await ada.post(mutePath(ben)))
    expect(await readers(ada)).toEqual([cleo.id])
  })

  const INVALID: [target: (cast: { dov: Person; ada: Person }) => number, msg: string][] = [
    [({ dov }) => dov.id, 'Cannot mute self'],
    [({ ada }) => ada.id, 'User already muted'],
    [() => 9999, 'No such user'],
  ]
  test('a limited guest cannot mute a hidden user, but can unmute one', async () => {
    const { ada, cleo, ezra, general } = await freshRealm()
    succeeded(await ezra.post(mutePath(cleo)))
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }))
    await changesNothing([ezra], async () => {
      expect(await ezra.post(mutePath(ada))).toEqual(refusal('No such user'))
      expect(await ezra.delete(mutePath(ada))).toEqual(refusal('No such user'))
    })
    expect(await ezra.delete(mutePath(cleo))).toEqual(SUCCESS)
    expect(await mutedBy(ezra)).toEqual([])
  })

  test('oneself, a muted user and an unknown user are refused', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await dov.post(mutePath(ada)))
    await ada.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => {
      for (const [target, msg] of INVALID)
        expect(await dov.post(mutePath({ id: target({ ada, dov }) }))).toEqual(refusal(msg))
    })
  })
})

describe('DELETE /users/me/muted_users/:muted_user_id', () => {
  test('later messages are unread again, and earlier ones stay read', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await dov.post(mutePath(ada)))
    const before = await ada.sends(general, 'lunch', 'Pizza?')
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(mutePath(ada))).toEqual(SUCCESS),
    )
    expect([dovsEvents!.plain, dovsEvents!.able]).toEqual([[mutedUsersEvent()], [mutedUsersEvent()]])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    const after = await ada.sends(general, 'lunch', 'Pizza!')
    expect([await flagsOf(dov, before), await flagsOf(dov, after)]).toEqual([['read'], []])
  })

  test('a user who is not muted cannot be unmuted', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await ada.post(mutePath(dov)))
    await changesNothing([ada, dov], async () => {
      expect(await dov.delete(mutePath(ada))).toEqual(refusal('User is not muted'))
      expect(await dov.delete(mutePath({ id: 9999 }))).toEqual(refusal('No such user'))
    })
  })
})
