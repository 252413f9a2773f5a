import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { copyFirstMessage, rowsIn, rowsWritten, stopClock, writesTo } from '../support/tables'

const moves = (person: Person, { id }: { id: number }, fields: Record<string, FieldValue>): Promise<Json> =>
  person.patch(`/messages/${id}`, { ...QUIETLY, ...fields })

const QUIETLY = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
const MOVED = { ...SUCCESS, detached_uploads: [] }
const ALL = { propagate_mode: 'change_all' }
const NOTHING = refusal('Nothing to change')
const NOW = 2_000_000_000

const idsIn = async (person: Person, { stream_id }: Channel, topic: string): Promise<number[]> => {
  const narrow = [
    { operator: 'channel', operand: stream_id },
    { operator: 'topic', operand: topic },
  ]
  const { messages } = succeeded(await person.get('/messages', { anchor: 'newest', num_before: 100, narrow }))
  return messages.map(({ id }: Json) => id)
}

const topicsIn = async (person: Person, { stream_id }: Channel): Promise<Json[]> =>
  succeeded(await person.get(`/users/me/${stream_id}/topics`, { allow_empty_topic_name: true })).topics

const messageFor = async (person: Person, { id }: { id: number }) =>
  succeeded(await person.get(`/messages/${id}`, { allow_empty_topic_name: true })).message

const three = async (person: Person, channel: Channel, topic: string) =>
  [
    await person.sends(channel, topic, '1'),
    await person.sends(channel, topic, '2'),
    await person.sends(channel, topic, '3'),
  ] as const

const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)

