import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal } from '../support/answers'
import { stopClock } from '../support/clock'
import { flagsOf, idsInNarrow, messageFor } from '../support/messages'
import { MOVED, requestMove, WHOLE_TOPIC } from '../support/moves'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'
import { setVisibilityPolicy } from '../support/user-topics'

const NOTHING_TO_CHANGE = refusal('Nothing to change')
const NOW = 2_000_000_000

const idsInTopic = (person: Person, { stream_id }: Channel, topic: string): Promise<number[]> =>
  idsInNarrow(person, [
    { operator: 'channel', operand: stream_id },
    { operator: 'topic', operand: topic },
  ])

const topicsOf = async (person: Person, { stream_id }: Channel): Promise<Json[]> =>
  succeeded(await person.get(`/users/me/${stream_id}/topics`, { allow_empty_topic_name: true })).topics

const messageWithTopic = (person: Person, message: { id: number }): Promise<Json> =>
  messageFor(person, message, { allow_empty_topic_name: true })

const sendThree = async (person: Person, channel: Channel, topic: string) =>
  [
    await person.sends(channel, topic, '1'),
    await person.sends(channel, topic, '2'),
    await person.sends(channel, topic, '3'),
  ] as const

const idsOf = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)

describe('PATCH /messages/:message_id: topic', () => {
  test('one message is moved; all users who can read it receive the old and the new topic', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    await stopClock(realm, NOW)
    const [first, second, third] = await sendThree(dov, general, 'lunch')
    const received = await receivedBy([ada, dov, ezra], async () =>
      expect(await requestMove(dov, second, { topic: 'dinner' })).toEqual(MOVED),
    )
    const event = {
      type: 'update_message',
      user_id: dov.id,
      rendering_only: false,
      message_id: second.id,
      message_ids: [second.id],
      edit_timestamp: NOW,
      stream_id: general.stream_id,
      stream_name: 'general',
      propagate_mode: 'change_one',
      orig_subject: 'lunch',
      subject: 'dinner',
      topic_links: [],
      flags: [],
    }
    for (const { plain, able } of received) expect([plain, able]).toEqual([[event], [event]])
    expect(await idsInTopic(ezra, general, 'lunch')).toEqual([first.id, third.id])
    expect(await idsInTopic(ezra, general, 'dinner')).toEqual([second.id])
    expect(await messageWithTopic(ada, second)).toMatchObject({ subject: 'dinner' })
    expect(await topicsOf(ada, general)).toEqual([
      { name: 'lunch', max_id: third.id },
      { name: 'dinner', max_id: second.id },
    ])
  })

  test('change_later moves the later messages too, and change_all the whole topic; messages sent to the old topic later remain', async () => {
    const { ada, dov, general } = await freshRealm()
    const [first, second, third] = await sendThree(dov, general, 'lunch')
    await replays([ada, dov], async () =>
      expect(await requestMove(dov, second, { topic: 'dinner', propagate_mode: 'change_later' })).toEqual(MOVED),
    )
    expect(await idsInTopic(ada, general, 'dinner')).toEqual([second.id, third.id])
    const fourth = await dov.sends(general, 'lunch', '4')
    expect(await idsInTopic(ada, general, 'lunch')).toEqual([first.id, fourth.id])
    await replays([ada, dov], async () =>
      expect(await requestMove(dov, first, { topic: 'food', ...WHOLE_TOPIC })).toEqual(MOVED),
    )
    const fifth = await dov.sends(general, 'lunch', '5')
    expect(await idsInTopic(ada, general, 'food')).toEqual([first.id, fourth.id])
    expect(await idsInTopic(ada, general, 'lunch')).toEqual([fifth.id])
  })

  test('messages that are moved to an existing topic are merged into it in the order of sending', async () => {
    const { ada, dov, general } = await freshRealm()
    const sentIds: number[] = []
    for (const topic of ['a', 'b', 'c', 'a', 'b', 'c']) sentIds.push((await dov.sends(general, topic, topic)).id)
    await replays([ada, dov], () => requestMove(dov, { id: sentIds[0]! }, { topic: 'b', ...WHOLE_TOPIC }))
    expect(await idsInTopic(ada, general, 'b')).toEqual([sentIds[0], sentIds[1], sentIds[3], sentIds[4]])
    const later = await dov.sends(general, 'b', 'more')
    await replays([ada, dov], () => requestMove(dov, { id: sentIds[2]! }, { topic: 'B', ...WHOLE_TOPIC }))
    expect(await idsInTopic(ada, general, 'b')).toEqual([...sentIds, later.id])
    await replays([ada, dov], () =>
      requestMove(dov, { id: sentIds[3]! }, { topic: 'a', propagate_mode: 'change_later' }),
    )
    expect(await idsInTopic(ada, general, 'a')).toEqual([sentIds[3], sentIds[4], sentIds[5], later.id])
    expect(await idsInTopic(ada, general, 'b')).toEqual([sentIds[0], sentIds[1], sentIds[2]])
    await replays([ada, dov], () => requestMove(dov, { id: sentIds[4]! }, { topic: 'b' }))
    await replays([ada, dov], () => requestMove(dov, { id: sentIds[4]! }, { topic: 'a' }))
    expect(await idsInTopic(ada, general, 'a')).toEqual([sentIds[3], sentIds[4], sentIds[5], later.id])
    expect((await topicsOf(ada, general)).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('the case of a topic can be changed for all of its messages, but not for some', async () => {
    const { ada, dov, general } = await freshRealm()
    const [first, second] = await sendThree(dov, general, 'lunch')
    await changesNothing([ada, dov], async () => {
      expect(await requestMove(dov, second, { topic: 'Lunch' })).toEqual(NOTHING_TO_CHANGE)
      expect(await requestMove(dov, second, { topic: 'lunch ' })).toEqual(NOTHING_TO_CHANGE)
    })
    const [adaEvents] = await receivedBy([ada, dov], () => requestMove(dov, first, { topic: 'Lunch', ...WHOLE_TOPIC }))
    expect(adaEvents!.able[0]).toMatchObject({ orig_subject: 'lunch', subject: 'Lunch' })
    expect((await topicsOf(ada, general)).map(({ name }) => name)).toEqual(['Lunch'])
  })

  test('the empty topic name is “general chat” for clients that do not know it', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, '', 'Hello')
    const [adaEvents] = await receivedBy([ada], () => requestMove(dov, message, { topic: 'lunch' }))
    expect([adaEvents!.plain[0].orig_subject, adaEvents!.able[0].orig_subject]).toEqual(['general chat', ''])
    const [adaEventsLater] = await receivedBy([ada], () => requestMove(dov, message, { topic: '(no topic)' }))
    expect([adaEventsLater!.plain[0].subject, adaEventsLater!.able[0].subject]).toEqual(['general chat', ''])
    expect(await messageWithTopic(ada, message)).toMatchObject({ subject: '' })
  })

  test('unread messages and mentions are counted in the new topic', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [first, second] = await sendThree(dov, general, 'lunch')
    await dov.sends(general, 'dinner', '@**Ada**')
    await dov.sends(general, 'lunch', '@**Ada** @**all**')
    succeeded(await ada.post('/messages/flags', { messages: [second.id], op: 'add', flag: 'read' }))
    await replays([ada, dov, ezra], () => requestMove(dov, first, { topic: 'dinner', ...WHOLE_TOPIC }))
    const { unread_msgs } = (await ada.registers()).state
    expect(unread_msgs.streams).toMatchObject([{ topic: 'dinner', unread_message_ids: { length: 4 } }])
    expect(unread_msgs.mentions).toHaveLength(2)
  })

  test('a topic wildcard mention is for the senders of messages that were moved to the topic, too', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const adaMessage = await ada.sends(general, 'lunch', '1')
    await ben.sends(general, 'dinner', '2')
    await cleo.sends(general, 'supper', '3')
    await requestMove(dov, adaMessage, { topic: 'dinner', ...WHOLE_TOPIC })
    const people = [ada, ben, cleo, dov]
    let mention = adaMessage
    const received = await receivedBy(
      people,
      async () => (mention = await dov.sends(general, 'dinner', '@**topic** come')),
    )
    const mentioned = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    const mentionFlags = (flags: string[]) => flags.filter((flag) => flag !== 'read')
    expect(received.map(({ able }) => mentionFlags(able[0].flags))).toEqual([mentioned, mentioned, [], mentioned])
    // A move of the sender's message does not change earlier mentions.
    await replays(people, () => requestMove(dov, adaMessage, { topic: 'elsewhere' }))
    expect(mentionFlags(await flagsOf(ada, mention.id))).toEqual(mentioned)
    expect(await flagsOf(cleo, mention.id)).toEqual([])
  })

  test('one request can change the content and the topic', async () => {
    const { ada, dov, general } = await freshRealm()
    const [first, second] = await sendThree(dov, general, 'lunch')
    const [adaEvents] = await receivedBy([ada], () =>
      requestMove(dov, first, { topic: 'dinner', content: '@**Ada**', ...WHOLE_TOPIC }),
    )
    expect(adaEvents!.able).toHaveLength(1)
    expect(adaEvents!.able[0]).toMatchObject({
      orig_content: '1',
      content: '@**Ada**',
      orig_subject: 'lunch',
      subject: 'dinner',
      flags: ['mentioned'],
    })
    expect(adaEvents!.able[0].message_ids).toContain(second.id)
  })

  test('in protected history, the event has only the messages that the user received', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const early = await sendThree(ada, club, 'rules')
    await ada.subscribes(club, { principals: [cleo.id] })
    const late = await sendThree(ada, club, 'rules')
    const [, benEvents, cleoEvents, dovEvents] = await receivedBy([ada, ben, cleo, dov], async () =>
      expect(await requestMove(ada, early[0], { topic: 'laws', content: 'First', ...WHOLE_TOPIC })).toEqual(MOVED),
    )
    expect(benEvents!.able[0]).toMatchObject({ message_ids: idsOf([...early, ...late]), content: 'First' })
    expect(cleoEvents!.able[0]).toMatchObject({ message_id: late[0].id, message_ids: idsOf(late), flags: [] })
    expect(cleoEvents!.able[0]).not.toHaveProperty('content')
    expect(dovEvents!.able).toEqual([])
    expect(await topicsOf(cleo, club)).toEqual([{ name: 'laws', max_id: late[2].id }])
    // A move by Cleo moves only messages that Cleo can read.
    await replays([ada, ben, cleo], async () =>
      expect(await requestMove(cleo, late[0], { topic: 'rules', ...WHOLE_TOPIC })).toEqual(MOVED),
    )
    expect(await idsInTopic(ben, club, 'laws')).toEqual(idsOf(early))
    expect(await idsInTopic(cleo, club, 'rules')).toEqual(idsOf(late))
    expect(await requestMove(cleo, early[0], { topic: 'x' })).toEqual(INVALID_MESSAGES)
  })

  test('the visibility policies of a topic move with it when all of it is moved', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const policiesOf = async (person: Person) =>
      (await person.registers()).state.user_topics.map(({ topic_name, visibility_policy }: Json) => [
        topic_name,
        visibility_policy,
      ])
    const [first] = await sendThree(dov, general, 'lunch')
    const other = await dov.sends(general, 'dinner', '1')
    succeeded(await setVisibilityPolicy(ada, general, 'lunch', 3))
    succeeded(await setVisibilityPolicy(ben, general, 'lunch', 1))
    succeeded(await setVisibilityPolicy(cleo, general, 'dinner', 1))
    await replays([ada, ben, cleo, dov], () => requestMove(dov, first, { topic: 'food' }))
    expect(await policiesOf(ada)).toEqual([['lunch', 3]])
    await replays([ada, ben, cleo, dov], () =>
      requestMove(dov, { id: first.id + 1 }, { topic: 'brunch', ...WHOLE_TOPIC }),
    )
    expect([await policiesOf(ada), await policiesOf(ben)]).toEqual([[['brunch', 3]], [['brunch', 1]]])
    succeeded(await setVisibilityPolicy(ben, general, 'dinner', 2))
    // Two topics are joined. Ben had muted only one of them, so the joined topic is not muted.
    await replays([ada, ben, cleo, dov], () =>
      requestMove(dov, { id: first.id + 1 }, { topic: 'dinner', ...WHOLE_TOPIC }),
    )
    expect([await policiesOf(ada), await policiesOf(ben), await policiesOf(cleo)]).toEqual([
      [['dinner', 3]],
      [['dinner', 2]],
      [],
    ])
    expect(await idsInTopic(ada, general, 'dinner')).toContain(other.id)
  })

  test.for<[string, Record<string, FieldValue>, Json]>([
    ['to the current topic', { topic: 'lunch' }, NOTHING_TO_CHANGE],
    ['to the current topic and the current channel', { topic: 'lunch', stream_id: 1 }, NOTHING_TO_CHANGE],
    [
      'to a topic with a control character',
      { topic: 'a\u0007' },
      refusal('Invalid character in topic, at position 2!'),
    ],
    [
      'with propagate_mode and without a topic',
      { content: 'x', ...WHOLE_TOPIC },
      refusal('Invalid propagate_mode without topic edit'),
    ],
    [
      'with an unknown propagate_mode',
      { topic: 'x', propagate_mode: 'change_some' },
      refusal('Invalid propagate_mode'),
    ],
    [
      'with new content and a new channel',
      { content: 'x', stream_id: 2 },
      refusal('Cannot change message content while changing channel'),
    ],
    ['to an unknown channel', { stream_id: 999 }, refusal('Invalid channel ID')],
    ['to a channel with a negative id', { stream_id: -1 }, refusal('Invalid channel ID')],
  ])('a move is refused, and changes nothing: %s', async ([_, fields, answer]) => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => expect(await requestMove(dov, message, fields)).toEqual(answer))
  })

  test('a direct message has no topic and cannot be moved to a channel', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sendsDirectly([ada], 'Hi')
    await changesNothing([ada, dov], async () => {
      expect(await requestMove(dov, message, { topic: 'x' })).toEqual(refusal('Direct messages cannot have topics.'))
      expect(await requestMove(dov, message, { stream_id: general.stream_id })).toEqual(
        refusal('Direct messages cannot be moved to channels.'),
      )
    })
  })

  test('a move must respect the topics policy of the channel', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const inLunch = await dov.sends(general, 'lunch', '1')
    const inEmptyTopic = await dov.sends(general, '', '2')
    await executeSql(realm, "UPDATE channels SET topics_policy = 'disable_empty_topic' WHERE name = 'general'")
    expect(await requestMove(dov, inLunch, { topic: '' })).toEqual(
      refusal('Sending messages to the general chat is not allowed in this channel.'),
    )
    await executeSql(realm, "UPDATE channels SET topics_policy = 'empty_topic_only' WHERE name = 'general'")
    await changesNothing([ada], async () =>
      expect(await requestMove(dov, inEmptyTopic, { topic: 'x' })).toEqual(
        refusal('Only the general chat topic is allowed in this channel.'),
      ),
    )
    expect(await requestMove(dov, inLunch, { topic: '' })).toEqual(MOVED)
  })
})

