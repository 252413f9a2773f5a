import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { executeSql } from '../support/tables'

const requestReceipts = (person: Person, { id }: { id: number }): Promise<Json> =>
  person.get(`/messages/${id}/read_receipts`)

const readersOf = async (person: Person, message: { id: number }): Promise<Json> =>
  succeeded(await requestReceipts(person, message)).user_ids

const changeRead = async (op: 'add' | 'remove', person: Person, message: { id: number }): Promise<Json> =>
  succeeded(await person.post('/messages/flags', { messages: [message.id], op, flag: 'read' }))

describe('GET /messages/:message_id/read_receipts', () => {
  test('lists the users who have read a message, without its sender', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?', { read_by_sender: true })
    await dov.sends(general, 'lunch', 'Pasta?')
    expect(await requestReceipts(dov, message)).toEqual({ ...SUCCESS, user_ids: [] })
    for (const person of [ezra, ada]) await changeRead('add', person, message)
    for (const person of [dov, ada, ben, ezra]) expect(await readersOf(person, message)).toEqual([ada.id, ezra.id])
    await changeRead('remove', ada, message)
    expect(await readersOf(dov, message)).toEqual([ezra.id])
  })

  test('lists the readers of a direct message', async () => {
    const { ada, ben, dov } = await freshRealm()
    const message = await ada.sendsDirectly([ben, dov], 'Hello')
    await changeRead('add', dov, message)
    expect(await readersOf(ada, message)).toEqual([dov.id])
    const alone = await ada.sendsDirectly([ada], 'Remember')
    await changeRead('add', ada, alone)
    expect(await readersOf(ada, alone)).toEqual([])
  })

  test('a message has its own readers, not those of its neighbours', async () => {
    const { ada, dov, general } = await freshRealm()
    const sent = []
    for (let index = 0; index < 6; index++) sent.push(await dov.sends(general, 'lunch', `${index}`))
    for (const index of [1, 2, 4]) await changeRead('add', ada, sent[index]!)
    const read = []
    for (const message of sent) read.push((await readersOf(dov, message)).length)
    expect(read).toEqual([0, 1, 1, 0, 1, 0])
  })

  test('users who do not send read receipts are not listed', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ada, ben, ezra]) await changeRead('add', person, message)
    succeeded(await ben.patch('/settings', { send_read_receipts: false }))
    for (const person of [ben, dov]) expect(await readersOf(person, message)).toEqual([ada.id, ezra.id])
    succeeded(await ben.patch('/settings', { send_read_receipts: true }))
    expect(await readersOf(dov, message)).toEqual([ada.id, ben.id, ezra.id])
  })

  test('users whom the reader muted, and users who muted the reader, are not listed', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ben, ezra]) await changeRead('add', person, message)
    succeeded(await ada.post(`/users/me/muted_users/${ben.id}`))
    succeeded(await ezra.post(`/users/me/muted_users/${ada.id}`))
    expect(await readersOf(ada, message)).toEqual([])
    expect(await readersOf(dov, message)).toEqual([ben.id, ezra.id])
  })

  test('deactivated users are not listed', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ada, ben]) await changeRead('add', person, message)
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    expect(await readersOf(dov, message)).toEqual([ada.id])
  })

  test('a user who left the channel is still listed', async () => {
    const { ada, ben, cleo, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    const message = await ada.sends(vault, 'plans', 'Hush')
    await changeRead('add', cleo, message)
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    expect(await readersOf(ben, message)).toEqual([cleo.id])
    expect(await requestReceipts(cleo, message)).toEqual(INVALID_MESSAGES)
  })

  test('a user who acted on a message without having received it is listed', async () => {
    const { ada, ben, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const message = await ada.sends(garden, 'roses', 'Look')
    const other = await ada.sends(garden, 'roses', 'Again')
    succeeded(await dov.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'starred' }))
    succeeded(await ben.post(`/messages/${message.id}/reactions`, { emoji_name: 'tada' }))
    expect(await readersOf(ada, message)).toEqual([ben.id, dov.id])
    expect(await readersOf(ada, other)).toEqual([])
  })

  test('only users who can read the message can request its readers', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const club = await newChannel(ada, 'club', [ada], { invite_only: true, history_public_to_subscribers: false })
    const hidden = await ada.sends(vault, 'plans', 'Hush')
    const between = await ada.sendsDirectly([ben], 'Hello')
    const open = await ada.sends(garden, 'roses', 'Look')
    const early = await ada.sends(club, 'rules', 'Rule one')
    await ada.subscribes(club, { principals: [cleo.id] })
    await changesNothing([ada, ben], async () => {
      for (const [person, message] of [
        [dov, hidden],
        [dov, between],
        [ezra, open],
        [cleo, early],
        [ada, { id: 4711 }],
      ] as const)
        expect(await requestReceipts(person, message)).toEqual(INVALID_MESSAGES)
    })
    for (const message of [hidden, between, open, early]) expect(await readersOf(ada, message)).toEqual([])
  })

  test('an organization can disable read receipts; only users who can read the message learn that', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const hidden = await ada.sends(vault, 'plans', 'Hush')
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_read_receipts', 'false')")
    expect(await requestReceipts(dov, message)).toEqual(refusal('Read receipts are disabled in this organization.'))
    expect(await requestReceipts(dov, hidden)).toEqual(INVALID_MESSAGES)
  })
})
