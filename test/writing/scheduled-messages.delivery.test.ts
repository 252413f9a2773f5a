import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { secondsFromNow } from '../support/clock'
import { captureConsole, evict } from '../support/faults'
import { newestMessages } from '../support/messages'
import { formOf, succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { scheduledMessagesOf, scheduleMessage, sendDueMessages } from '../support/scheduled-messages'
import { countRows, executeSql } from '../support/tables'

const NOT_IN_FUTURE = refusal('Scheduled delivery time must be in the future.')

describe('delivery of scheduled messages', () => {
  test('the message is sent once, and is no longer scheduled', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    await dov.sends(general, 'before', 'Hello')
    await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'Pizza, @**Ada**?' })
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], () => sendDueMessages(cast))
    expect(eventNames(dovEvents!.able)).toEqual(['user_topic', 'message', 'scheduled_messages/remove'])
    expect(dovEvents!.able[2]).toEqual({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 })
    expect(eventNames(adaEvents!.able)).toEqual(['user_topic', 'message'])
    const message = { id: 2, sender_id: dov.id, subject: 'lunch' }
    expect(adaEvents!.able[1]).toMatchObject({ flags: ['mentioned'], message })
    expect(await scheduledMessagesOf(dov)).toEqual([])
    await sendDueMessages(cast)
    expect((await newestMessages(ada, 1))[0].id).toBe(2)
  })

  test('the message is not sent before its time', async () => {
    const cast = await freshRealm()
    const { dov, general } = cast
    await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await sendDueMessages(cast, 50)
    expect(await scheduledMessagesOf(dov)).toHaveLength(1)
    expect((await newestMessages(dov, 1))[0]).toBeUndefined()
  })

  test('mentions are resolved at the time of sending', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    await scheduleMessage(dov, { type: 'direct', to: [ada.id], content: '@**Esra** @**Ezra**' })
    succeeded(await cast.ezra.patch('/settings', { full_name: 'Esra' }))
    const queue = await ada.registers({ event_types: ['message'], apply_markdown: true })
    await sendDueMessages(cast)
    expect((await queue.next()).message.content).toContain(`data-user-id="${cast.ezra.id}">@Esra</span> @<strong>Ezra`)
  })

  test('the message is read for its sender, and has their client, as the request says', async () => {
    const cast = await freshRealm()
    const { dov, general } = cast
    const flagsAfterSending = async (message: Record<string, FieldValue>, agent: string) => {
      const fields = { type: 'channel', to: general.stream_id, topic: 'x', content: 'x', ...message }
      const form = formOf({ ...fields, scheduled_delivery_timestamp: secondsFromNow(60) })
      const headers = { 'user-agent': agent }
      const response = await dov.request('/scheduled_messages', { method: 'POST', body: form, headers })
      succeeded(await response.json())
      await sendDueMessages(cast)
      await evict(cast.realm) // resets the clock
      const { flags, client } = (await newestMessages(dov, 1))[0]
      return { flags, client }
    }
    const mobileClient = 'SvcMobile/1.0'
    expect(await flagsAfterSending({}, 'bot/1')).toEqual({ flags: [], client: 'bot' })
    expect(await flagsAfterSending({ read_by_sender: true }, 'bot/1')).toEqual({ flags: ['read'], client: 'bot' })
    expect(await flagsAfterSending({}, mobileClient)).toEqual({ flags: ['read'], client: 'SvcMobile' })
    expect(await flagsAfterSending({ read_by_sender: false }, mobileClient)).toEqual({ flags: [], client: 'SvcMobile' })
    // A message to oneself is unread, so that the sender finds it.
    expect(await flagsAfterSending({ type: 'direct', to: [dov.id] }, mobileClient)).toEqual({
      flags: [],
      client: 'SvcMobile',
    })
  })

  test('messages are sent in the order of their times', async () => {
    const cast = await freshRealm()
    const { dov, general } = cast
    const fields = { type: 'channel', to: general.stream_id, topic: 'x' }
    for (const seconds of [30, 10, 20])
      await scheduleMessage(dov, {
        ...fields,
        content: `${seconds}`,
        scheduled_delivery_timestamp: secondsFromNow(seconds),
      })
    expect((await scheduledMessagesOf(dov)).map(({ content }) => content)).toEqual(['10', '20', '30'])
    await sendDueMessages(cast)
    const { messages } = await dov.get('/messages', { anchor: 0, num_before: 0, num_after: 9, apply_markdown: false })
    expect(messages.map(({ content }: Json) => content)).toEqual(['10', '20', '30'])
  })
})

