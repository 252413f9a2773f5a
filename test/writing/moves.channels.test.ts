import { describe, expect, test } from 'vitest'
import { untilParked } from '../support/faults'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { copyFirstMessage, rowsWritten } from '../support/tables'

const moves = (person: Person, { id }: { id: number }, fields: Record<string, FieldValue>): Promise<Json> =>
  person.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...fields })

const to = ({ stream_id }: Channel, more: Record<string, FieldValue> = {}) => ({ stream_id, ...more })

const MOVED = { ...SUCCESS, detached_uploads: [] }
const ALL = { propagate_mode: 'change_all' }

const unreadBy = async (person: Person): Promise<Json[]> => (await person.registers()).state.unread_msgs.streams
const only = (type: string, { able }: { able: Json[] }): Json[] => able.filter((event) => event.type === type)
const withProtectedHistory = { invite_only: true, history_public_to_subscribers: false }

describe('PATCH /messages/:message_id, to another channel', () => {
  test('those in both have it as they had it; those who can read it there are told from where it came', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const first = await dov.sends(general, 'roses', '@**Ada**')
    const second = await dov.sends(general, 'roses', 'Red')
    await dov.sends(garden, 'tulips', 'Yellow')
    succeeded(await ben.post('/messages/flags', { messages: [second.id], op: 'add', flag: 'read' }))
    const [hers, his, outside, , guest] = await receivedBy([ada, ben, cleo, dov, ezra], async () =>
      expect(await moves(dov, first, to(garden, ALL))).toEqual(MOVED),
    )
    const news = {
      message_id: first.id,
      message_ids: [first.id, second.id],
      stream_id: general.stream_id,
      stream_name: 'general',
      new_stream_id: garden.stream_id,
      propagate_mode: 'change_all',
      orig_subject: 'roses',
    }
    for (const each of [hers!, his!, outside!]) {
      expect(only('update_message', each)).toMatchObject([news])
      expect(only('update_message', each)[0]).not.toHaveProperty('subject')
    }
    expect(only('update_message', hers!)[0].flags).toEqual(['mentioned'])
    expect(only('update_message', outside!)[0].flags).toEqual(['read'])
    // A guest reads only where they are: to them the messages are gone.
    expect(only('update_message', guest!)).toEqual([])
    expect(only('delete_message', guest!)).toEqual([
      {
        type: 'delete_message',
        message_ids: [first.id, second.id],
        message_type: 'stream',
        stream_id: general.stream_id,
        topic: 'roses',
      },
    ])
    expect(await ezra.get(`/messages/${first.id}`)).toEqual(INVALID_MESSAGES)
    expect(await unreadBy(ada)).toMatchObject([
      { topic: 'roses', unread_message_ids: [first.id, second.id] },
      { topic: 'tulips' },
    ])
    expect(await unreadBy(cleo)).toEqual([])
    // What they received stays in their history, wherever it is, as long as they can read it.
    const { messages } = succeeded(await cleo.get('/messages', { anchor: 'newest', num_before: 10 }))
    expect(messages.map(({ id }: Json) => id)).toEqual([first.id, second.id])
  })

  test('a channel begins where its messages begin', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const first = await dov.sends(general, 'roses', 'Red')
    const second = await dov.sends(general, 'lunch', 'Pizza?')
    const begins = async ({ stream_id }: Channel) =>
      succeeded(await ada.get(`/streams/${stream_id}`)).stream.first_message_id
    await replays([ada, dov], () => moves(dov, first, to(garden)))
    expect([await begins(general), await begins(garden)]).toEqual([second.id, first.id])
    await replays([ada, dov], () => moves(dov, second, to(garden)))
    expect([await begins(general), await begins(garden)]).toEqual([null, first.id])
    // The notices come after what they are about: where messages came to they are not the first, where all left they are.
    const { id } = await dov.sends(general, 'beds', 'Dug')
    const yard = await newChannel(ada, 'yard', [ada])
    await replays([ada, dov], () =>
      dov.patch(`/messages/${id}`, { ...to(yard), ...ALL, send_notification_to_old_thread: true }),
    )
    expect([await begins(general), await begins(yard)]).toEqual([id + 2, id])
  })

  test('out of a private channel, its name stays with those who may know it', async () => {
    const { ada, ben, cleo, dov, ezra, general, vault } = await freshRealm()
    const message = await ada.sends(vault, 'plans', 'Hush')
    const [hers, his, ...others] = await receivedBy([ada, ben, cleo, dov, ezra], async () =>
      expect(await moves(ada, message, to(general, { topic: 'news' }))).toEqual(MOVED),
    )
    for (const each of [hers!, his!]) expect(only('update_message', each)[0].stream_name).toBe('vault')
    for (const each of others) {
      expect(only('update_message', each)).toMatchObject([{ orig_subject: 'news', flags: ['read', 'historical'] }])
      expect(JSON.stringify(each)).not.toContain('"vault"')
    }
    expect((await dov.get(`/messages/${message.id}`)).message.content).toBe('<p>Hush</p>')
    expect(await unreadBy(cleo)).toEqual([])
  })

  test('into a private channel, it is gone for those who are not in it, with their stars', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, ben], {
      invite_only: true,
      history_public_to_subscribers: true,
    })
    const [first, second] = [await dov.sends(general, 'plans', '@**Cleo**'), await dov.sends(general, 'plans', '2')]
    for (const person of [ben, cleo])
      succeeded(await person.post('/messages/flags', { messages: [second.id], op: 'add', flag: 'starred' }))
    const [, his, hers] = await receivedBy([ada, ben, cleo, dov], async () =>
      expect(await moves(ada, first, to(cellar, ALL))).toEqual(MOVED),
    )
    expect(only('update_message', his!)).toHaveLength(1)
    expect(only('update_message', hers!)).toEqual([])
    expect(only('delete_message', hers!)).toMatchObject([{ message_ids: [first.id, second.id], topic: 'plans' }])
    expect((await ben.registers()).state.starred_messages).toEqual([second.id])
    expect((await cleo.registers()).state.starred_messages).toEqual([])
    for (const each of [first, second]) expect(await dov.get(`/messages/${each.id}`)).toEqual(INVALID_MESSAGES)
    // Whoever is let in later reads it, and is not told that it waits for them.
    await replays([cleo], () => ada.subscribes(cellar, { principals: [cleo.id] }))
    expect((await cleo.get(`/messages/${first.id}`)).message.flags).toEqual(['read', 'mentioned'])
    expect(await unreadBy(cleo)).toEqual([])
  })

  test('where history is protected, it is theirs who were there when it came, and not theirs who come later', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], withProtectedHistory)
    const message = await dov.sends(general, 'rules', 'Nobody talks about it')
    await receivedBy([ada, ben, cleo, dov], async () => expect(await moves(ada, message, to(club))).toEqual(MOVED))
    await ada.subscribes(club, { principals: [cleo.id, dov.id] })
    await ada.sends(general, 'lunch', 'Pizza?')
    expect((await ben.get(`/messages/${message.id}`)).message.flags).toEqual([])
    for (const person of [cleo, dov]) expect(await person.get(`/messages/${message.id}`)).toEqual(INVALID_MESSAGES)
    const [hers, his] = await receivedBy([cleo, ben], () =>
      ada.post(`/messages/${message.id}/reactions`, { emoji_name: 'tada' }),
    )
    expect([hers!.able.length, his!.able.length]).toEqual([0, 1])
    const topics = async (person: Person) => succeeded(await person.get(`/users/me/${club.stream_id}/topics`)).topics
    expect([(await topics(ben)).length, (await topics(cleo)).length]).toEqual([1, 0])
    // And the same when it is moved on within the channel, or deleted.
    const again = await receivedBy([ben, cleo], () => moves(ada, message, { topic: 'laws' }))
    expect(again.map((each) => only('update_message', each).length)).toEqual([1, 0])
    const gone = await receivedBy([ben, cleo], () => ada.delete(`/messages/${message.id}`))
    expect(gone.map((each) => only('delete_message', each).length)).toEqual([1, 0])
  })

  test('out of where history is protected, only what its mover can read goes', async () => {
    const { ada, ben, cleo, general } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], withProtectedHistory)
    const early = await ada.sends(club, 'rules', '1')
    await ada.subscribes(club, { principals: [cleo.id] })
    const late = await ada.sends(club, 'rules', '2')
    await replays([ada, ben, cleo], async () => expect(await moves(cleo, late, to(general, ALL))).toEqual(MOVED))
    expect((await ada.get(`/messages/${early.id}`)).message).toMatchObject({ stream_id: club.stream_id })
    expect((await ada.get(`/messages/${late.id}`)).message).toMatchObject({ stream_id: general.stream_id })
  })

  test('there and back again, what was unread on the way stays read', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'roses', '@**all**')
    const everyone = [ada, ben, cleo, dov, ezra]
    await replays(everyone, () => moves(dov, message, to(garden)))
    await replays(everyone, () => moves(ada, message, to(general)))
    expect(await unreadBy(ada)).toMatchObject([{ stream_id: general.stream_id, unread_message_ids: [message.id] }])
    expect(await unreadBy(cleo)).toEqual([])
    expect((await cleo.get(`/messages/${message.id}`)).message).toMatchObject({ subject: 'roses' })
  })

  test('who left, and came back after it went, finds it read', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'roses', 'Red')
    await replays([ben], async () => {
      succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['garden'] }))
      succeeded(await moves(dov, message, to(garden)))
      await ben.subscribes(garden)
    })
    expect(await unreadBy(ben)).toEqual([])
  })

  test('what people chose goes along as far as they can see, and is forgotten where they cannot', async () => {
    const { ada, ben, cleo, dov, general, vault } = await freshRealm()
    const message = await dov.sends(general, 'plans', '1')
    for (const person of [ben, cleo])
      succeeded(
        await person.post('/user_topics', { stream_id: general.stream_id, topic: 'plans', visibility_policy: 3 }),
      )
    const [, hers] = await receivedBy([ben, cleo, ada], () => moves(ada, message, to(vault, { topic: 'plot', ...ALL })))
    expect((await ben.registers()).state.user_topics).toMatchObject([
      { stream_id: vault.stream_id, topic_name: 'plot' },
    ])
    expect((await cleo.registers()).state.user_topics).toEqual([])
    expect(JSON.stringify(hers)).not.toContain('plot')
  })

  test('who may: whoever the realm or the old channel lets, if they may post in the new one', async () => {
    const { ada, ben, dov, ezra, general, vault, attic } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov, ezra])
    const message = await dov.sends(general, 'lunch', '1')
    const MAY_NOT = refusal("You don't have permission to move this message")
    await changesNothing([ada, dov], async () => {
      expect(await moves(ezra, message, to(garden))).toEqual(MAY_NOT)
      expect(await moves(dov, message, to(vault))).toEqual(refusal('Invalid channel ID'))
      expect(await moves(ada, message, to(attic))).toEqual(refusal("Not authorized to send to channel 'attic'"))
    })
    succeeded(await ada.patch(`/streams/${garden.stream_id}`, { can_send_message_group: { new: await admins(ada) } }))
    expect(await moves(dov, message, to(garden))).toEqual(
      refusal('You do not have permission to post in this channel.'),
    )
    expect(await moves(ben, message, to(garden))).toEqual(MOVED)
    expect(await moves(dov, message, to(general))).toEqual(MOVED)
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_move_messages_out_of_channel_group: { new: { direct_members: [ezra.id], direct_subgroups: [] } },
      }),
    )
    const yard = await newChannel(ada, 'yard', [ada, ezra])
    expect(await moves(ezra, message, to(yard))).toEqual(MOVED)
  })

  const admins = async (person: Person): Promise<number> =>
    succeeded(await person.get('/user_groups')).user_groups.find(({ name }: Json) => name === 'role:administrators').id

  test('what is archived stays as it is', async () => {
    const { ada, ben, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await ben.sends(garden, 'lunch', '1')
    succeeded(await ada.delete(`/streams/${garden.stream_id}`))
    await changesNothing([ada, ben], async () => {
      expect(await moves(ben, message, { topic: 'x' })).toMatchObject({ result: 'error' })
      expect(await moves(ben, message, { topic: '✔ lunch', ...ALL })).toMatchObject({ result: 'error' })
      expect(await moves(ben, message, to(general))).toMatchObject({ result: 'error' })
    })
  })
})

