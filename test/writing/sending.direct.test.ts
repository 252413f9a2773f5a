import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, contentsReceivedBy, messagesIn, receivedBy } from '../support/received-events'
import { storeSetting } from '../support/settings'
import { ADMINISTRATORS_GROUP, EVERYONE_GROUP, MODERATORS_GROUP, NOBODY_GROUP } from '../support/system-groups'
import { executeSql } from '../support/tables'

describe('POST /messages to users', () => {
  test('recipients are given by ids or email addresses, in a list or separated by commas; the sender is always one', async () => {
    const { realm, ada, cleo, dov } = await freshRealm()
    const dummy = `user${ada.id}@${realm.name}.parley.test`
    const adaCleoDov = [ada.id, cleo.id, dov.id]
    const FORMS: [FieldValue, number[]][] = [
      [[ada.id, cleo.id], adaCleoDov],
      [[ada.id, dov.id, cleo.id, ada.id], adaCleoDov],
      [[ada.email, cleo.email], adaCleoDov],
      [`${ada.email},${cleo.email}`, adaCleoDov],
      [` ${ada.email} , ${cleo.email},`, adaCleoDov],
      [JSON.stringify(`${ada.email}, ${cleo.email}`), adaCleoDov],
      [[dummy, cleo.email.toUpperCase()], adaCleoDov],
      [ada.id, [ada.id, dov.id]],
      [[ada.id], [ada.id, dov.id]],
      [ada.email, [ada.id, dov.id]],
      [JSON.stringify(ada.email), [ada.id, dov.id]],
      [[dov.id], [dov.id]],
      [dov.email, [dov.id]],
    ]
    const [dovEvents] = await receivedBy([dov], async () => {
      for (const [to] of FORMS)
        for (const type of ['direct', 'private']) succeeded(await dov.post('/messages', { type, to, content: 'x' }))
    })
    const messages = messagesIn(dovEvents!.plain)
    const recipientsOf = (message: Json) => message.display_recipient.map(({ id }: Json) => id)
    expect(messages.map(recipientsOf)).toEqual(FORMS.flatMap(([, recipients]) => [recipients, recipients]))
    expect(new Set(messages.map(({ recipient_id }) => recipient_id)).size).toBe(3)
  })

  test('a message without recipients, with unknown ones, or with ids and addresses is refused', async () => {
    const { ada, dov } = await freshRealm()
    const REFUSED: [FieldValue, string][] = [
      [[], 'Message must have recipients'],
      ['', 'Message must have recipients'],
      [' , ', 'Message must have recipients'],
      [[987], 'Invalid user ID 987'],
      [987, 'Invalid user ID 987'],
      ['nowhere@example.test', "Invalid email 'nowhere@example.test'"],
      [[ada.email, 'nowhere@example.test'], "Invalid email 'nowhere@example.test'"],
      [[ada.email, ada.id], 'Recipient lists may contain emails or user IDs, but not both.'],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [to, msg] of REFUSED)
        expect(await dov.post('/messages', { type: 'direct', to, content: 'x' }), JSON.stringify(to)).toEqual(
          refusal(msg),
        )
    })
    await dov.sendsDirectly([ada], 'This is allowed')
  })

  test('a message to a deactivated user is refused', async () => {
    const { realm, ada, cleo, dov } = await freshRealm()
    await dov.sendsDirectly([ada, cleo], 'This is allowed')
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', cleo.id)
    await changesNothing([ada, dov], async () => {
      for (const to of [[cleo.id], [ada.id, cleo.id], cleo.email])
        expect(await dov.post('/messages', { type: 'direct', to, content: 'x' })).toEqual(
          refusal(`'${cleo.email}' is no longer using Svc.`),
        )
    })
  })

  test('a hidden email address is unknown to users who cannot see it; the public address of the account works', async () => {
    const { realm, ben, cleo, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
    const publicAddress = `user${dov.id}@${realm.name}.parley.test`
    const sendTo = (person: Person, address: string) =>
      person.post('/messages', { type: 'direct', to: address, content: 'x' })
    const [contents] = await contentsReceivedBy([dov], async () => {
      succeeded(await sendTo(ben, dov.email))
      succeeded(await sendTo(cleo, publicAddress))
      expect(await sendTo(cleo, dov.email)).toEqual(refusal(`Invalid email '${dov.email}'`))
    })
    expect(contents).toEqual(['x', 'x'])
  })

  test('direct messages need the permissions of the realm, except for messages with bots and to oneself', async () => {
    const { realm, ada, cleo, dov, ezra, fig } = await freshRealm()
    await dov.sendsDirectly([ezra], 'This is allowed')
    await storeSetting(realm, 'direct_message_permission_group', ADMINISTRATORS_GROUP)
    await changesNothing([dov, ezra], async () => {
      expect(await dov.post('/messages', { type: 'direct', to: [ezra.id], content: 'x' })).toEqual(
        refusal('This conversation does not include any users who can authorize it.'),
      )
    })
    await dov.sendsDirectly([ezra, ada], 'Ada may authorize it')
    await storeSetting(realm, 'direct_message_permission_group', NOBODY_GROUP)
    await changesNothing([dov, ada], async () => {
      expect(await dov.post('/messages', { type: 'direct', to: [ada.id], content: 'x' })).toEqual(
        refusal('Direct messages are disabled in this organization.'),
      )
    })
    await fig.sendsDirectly([dov], 'From the bot')
    await dov.sendsDirectly([fig], 'To the bot')
    await dov.sendsDirectly([dov], 'To oneself')
    await storeSetting(realm, 'direct_message_permission_group', EVERYONE_GROUP)
    await storeSetting(realm, 'direct_message_initiator_group', MODERATORS_GROUP)
    await dov.sendsDirectly([ezra], 'This conversation exists')
    await cleo.sendsDirectly([dov], 'Hello')
    await dov.sendsDirectly([cleo], 'Hello')
    await changesNothing([dov, ada], async () => {
      expect(await dov.post('/messages', { type: 'direct', to: [ada.id], content: 'x' })).toEqual(
        refusal('You do not have permission to initiate direct message conversations.'),
      )
    })
  })

  test('only the sender receives a message to oneself', async () => {
    const { ada, dov } = await freshRealm()
    expect(await contentsReceivedBy([dov, ada], () => dov.sendsDirectly([dov], 'Note'))).toEqual([['Note'], []])
  })
})
