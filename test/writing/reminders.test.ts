import { describe, expect, test } from 'vitest'
import { breakD1, countIn, crash, evict, hush, passTime, refused, ring } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { silentMention } from '../support/messages'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { writesTo } from '../support/tables'

const now = () => Math.floor(Date.now() / 1000)

const remind = (person: Person, message_id: number, more: Record<string, FieldValue> = {}): Promise<Json> =>
  person.post('/reminders', { message_id, scheduled_delivery_timestamp: now() + 60, ...more })

const reminders = async (person: Person): Promise<Json[]> => succeeded(await person.get('/reminders')).reminders

async function whenItIsTime({ realm }: Cast, seconds = 61): Promise<void> {
  await passTime(realm, seconds)
  await ring(realm)
}

/** What the Notification Bot says to somebody meanwhile, as HTML. */
async function saidTo(person: Person, act: () => Promise<unknown>): Promise<string[]> {
  const queue = await person.registers({ event_types: ['message'], apply_markdown: true })
  await act()
  const events = await queue.events()
  return events
    .filter(({ message }) => message.sender_full_name === 'Notification Bot')
    .map(({ message }) => message.content)
}

const quote = (html: string) => `<blockquote>\n${html}\n</blockquote>`

const NOT_THERE = refusal('Reminder does not exist')

describe('POST /reminders', () => {
  test('all devices of who wants it hear of it, and nobody else', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    const time = now() + 60
    const [his, hers] = await receivedBy([dov, ada], async () =>
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
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'reminders', op: 'add', reminders: [reminder] }])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await reminders(dov)).toEqual([reminder])
    expect(await reminders(ada)).toEqual([])
    expect(succeeded(await dov.get('/scheduled_messages')).scheduled_messages).toEqual([])
    expect((await dov.registers({ fetch_event_types: ['realm'] })).state.max_reminder_note_length).toBe(1000)
  })

  test('a note is optional, and may be nothing; the next one comes first', async () => {
    const { ada, dov } = await freshRealm()
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    for (const [note, later] of [
      [undefined, 30],
      ['', 10],
      ['  ', 20],
    ] as const)
      succeeded(await remind(dov, id, { note, scheduled_delivery_timestamp: now() + later }))
    const all = await reminders(dov)
    expect(all.map(({ reminder_id }) => reminder_id)).toEqual([2, 3, 1])
    for (const { content } of all) expect(content).toBe(`You asked to be reminded of [a message](#narrow/near/${id}).`)
  })

  test('bad ones are refused, and nothing changes', async () => {
    const { realm, ada, dov, ezra, vault } = await freshRealm()
    const { id: secret } = await ada.sends(vault, 'keys', 'Under the mat')
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    const CASES: [fields: Record<string, FieldValue>, answer: Json][] = [
      [{ message_id: 987 }, refusal('Invalid message(s)')],
      [{ message_id: secret }, refusal('Invalid message(s)')],
      [{ message_id: 'x' }, refusal('message_id is not valid JSON')],
      [{ scheduled_delivery_timestamp: now() - 1 }, refusal('Scheduled delivery time must be in the future.')],
      [{ scheduled_delivery_timestamp: 'noon' }, refusal('scheduled_delivery_timestamp is not valid JSON')],
      [
        { scheduled_delivery_timestamp: 253_402_300_800 },
        refusal('scheduled_delivery_timestamp is not a time before the year 10000'),
      ],
      [{ note: 'x'.repeat(1001) }, refusal('Maximum reminder note length: 1000 characters')],
    ]
    await changesNothing([dov], async () => {
      for (const [fields, answer] of CASES) expect(await remind(dov, id, fields)).toEqual(answer)
      for (const name of ['message_id', 'scheduled_delivery_timestamp'])
        expect(await remind(dov, id, { [name]: undefined })).toEqual(
          refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name }),
        )
      expect(await remind(ezra, id)).toEqual(refusal('Invalid message(s)'))
    })
    expect(await countIn(realm, 'reminders')).toBe(0)
    succeeded(await remind(dov, id, { note: '𝒳'.repeat(1000) }))
  })
})

