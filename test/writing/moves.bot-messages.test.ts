import { describe, expect, test } from 'vitest'
import { contentsInTopic, flagsOf } from '../support/messages'
import { requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { eventsOfType, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { MEMBERS_GROUP } from '../support/system-groups'
import { rowsWritten } from '../support/tables'

const unreadTopicsOf = async (person: Person): Promise<Json[]> => (await person.registers()).state.unread_msgs.streams

describe('bot messages about a move', () => {
  const NEW = { send_notification_to_new_thread: true }
  const BOTH = { ...NEW, send_notification_to_old_thread: true }

  test('by default only the new topic has one; the request can change this for both topics', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const actor = `@_**Dov|${dov.id}**`
    const first = await dov.sends(general, 'a', '1')
    const sent = [await dov.sends(general, 'a', '2'), await dov.sends(general, 'a', '3')]
    await replays([ada, dov, ezra], async () => succeeded(await dov.patch(`/messages/${first.id}`, { topic: 'b' })))
    expect(await contentsInTopic(ada, general, 'b')).toEqual([
      '1',
      `${actor} moved a message here from #**general>a**.`,
    ])
    await replays([ada, ezra], () =>
      requestMove(dov, sent[0]!, { topic: 'b', propagate_mode: 'change_later', ...BOTH }),
    )
    expect((await contentsInTopic(ada, general, 'b')).at(-1)).toBe(
      `${actor} moved this topic here from #**general>a**.`,
    )
    expect(await contentsInTopic(ada, general, 'a')).toEqual([`${actor} moved this topic from here to #**general>b**.`])
    await requestMove(dov, sent[0]!, { topic: '', propagate_mode: 'change_later', ...BOTH })
    expect((await contentsInTopic(ada, general, '')).at(-1)).toBe(`${actor} moved 4 messages here from #**general>b**.`)
    expect((await contentsInTopic(ada, general, 'b')).at(-1)).toBe(
      `${actor} moved 4 messages from here to the general chat of #**general**.`,
    )
    await requestMove(dov, sent[0]!, { topic: 'c' })
    expect(await contentsInTopic(ada, general, 'c')).toEqual(['2'])
  })

  test('they do not name private channels, or names that are Markdown', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const secret = await ada.sends(vault, 'coup', '1')
    await replays([ada, dov], () => requestMove(ada, secret, toChannel(general, { ...BOTH, topic: 'news' })))
    expect((await contentsInTopic(dov, general, 'news')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic here from a private channel.`,
    )
    expect((await contentsInTopic(ada, vault, 'coup')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic from here to #**general>news**.`,
    )
    const message = await dov.sends(general, '**@all**', '1')
    await requestMove(dov, message, { topic: 'even', ...NEW })
    expect((await contentsInTopic(dov, general, 'even')).at(-1)).toContain(`[channel ${general.stream_id}]`)
  })

  test('they do not name channels that guests who read them cannot see', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const message = await dov.sends(general, 'a', '1')
    await replays([dov, ezra], () => requestMove(ada, message, toChannel(garden, BOTH)))
    expect((await contentsInTopic(ezra, general, 'a')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic from here to another channel.`,
    )
    expect((await contentsInTopic(dov, garden, 'a')).at(-1)).toBe(
      `@_**Ada|${ada.id}** moved this topic here from #**general>a**.`,
    )
  })

  test('they do not name an actor whom limited guests in the channel cannot see', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [dov, ezra])
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: MEMBERS_GROUP } }))
    for (const [actor, name] of [
      [ben, 'A user'],
      [dov, `@_**Dov|${dov.id}**`],
    ] as const) {
      const message = await dov.sends(garden, 'a', '1')
      await requestMove(actor, message, { topic: 'b', ...NEW })
      expect((await contentsInTopic(ezra, garden, 'b')).at(-1)!.startsWith(`${name} moved`)).toBe(true)
    }
  })

  test('resolving a topic has one; unresolving it at once deletes it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, dov, ezra], () => requestMove(dov, message, { topic: '✔ lunch', ...WHOLE_TOPIC, ...BOTH }))
    expect(await contentsInTopic(ada, general, '✔ lunch')).toEqual([
      '1',
      `@_**Dov|${dov.id}** has marked this topic as resolved.`,
    ])
    await replays([ada, dov, ezra], () => requestMove(ada, message, { topic: 'lunch', ...WHOLE_TOPIC }))
    expect(await contentsInTopic(ada, general, 'lunch')).toEqual(['1'])
    expect(await contentsInTopic(ada, general, '✔ lunch')).toEqual([])
    await requestMove(ada, message, { topic: '✔ lunch', ...WHOLE_TOPIC })
    await dov.sends(general, '✔ lunch', 'But')
    await requestMove(ada, message, { topic: 'lunch', ...WHOLE_TOPIC })
    expect((await contentsInTopic(ada, general, 'lunch')).slice(1)).toEqual([
      `@_**Ada|${ada.id}** has marked this topic as resolved.`,
      'But',
      `@_**Ada|${ada.id}** has marked this topic as unresolved.`,
    ])
  })
})

describe('bot messages about a resolved topic', () => {
  const resolveTopic = (person: Person, message: { id: number }) =>
    requestMove(person, message, { topic: '✔ lunch', ...WHOLE_TOPIC })

  test('they are unread for users who follow the topic, or as resolved_topic_notice_auto_read_policy says', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general } = await freshRealm()
    const setPolicy = async (person: Person, resolved_topic_notice_auto_read_policy: string) =>
      succeeded(await person.patch('/settings', { resolved_topic_notice_auto_read_policy }))
    const { stream_id } = general
    for (const person of [ben, cleo])
      succeeded(await person.post('/user_topics', { stream_id, topic: 'lunch', visibility_policy: 3 }))
    await setPolicy(cleo, 'always')
    await setPolicy(ezra, 'never')
    const message = await dov.sends(general, 'lunch', '1')
    const people = [ada, ben, cleo, dov, ezra]
    const received = await receivedBy(people, () => resolveTopic(dov, message))
    const botMessages = received.map((userEvents) => eventsOfType(userEvents.able, 'message')[0])
    const { id } = botMessages[0].message
    expect(botMessages.map(({ flags }) => flags)).toEqual([['read'], [], ['read'], ['read'], []])
    expect(await Promise.all(people.map((person) => flagsOf(person, id)))).toEqual([
      ['read'],
      [],
      ['read'],
      ['read'],
      [],
    ])
    const readers = async () => succeeded(await dov.get(`/messages/${id}/read_receipts`)).user_ids
    expect(await readers()).toEqual([ada.id, cleo.id, dov.id, fig.id].sort((a, b) => a - b))
    // From now on it is marked like any other message.
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
    expect((await unreadTopicsOf(ada))[0].unread_message_ids).toEqual([message.id, id])
  })

  test('their cost does not depend on the number of subscribers', async () => {
    const rows: number[] = []
    for (const count of [0, 30]) {
      const { realm, dov, general } = await freshRealm()
      for (let index = 0; index < count; index++) await (await realm.newPerson(`p${index}`)).subscribes(general)
      const message = await dov.sends(general, 'lunch', '1')
      await dov.get('/users/me')
      const before = await rowsWritten(realm)
      succeeded(await resolveTopic(dov, message))
      rows.push((await rowsWritten(realm)) - before)
    }
    expect(rows[1]).toBe(rows[0])
  })
})