describe('notices of moves', () => {
  const saidIn = async (person: Person, channel: Channel, topic: string): Promise<string[]> => {
    const narrow = [
      { operator: 'channel', operand: channel.stream_id },
      { operator: 'topic', operand: topic },
    ]
    const asked = { anchor: 'newest', num_before: 20, narrow, apply_markdown: false }
    return succeeded(await person.get('/messages', asked)).messages.map(({ content }: Json) => content)
  }
  const NEW = { send_notification_to_new_thread: true }
  const BOTH = { ...NEW, send_notification_to_old_thread: true }

  test('said where they came to unless it is not wanted, and where they were if it is', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const who = `@_**Dov|${dov.id}**`
    const first = await dov.sends(general, 'a', '1')
    const sent = [await dov.sends(general, 'a', '2'), await dov.sends(general, 'a', '3')]
    await replays([ada, dov, ezra], async () => succeeded(await dov.patch(`/messages/${first.id}`, { topic: 'b' })))
    expect(await saidIn(ada, general, 'b')).toEqual(['1', `${who} moved a message here from #**general>a**.`])
    await replays([ada, ezra], () => moves(dov, sent[0]!, { topic: 'b', propagate_mode: 'change_later', ...BOTH }))
    expect((await saidIn(ada, general, 'b')).at(-1)).toBe(`${who} moved this topic here from #**general>a**.`)
    expect(await saidIn(ada, general, 'a')).toEqual([`${who} moved this topic from here to #**general>b**.`])
    await moves(dov, sent[0]!, { topic: '', propagate_mode: 'change_later', ...BOTH })
    expect((await saidIn(ada, general, '')).at(-1)).toBe(`${who} moved 4 messages here from #**general>b**.`)
    expect((await saidIn(ada, general, 'b')).at(-1)).toBe(
      `${who} moved 4 messages from here to the general chat of #**general**.`,
    )
    await moves(dov, sent[0]!, { topic: 'c' })
    expect(await saidIn(ada, general, 'c')).toEqual(['2'])
  })

  test('private channels and names that are no names are not said', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const secret = await ada.sends(vault, 'coup', '1')
    await replays([ada, dov], () => moves(ada, secret, to(general, { ...BOTH, topic: 'news' })))
    expect((await saidIn(dov, general, 'news')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic here from a private channel.`,
    )
    expect((await saidIn(ada, vault, 'coup')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic from here to #**general>news**.`,
    )
    const odd = await dov.sends(general, '**@all**', '1')
    await moves(dov, odd, { topic: 'even', ...NEW })
    expect((await saidIn(dov, general, 'even')).at(-1)).toContain(`[channel ${general.stream_id}]`)
  })

  test('channels that guests may not know of are not said where these read it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const message = await dov.sends(general, 'a', '1')
    await replays([dov, ezra], () => moves(ada, message, to(garden, BOTH)))
    expect((await saidIn(ezra, general, 'a')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic from here to another channel.`,
    )
    expect((await saidIn(dov, garden, 'a')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic here from #**general>a**.`,
    )
  })

  test('to guests who may not know of them, nobody outside the channel is named', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [dov, ezra])
    const { user_groups } = succeeded(await ada.get('/user_groups'))
    const members = user_groups.find(({ name }: Json) => name === 'role:members').id
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: members } }))
    for (const [mover, who] of [
      [ben, 'A user'],
      [dov, `@_**Dov|${dov.id}**`],
    ] as const) {
      const message = await dov.sends(garden, 'a', '1')
      await moves(mover, message, { topic: 'b', ...NEW })
      expect((await saidIn(ezra, garden, 'b')).at(-1)!.startsWith(`${who} moved`)).toBe(true)
    }
  })

  test('a topic is marked as resolved, and not at once unmarked with as many words', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, dov, ezra], () => moves(dov, message, { topic: '✔ lunch', ...ALL, ...BOTH }))
    expect(await saidIn(ada, general, '✔ lunch')).toEqual([
      '1',
      `@_**Dov|${dov.id}** has marked this topic as resolved.`,
    ])
    await replays([ada, dov, ezra], () => moves(ada, message, { topic: 'lunch', ...ALL }))
    expect(await saidIn(ada, general, 'lunch')).toEqual(['1'])
    expect(await saidIn(ada, general, '✔ lunch')).toEqual([])
    await moves(ada, message, { topic: '✔ lunch', ...ALL })
    await dov.sends(general, '✔ lunch', 'But')
    await moves(ada, message, { topic: 'lunch', ...ALL })
    expect((await saidIn(ada, general, 'lunch')).slice(1)).toEqual([
      `@_**Ada|${ada.id}** has marked this topic as resolved.`,
      'But',
      `@_**Ada|${ada.id}** has marked this topic as unresolved.`,
    ])
  })
})

