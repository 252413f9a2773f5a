import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { secondsFromNow } from '../support/clock'
import type { FieldValue, Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { scheduledMessagesOf, scheduleMessage, sendDueMessages } from '../support/scheduled-messages'
import { countRows, executeSql } from '../support/tables'

const NOT_FOUND = refusal('Scheduled message does not exist')
const NOT_IN_FUTURE = refusal('Scheduled delivery time must be in the future.')

describe('POST /scheduled_messages', () => {
  test('only the clients of the sender receive the scheduled message', async () => {
    const { ada, dov, general } = await freshRealm()
    const time = secondsFromNow(60)
    let answer: Json
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () => {
      answer = await dov.post('/scheduled_messages', {
        type: 'channel',
        to: general.stream_id,
        topic: 'lunch',
        content: '**Pizza**, @**Ada**?\n',
        scheduled_delivery_timestamp: time,
      })
    })
    expect(answer).toEqual({ ...SUCCESS, scheduled_message_id: 1 })
    const scheduled = {
      scheduled_message_id: 1,
      type: 'stream',
      to: general.stream_id,
      topic: 'lunch',
      content: '**Pizza**, @**Ada**?',
      rendered_content: `<p><strong>Pizza</strong>, <span class="user-mention" data-user-id="${ada.id}">@Ada</span>?</p>`,
      scheduled_delivery_timestamp: time,
      failed: false,
    }
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'scheduled_messages', op: 'add', scheduled_messages: [scheduled] }])
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    expect(await scheduledMessagesOf(dov)).toEqual([scheduled])
    expect(await scheduledMessagesOf(ada)).toEqual([])
  })

  test('the recipients of a direct message do not contain the sender, except for a message to oneself', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await scheduleMessage(dov, { type: 'direct', to: [ada.id, dov.id, ezra.id, ada.id], topic: 'ignored' })
    await scheduleMessage(dov, { type: 'private', to: [ada.id] })
    await scheduleMessage(dov, { type: 'direct', to: [dov.id] })
    const scheduled = await scheduledMessagesOf(dov)
    expect(scheduled.map(({ type, to }) => ({ type, to }))).toEqual([
      { type: 'private', to: [ada.id, ezra.id] },
      { type: 'private', to: [ada.id] },
      { type: 'private', to: [dov.id] },
    ])
    for (const message of scheduled) expect(message).not.toHaveProperty('topic')
  })

  test('old names of the empty topic are the empty topic', async () => {
    const { dov, general } = await freshRealm()
    for (const topic of ['', '(no topic)', 'general chat', ' lunch '])
      await scheduleMessage(dov, { type: 'stream', to: general.stream_id, topic })
    expect((await scheduledMessagesOf(dov)).map(({ topic }) => topic)).toEqual(['', '', '', 'lunch'])
  })

  test('a message that could not be sent at the time of the request is refused, and nothing changes', async () => {
    const { realm, ada, dov, ezra, general, vault, attic } = await freshRealm()
    const deactivated = await realm.newPerson('gus')
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', deactivated.id)
    const news = await newChannel(ada, 'news', [ada, dov], { can_send_message_group: 2 })
    const withoutEmptyTopic = await newChannel(ada, 'named', [ada, dov], { topics_policy: 'disable_empty_topic' })
    const time = secondsFromNow(60)
    const channel = { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'Hi' }
    const direct = { type: 'direct', to: [ada.id], content: 'Hi' }
    const CASES: [Record<string, FieldValue>, Json][] = [
      [{ ...channel, scheduled_delivery_timestamp: secondsFromNow(-1) }, NOT_IN_FUTURE],
      [{ ...channel, scheduled_delivery_timestamp: 0 }, NOT_IN_FUTURE],
      [{ ...channel, scheduled_delivery_timestamp: -5 }, NOT_IN_FUTURE],
      [
        { ...channel, scheduled_delivery_timestamp: 253_402_300_800 },
        refusal('scheduled_delivery_timestamp is not a time before the year 10000'),
      ],
      [{ ...channel, scheduled_delivery_timestamp: 'noon' }, refusal('scheduled_delivery_timestamp is not valid JSON')],
      [{ ...channel, type: 'huddle' }, refusal('Invalid type')],
      [{ ...channel, to: 'general' }, refusal('to is not valid JSON')],
      [{ ...channel, to: ['general'] }, refusal('Invalid to')],
      [{ ...channel, to: [1, 2] }, refusal('Expected exactly one channel')],
      [{ ...channel, topic: undefined }, refusal('Missing topic')],
      [{ ...channel, topic: 'a\0' }, refusal('Invalid character in topic, at position 2!')],
      [{ ...channel, content: ' \n' }, refusal('Message must not be empty')],
      [{ ...channel, content: 'a\0' }, refusal('Message must not contain null bytes')],
      [{ ...channel, read_by_sender: 'yes' }, refusal('read_by_sender is not valid JSON')],
      [
        { ...channel, to: 987 },
        refusal("Channel with ID '987' does not exist", 'STREAM_DOES_NOT_EXIST', { stream_id: 987 }),
      ],
      [
        { ...channel, to: vault.stream_id },
        refusal(`Channel with ID '${vault.stream_id}' does not exist`, 'STREAM_DOES_NOT_EXIST', {
          stream_id: vault.stream_id,
        }),
      ],
      [{ ...channel, to: attic.stream_id }, refusal("Not authorized to send to channel 'attic'")],
      [{ ...channel, to: news.stream_id }, refusal('You do not have permission to post in this channel.')],
      [
        { ...channel, to: withoutEmptyTopic.stream_id, topic: '(no topic)' },
        refusal('Sending messages to the general chat is not allowed in this channel.'),
      ],
      [{ ...direct, to: [] }, refusal('Message must have recipients')],
      [{ ...direct, to: [ada.id, 987] }, refusal('Invalid user ID 987')],
      [{ ...direct, to: [deactivated.id] }, refusal(`'${deactivated.email}' is no longer using Svc.`)],
    ]
    await changesNothing([dov, ezra], async () => {
      for (const [fields, answer] of CASES)
        expect(await dov.post('/scheduled_messages', { scheduled_delivery_timestamp: time, ...fields })).toEqual(answer)
      for (const name of ['type', 'to', 'content', 'scheduled_delivery_timestamp'])
        expect(
          await dov.post('/scheduled_messages', { ...channel, scheduled_delivery_timestamp: time, [name]: undefined }),
        ).toEqual(refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name }))
    })
    expect(await countRows(realm, 'scheduled_messages')).toBe(0)
    await scheduleMessage(dov, channel) // the valid message is accepted
  })
})

