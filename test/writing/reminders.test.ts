import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { secondsFromNow } from '../support/clock'
import { beforeD1IsRead, breakD1, unavailable } from '../support/d1-faults'
import { captureConsole, crash, evict } from '../support/faults'
import { silentMention } from '../support/messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { sendDueMessages } from '../support/scheduled-messages'
import { countRows, executeSql } from '../support/tables'

const createReminder = (person: Person, message_id: number, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  person.post('/reminders', { message_id, scheduled_delivery_timestamp: secondsFromNow(60), ...fields })

const remindersOf = async (person: Person): Promise<Json[]> => succeeded(await person.get('/reminders')).reminders

/** Returns the messages of the Notification Bot that a user receives during an action, as HTML. */
async function botMessagesTo(person: Person, act: () => Promise<unknown>): Promise<string[]> {
  const queue = await person.registers({ event_types: ['message'], apply_markdown: true })
  await act()
  const events = await queue.events()
  return events
    .filter(({ message }) => message.sender_full_name === 'Notification Bot')
    .map(({ message }) => message.content)
}

const quote = (html: string) => `<blockquote>\n${html}\n</blockquote>`

const NOT_FOUND = refusal('Reminder does not exist')

describe('POST /reminders', () => {
  test('only the clients of the user receive the reminder', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    const time = secondsFromNow(60)
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () =>
      expect(
        await dov.post('/reminders', { message_id: id, scheduled_delivery_timestamp: time, note: ' Say *yes* ' }),
      ).toEqual({ ...SUCCESS, reminder_id: 1 }),
    )
    const reminder = {
      reminder_id: 1,
      type: 'private',
      to: [dov.id],
      content: `You asked to be reminded of #**general>lunch@${id}**. Your note:\n\n\`\`\`quote\nSay *yes*\n\`\`\``,
      rendered_content: expect.stringContaining(quote('<p>Say <em>yes</em></p>')),
      scheduled_delivery_timestamp: time,
      failed: false,
      reminder_target_message_id: id,
    }
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'reminders', op: 'add', reminders: [reminder] }])
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    expect(await remindersOf(dov)).toEqual([reminder])
    expect(await remindersOf(ada)).toEqual([])
    expect(succeeded(await dov.get('/scheduled_messages')).scheduled_messages).toEqual([])
    expect((await dov.registers({ fetch_event_types: ['realm'] })).state.max_reminder_note_length).toBe(1000)
  })

  test('a note is optional, and reminders are in the order of their times', async () => {
    const { ada, dov } = await freshRealm()
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    for (const [note, seconds] of [
      [undefined, 30],
      ['', 10],
      ['  ', 20],
    ] as const)
      succeeded(await createReminder(dov, id, { note, scheduled_delivery_timestamp: secondsFromNow(seconds) }))
    const reminders = await remindersOf(dov)
    expect(reminders.map(({ reminder_id }) => reminder_id)).toEqual([2, 3, 1])
    for (const { content } of reminders)
      expect(content).toBe(`You asked to be reminded of [a message](#narrow/near/${id}).`)
  })

  test('invalid reminders are refused, and nothing changes', async () => {
    const { realm, ada, dov, ezra, vault } = await freshRealm()
    const { id: secret } = await ada.sends(vault, 'keys', 'Under the mat')
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    const CASES: [fields: Record<string, FieldValue>, answer: Json][] = [
      [{ message_id: 987 }, refusal('Invalid message(s)')],
      [{ message_id: secret }, refusal('Invalid message(s)')],
      [{ message_id: 'x' }, refusal('message_id is not valid JSON')],
      [{ scheduled_delivery_timestamp: secondsFromNow(-1) }, refusal('Scheduled delivery time must be in the future.')],
      [{ scheduled_delivery_timestamp: 'noon' }, refusal('scheduled_delivery_timestamp is not valid JSON')],
      [
        { scheduled_delivery_timestamp: 253_402_300_800 },
        refusal('scheduled_delivery_timestamp is not a time before the year 10000'),
      ],
      [{ note: 'x'.repeat(1001) }, refusal('Maximum reminder note length: 1000 characters')],
    ]
    await changesNothing([dov], async () => {
      for (const [fields, answer] of CASES) expect(await createReminder(dov, id, fields)).toEqual(answer)
      for (const name of ['message_id', 'scheduled_delivery_timestamp'])
        expect(await createReminder(dov, id, { [name]: undefined })).toEqual(
          refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name }),
        )
      expect(await createReminder(ezra, id)).toEqual(refusal('Invalid message(s)'))
    })
    expect(await countRows(realm, 'reminders')).toBe(0)
    succeeded(await createReminder(dov, id, { note: '𝒳'.repeat(1000) }))
  })
})