describe('notices of resolving', () => {
  const resolves = (person: Person, message: { id: number }) => moves(person, message, { topic: '✔ lunch', ...ALL })
  const flagsOf = async (person: Person, id: number) => (await person.get(`/messages/${id}`)).message.flags

  test('they wait for those who follow the topic, or want them all, and for nobody who wants none', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general } = await freshRealm()
    const prefers = async (person: Person, resolved_topic_notice_auto_read_policy: string) =>
      succeeded(await person.patch('/settings', { resolved_topic_notice_auto_read_policy }))
    const { stream_id } = general
    for (const person of [ben, cleo])
      succeeded(await person.post('/user_topics', { stream_id, topic: 'lunch', visibility_policy: 3 }))
    await prefers(cleo, 'always')
    await prefers(ezra, 'never')
    const message = await dov.sends(general, 'lunch', '1')
    const people = [ada, ben, cleo, dov, ezra]
    const heard = await receivedBy(people, () => resolves(dov, message))
    const notices = heard.map((each) => only('message', each)[0])
    const { id } = notices[0].message
    expect(notices.map(({ flags }) => flags)).toEqual([['read'], [], ['read'], ['read'], []])
    expect(await Promise.all(people.map((person) => flagsOf(person, id)))).toEqual([
      ['read'],
      [],
      ['read'],
      ['read'],
      [],
    ])
    const readers = async () => succeeded(await dov.get(`/messages/${id}/read_receipts`)).user_ids
    expect(await readers()).toEqual([ada.id, cleo.id, dov.id, fig.id].sort((a, b) => a - b))
    // It is marked like any other from then on.
    await replays(people, async () => {
      succeeded(await ada.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' }))
      succeeded(await ben.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    })
    expect([await flagsOf(ada, id), await flagsOf(ben, id)]).toEqual([[], ['read']])
    await replays(people, async () => {
      succeeded(await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
      succeeded(await ada.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' }))
    })
    expect(await flagsOf(ada, id)).toEqual([])
    expect((await unreadBy(ada))[0].unread_message_ids).toEqual([message.id, id])
  })

  test('whatever the audience, the rows are the same', async () => {
    const rows: number[] = []
    for (const more of [0, 30]) {
      const { realm, dov, general } = await freshRealm()
      for (let nth = 0; nth < more; nth++) await (await realm.newPerson(`p${nth}`)).subscribes(general)
      const message = await dov.sends(general, 'lunch', '1')
      await dov.get('/users/me')
      const before = await rowsWritten(realm)
      succeeded(await resolves(dov, message))
      rows.push((await rowsWritten(realm)) - before)
    }
    expect(rows[1]).toBe(rows[0])
  })
})

describe('at once', () => {
  test('an edit while its message moves: both happen', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, dov], async () => {
      const answers = await Promise.all([
        moves(dov, message, { content: '2' }),
        moves(ada, message, { topic: 'dinner', ...ALL }),
        moves(dov, message, { content: '3' }),
      ])
      expect(answers).toEqual([MOVED, MOVED, MOVED])
    })
    const { content, subject, edit_history } = (await ada.get(`/messages/${message.id}`)).message
    expect(['<p>2</p>', '<p>3</p>']).toContain(content)
    expect([subject, edit_history.length]).toEqual(['dinner', 3])
  })

  test('two moves of one message: it is in one place, and everyone agrees which', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, ben, dov], () =>
      Promise.all([
        moves(dov, message, { topic: 'dinner', ...ALL }),
        moves(ada, message, to(garden, ALL)),
        moves(ben, message, { topic: 'supper' }),
      ]),
    )
    const places = await Promise.all(
      [ada, ben, dov].map(async (person) => (await person.get(`/messages/${message.id}`)).message),
    )
    expect(new Set(places.map(({ subject, stream_id }) => `${stream_id} ${subject}`)).size).toBe(1)
  })

  test('what is sent to a topic that is moving is in one topic or the other', async () => {
    const { ada, dov, general } = await freshRealm()
    const first = await dov.sends(general, 'lunch', '1')
    await replays([ada, dov], async () => {
      await Promise.all([
        dov.sends(general, 'lunch', '2'),
        moves(ada, first, { topic: 'dinner', ...ALL }),
        dov.sends(general, 'lunch', '3'),
      ])
    })
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 10 }))
    expect(messages).toHaveLength(3)
    for (const { subject } of messages) expect(['lunch', 'dinner']).toContain(subject)
  })

  test('what is sent to a channel that is being archived was sent before, or is refused', async () => {
    const { ada, dov, general } = await freshRealm()
    await replays([ada, dov], async () => {
      const post = () => dov.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'x' })
      const [before, archived, after] = await Promise.all([post(), ada.delete(`/streams/${general.stream_id}`), post()])
      succeeded(archived)
      for (const { result, msg } of [before, after])
        expect(['', "Not authorized to send to channel 'general'"]).toContain(result === 'success' ? '' : msg)
    })
  })

  test('deleted while it moves, it is gone', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, ben, dov], async () => {
      await Promise.all([moves(ada, message, to(garden)), dov.delete(`/messages/${message.id}`)])
    })
    expect(await ada.get(`/messages/${message.id}`)).toEqual(INVALID_MESSAGES)
  })
})

