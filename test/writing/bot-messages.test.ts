import { describe, expect, test } from 'vitest'
import { silentMention } from '../support/messages'
import { eventNames, messagesIn, receivedBy } from '../support/received-events'
import { subscribe } from '../support/subscriptions'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { rowsIn, writesTo } from '../support/tables'

const linkTo = ({ stream_id, name }: Channel) =>
  `<a class="stream" data-stream-id="${stream_id}" href="/#narrow/stream/${stream_id}-${name}">#${name}</a>`

/** The realm wants to hear of new channels in this one. */
const announcesIn = ({ realm }: Cast, { stream_id }: Channel) =>
  writesTo(
    realm,
    "INSERT INTO realm_settings (name, value) VALUES ('new_stream_announcements_stream_id', ?)",
    `${stream_id}`,
  )

describe('whom somebody else brings into a channel', () => {
  test('is told so by the Notification Bot, after the channel itself', async () => {
    const { ada, dov, ezra, vault } = await freshRealm()
    const [hers, his, guest] = await receivedBy([ada, dov, ezra], async () => {
      expect(await subscribe(ada, ['vault'], { principals: [dov.id] })).toMatchObject({
        new_subscription_messages_sent: true,
      })
    })
    expect(eventNames(his!.able)).toEqual(['stream/create', 'subscription/add', 'message'])
    const [message] = messagesIn(his!.able)
    expect(message).toMatchObject({
      type: 'private',
      sender_full_name: 'Notification Bot',
      content: `<p>${silentMention(ada)} subscribed you to ${linkTo(vault)}.</p>`,
      client: 'Internal',
    })
    expect(his!.able.at(-1).flags).toEqual([])
    expect(messagesIn([...hers!.plain, ...hers!.able, ...guest!.plain, ...guest!.able])).toEqual([])
    expect((await dov.registers()).state.unread_msgs.count).toBe(1)
  })

  test('is told of several at once in one message, and not of those they were in or that are made for them', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    const names = ['garden', 'general', 'pottery', 'cellar']
    const [his] = await receivedBy([dov], async () => succeeded(await subscribe(ada, names, { principals: [dov.id] })))
    const messages = messagesIn(his!.able)
    expect(messages).toHaveLength(1)
    expect(messages[0].content).toContain(linkTo(garden))
    expect(messages[0].content).toContain(linkTo(cellar))
    expect(messages[0].content).not.toContain(general.name)
    expect(messages[0].content).not.toContain('pottery')
  })

  test('is not, where it was themselves, a bot, a new channel, or where the asker says not to', async () => {
    const { ada, dov, cleo, fig } = await freshRealm()
    for (const name of ['one', 'two', 'three']) await newChannel(ada, name, [ada])
    const heard = await receivedBy([dov, cleo, fig], async () => {
      expect((await subscribe(dov, ['one'], { principals: [dov.id, fig.id] })).new_subscription_messages_sent).toBe(
        true,
      )
      expect((await subscribe(ada, ['made'], { principals: [dov.id, cleo.id] })).new_subscription_messages_sent).toBe(
        true,
      )
      const quiet = { principals: [dov.id, cleo.id], send_new_subscription_messages: false }
      expect(await subscribe(ada, ['two'], quiet)).not.toHaveProperty('new_subscription_messages_sent')
      expect((await subscribe(ada, ['two'], { principals: [dov.id] })).new_subscription_messages_sent).toBe(true)
      const fatal = await subscribe(dov, ['three', 'vault'], { principals: [cleo.id] })
      expect(fatal).toMatchObject({ result: 'error' })
    })
    for (const { plain, able } of heard) expect(messagesIn([...plain, ...able])).toEqual([])
    expect((await subscribe(ada, ['three'], { principals: [cleo.id] })).new_subscription_messages_sent).toBe(true)
    expect((await cleo.registers()).state.unread_msgs.count).toBe(1)
  })

  test('is not either, where more than a hundred come at once', { timeout: 60_000 }, async () => {
    const { realm, ada, dov } = await freshRealm()
    const people: number[] = [dov.id]
    for (let nth = 1; nth <= 100; nth++) people.push((await realm.newPerson(`person${nth}`)).id)
    await newChannel(ada, 'one', [ada])
    await newChannel(ada, 'two', [ada])
    const messages = async () => (await rowsIn(realm, 'SELECT count(*) AS count FROM message_index'))[0]!.count
    const before = await messages()
    expect((await subscribe(ada, ['one'], { principals: people })).new_subscription_messages_sent).toBe(false)
    expect(await messages()).toBe(before)
    expect((await subscribe(ada, ['two'], { principals: people.slice(1) })).new_subscription_messages_sent).toBe(true)
    expect(await messages()).toBe(before + 100)
    const { state } = await dov.registers({ fetch_event_types: ['realm'] })
    expect(state.max_bulk_new_subscription_messages).toBe(100)
  })
})

