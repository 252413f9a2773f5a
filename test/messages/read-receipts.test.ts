import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { writesTo } from '../support/tables'

const receipts = (person: Person, { id }: { id: number }): Promise<Json> => person.get(`/messages/${id}/read_receipts`)

const readers = async (person: Person, message: { id: number }): Promise<Json> =>
  succeeded(await receipts(person, message)).user_ids

const marks = async (op: 'add' | 'remove', person: Person, message: { id: number }): Promise<Json> =>
  succeeded(await person.post('/messages/flags', { messages: [message.id], op, flag: 'read' }))

describe('GET /messages/:message_id/read_receipts', () => {
  test('names those who have read a message, but for its sender', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?', { read_by_sender: true })
    await dov.sends(general, 'lunch', 'Pasta?')
    expect(await receipts(dov, message)).toEqual({ ...SUCCESS, user_ids: [] })
    for (const person of [ezra, ada]) await marks('add', person, message)
    for (const person of [dov, ada, ben, ezra]) expect(await readers(person, message)).toEqual([ada.id, ezra.id])
    await marks('remove', ada, message)
    expect(await readers(dov, message)).toEqual([ezra.id])
  })

  test('in a direct conversation, too', async () => {
    const { ada, ben, dov } = await freshRealm()
    const message = await ada.sendsDirectly([ben, dov], 'Hello')
    await marks('add', dov, message)
    expect(await readers(ada, message)).toEqual([dov.id])
    const alone = await ada.sendsDirectly([ada], 'Remember')
    await marks('add', ada, alone)
    expect(await readers(ada, alone)).toEqual([])
  })

  test('one message is told from its neighbours, near and far', async () => {
    const { ada, dov, general } = await freshRealm()
    const sent = []
    for (let nth = 0; nth < 6; nth++) sent.push(await dov.sends(general, 'lunch', `${nth}`))
    for (const nth of [1, 2, 4]) await marks('add', ada, sent[nth]!)
    const read = []
    for (const message of sent) read.push((await readers(dov, message)).length)
    expect(read).toEqual([0, 1, 1, 0, 1, 0])
  })

  test('those who do not let others know are not named', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ada, ben, ezra]) await marks('add', person, message)
    succeeded(await ben.patch('/settings', { send_read_receipts: false }))
    for (const person of [ben, dov]) expect(await readers(person, message)).toEqual([ada.id, ezra.id])
    succeeded(await ben.patch('/settings', { send_read_receipts: true }))
    expect(await readers(dov, message)).toEqual([ada.id, ben.id, ezra.id])
  })

  test('nor are those whom the asker has muted, or who have muted the asker', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ben, ezra]) await marks('add', person, message)
    succeeded(await ada.post(`/users/me/muted_users/${ben.id}`))
    succeeded(await ezra.post(`/users/me/muted_users/${ada.id}`))
    expect(await readers(ada, message)).toEqual([])
    expect(await readers(dov, message)).toEqual([ben.id, ezra.id])
  })

  test('nor are those whose account is deactivated', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ada, ben]) await marks('add', person, message)
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    expect(await readers(dov, message)).toEqual([ada.id])
  })

  test('who left the channel has read what they read', async () => {
    const { ada, ben, cleo, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    const message = await ada.sends(vault, 'plans', 'Hush')
    await marks('add', cleo, message)
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    expect(await readers(ben, message)).toEqual([cleo.id])
    expect(await receipts(cleo, message)).toEqual(INVALID_MESSAGES)
  })

  test('who acted on a message that they never received has read it', async () => {
    const { ada, ben, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const message = await ada.sends(garden, 'roses', 'Look')
    const other = await ada.sends(garden, 'roses', 'Again')
    succeeded(await dov.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'starred' }))
    succeeded(await ben.post(`/messages/${message.id}/reactions`, { emoji_name: 'tada' }))
    expect(await readers(ada, message)).toEqual([ben.id, dov.id])
    expect(await readers(ada, other)).toEqual([])
  })

  test('only those who can read a message may ask', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const club = await newChannel(ada, 'club', [ada], { invite_only: true, history_public_to_subscribers: false })
    const hidden = await ada.sends(vault, 'plans', 'Hush')
    const between = await ada.sendsDirectly([ben], 'Hello')
    const open = await ada.sends(garden, 'roses', 'Look')
    const early = await ada.sends(club, 'rules', 'Nobody talks about it')
    await ada.subscribes(club, { principals: [cleo.id] })
    await changesNothing([ada, ben], async () => {
      for (const [person, message] of [
        [dov, hidden],
        [dov, between],
        [ezra, open],
        [cleo, early],
        [ada, { id: 4711 }],
      ] as const)
        expect(await receipts(person, message)).toEqual(INVALID_MESSAGES)
    })
    for (const message of [hidden, between, open, early]) expect(await readers(ada, message)).toEqual([])
  })

  test('an organization may do without, which is told only to those who can read the message', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const hidden = await ada.sends(vault, 'plans', 'Hush')
    await writesTo(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_read_receipts', 'false')")
    expect(await receipts(dov, message)).toEqual(refusal('Read receipts are disabled in this organization.'))
    expect(await receipts(dov, hidden)).toEqual(INVALID_MESSAGES)
  })
})