describe('many that move out of sight', () => {
  const older = (person: Person) => person.registers({ event_types: ['delete_message'] })

  /** So many go from where all may read to where few may; what guests and members with older clients listened on. */
  async function moved(count: number) {
    const { realm, ada, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov], { invite_only: true })
    const first = await dov.sends(general, 'roses', 'Red')
    await copyFirstMessage(realm, count)
    const queues = [await older(ezra), await older(cleo)]
    const deaf = await ezra.registers({ event_types: ['reaction'] })
    const able = await ezra.registers({
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    })
    expect(await moves(ada, first, to(garden, ALL))).toEqual(MOVED)
    expect((await able.events()).map(({ message_ids }) => message_ids.length)).toEqual([count])
    expect(await deaf.events()).toEqual([])
    return queues
  }

  test('of a thousand an older client hears one by one', async () => {
    for (const queue of await moved(1000)) expect(await queue.events()).toHaveLength(1000)
  })

  test('of more it hears by having to register anew', async () => {
    for (const { person, id } of await moved(1001))
      expect(await person.get('/events', { queue_id: id, last_event_id: -1 })).toMatchObject({
        code: 'BAD_EVENT_QUEUE_ID',
        queue_id: id,
      })
  })

  test('nobody registers anew who came after all of it, where history is protected', async () => {
    const { realm, ada, cleo, dov, ezra } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov], { invite_only: true })
    const club = await newChannel(ada, 'club', [ada, dov, cleo], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const first = await dov.sends(club, 'roses', 'Red')
    await copyFirstMessage(realm, 1001)
    await ada.subscribes(club, { principals: [ezra.id] })
    const [late, there] = [await older(ezra), await older(cleo)]
    expect(await moves(ada, first, to(garden, ALL))).toEqual(MOVED)
    expect(await late.events()).toEqual([])
    expect(await cleo.get('/events', { queue_id: there.id, last_event_id: -1 })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  test('one that waits is let go, and told so when it comes back', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov], { invite_only: true })
    const first = await dov.sends(general, 'roses', 'Red')
    await copyFirstMessage(realm, 1001)
    const { queue_id, last_event_id } = (await older(ezra)).state
    const waiting = ezra.get('/events', { queue_id, last_event_id })
    await untilParked(realm, 1)
    expect(await moves(ada, first, to(garden, ALL))).toEqual(MOVED)
    expect((await waiting).result).toBe('success')
    expect(await ezra.get('/events', { queue_id, last_event_id })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })
})
