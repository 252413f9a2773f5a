import { describe, expect, test } from 'vitest'
import { silentMention } from '../support/messages'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { eventNames, messagesIn, receivedBy } from '../support/received-events'
import { storeSetting } from '../support/settings'
import { subscribe } from '../support/subscriptions'
import { countRows } from '../support/tables'

const linkTo = ({ stream_id, name }: Channel) =>
  `<a class="stream" data-stream-id="${stream_id}" href="/#narrow/stream/${stream_id}-${name}">#${name}</a>`

/** Sets the channel for announcements of new channels. */
const announceNewChannelsIn = ({ realm }: Cast, { stream_id }: Channel) =>
  storeSetting(realm, 'new_stream_announcements_stream_id', stream_id)

describe('POST /users/me/subscriptions: messages to new subscribers', () => {
  test('the Notification Bot informs a user whom another user subscribes; the channel comes first', async () => {
    const { ada, dov, ezra, vault } = await freshRealm()
    const [adaEvents, dovEvents, ezraEvents] = await receivedBy([ada, dov, ezra], async () => {
      expect(await subscribe(ada, ['vault'], { principals: [dov.id] })).toMatchObject({
        new_subscription_messages_sent: true,
      })
    })
    expect(eventNames(dovEvents!.able)).toEqual(['stream/create', 'subscription/add', 'message'])
    const [message] = messagesIn(dovEvents!.able)
    expect(message).toMatchObject({
      type: 'private',
      sender_full_name: 'Notification Bot',
      content: `<p>${silentMention(ada)} subscribed you to ${linkTo(vault)}.</p>`,
      client: 'Internal',
    })
    expect(dovEvents!.able.at(-1).flags).toEqual([])
    expect(messagesIn([...adaEvents!.plain, ...adaEvents!.able, ...ezraEvents!.plain, ...ezraEvents!.able])).toEqual([])
    expect((await dov.registers()).state.unread_msgs.count).toBe(1)
  })

  test('one message has all channels, except for new ones and those that the user was subscribed to', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    const names = ['garden', 'general', 'pottery', 'cellar']
    const [dovEvents] = await receivedBy([dov], async () =>
      succeeded(await subscribe(ada, names, { principals: [dov.id] })),
    )
    const messages = messagesIn(dovEvents!.able)
    expect(messages).toHaveLength(1)
    expect(messages[0].content).toContain(linkTo(garden))
    expect(messages[0].content).toContain(linkTo(cellar))
    expect(messages[0].content).not.toContain(general.name)
    expect(messages[0].content).not.toContain('pottery')
  })

  test('there is no message to the actor, to a bot, about a new channel, or if the request declines it', async () => {
    const { ada, dov, cleo, fig } = await freshRealm()
    for (const name of ['one', 'two', 'three']) await newChannel(ada, name, [ada])
    const received = await receivedBy([dov, cleo, fig], async () => {
      expect((await subscribe(dov, ['one'], { principals: [dov.id, fig.id] })).new_subscription_messages_sent).toBe(
        true,
      )
      expect((await subscribe(ada, ['made'], { principals: [dov.id, cleo.id] })).new_subscription_messages_sent).toBe(
        true,
      )
      const fields = { principals: [dov.id, cleo.id], send_new_subscription_messages: false }
      expect(await subscribe(ada, ['two'], fields)).not.toHaveProperty('new_subscription_messages_sent')
      expect((await subscribe(ada, ['two'], { principals: [dov.id] })).new_subscription_messages_sent).toBe(true)
      const refused = await subscribe(dov, ['three', 'vault'], { principals: [cleo.id] })
      expect(refused).toMatchObject({ result: 'error' })
    })
    for (const { plain, able } of received) expect(messagesIn([...plain, ...able])).toEqual([])
    expect((await subscribe(ada, ['three'], { principals: [cleo.id] })).new_subscription_messages_sent).toBe(true)
    expect((await cleo.registers()).state.unread_msgs.count).toBe(1)
  })

  test('there are no messages if one request subscribes more than a hundred users', async () => {
    const { realm, ada, dov } = await freshRealm()
    const userIds: number[] = [dov.id]
    for (let index = 1; index <= 100; index++) userIds.push((await realm.newPerson(`person${index}`)).id)
    await newChannel(ada, 'one', [ada])
    await newChannel(ada, 'two', [ada])
    const messageCount = async () => countRows(realm, 'message_index')
    const before = await messageCount()
    expect((await subscribe(ada, ['one'], { principals: userIds })).new_subscription_messages_sent).toBe(false)
    expect(await messageCount()).toBe(before)
    expect((await subscribe(ada, ['two'], { principals: userIds.slice(1) })).new_subscription_messages_sent).toBe(true)
    expect(await messageCount()).toBe(before + 100)
    const { state } = await dov.registers({ fetch_event_types: ['realm'] })
    expect(state.max_bulk_new_subscription_messages).toBe(100)
  })
})