describe('PATCH /messages/:message_id, to another topic', () => {
  test('one message goes, and everyone who can read it is told from where to where', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    await stopClock(realm, NOW)
    const [first, second, third] = await three(dov, general, 'lunch')
    const heard = await receivedBy([ada, dov, ezra], async () =>
      expect(await moves(dov, second, { topic: 'dinner' })).toEqual(MOVED),
    )
    const news = {
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
    for (const { plain, able } of heard) expect([plain, able]).toEqual([[news], [news]])
    expect(await idsIn(ezra, general, 'lunch')).toEqual([first.id, third.id])
    expect(await idsIn(ezra, general, 'dinner')).toEqual([second.id])
    expect(await messageFor(ada, second)).toMatchObject({ subject: 'dinner' })
    expect(await topicsIn(ada, general)).toEqual([
      { name: 'lunch', max_id: third.id },
      { name: 'dinner', max_id: second.id },
    ])
  })

  test('it and those after it go, or all of the topic; what is sent to the old topic afterwards stays there', async () => {
    const { ada, dov, general } = await freshRealm()
    const [first, second, third] = await three(dov, general, 'lunch')
    await replays([ada, dov], async () =>
      expect(await moves(dov, second, { topic: 'dinner', propagate_mode: 'change_later' })).toEqual(MOVED),
    )
    expect(await idsIn(ada, general, 'dinner')).toEqual([second.id, third.id])
    const fourth = await dov.sends(general, 'lunch', '4')
    expect(await idsIn(ada, general, 'lunch')).toEqual([first.id, fourth.id])
    await replays([ada, dov], async () => expect(await moves(dov, first, { topic: 'food', ...ALL })).toEqual(MOVED))
    const fifth = await dov.sends(general, 'lunch', '5')
    expect(await idsIn(ada, general, 'food')).toEqual([first.id, fourth.id])
    expect(await idsIn(ada, general, 'lunch')).toEqual([fifth.id])
  })

  test('what joins another topic is merged into it in the order of sending, again and again', async () => {
    const { ada, dov, general } = await freshRealm()
    const sent: number[] = []
    for (const topic of ['a', 'b', 'c', 'a', 'b', 'c']) sent.push((await dov.sends(general, topic, topic)).id)
    await replays([ada, dov], () => moves(dov, { id: sent[0]! }, { topic: 'b', ...ALL }))
    expect(await idsIn(ada, general, 'b')).toEqual([sent[0], sent[1], sent[3], sent[4]])
    const later = await dov.sends(general, 'b', 'more')
    await replays([ada, dov], () => moves(dov, { id: sent[2]! }, { topic: 'B', ...ALL }))
    expect(await idsIn(ada, general, 'b')).toEqual([...sent, later.id])
    await replays([ada, dov], () => moves(dov, { id: sent[3]! }, { topic: 'a', propagate_mode: 'change_later' }))
    expect(await idsIn(ada, general, 'a')).toEqual([sent[3], sent[4], sent[5], later.id])
    expect(await idsIn(ada, general, 'b')).toEqual([sent[0], sent[1], sent[2]])
    await replays([ada, dov], () => moves(dov, { id: sent[4]! }, { topic: 'b' }))
    await replays([ada, dov], () => moves(dov, { id: sent[4]! }, { topic: 'a' }))
    expect(await idsIn(ada, general, 'a')).toEqual([sent[3], sent[4], sent[5], later.id])
    expect((await topicsIn(ada, general)).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('a topic may change its letters, as a whole; a part of it may not', async () => {
    const { ada, dov, general } = await freshRealm()
    const [first, second] = await three(dov, general, 'lunch')
    await changesNothing([ada, dov], async () => {
      expect(await moves(dov, second, { topic: 'Lunch' })).toEqual(NOTHING)
      expect(await moves(dov, second, { topic: 'lunch ' })).toEqual(NOTHING)
    })
    const [hers] = await receivedBy([ada, dov], () => moves(dov, first, { topic: 'Lunch', ...ALL }))
    expect(hers!.able[0]).toMatchObject({ orig_subject: 'lunch', subject: 'Lunch' })
    expect((await topicsIn(ada, general)).map(({ name }) => name)).toEqual(['Lunch'])
  })

  test('the general chat goes by the name that the client knows', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, '', 'Hello')
    const [hers] = await receivedBy([ada], () => moves(dov, message, { topic: 'lunch' }))
    expect([hers!.plain[0].orig_subject, hers!.able[0].orig_subject]).toEqual(['general chat', ''])
    const [back] = await receivedBy([ada], () => moves(dov, message, { topic: '(no topic)' }))
    expect([back!.plain[0].subject, back!.able[0].subject]).toEqual(['general chat', ''])
    expect(await messageFor(ada, message)).toMatchObject({ subject: '' })
  })

  test('what is unread is unread where it is, and who is called in it is called there', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [first, second] = await three(dov, general, 'lunch')
    await dov.sends(general, 'dinner', '@**Ada**')
    await dov.sends(general, 'lunch', '@**Ada** @**all**')
    succeeded(await ada.post('/messages/flags', { messages: [second.id], op: 'add', flag: 'read' }))
    await replays([ada, dov, ezra], () => moves(dov, first, { topic: 'dinner', ...ALL }))
    const { unread_msgs } = (await ada.registers()).state
    expect(unread_msgs.streams).toMatchObject([{ topic: 'dinner', unread_message_ids: { length: 4 } }])
    expect(unread_msgs.mentions).toHaveLength(2)
  })

  test('a call to a topic reaches whoever wrote what was moved there', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const hers = await ada.sends(general, 'lunch', '1')
    await ben.sends(general, 'dinner', '2')
    await cleo.sends(general, 'supper', '3')
    await moves(dov, hers, { topic: 'dinner', ...ALL })
    const people = [ada, ben, cleo, dov]
    let called = hers
    const heard = await receivedBy(people, async () => (called = await dov.sends(general, 'dinner', '@**topic** come')))
    const reached = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    const flagsOf = async (person: Person) => (await messageFor(person, called)).flags
    const isCalled = (flags: string[]) => flags.filter((flag) => flag !== 'read')
    expect(heard.map(({ able }) => isCalled(able[0].flags))).toEqual([reached, reached, [], reached])
    // Wherever they are by now.
    await replays(people, () => moves(dov, hers, { topic: 'elsewhere' }))
    expect(isCalled(await flagsOf(ada))).toEqual(reached)
    expect(await flagsOf(cleo)).toEqual([])
  })

  test('what it says and its topic change in one', async () => {
    const { ada, dov, general } = await freshRealm()
    const [first, second] = await three(dov, general, 'lunch')
    const [hers] = await receivedBy([ada], () => moves(dov, first, { topic: 'dinner', content: '@**Ada**', ...ALL }))
    expect(hers!.able).toHaveLength(1)
    expect(hers!.able[0]).toMatchObject({
      orig_content: '1',
      content: '@**Ada**',
      orig_subject: 'lunch',
      subject: 'dinner',
      flags: ['mentioned'],
    })
    expect(hers!.able[0].message_ids).toContain(second.id)
  })

  test('who came after a part of it where history is protected hears only of the rest', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const early = await three(ada, club, 'rules')
    await ada.subscribes(club, { principals: [cleo.id] })
    const late = await three(ada, club, 'rules')
    const [, his, hers, others] = await receivedBy([ada, ben, cleo, dov], async () =>
      expect(await moves(ada, early[0], { topic: 'laws', content: 'First', ...ALL })).toEqual(MOVED),
    )
    expect(his!.able[0]).toMatchObject({ message_ids: ids([...early, ...late]), content: 'First' })
    expect(hers!.able[0]).toMatchObject({ message_id: late[0].id, message_ids: ids(late), flags: [] })
    expect(hers!.able[0]).not.toHaveProperty('content')
    expect(others!.able).toEqual([])
    expect(await topicsIn(cleo, club)).toEqual([{ name: 'laws', max_id: late[2].id }])
    // Only what she can read goes when she moves it.
    await replays([ada, ben, cleo], async () =>
      expect(await moves(cleo, late[0], { topic: 'rules', ...ALL })).toEqual(MOVED),
    )
    expect(await idsIn(ben, club, 'laws')).toEqual(ids(early))
    expect(await idsIn(cleo, club, 'rules')).toEqual(ids(late))
    expect(await moves(cleo, early[0], { topic: 'x' })).toEqual(INVALID_MESSAGES)
  })

  test('what people chose for a topic goes along with the whole of it', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const { stream_id } = general
    const chooses = async (person: Person, topic: string, visibility_policy: number) =>
      succeeded(await person.post('/user_topics', { stream_id, topic, visibility_policy }))
    const chosenBy = async (person: Person) =>
      (await person.registers()).state.user_topics.map(({ topic_name, visibility_policy }: Json) => [
        topic_name,
        visibility_policy,
      ])
    const [first] = await three(dov, general, 'lunch')
    const other = await dov.sends(general, 'dinner', '1')
    await chooses(ada, 'lunch', 3)
    await chooses(ben, 'lunch', 1)
    await chooses(cleo, 'dinner', 1)
    await replays([ada, ben, cleo, dov], () => moves(dov, first, { topic: 'food' }))
    expect(await chosenBy(ada)).toEqual([['lunch', 3]])
    await replays([ada, ben, cleo, dov], () => moves(dov, { id: first.id + 1 }, { topic: 'brunch', ...ALL }))
    expect([await chosenBy(ada), await chosenBy(ben)]).toEqual([[['brunch', 3]], [['brunch', 1]]])
    await chooses(ben, 'dinner', 2)
    // Joined: who had muted only one of the two wanted to see the other.
    await replays([ada, ben, cleo, dov], () => moves(dov, { id: first.id + 1 }, { topic: 'dinner', ...ALL }))
    expect([await chosenBy(ada), await chosenBy(ben), await chosenBy(cleo)]).toEqual([
      [['dinner', 3]],
      [['dinner', 2]],
      [],
    ])
    expect(await idsIn(ada, general, 'dinner')).toContain(other.id)
  })

  test.for<[string, Record<string, FieldValue>, Json]>([
    ['to where it is', { topic: 'lunch' }, NOTHING],
    ['to where it is, and in the channel where it is', { topic: 'lunch', stream_id: 1 }, NOTHING],
    ['a control character', { topic: 'a\u0007' }, refusal('Invalid character in topic, at position 2!')],
    ['many of nothing', { content: 'x', ...ALL }, refusal('Invalid propagate_mode without topic edit')],
    ['by no known mode', { topic: 'x', propagate_mode: 'change_some' }, refusal('Invalid propagate_mode')],
    [
      'words and channel',
      { content: 'x', stream_id: 1 },
      refusal('Cannot change message content while changing channel'),
    ],
    ['to no channel', { stream_id: 999 }, refusal('Invalid channel ID')],
    ['to a negative channel', { stream_id: -1 }, refusal('Invalid channel ID')],
  ])('refused, and nothing changes: %s', async ([_, fields, answer]) => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await changesNothing([ada, dov], async () => expect(await moves(dov, message, fields)).toEqual(answer))
  })

  test('direct messages stay where they are', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sendsDirectly([ada], 'Hi')
    await changesNothing([ada, dov], async () => {
      expect(await moves(dov, message, { topic: 'x' })).toEqual(refusal('Direct messages cannot have topics.'))
      expect(await moves(dov, message, { stream_id: general.stream_id })).toEqual(
        refusal('Direct messages cannot be moved to channels.'),
      )
    })
  })

  test('a channel that has no general chat, or nothing else, takes no such messages', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const named = await dov.sends(general, 'lunch', '1')
    const empty = await dov.sends(general, '', '2')
    await writesTo(realm, "UPDATE channels SET topics_policy = 'disable_empty_topic' WHERE name = 'general'")
    expect(await moves(dov, named, { topic: '' })).toEqual(
      refusal('Sending messages to the general chat is not allowed in this channel.'),
    )
    await writesTo(realm, "UPDATE channels SET topics_policy = 'empty_topic_only' WHERE name = 'general'")
    await changesNothing([ada], async () =>
      expect(await moves(dov, empty, { topic: 'x' })).toEqual(
        refusal('Only the general chat topic is allowed in this channel.'),
      ),
    )
    expect(await moves(dov, named, { topic: '' })).toEqual(MOVED)
  })
})

