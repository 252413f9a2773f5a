import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal } from '../support/answers'
import { MOVED, requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { changesNothing, eventsOfType, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { ADMINISTRATORS_GROUP } from '../support/system-groups'

const unreadTopicsOf = async (person: Person): Promise<Json[]> => (await person.registers()).state.unread_msgs.streams
const PROTECTED = { invite_only: true, history_public_to_subscribers: false }

describe('PATCH /messages/:message_id: channel', () => {
  test('subscribers of both channels keep their flags; users who can read the new channel receive the move', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const first = await dov.sends(general, 'roses', '@**Ada**')
    const second = await dov.sends(general, 'roses', 'Red')
    await dov.sends(garden, 'tulips', 'Yellow')
    succeeded(await ben.post('/messages/flags', { messages: [second.id], op: 'add', flag: 'read' }))
    const [adaEvents, benEvents, cleoEvents, , ezraEvents] = await receivedBy([ada, ben, cleo, dov, ezra], async () =>
      expect(await requestMove(dov, first, toChannel(garden, WHOLE_TOPIC))).toEqual(MOVED),
    )
    const event = {
      message_id: first.id,
      message_ids: [first.id, second.id],
      stream_id: general.stream_id,
      stream_name: 'general',
      new_stream_id: garden.stream_id,
      propagate_mode: 'change_all',
      orig_subject: 'roses',
    }
    for (const userEvents of [adaEvents!, benEvents!, cleoEvents!]) {
      expect(eventsOfType(userEvents.able, 'update_message')).toMatchObject([event])
      expect(eventsOfType(userEvents.able, 'update_message')[0]).not.toHaveProperty('subject')
    }
    expect(eventsOfType(adaEvents!.able, 'update_message')[0].flags).toEqual(['mentioned'])
    expect(eventsOfType(cleoEvents!.able, 'update_message')[0].flags).toEqual(['read'])
    // A guest reads only channels with a subscription: for Ezra the messages are deleted.
    expect(eventsOfType(ezraEvents!.able, 'update_message')).toEqual([])
    expect(eventsOfType(ezraEvents!.able, 'delete_message')).toEqual([
      {
        type: 'delete_message',
        message_ids: [first.id, second.id],
        message_type: 'stream',
        stream_id: general.stream_id,
        topic: 'roses',
      },
    ])
    expect(await ezra.get(`/messages/${first.id}`)).toEqual(INVALID_MESSAGES)
    expect(await unreadTopicsOf(ada)).toMatchObject([
      { topic: 'roses', unread_message_ids: [first.id, second.id] },
      { topic: 'tulips' },
    ])
    expect(await unreadTopicsOf(cleo)).toEqual([])
    // A message that a user received stays in their history as long as they can read it.
    const { messages } = succeeded(await cleo.get('/messages', { anchor: 'newest', num_before: 10 }))
    expect(messages.map(({ id }: Json) => id)).toEqual([first.id, second.id])
  })

  test('a move changes the first message of both channels', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const first = await dov.sends(general, 'roses', 'Red')
    const second = await dov.sends(general, 'lunch', 'Pizza?')
    const firstMessageOf = async ({ stream_id }: Channel) =>
      succeeded(await ada.get(`/streams/${stream_id}`)).stream.first_message_id
    await replays([ada, dov], () => requestMove(dov, first, toChannel(garden)))
    expect([await firstMessageOf(general), await firstMessageOf(garden)]).toEqual([second.id, first.id])
    await replays([ada, dov], () => requestMove(dov, second, toChannel(garden)))
    expect([await firstMessageOf(general), await firstMessageOf(garden)]).toEqual([null, first.id])
    // The bot messages come after the move: they are first messages only in a channel that all messages have left.
    const { id } = await dov.sends(general, 'beds', 'Dug')
    const yard = await newChannel(ada, 'yard', [ada])
    await replays([ada, dov], () =>
      dov.patch(`/messages/${id}`, { ...toChannel(yard), ...WHOLE_TOPIC, send_notification_to_old_thread: true }),
    )
    expect([await firstMessageOf(general), await firstMessageOf(yard)]).toEqual([id + 2, id])
  })

  test('a move out of a private channel names that channel only to users who can see it', async () => {
    const { ada, ben, cleo, dov, ezra, general, vault } = await freshRealm()
    const message = await ada.sends(vault, 'plans', 'Hush')
    const [adaEvents, benEvents, ...otherEvents] = await receivedBy([ada, ben, cleo, dov, ezra], async () =>
      expect(await requestMove(ada, message, toChannel(general, { topic: 'news' }))).toEqual(MOVED),
    )
    for (const userEvents of [adaEvents!, benEvents!])
      expect(eventsOfType(userEvents.able, 'update_message')[0].stream_name).toBe('vault')
    for (const userEvents of otherEvents) {
      expect(eventsOfType(userEvents.able, 'update_message')).toMatchObject([
        { orig_subject: 'news', flags: ['read', 'historical'] },
      ])
      expect(JSON.stringify(userEvents)).not.toContain('"vault"')
    }
    expect((await dov.get(`/messages/${message.id}`)).message.content).toBe('<p>Hush</p>')
    expect(await unreadTopicsOf(cleo)).toEqual([])
  })

  test('a move into a private channel deletes the messages and their stars for users who cannot read it', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, ben], {
      invite_only: true,
      history_public_to_subscribers: true,
    })
    const [first, second] = [await dov.sends(general, 'plans', '@**Cleo**'), await dov.sends(general, 'plans', '2')]
    for (const person of [ben, cleo])
      succeeded(await person.post('/messages/flags', { messages: [second.id], op: 'add', flag: 'starred' }))
    const [, benEvents, cleoEvents] = await receivedBy([ada, ben, cleo, dov], async () =>
      expect(await requestMove(ada, first, toChannel(cellar, WHOLE_TOPIC))).toEqual(MOVED),
    )
    expect(eventsOfType(benEvents!.able, 'update_message')).toHaveLength(1)
    expect(eventsOfType(cleoEvents!.able, 'update_message')).toEqual([])
    expect(eventsOfType(cleoEvents!.able, 'delete_message')).toMatchObject([
      { message_ids: [first.id, second.id], topic: 'plans' },
    ])
    expect((await ben.registers()).state.starred_messages).toEqual([second.id])
    expect((await cleo.registers()).state.starred_messages).toEqual([])
    for (const message of [first, second]) expect(await dov.get(`/messages/${message.id}`)).toEqual(INVALID_MESSAGES)
    // A user who subscribes later can read the messages, and they do not count as unread.
    await replays([cleo], () => ada.subscribes(cellar, { principals: [cleo.id] }))
    expect((await cleo.get(`/messages/${first.id}`)).message.flags).toEqual(['read', 'mentioned'])
    expect(await unreadTopicsOf(cleo)).toEqual([])
  })

  test('after a move into protected history, subscribers at that time can read the message, later ones cannot', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], PROTECTED)
    const message = await dov.sends(general, 'rules', 'First rule')
    await receivedBy([ada, ben, cleo, dov], async () =>
      expect(await requestMove(ada, message, toChannel(club))).toEqual(MOVED),
    )
    await ada.subscribes(club, { principals: [cleo.id, dov.id] })
    await ada.sends(general, 'lunch', 'Pizza?')
    expect((await ben.get(`/messages/${message.id}`)).message.flags).toEqual([])
    for (const person of [cleo, dov]) expect(await person.get(`/messages/${message.id}`)).toEqual(INVALID_MESSAGES)
    const [cleoEvents, benEvents] = await receivedBy([cleo, ben], () =>
      ada.post(`/messages/${message.id}/reactions`, { emoji_name: 'tada' }),
    )
    expect([cleoEvents!.able.length, benEvents!.able.length]).toEqual([0, 1])
    const topicsFor = async (person: Person) => succeeded(await person.get(`/users/me/${club.stream_id}/topics`)).topics
    expect([(await topicsFor(ben)).length, (await topicsFor(cleo)).length]).toEqual([1, 0])
    // The same is true for a later move within the channel and for a deletion.
    const afterMove = await receivedBy([ben, cleo], () => requestMove(ada, message, { topic: 'laws' }))
    expect(afterMove.map((userEvents) => eventsOfType(userEvents.able, 'update_message').length)).toEqual([1, 0])
    const afterDeletion = await receivedBy([ben, cleo], () => ada.delete(`/messages/${message.id}`))
    expect(afterDeletion.map((userEvents) => eventsOfType(userEvents.able, 'delete_message').length)).toEqual([1, 0])
  })

  test('a move out of protected history moves only messages that the actor can read', async () => {
    const { ada, ben, cleo, general } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], PROTECTED)
    const early = await ada.sends(club, 'rules', '1')
    await ada.subscribes(club, { principals: [cleo.id] })
    const late = await ada.sends(club, 'rules', '2')
    await replays([ada, ben, cleo], async () =>
      expect(await requestMove(cleo, late, toChannel(general, WHOLE_TOPIC))).toEqual(MOVED),
    )
    expect((await ada.get(`/messages/${early.id}`)).message).toMatchObject({ stream_id: club.stream_id })
    expect((await ada.get(`/messages/${late.id}`)).message).toMatchObject({ stream_id: general.stream_id })
  })

  test('a message that is moved away and back counts as read for users who could not read it meanwhile', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'roses', '@**all**')
    const people = [ada, ben, cleo, dov, ezra]
    await replays(people, () => requestMove(dov, message, toChannel(garden)))
    await replays(people, () => requestMove(ada, message, toChannel(general)))
    expect(await unreadTopicsOf(ada)).toMatchObject([
      { stream_id: general.stream_id, unread_message_ids: [message.id] },
    ])
    expect(await unreadTopicsOf(cleo)).toEqual([])
    expect((await cleo.get(`/messages/${message.id}`)).message).toMatchObject({ subject: 'roses' })
  })

  test('for a user who was not subscribed to the new channel at the move, the message counts as read', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'roses', 'Red')
    await replays([ben], async () => {
      succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['garden'] }))
      succeeded(await requestMove(dov, message, toChannel(garden)))
      await ben.subscribes(garden)
    })
    expect(await unreadTopicsOf(ben)).toEqual([])
  })

  test('visibility policies move with a topic for users who can see it, and are deleted for the others', async () => {
    const { ada, ben, cleo, dov, general, vault } = await freshRealm()
    const message = await dov.sends(general, 'plans', '1')
    for (const person of [ben, cleo])
      succeeded(
        await person.post('/user_topics', { stream_id: general.stream_id, topic: 'plans', visibility_policy: 3 }),
      )
    const [, cleoEvents] = await receivedBy([ben, cleo, ada], () =>
      requestMove(ada, message, toChannel(vault, { topic: 'plot', ...WHOLE_TOPIC })),
    )
    expect((await ben.registers()).state.user_topics).toMatchObject([
      { stream_id: vault.stream_id, topic_name: 'plot' },
    ])
    expect((await cleo.registers()).state.user_topics).toEqual([])
    expect(JSON.stringify(cleoEvents)).not.toContain('plot')
  })

  test('the actor needs a permission of the realm or the old channel, and permission to post in the new one', async () => {
    const { ada, ben, dov, ezra, general, vault, attic } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov, ezra])
    const message = await dov.sends(general, 'lunch', '1')
    const NO_PERMISSION_TO_MOVE = refusal("You don't have permission to move this message")
    await changesNothing([ada, dov], async () => {
      expect(await requestMove(ezra, message, toChannel(garden))).toEqual(NO_PERMISSION_TO_MOVE)
      expect(await requestMove(dov, message, toChannel(vault))).toEqual(refusal('Invalid channel ID'))
      expect(await requestMove(ada, message, toChannel(attic))).toEqual(
        refusal("Not authorized to send to channel 'attic'"),
      )
    })
    const can_send_message_group = { new: ADMINISTRATORS_GROUP }
    succeeded(await ada.patch(`/streams/${garden.stream_id}`, { can_send_message_group }))
    expect(await requestMove(dov, message, toChannel(garden))).toEqual(
      refusal('You do not have permission to post in this channel.'),
    )
    expect(await requestMove(ben, message, toChannel(garden))).toEqual(MOVED)
    expect(await requestMove(dov, message, toChannel(general))).toEqual(MOVED)
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_move_messages_out_of_channel_group: { new: { direct_members: [ezra.id], direct_subgroups: [] } },
      }),
    )
    const yard = await newChannel(ada, 'yard', [ada, ezra])
    expect(await requestMove(ezra, message, toChannel(yard))).toEqual(MOVED)
  })

  test('the messages of an archived channel cannot be moved', async () => {
    const { ada, ben, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await ben.sends(garden, 'lunch', '1')
    succeeded(await ada.delete(`/streams/${garden.stream_id}`))
    await changesNothing([ada, ben], async () => {
      expect(await requestMove(ben, message, { topic: 'x' })).toMatchObject({ result: 'error' })
      expect(await requestMove(ben, message, { topic: '✔ lunch', ...WHOLE_TOPIC })).toMatchObject({ result: 'error' })
      expect(await requestMove(ben, message, toChannel(general))).toMatchObject({ result: 'error' })
    })
  })
})