describe('delivery of reminders', () => {
  test('the Notification Bot quotes the message once, and the reminder is deleted', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const { id } = await ada.sends(general, 'lunch', 'Pizza with @**Dov**, or `pasta`?')
    succeeded(await createReminder(dov, id, { note: 'Yes!' }))
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], () => sendDueMessages(cast))
    expect(eventNames(dovEvents!.able)).toEqual(['message', 'reminders/remove'])
    expect(dovEvents!.able[1]).toEqual({ type: 'reminders', op: 'remove', reminder_id: 1 })
    const [{ message, flags }] = dovEvents!.able
    expect(flags).toEqual([]) // unread, and without a mention from the quote
    expect(message).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot', client: 'Internal' })
    expect(message.content).toContain(`/near/${id}">#general &gt; lunch @ 💬</a>. Your note:</p>`)
    expect(message.content).toContain(quote('<p>Yes!</p>'))
    expect(message.content).toContain(`<p>${silentMention(ada)} wrote:</p>`)
    expect(message.content).toContain(quote(`<p>Pizza with ${silentMention(dov)}, or <code>pasta</code>?</p>`))
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    expect(await remindersOf(dov)).toEqual([])
    expect(await botMessagesTo(dov, () => sendDueMessages(cast))).toEqual([])
  })

  test('a reminder is not delivered before its time', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    succeeded(await createReminder(dov, id))
    expect(await botMessagesTo(dov, () => sendDueMessages(cast, 50))).toEqual([])
    expect(await remindersOf(dov)).toHaveLength(1)
  })

  const LOSSES: [name: string, act: (cast: Cast, id: number) => Promise<Json>][] = [
    ['is deleted', ({ ada }, id) => ada.delete(`/messages/${id}`)],
    [
      'is in a channel that the user left',
      async ({ ada, dov, general }) => {
        succeeded(await ada.patch(`/streams/${general.stream_id}`, { is_private: true }))
        return dov.delete('/users/me/subscriptions', { subscriptions: ['general'] })
      },
    ],
  ]
  test.for(LOSSES)('a message that %s meanwhile is not quoted, and its topic is not named', async ([, act]) => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    succeeded(await createReminder(dov, id, { note: 'Yes!' }))
    succeeded(await act(cast, id))
    const [text] = await botMessagesTo(dov, () => sendDueMessages(cast))
    expect(text).toContain('You asked to be reminded of a message that you can no longer read. Your note:')
    expect(text).toContain('Yes!')
    for (const word of ['Pizza', 'lunch', 'general']) expect(text).not.toContain(word)
    expect(await remindersOf(dov)).toEqual([])
  })

  test('a very long message is truncated, and fences in it do not end the quote', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const long = await ada.sendsDirectly([dov], `\`\`\`\`quote\n@**all**\n\`\`\`\`\n${'x'.repeat(9970)}`)
    const note = '```\n@**all**\n`````'
    succeeded(await createReminder(dov, long.id, { note }))
    const [dovEvents] = await receivedBy([dov], () => sendDueMessages(cast))
    const { message, flags } = dovEvents!.plain[0]
    expect(flags).toEqual([])
    expect(message.content.length).toBeLessThanOrEqual(10_000)
    expect(message.content).toMatch(/x\n\[message truncated\]\n`````$/)
    expect(message.content).toContain('``````quote\n```')
  })

  test('names that are Markdown are not in the text', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const channel = await newChannel(ada, 'x** @**all**', [ada, dov])
    for (const topic of ['lunch', '**']) {
      const { id } = await ada.sends(channel, topic, 'Hello')
      succeeded(await createReminder(dov, id))
    }
    for (const { content } of await remindersOf(dov))
      expect(content).toMatch(/^You asked to be reminded of \[a message\]\(#narrow\/near\/\d+\)\.$/)
  })

  test('a deactivated user gets no reminders', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    succeeded(await createReminder(dov, id))
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', dov.id)
    await sendDueMessages(cast)
    expect(await countRows(realm, 'message_index')).toBe(1)
    expect(await countRows(realm, 'reminders')).toBe(0)
  })

  test('the content of an old message is read from D1; while D1 is unavailable, the reminder waits', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Remembered elsewhere')
    succeeded(await createReminder(dov, id))
    await runAlarm(realm)
    await evict(realm)
    captureConsole('error')
    captureConsole('warn')
    const { mend } = breakD1(realm, unavailable)
    expect(await botMessagesTo(dov, () => sendDueMessages(cast))).toEqual([])
    expect(await remindersOf(dov)).toHaveLength(1)
    mend()
    const [text] = await botMessagesTo(dov, () => runAlarm(realm))
    expect(text).toContain('Remembered elsewhere')
    await crash(realm)
    expect(await botMessagesTo(dov, () => sendDueMessages(cast))).toEqual([])
  })
})

describe('DELETE /reminders/:reminder_id', () => {
  test('a reminder that is deleted while its message is read from D1 is not delivered', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Remembered elsewhere')
    const { reminder_id } = succeeded(await createReminder(dov, id))
    await runAlarm(realm)
    await evict(realm)
    let wasDeleted = false
    beforeD1IsRead(realm, async () => {
      succeeded(await dov.delete(`/reminders/${reminder_id}`))
      wasDeleted = true
    })
    expect(await botMessagesTo(dov, () => sendDueMessages(cast))).toEqual([])
    expect(wasDeleted).toBe(true)
  })

  test('a deleted reminder is not delivered, and its id is not used again', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    const { reminder_id } = succeeded(await createReminder(dov, id))
    await changesNothing([dov, ada], async () => {
      expect(await ada.delete(`/reminders/${reminder_id}`)).toEqual(NOT_FOUND)
      expect(await dov.delete('/reminders/987')).toEqual(NOT_FOUND)
    })
    expect((await dov.request('/reminders/987', { method: 'DELETE' })).status).toBe(404)
    const [dovEvents, adaEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/reminders/${reminder_id}`)).toEqual(SUCCESS),
    )
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'reminders', op: 'remove', reminder_id }])
    expect([...adaEvents!.plain, ...adaEvents!.able]).toEqual([])
    await changesNothing([dov], () => sendDueMessages(cast))
    const again = succeeded(await createReminder(dov, id, { scheduled_delivery_timestamp: secondsFromNow(200) }))
    expect(again.reminder_id).toBeGreaterThan(reminder_id)
  })
})