describe('when the time has come', () => {
  test('the Notification Bot says what the message says, once, and then nothing waits', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const { id } = await ada.sends(general, 'lunch', 'Pizza with @**Dov**, or `pasta`?')
    succeeded(await remind(dov, id, { note: 'Yes!' }))
    const [his, hers] = await receivedBy([dov, ada], () => whenItIsTime(cast))
    expect(eventNames(his!.able)).toEqual(['message', 'reminders/remove'])
    expect(his!.able[1]).toEqual({ type: 'reminders', op: 'remove', reminder_id: 1 })
    const [{ message, flags }] = his!.able
    expect(flags).toEqual([]) // not read, and not called by what is quoted
    expect(message).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot', client: 'Internal' })
    expect(message.content).toContain(`/near/${id}">#general &gt; lunch @ 💬</a>. Your note:</p>`)
    expect(message.content).toContain(quote('<p>Yes!</p>'))
    expect(message.content).toContain(`<p>${silentMention(ada)} wrote:</p>`)
    expect(message.content).toContain(quote(`<p>Pizza with ${silentMention(dov)}, or <code>pasta</code>?</p>`))
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await reminders(dov)).toEqual([])
    expect(await saidTo(dov, () => whenItIsTime(cast))).toEqual([])
  })

  test('and not before', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    succeeded(await remind(dov, id))
    expect(await saidTo(dov, () => whenItIsTime(cast, 50))).toEqual([])
    expect(await reminders(dov)).toHaveLength(1)
  })

  const LOST: [how: string, happens: (cast: Cast, id: number) => Promise<Json>][] = [
    ['is deleted', ({ ada }, id) => ada.delete(`/messages/${id}`)],
    [
      'is in a channel that they left',
      async ({ ada, dov, general }) => {
        succeeded(await ada.patch(`/streams/${general.stream_id}`, { is_private: true }))
        return dov.delete('/users/me/subscriptions', { subscriptions: ['general'] })
      },
    ],
  ]
  for (const [how, happens] of LOST)
    test(`a message that ${how} by then is not shown, nor where it was`, async () => {
      const cast = await freshRealm()
      const { ada, dov, general } = cast
      const { id } = await ada.sends(general, 'lunch', 'Pizza?')
      succeeded(await remind(dov, id, { note: 'Yes!' }))
      succeeded(await happens(cast, id))
      const [said] = await saidTo(dov, () => whenItIsTime(cast))
      expect(said).toContain('You asked to be reminded of a message that you can no longer read. Your note:')
      expect(said).toContain('Yes!')
      for (const word of ['Pizza', 'lunch', 'general']) expect(said).not.toContain(word)
      expect(await reminders(dov)).toEqual([])
    })

  test('a very long message is cut, and whatever fences are in it, it stays a quote', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const long = await ada.sendsDirectly([dov], `\`\`\`\`quote\n@**all**\n\`\`\`\`\n${'x'.repeat(9970)}`)
    const note = '```\n@**all**\n`````'
    succeeded(await remind(dov, long.id, { note }))
    const [his] = await receivedBy([dov], () => whenItIsTime(cast))
    const { message, flags } = his!.plain[0]
    expect(flags).toEqual([])
    expect(message.content.length).toBeLessThanOrEqual(10_000)
    expect(message.content).toMatch(/x\n\[message truncated\]\n`````$/)
    expect(message.content).toContain('``````quote\n```')
  })

  test('names that look like Markdown are not said', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const odd = await newChannel(ada, 'x** @**all**', [ada, dov])
    for (const topic of ['lunch', '**']) {
      const { id } = await ada.sends(odd, topic, 'Hello')
      succeeded(await remind(dov, id))
    }
    for (const { content } of await reminders(dov))
      expect(content).toMatch(/^You asked to be reminded of \[a message\]\(#narrow\/near\/\d+\)\.$/)
  })

  test('nobody is reminded whose account has ended', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    succeeded(await remind(dov, id))
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', dov.id)
    await whenItIsTime(cast)
    expect(await countIn(realm, 'message_index')).toBe(1)
    expect(await countIn(realm, 'reminders')).toBe(0)
  })

  test('what is in D1 by then comes from there; while D1 is away, the reminder waits', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Remembered elsewhere')
    succeeded(await remind(dov, id))
    await ring(realm)
    await evict(realm)
    hush('error')
    hush('warn')
    const { mend } = breakD1(realm, refused)
    expect(await saidTo(dov, () => whenItIsTime(cast))).toEqual([])
    expect(await reminders(dov)).toHaveLength(1)
    mend()
    const [said] = await saidTo(dov, () => ring(realm))
    expect(said).toContain('Remembered elsewhere')
    await crash(realm)
    expect(await saidTo(dov, () => whenItIsTime(cast))).toEqual([])
  })
})

describe('DELETE /reminders/:reminder_id', () => {
  test('nobody is reminded any more, and its number is never another’s', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const { id } = await ada.sendsDirectly([dov], 'Hello')
    const { reminder_id } = succeeded(await remind(dov, id))
    await changesNothing([dov, ada], async () => {
      expect(await ada.delete(`/reminders/${reminder_id}`)).toEqual(NOT_THERE)
      expect(await dov.delete('/reminders/987')).toEqual(NOT_THERE)
    })
    expect((await dov.request('/reminders/987', { method: 'DELETE' })).status).toBe(404)
    const [his, hers] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/reminders/${reminder_id}`)).toEqual(SUCCESS),
    )
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'reminders', op: 'remove', reminder_id }])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    await changesNothing([dov], () => whenItIsTime(cast))
    const again = succeeded(await remind(dov, id, { scheduled_delivery_timestamp: now() + 200 }))
    expect(again.reminder_id).toBeGreaterThan(reminder_id)
  })
})