describe('PATCH /scheduled_messages/:scheduled_message_id', () => {
  test('the given fields are changed, and the others remain', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const id = await scheduleMessage(ada, { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'One' })
    const [before] = await scheduledMessagesOf(ada)
    const time = secondsFromNow(200)
    const STEPS: [changes: Record<string, FieldValue>, changedFields: Json][] = [
      [{ content: '*Two* ' }, { content: '*Two*', rendered_content: '<p><em>Two</em></p>' }],
      [{ topic: 'dinner' }, { topic: 'dinner' }],
      [{ to: vault.stream_id }, { to: vault.stream_id }],
      [{ scheduled_delivery_timestamp: time }, { scheduled_delivery_timestamp: time }],
      [{ type: 'stream', to: general.stream_id }, { to: general.stream_id }],
      [
        { type: 'direct', to: [dov.id, ada.id] },
        { type: 'private', to: [dov.id], topic: undefined },
      ],
      [{ topic: 'ignored' }, {}],
      [{ to: [ezra.id] }, { to: [ezra.id] }],
      [
        { type: 'channel', to: general.stream_id, topic: '' },
        { type: 'stream', to: general.stream_id, topic: '' },
      ],
    ]
    let expected = before
    for (const [changes, changedFields] of STEPS) {
      const [adaEvents, dovEvents] = await receivedBy([ada, dov], async () =>
        expect(await ada.patch(`/scheduled_messages/${id}`, changes)).toEqual(SUCCESS),
      )
      expected = JSON.parse(JSON.stringify({ ...expected, ...changedFields }))
      for (const events of [adaEvents!.plain, adaEvents!.able])
        expect(events).toEqual([{ type: 'scheduled_messages', op: 'update', scheduled_message: expected }])
      expect([...dovEvents!.plain, ...dovEvents!.able]).toEqual([])
      expect(await scheduledMessagesOf(ada)).toEqual([expected])
    }
  })

  test('invalid changes are refused, and nothing changes', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    const toChannel = await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    const direct = await scheduleMessage(dov, { type: 'direct', to: [ada.id] })
    const CASES: [id: number, Record<string, FieldValue>, Json][] = [
      [toChannel, {}, refusal('Nothing to change')],
      [987, { content: 'x' }, NOT_FOUND],
      [toChannel, { scheduled_delivery_timestamp: secondsFromNow(-1) }, NOT_IN_FUTURE],
      [toChannel, { type: 'direct' }, refusal('Recipient required when updating type of scheduled message.')],
      [direct, { type: 'channel' }, refusal('Recipient required when updating type of scheduled message.')],
      [
        direct,
        { type: 'channel', to: general.stream_id },
        refusal('Topic required when updating scheduled message type to channel.'),
      ],
      [toChannel, { content: ' ' }, refusal('Message must not be empty')],
      [toChannel, { topic: 'a\0' }, refusal('Invalid character in topic, at position 2!')],
      [
        toChannel,
        { to: vault.stream_id },
        refusal(`Channel with ID '${vault.stream_id}' does not exist`, 'STREAM_DOES_NOT_EXIST', {
          stream_id: vault.stream_id,
        }),
      ],
      [direct, { to: [987] }, refusal('Invalid user ID 987')],
      [direct, { to: [] }, refusal('Message must have recipients')],
    ]
    await changesNothing([dov, ada], async () => {
      for (const [id, changes, answer] of CASES)
        expect(await dov.patch(`/scheduled_messages/${id}`, changes)).toEqual(answer)
      expect(await ada.patch(`/scheduled_messages/${toChannel}`, { content: 'x' })).toEqual(NOT_FOUND)
    })
    expect((await dov.request('/scheduled_messages/987', { method: 'DELETE' })).status).toBe(404)
    expect(await countRows(realm, 'scheduled_messages')).toBe(2)
  })

  test('a message that was sent recently is refused with its own error', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const id = await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await sendDueMessages(cast)
    await changesNothing([dov], async () => {
      expect(await dov.patch(`/scheduled_messages/${id}`, { content: 'x' })).toEqual(
        refusal('Scheduled message was already sent'),
      )
      expect(await ada.patch(`/scheduled_messages/${id}`, { content: 'x' })).toEqual(NOT_FOUND)
      expect(await dov.delete(`/scheduled_messages/${id}`)).toEqual(NOT_FOUND)
    })
    // The server forgets it some time after it has sent the next one.
    await scheduleMessage(dov, {
      type: 'direct',
      to: [ada.id],
      scheduled_delivery_timestamp: secondsFromNow(90_000),
    })
    await sendDueMessages(cast, 90_001)
    expect(await dov.patch(`/scheduled_messages/${id}`, { content: 'x' })).toEqual(NOT_FOUND)
  })
})

describe('DELETE /scheduled_messages/:scheduled_message_id', () => {
  test('a deleted message is never sent, and its id is not used again', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const fields = { type: 'channel', to: general.stream_id, topic: 'lunch' }
    const id = await scheduleMessage(dov, fields)
    await changesNothing([dov], async () => {
      expect(await ada.delete(`/scheduled_messages/${id}`)).toEqual(NOT_FOUND)
    })
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/scheduled_messages/${id}`)).toEqual(SUCCESS),
    )
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }])
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    await changesNothing([dov, ada], () => sendDueMessages(cast))
    const laterMessage = { ...fields, scheduled_delivery_timestamp: secondsFromNow(200) }
    expect(await scheduleMessage(dov, laterMessage)).toBeGreaterThan(id)
  })
})