describe('scheduled messages that cannot be sent', () => {
  const REASONS: [event: string, act: (cast: Cast) => Promise<unknown>, reason: string][] = [
    [
      'the channel was archived',
      ({ ada, general }) => ada.delete(`/streams/${general.stream_id}`),
      "Not authorized to send to channel 'general'",
    ],
    [
      'the permission was removed',
      ({ ada, general }) => ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 2 } }),
      'You do not have permission to post in this channel.',
    ],
    [
      'the sender cannot see the channel any more',
      async ({ ada, dov, general }) => {
        succeeded(await ada.patch(`/streams/${general.stream_id}`, { is_private: true }))
        succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
      },
      "Channel with ID '1' does not exist",
    ],
  ]
  test.for(REASONS)('fail if %s; the Notification Bot informs the sender', async ([, act, reason]) => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    succeeded((await act(cast)) ?? { result: 'success' })
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], () => sendDueMessages(cast))
    expect(eventNames(dovEvents!.able)).toEqual(['scheduled_messages/update', 'message'])
    expect(dovEvents!.able[0].scheduled_message).toMatchObject({ scheduled_message_id: 1, failed: true })
    expect(dovEvents!.able[1].message).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot' })
    expect(dovEvents!.able[1].message.content).toContain(`<code>${reason.replaceAll("'", '&#39;')}`)
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    expect(await scheduledMessagesOf(dov)).toMatchObject([{ failed: true }])

    // The server does not try again.
    await changesNothing([dov], () => sendDueMessages(cast))
  })

  test('can be scheduled again for another time', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const id = await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 2 } })
    await sendDueMessages(cast)
    await changesNothing([dov], async () => {
      expect(await dov.patch(`/scheduled_messages/${id}`, { topic: 'dinner' })).toEqual(NOT_IN_FUTURE)
    })
    await ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 7 } })
    const [dovEvents] = await receivedBy([dov], async () =>
      expect(
        await dov.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp: secondsFromNow(121) }),
      ).toEqual(SUCCESS),
    )
    expect(dovEvents!.able).toMatchObject([{ op: 'update', scheduled_message: { failed: false } }])
    await sendDueMessages(cast)
    expect((await newestMessages(ada, 1))[0]).toMatchObject({ subject: 'lunch', content: 'Later' })
  })

  test('of a deactivated user remain, without a message to the user', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await scheduleMessage(ada, { type: 'channel', to: general.stream_id, topic: 'dinner' })
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', dov.id)
    await sendDueMessages(cast)
    expect(await countRows(realm, 'message_index')).toBe(1)
    expect((await newestMessages(ada, 1))[0]).toMatchObject({ subject: 'dinner' })
    await executeSql(realm, 'UPDATE users SET is_active = 1 WHERE user_id = ?', dov.id)
    expect(await scheduledMessagesOf(dov)).toMatchObject([{ failed: true }])
    expect((await newestMessages(dov, 1))[0]).toMatchObject({ subject: 'dinner' })
  })

  test('of a deactivated organization fail, and are not sent after its reactivation', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    succeeded(await ada.post('/realm/deactivate'))
    await sendDueMessages(cast)
    expect(await countRows(realm, 'message_index')).toBe(0)
    const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
    succeeded(await realm.post('/realm/reactivate', {}, { headers }))
    await sendDueMessages(cast)
    expect(await countRows(realm, 'message_index')).toBe(0)
    expect(await scheduledMessagesOf(dov)).toMatchObject([{ failed: true }])
  })

  test('fail with a reason that is never rendered as Markdown', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const channel = await newChannel(ada, '@**all** ```` x', [ada, dov])
    await scheduleMessage(dov, { type: 'channel', to: channel.stream_id, topic: 'lunch' })
    succeeded(await ada.delete(`/streams/${channel.stream_id}`))
    const [dovEvents] = await receivedBy([dov], () => sendDueMessages(cast))
    const event = dovEvents!.able.find(({ type }) => type === 'message')
    expect(event.flags).toEqual([])
    expect(event.message.content).toContain('@**all** ```` x')
  })

  test('do not prevent the others from being sent', async () => {
    const cast = await freshRealm()
    const { realm, dov, general } = cast
    captureConsole('error')
    const fields = { type: 'channel', to: general.stream_id, topic: 'x' }
    await scheduleMessage(dov, { ...fields, content: 'broken' })
    await scheduleMessage(dov, { ...fields, content: 'whole' })
    await executeSql(realm, `UPDATE scheduled_messages SET parsed = '{}' WHERE content = ?`, 'broken')
    await sendDueMessages(cast)
    await sendDueMessages(cast)
    expect(await scheduledMessagesOf(dov)).toMatchObject([{ content: 'broken', failed: true }])
    const narrow = [['channel', 'general']]
    const { messages } = await dov.get('/messages', { anchor: 0, num_before: 0, num_after: 9, narrow })
    expect(messages).toMatchObject([{ content: '<p>whole</p>' }])
  })
})