describe('PATCH /messages/:message_id, who may move', () => {
  const MAY_NOT = refusal("You don't have permission to edit this message")
  const permit = async (owner: Person, name: string, group: string) => {
    const { user_groups } = succeeded(await owner.get('/user_groups'))
    const { id } = user_groups.find((each: Json) => each.name === group)
    succeeded(await owner.patch('/realm', { [name]: { new: id } }))
  }

  test('whoever the realm lets, administrators, and those whom either channel lets', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    expect(await moves(ezra, message, { topic: 'a' })).toEqual(MOVED)
    await permit(ada, 'can_move_messages_between_topics_group', 'role:nobody')
    await changesNothing([ada], async () => {
      for (const person of [cleo, dov, ezra]) expect(await moves(person, message, { topic: 'b' })).toEqual(MAY_NOT)
    })
    expect(await moves(ben, message, { topic: 'b' })).toEqual(MOVED)
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_move_messages_within_channel_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    expect(await moves(dov, message, { topic: 'c' })).toEqual(MOVED)
    expect(await moves(cleo, message, { topic: 'd' })).toEqual(MAY_NOT)
  })

  test('for as long as the realm lets them, and a little longer; moderators always', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    await stopClock(realm, NOW)
    const [first, second] = await three(dov, general, 'lunch')
    await stopClock(realm, NOW + 1000)
    const young = await dov.sends(general, 'lunch', '4')
    await dov.sends(general, 'lunch', '5')
    await stopClock(realm, NOW + 604_820)
    await replays([ada], async () => expect(await moves(dov, first, { topic: 'a' })).toEqual(MOVED))
    await moves(cleo, first, { topic: 'lunch' })
    await stopClock(realm, NOW + 604_821)
    const CODE = 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'
    const fields = {
      first_message_id_allowed_to_move: young.id,
      total_messages_allowed_to_move: 2,
      total_messages_in_topic: 5,
    }
    await changesNothing([ada], async () => {
      expect(await moves(dov, young, { topic: 'b', ...ALL })).toEqual(
        refusal('You only have permission to move the 2/5 most recent messages in this topic.', CODE, fields),
      )
      expect(await moves(dov, second, { topic: 'b' })).toEqual(
        refusal("The time limit for editing this message's topic has passed.", CODE, fields),
      )
      expect(await moves(dov, second, { topic: 'b', propagate_mode: 'change_later' })).toMatchObject({ code: CODE })
    })
    expect(await moves(dov, young, { topic: 'b', propagate_mode: 'change_later' })).toEqual(MOVED)
    expect(await moves(dov, second, { topic: 'b', ...ALL })).toEqual(
      refusal('You only have permission to move the 0/3 most recent messages in this topic.', CODE, {
        first_message_id_allowed_to_move: null,
        total_messages_allowed_to_move: 0,
        total_messages_in_topic: 3,
      }),
    )
    expect(await moves(dov, second, { topic: '✔ lunch', ...ALL })).toEqual(MOVED)
    expect(await moves(cleo, second, { topic: 'b', ...ALL })).toEqual(MOVED)
  })

  test('resolving takes a permission of its own, and the general chat is never resolved', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    const empty = await dov.sends(general, '', '2')
    expect(await moves(ezra, message, { topic: '✔ lunch', ...ALL })).toEqual(MOVED)
    for (const topic of ['✔ ', '✔ general chat', '✔'])
      expect(await moves(ezra, empty, { topic, ...ALL })).toEqual(refusal('General chat cannot be marked as resolved'))
    await permit(ada, 'can_resolve_topics_group', 'role:moderators')
    const REFUSED = refusal("You don't have permission to resolve topics in this channel.")
    await changesNothing([ada], async () =>
      expect(await moves(dov, message, { topic: 'lunch', ...ALL })).toEqual(REFUSED),
    )
    expect(await moves(dov, message, { topic: 'lunch' })).toEqual(REFUSED)
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_resolve_topics_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    await permit(ada, 'can_move_messages_between_topics_group', 'role:nobody')
    expect(await moves(dov, message, { topic: 'lunch', ...ALL })).toEqual(MOVED)
    expect(await moves(ben, message, { topic: '✔ lunch', ...ALL })).toEqual(MOVED)
  })

  test('a topic of the longest name is resolved all the same, and opened again', async () => {
    const { dov, general } = await freshRealm()
    const long = 'x'.repeat(60)
    const message = await dov.sends(general, long, '1')
    expect(await moves(dov, message, { topic: `✔ ${long}`, ...ALL })).toEqual(MOVED)
    expect((await messageFor(dov, message)).subject).toBe(`✔ ${'x'.repeat(55)}...`)
  })
})