describe('PATCH /messages/:message_id: permission to move', () => {
  const NO_PERMISSION_TO_EDIT = refusal("You don't have permission to edit this message")
  const setPermission = async (owner: Person, name: string, group: string) => {
    const { user_groups } = succeeded(await owner.get('/user_groups'))
    const { id } = user_groups.find((userGroup: Json) => userGroup.name === group)
    succeeded(await owner.patch('/realm', { [name]: { new: id } }))
  }

  test('administrators may change topics, and users with the permission of the realm or of the channel', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    expect(await requestMove(ezra, message, { topic: 'a' })).toEqual(MOVED)
    await setPermission(ada, 'can_move_messages_between_topics_group', 'role:nobody')
    await changesNothing([ada], async () => {
      for (const person of [cleo, dov, ezra])
        expect(await requestMove(person, message, { topic: 'b' })).toEqual(NO_PERMISSION_TO_EDIT)
    })
    expect(await requestMove(ben, message, { topic: 'b' })).toEqual(MOVED)
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_move_messages_within_channel_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    expect(await requestMove(dov, message, { topic: 'c' })).toEqual(MOVED)
    expect(await requestMove(cleo, message, { topic: 'd' })).toEqual(NO_PERMISSION_TO_EDIT)
  })

  test('the time limit has a tolerance of 20 seconds, and does not apply to moderators', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    await stopClock(realm, NOW)
    const [first, second] = await sendThree(dov, general, 'lunch')
    await stopClock(realm, NOW + 1000)
    const recent = await dov.sends(general, 'lunch', '4')
    await dov.sends(general, 'lunch', '5')
    await stopClock(realm, NOW + 604_820)
    await replays([ada], async () => expect(await requestMove(dov, first, { topic: 'a' })).toEqual(MOVED))
    await requestMove(cleo, first, { topic: 'lunch' })
    await stopClock(realm, NOW + 604_821)
    const CODE = 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'
    const fields = {
      first_message_id_allowed_to_move: recent.id,
      total_messages_allowed_to_move: 2,
      total_messages_in_topic: 5,
    }
    await changesNothing([ada], async () => {
      expect(await requestMove(dov, recent, { topic: 'b', ...WHOLE_TOPIC })).toEqual(
        refusal('You only have permission to move the 2/5 most recent messages in this topic.', CODE, fields),
      )
      // Also if the named message itself is too old.
      expect(await requestMove(dov, second, { topic: 'b', ...WHOLE_TOPIC })).toEqual(
        refusal('You only have permission to move the 2/5 most recent messages in this topic.', CODE, fields),
      )
      expect(await requestMove(dov, second, { topic: 'b' })).toEqual(
        refusal("The time limit for editing this message's topic has passed.", CODE, fields),
      )
      expect(await requestMove(dov, second, { topic: 'b', propagate_mode: 'change_later' })).toMatchObject({
        code: CODE,
      })
    })
    expect(await requestMove(dov, recent, { topic: 'b', propagate_mode: 'change_later' })).toEqual(MOVED)
    expect(await requestMove(dov, second, { topic: 'b', ...WHOLE_TOPIC })).toEqual(
      refusal('You only have permission to move the 0/3 most recent messages in this topic.', CODE, {
        first_message_id_allowed_to_move: null,
        total_messages_allowed_to_move: 0,
        total_messages_in_topic: 3,
      }),
    )
    expect(await requestMove(dov, second, { topic: '✔ lunch', ...WHOLE_TOPIC })).toEqual(MOVED)
    expect(await requestMove(cleo, second, { topic: 'b', ...WHOLE_TOPIC })).toEqual(MOVED)
  })

  test('resolving a topic has its own permission, and the empty topic cannot be resolved', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    const inEmptyTopic = await dov.sends(general, '', '2')
    expect(await requestMove(ezra, message, { topic: '✔ lunch', ...WHOLE_TOPIC })).toEqual(MOVED)
    for (const topic of ['✔ ', '✔ general chat', '✔'])
      expect(await requestMove(ezra, inEmptyTopic, { topic, ...WHOLE_TOPIC })).toEqual(
        refusal('General chat cannot be marked as resolved'),
      )
    await setPermission(ada, 'can_resolve_topics_group', 'role:moderators')
    const NO_PERMISSION_TO_RESOLVE = refusal("You don't have permission to resolve topics in this channel.")
    await changesNothing([ada], async () =>
      expect(await requestMove(dov, message, { topic: 'lunch', ...WHOLE_TOPIC })).toEqual(NO_PERMISSION_TO_RESOLVE),
    )
    expect(await requestMove(dov, message, { topic: 'lunch' })).toEqual(NO_PERMISSION_TO_RESOLVE)
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_resolve_topics_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    await setPermission(ada, 'can_move_messages_between_topics_group', 'role:nobody')
    expect(await requestMove(dov, message, { topic: 'lunch', ...WHOLE_TOPIC })).toEqual(MOVED)
    expect(await requestMove(ben, message, { topic: '✔ lunch', ...WHOLE_TOPIC })).toEqual(MOVED)
  })

  test('a topic with a name of maximal length can be resolved', async () => {
    const { dov, general } = await freshRealm()
    const long = 'x'.repeat(60)
    const message = await dov.sends(general, long, '1')
    expect(await requestMove(dov, message, { topic: `✔ ${long}`, ...WHOLE_TOPIC })).toEqual(MOVED)
    expect((await messageWithTopic(dov, message)).subject).toBe(`✔ ${'x'.repeat(55)}...`)
  })
})
