import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, fetchMessages, idsInNarrow, sendInOrder } from '../support/messages'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { executeSql } from '../support/tables'

describe('the messages that GET /messages returns to a user', () => {
  test('without a channel in the narrow are the user’s own history; with one, all messages that the channel shows', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const [before, lunch] = await sendInOrder([
      () => ada.sends(river, 'water', '1'),
      () => dov.sends(general, 'lunch', '2'),
    ])
    await cleo.subscribes(river)
    const [during] = await sendInOrder([() => ada.sends(river, 'water', '3')])
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['river'] })
    const [after] = await sendInOrder([() => ada.sends(river, 'water', '4')])

    expect(await idsInNarrow(cleo, [])).toEqual([lunch, during])
    expect(await idsInNarrow(cleo, [['topic', 'water']])).toEqual([during])
    expect(await idsInNarrow(cleo, [['sender', ada.id]])).toEqual([during])
    expect(await idsInNarrow(cleo, [['id', before]])).toEqual([])
    expect(await idsInNarrow(cleo, [{ operator: 'channel', operand: 'general', negated: true }])).toEqual([during])
    const whole = await fetchMessages(cleo, { ...ALL_MESSAGES, narrow: [['channel', 'river']] })
    expect(whole.messages.map(({ id, flags }: Json) => [id, flags])).toEqual([
      [before, ['read', 'historical']],
      [during, ['read']],
      [after, ['read', 'historical']],
    ])
    expect(
      await idsInNarrow(cleo, [
        ['channel', 'river'],
        ['id', before],
      ]),
    ).toEqual([before])
  })

  test('include earlier messages of a private channel only if its history is not protected', async () => {
    const { ada, ben, cleo, vault } = await freshRealm()
    const open = await newChannel(ada, 'open', [ada, ben], { invite_only: true, history_public_to_subscribers: true })
    const early = await sendInOrder([() => ben.sends(vault, 'keys', '1'), () => ben.sends(open, 'doors', '2')])
    for (const { name } of [open, vault]) await ada.subscribes({ name }, { principals: [cleo.id] })
    const late = await sendInOrder([() => ben.sends(vault, 'keys', '3'), () => ben.sends(open, 'doors', '4')])

    expect(await idsInNarrow(ada, [['channel', 'vault']])).toEqual([early[0], late[0]])
    expect(await idsInNarrow(cleo, [['channel', 'vault']])).toEqual([late[0]])
    expect(
      await idsInNarrow(
        cleo,
        [
          ['channel', 'vault'],
          ['topic', 'keys'],
        ],
        { anchor: early[0], num_before: 5 },
      ),
    ).toEqual([])
    expect(await idsInNarrow(cleo, [['channel', 'open']])).toEqual([early[1], late[1]])
    expect(await idsInNarrow(cleo, [])).toEqual(late)
    expect(await idsInNarrow(cleo, [], { message_ids: [...early, ...late] })).toEqual([early[1], ...late])
    expect(await cleo.get(`/messages/${early[0]}`)).toEqual(refusal('Invalid message(s)'))
  })

  test('in protected history are those of all subscription periods, without the messages between them', async () => {
    const { ada, ben, vault } = await freshRealm()
    const [first] = await sendInOrder([() => ada.sends(vault, 'keys', '1')])
    await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
    const [meanwhile] = await sendInOrder([() => ada.sends(vault, 'keys', '2')])
    await ada.subscribes(vault, { principals: [ben.id] })
    const [last] = await sendInOrder([() => ada.sends(vault, 'keys', '3')])
    expect(await idsInNarrow(ada, [['channel', 'vault']])).toEqual([first, meanwhile, last])
    expect(await idsInNarrow(ben, [['channel', 'vault']])).toEqual([first, last])
    expect(await idsInNarrow(ben, [])).toEqual([first, last])
  })

  test('do not include those of a private channel that the user left, even for administrators', async () => {
    const { ada, ben, cleo, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    const [id] = await sendInOrder([() => ada.sends(vault, 'keys', '1')])
    for (const person of [ben, cleo]) {
      expect(await idsInNarrow(person, [])).toEqual([id])
      await person.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
      expect(await idsInNarrow(person, [])).toEqual([])
      expect(await idsInNarrow(person, [], { message_ids: [id] })).toEqual([])
      expect(await person.get(`/messages/${id}`)).toEqual(refusal('Invalid message(s)'))
    }
    // An administrator can see the channel, and a member who left cannot.
    expect(await idsInNarrow(ben, [['channel', 'vault']])).toEqual([])
    expect(await cleo.get('/messages', { ...ALL_MESSAGES, narrow: [['channel', 'vault']] })).toMatchObject({
      code: 'BAD_NARROW',
    })
  })

  test('for a guest are those of subscribed channels only', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const [water, lunch] = await sendInOrder([
      () => ada.sends(river, 'water', '1'),
      () => dov.sends(general, 'lunch', '2'),
    ])
    expect(await idsInNarrow(dov, [['channel', 'river']])).toEqual([water])
    expect(await idsInNarrow(ezra, [])).toEqual([lunch])
    expect(await idsInNarrow(ezra, [], { message_ids: [water, lunch] })).toEqual([lunch])
    expect(await ezra.get(`/messages/${water}`)).toEqual(refusal('Invalid message(s)'))
  })

  test('by the email address of a sender need permission to see the address', async () => {
    const { realm, ben, cleo, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'x')
    await executeSql(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
    expect(await idsInNarrow(ben, [['sender', dov.email]])).toEqual([id])
    expect(await idsInNarrow(cleo, [['sender', `user${dov.id}@${realm.name}.parley.test`]])).toEqual([id])
    for (const narrow of [[['sender', dov.email]], [['dm', dov.email]]])
      expect(await cleo.get('/messages', { ...ALL_MESSAGES, narrow })).toMatchObject({
        code: 'BAD_NARROW',
        desc: `unknown user ${dov.email}`,
      })
  })

  test('do not include direct messages of other users', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const [pair, trio] = await sendInOrder([
      () => dov.sendsDirectly([ben], '1'),
      () => dov.sendsDirectly([ben, cleo], '2'),
    ])
    expect(await idsInNarrow(ben, [])).toEqual([pair, trio])
    expect(await idsInNarrow(cleo, [])).toEqual([trio])
    for (const narrow of [
      [],
      [['sender', dov.id]],
      [['dm', [dov.id, ben.id]]],
      [['dm', [dov.id, ben.id, cleo.id]]],
      [['id', pair]],
    ])
      expect(await idsInNarrow(ada, narrow)).toEqual([])
    expect(await idsInNarrow(ada, [], { message_ids: [pair, trio] })).toEqual([])
  })

  test('include those of an archived channel', async () => {
    const { ada, dov } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada, dov])
    const [id] = await sendInOrder([() => ada.sends(river, 'water', '1')])
    succeeded(await ada.delete(`/streams/${river.stream_id}`))
    expect(await idsInNarrow(dov, [['channel', 'river']])).toEqual([id])
    expect(succeeded(await dov.get(`/messages/${id}`)).message.id).toBe(id)
  })
})