describe('a new channel', () => {
  test('is announced where the realm wants to hear of it, if its maker says so', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, fig, general } = cast
    await announcesIn(cast, general)
    const heard = await receivedBy([ada, dov, ezra, fig], async () => {
      succeeded(await subscribe(dov, ['pottery', 'garden'], { announce: true }))
      succeeded(await subscribe(dov, ['silence'], { announce: false }))
      succeeded(await subscribe(dov, ['general', 'garden'], { announce: true }))
    })
    const { streams } = succeeded(await dov.get('/streams'))
    const named = (name: string) => streams.find((channel: Json) => channel.name === name)
    for (const { able } of heard) {
      const messages = messagesIn(able)
      expect(messages).toHaveLength(1)
      expect(messages[0]).toMatchObject({
        type: 'stream',
        stream_id: general.stream_id,
        subject: 'new channels',
        sender_full_name: 'Notification Bot',
        content: `<p>${silentMention(dov)} created new channels: ${linkTo(named('pottery'))}, ${linkTo(named('garden'))}.</p>`,
      })
    }
    expect(eventNames(heard[1]!.able).indexOf('message')).toBeGreaterThan(
      eventNames(heard[1]!.able).indexOf('subscription/add'),
    )
  })

  test('that is private is announced to nobody, and none where the realm wants no announcements', async () => {
    const cast = await freshRealm()
    const { ada, dov, general, attic } = cast
    const silent = async (name: string, more: Record<string, FieldValue> = {}) => {
      const heard = await receivedBy([ada, dov], async () =>
        succeeded(await subscribe(dov, [name], { announce: true, ...more })),
      )
      expect(messagesIn(heard.flatMap(({ plain, able }) => [...plain, ...able]))).toEqual([])
    }
    await silent('one')
    await announcesIn(cast, general)
    await silent('cellar', { invite_only: true })
    succeeded(await subscribe(dov, ['two'], { announce: true }))
    const page = await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })
    expect(page.messages.map(({ subject }: Json) => subject)).toEqual(['new channels']) // so it would have been heard
    await writesTo(
      cast.realm,
      "UPDATE realm_settings SET value = ? WHERE name LIKE 'new_stream%'",
      `${attic.stream_id}`,
    )
    await silent('three')
  })

  test('is announced even where only some may post, in whatever topic there is', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const news = await newChannel(ada, 'news', [ada, dov], { can_send_message_group: 2 })
    await announcesIn(cast, news)
    await receivedBy([dov], async () => succeeded(await subscribe(dov, ['one'], { announce: true })))
    expect(await dov.post('/messages', { type: 'channel', to: 'news', topic: 'x', content: 'x' })).toMatchObject({
      result: 'error',
    })
    const page = await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })
    expect(page.messages).toMatchObject([{ subject: 'new channels', display_recipient: 'news' }])
  })

  test('calls nobody by its name', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    await announcesIn(cast, general)
    const names = ['x** @**all** **y', 'x** @**Ada** **y', '`@**all**`', '[x](javascript:1)', '$$x$$', '@all']
    for (const name of names) {
      const [hers] = await receivedBy([ada], async () => succeeded(await subscribe(dov, [name], { announce: true })))
      const event = hers!.able.find(({ type }) => type === 'message')
      expect(event.flags, name).toEqual([])
      expect(event.message.content, name).toMatch(/created a new channel: <a href="[^"]*">channel \d+<\/a>\.<\/p>$/)
    }
  })
})