describe('POST /users/me/subscriptions: announcements of new channels', () => {
  test('new channels are announced in the channel for announcements, on request', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, fig, general } = cast
    await announceNewChannelsIn(cast, general)
    const received = await receivedBy([ada, dov, ezra, fig], async () => {
      succeeded(await subscribe(dov, ['pottery', 'garden'], { announce: true }))
      succeeded(await subscribe(dov, ['silence'], { announce: false }))
      succeeded(await subscribe(dov, ['general', 'garden'], { announce: true }))
    })
    const { streams } = succeeded(await dov.get('/streams'))
    const channelOf = (name: string) => streams.find((channel: Json) => channel.name === name)
    for (const { able } of received) {
      const messages = messagesIn(able)
      expect(messages).toHaveLength(1)
      expect(messages[0]).toMatchObject({
        type: 'stream',
        stream_id: general.stream_id,
        subject: 'new channels',
        sender_full_name: 'Notification Bot',
        content: `<p>${silentMention(dov)} created new channels: ${linkTo(channelOf('pottery'))}, ${linkTo(channelOf('garden'))}.</p>`,
      })
    }
    expect(eventNames(received[1]!.able).indexOf('message')).toBeGreaterThan(
      eventNames(received[1]!.able).indexOf('subscription/add'),
    )
  })

  test('private channels are not announced, and no channel if the realm has no active channel for announcements', async () => {
    const cast = await freshRealm()
    const { ada, dov, general, attic } = cast
    const createWithoutAnnouncement = async (name: string, fields: Record<string, FieldValue> = {}) => {
      const received = await receivedBy([ada, dov], async () =>
        succeeded(await subscribe(dov, [name], { announce: true, ...fields })),
      )
      expect(messagesIn(received.flatMap(({ plain, able }) => [...plain, ...able]))).toEqual([])
    }
    await createWithoutAnnouncement('one')
    await announceNewChannelsIn(cast, general)
    await createWithoutAnnouncement('cellar', { invite_only: true })
    succeeded(await subscribe(dov, ['two'], { announce: true }))
    const page = await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })
    expect(page.messages.map(({ subject }: Json) => subject)).toEqual(['new channels'])
    await announceNewChannelsIn(cast, attic)
    await createWithoutAnnouncement('three')
  })

  test('a channel is announced also if only some users may post in the channel for announcements', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const news = await newChannel(ada, 'news', [ada, dov], { can_send_message_group: 2 })
    await announceNewChannelsIn(cast, news)
    await receivedBy([dov], async () => succeeded(await subscribe(dov, ['one'], { announce: true })))
    expect(await dov.post('/messages', { type: 'channel', to: 'news', topic: 'x', content: 'x' })).toMatchObject({
      result: 'error',
    })
    const page = await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })
    expect(page.messages).toMatchObject([{ subject: 'new channels', display_recipient: 'news' }])
  })

  test('the name of a new channel mentions no user', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    await announceNewChannelsIn(cast, general)
    const names = ['x** @**all** **y', 'x** @**Ada** **y', '`@**all**`', '[x](javascript:1)', '$$x$$', '@all']
    for (const name of names) {
      const [adaEvents] = await receivedBy([ada], async () =>
        succeeded(await subscribe(dov, [name], { announce: true })),
      )
      const event = adaEvents!.able.find(({ type }) => type === 'message')
      expect(event.flags, name).toEqual([])
      expect(event.message.content, name).toMatch(/created a new channel: <a href="[^"]*">channel \d+<\/a>\.<\/p>$/)
    }
  })
})