describe('moving many', () => {
  test.for(['fresh', 'dinner'])(
    'a topic of twenty thousand costs the rows of one of a thousand: to %s',
    async (topic) => {
      const rows: number[] = []
      for (const count of [1000, 20_000]) {
        const { realm, ada, dov, general } = await freshRealm()
        const [first] = await three(dov, general, 'lunch')
        await dov.sends(general, 'dinner', '1')
        await rowsIn(realm, 'UPDATE message_index SET id = id + 100000 WHERE conversation_id = 2')
        await writesTo(realm, 'UPDATE conversations SET min_id = 100004, max_id = 100004 WHERE id = 2')
        await writesTo(realm, 'DELETE FROM message_index WHERE id IN (2, 3)')
        await copyFirstMessage(realm, count)
        const queue = await ada.registers({ client_capabilities: { bulk_message_deletion: true } })
        await dov.get('/users/me')
        const before = await rowsWritten(realm)
        expect(await moves(dov, first, { topic, ...ALL })).toEqual(MOVED)
        rows.push((await rowsWritten(realm)) - before)
        const [news] = await queue.events()
        expect(news.message_ids).toHaveLength(count)
      }
      expect(rows[1]).toBe(rows[0])
      expect(rows[0]).toBeLessThan(30)
    },
  )
})
