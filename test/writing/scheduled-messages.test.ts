import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { alarmOf, countIn, crash, dieBeforeCommit, evict, hush, loseAlarm, passTime, ring } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { newestMessages } from '../support/messages'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { writesTo } from '../support/tables'

const now = () => Math.floor(Date.now() / 1000)

/** Puts a message by for a minute from now, and means it to succeed. */
async function schedules(person: Person, wanted: Record<string, FieldValue>): Promise<number> {
  const fields = { content: 'Later', scheduled_delivery_timestamp: now() + 60, ...wanted }
  return succeeded(await person.post('/scheduled_messages', fields)).scheduled_message_id
}

const scheduledFor = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/scheduled_messages')).scheduled_messages

/** A minute passes, and the alarm rings. */
async function whenItIsTime({ realm }: Cast, seconds = 61): Promise<void> {
  await passTime(realm, seconds)
  await ring(realm)
}

const NOT_THERE = refusal('Scheduled message does not exist')
const NOT_IN_FUTURE = refusal('Scheduled delivery time must be in the future.')

describe('POST /scheduled_messages', () => {
  test('a message is put by, and all devices of its sender hear of it, and nobody else', async () => {
    const { ada, dov, general } = await freshRealm()
    const time = now() + 60
    let answer: Json
    const [his, hers] = await receivedBy([dov, ada], async () => {
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
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'scheduled_messages', op: 'add', scheduled_messages: [scheduled] }])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await scheduledFor(dov)).toEqual([scheduled])
    expect(await scheduledFor(ada)).toEqual([])
  })

  test('to people, in either spelling; who writes it is not among them, unless they are alone', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await schedules(dov, { type: 'direct', to: [ada.id, dov.id, ezra.id, ada.id], topic: 'ignored' })
    await schedules(dov, { type: 'private', to: [ada.id] })
    await schedules(dov, { type: 'direct', to: [dov.id] })
    const scheduled = await scheduledFor(dov)
    expect(scheduled.map(({ type, to }) => ({ type, to }))).toEqual([
      { type: 'private', to: [ada.id, ezra.id] },
      { type: 'private', to: [ada.id] },
      { type: 'private', to: [dov.id] },
    ])
    for (const each of scheduled) expect(each).not.toHaveProperty('topic')
  })

  test('old words for the general chat mean the empty topic', async () => {
    const { dov, general } = await freshRealm()
    for (const topic of ['', '(no topic)', 'general chat', ' lunch '])
      await schedules(dov, { type: 'stream', to: general.stream_id, topic })
    expect((await scheduledFor(dov)).map(({ topic }) => topic)).toEqual(['', '', '', 'lunch'])
  })

  test('what could not be sent now is refused, and nothing changes', async () => {
    const { realm, ada, dov, ezra, general, vault, attic } = await freshRealm()
    const gone = await realm.newPerson('gone')
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', gone.id)
    const news = await newChannel(ada, 'news', [ada, dov], { can_send_message_group: 2 })
    const named = await newChannel(ada, 'named', [ada, dov], { topics_policy: 'disable_empty_topic' })
    const time = now() + 60
    const channel = { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'Hi' }
    const direct = { type: 'direct', to: [ada.id], content: 'Hi' }
    const CASES: [Record<string, FieldValue>, Json][] = [
      [{ ...channel, scheduled_delivery_timestamp: now() - 1 }, NOT_IN_FUTURE],
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
        { ...channel, to: named.stream_id, topic: '(no topic)' },
        refusal('Sending messages to the general chat is not allowed in this channel.'),
      ],
      [{ ...direct, to: [] }, refusal('Message must have recipients')],
      [{ ...direct, to: [ada.id, 987] }, refusal('Invalid user ID 987')],
      [{ ...direct, to: [gone.id] }, refusal(`'${gone.email}' is no longer using Svc.`)],
    ]
    await changesNothing([dov, ezra], async () => {
      for (const [fields, answer] of CASES)
        expect(await dov.post('/scheduled_messages', { scheduled_delivery_timestamp: time, ...fields })).toEqual(answer)
      for (const name of ['type', 'to', 'content', 'scheduled_delivery_timestamp'])
        expect(
          await dov.post('/scheduled_messages', { ...channel, scheduled_delivery_timestamp: time, [name]: undefined }),
        ).toEqual(refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name }))
    })
    expect(await countIn(realm, 'scheduled_messages')).toBe(0)
    await schedules(dov, channel) // so it was none of these for want of trying
  })
})

describe('when the time has come', () => {
  test('the message is sent, once, by its sender, and then it waits no more', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    await dov.sends(general, 'before', 'Hello')
    await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'Pizza, @**Ada**?' })
    const [his, hers] = await receivedBy([dov, ada], () => whenItIsTime(cast))
    expect(eventNames(his!.able)).toEqual(['user_topic', 'message', 'scheduled_messages/remove'])
    expect(his!.able[2]).toEqual({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 })
    expect(eventNames(hers!.able)).toEqual(['user_topic', 'message'])
    const message = { id: 2, sender_id: dov.id, subject: 'lunch' }
    expect(hers!.able[1]).toMatchObject({ flags: ['mentioned'], message })
    expect(await scheduledFor(dov)).toEqual([])
    await whenItIsTime(cast)
    expect((await newestMessages(ada, 1))[0].id).toBe(2)
  })

  test('and not before', async () => {
    const cast = await freshRealm()
    const { dov, general } = cast
    await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await whenItIsTime(cast, 50)
    expect(await scheduledFor(dov)).toHaveLength(1)
    expect((await newestMessages(dov, 1))[0]).toBeUndefined()
  })

  test('people are named as they are called by then', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    await schedules(dov, { type: 'direct', to: [ada.id], content: '@**Esra** @**Ezra**' })
    succeeded(await cast.ezra.patch('/settings', { full_name: 'Esra' }))
    const queue = await ada.registers({ event_types: ['message'], apply_markdown: true })
    await whenItIsTime(cast)
    expect((await queue.next()).message.content).toContain(`data-user-id="${cast.ezra.id}">@Esra</span> @<strong>Ezra`)
  })

  test('it is as read for its sender, and by the client, as if sent when it was written', async () => {
    const cast = await freshRealm()
    const { dov, general } = cast
    const flagsOf = async (wanted: Record<string, FieldValue>, agent: string) => {
      const fields = { type: 'channel', to: general.stream_id, topic: 'x', content: 'x', ...wanted }
      const form = formOf({ ...fields, scheduled_delivery_timestamp: now() + 60 })
      const headers = { 'user-agent': agent }
      const response = await dov.request('/scheduled_messages', { method: 'POST', body: form, headers })
      succeeded(await response.json())
      await whenItIsTime(cast)
      await evict(cast.realm) // and with it the clock
      const { flags, client } = (await newestMessages(dov, 1))[0]
      return { flags, client }
    }
    const person = 'SvcMobile/1.0'
    expect(await flagsOf({}, 'bot/1')).toEqual({ flags: [], client: 'bot' })
    expect(await flagsOf({ read_by_sender: true }, 'bot/1')).toEqual({ flags: ['read'], client: 'bot' })
    expect(await flagsOf({}, person)).toEqual({ flags: ['read'], client: 'SvcMobile' })
    expect(await flagsOf({ read_by_sender: false }, person)).toEqual({ flags: [], client: 'SvcMobile' })
    // Whoever writes to themselves wants to find it.
    expect(await flagsOf({ type: 'direct', to: [dov.id] }, person)).toEqual({ flags: [], client: 'SvcMobile' })
  })

  test('many at once are sent in the order of their times', async () => {
    const cast = await freshRealm()
    const { dov, general } = cast
    const place = { type: 'channel', to: general.stream_id, topic: 'x' }
    for (const later of [30, 10, 20])
      await schedules(dov, { ...place, content: `${later}`, scheduled_delivery_timestamp: now() + later })
    expect((await scheduledFor(dov)).map(({ content }) => content)).toEqual(['10', '20', '30'])
    await whenItIsTime(cast)
    const { messages } = await dov.get('/messages', { anchor: 0, num_before: 0, num_after: 9, apply_markdown: false })
    expect(messages.map(({ content }: Json) => content)).toEqual(['10', '20', '30'])
  })
})

describe('what cannot be sent when the time has come', () => {
  const REASONS: [what: string, happens: (cast: Cast) => Promise<unknown>, reason: string][] = [
    [
      'the channel was archived',
      ({ ada, general }) => ada.delete(`/streams/${general.stream_id}`),
      "Not authorized to send to channel 'general'",
    ],
    [
      'the permission was taken away',
      ({ ada, general }) => ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 2 } }),
      'You do not have permission to post in this channel.',
    ],
    [
      'the channel was closed to its sender',
      async ({ ada, dov, general }) => {
        succeeded(await ada.patch(`/streams/${general.stream_id}`, { is_private: true }))
        succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
      },
      "Channel with ID '1' does not exist",
    ],
  ]
  for (const [what, happens, reason] of REASONS)
    test(`${what}: it waits for its sender, who is eventNames why`, async () => {
      const cast = await freshRealm()
      const { ada, dov, general } = cast
      await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
      succeeded((await happens(cast)) ?? { result: 'success' })
      const [his, hers] = await receivedBy([dov, ada], () => whenItIsTime(cast))
      expect(eventNames(his!.able)).toEqual(['scheduled_messages/update', 'message'])
      expect(his!.able[0].scheduled_message).toMatchObject({ scheduled_message_id: 1, failed: true })
      expect(his!.able[1].message).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot' })
      expect(his!.able[1].message.content).toContain(`<code>${reason.replaceAll("'", '&#39;')}`)
      expect([...hers!.plain, ...hers!.able]).toEqual([])
      expect(await scheduledFor(dov)).toMatchObject([{ failed: true }])

      // It is not tried again by itself.
      await changesNothing([dov], () => whenItIsTime(cast))
    })

  test('it is sent after all, when it is given another time and can be', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const id = await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 2 } })
    await whenItIsTime(cast)
    await changesNothing([dov], async () => {
      expect(await dov.patch(`/scheduled_messages/${id}`, { topic: 'dinner' })).toEqual(NOT_IN_FUTURE)
    })
    await ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 7 } })
    const [his] = await receivedBy([dov], async () =>
      expect(await dov.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp: now() + 121 })).toEqual(
        SUCCESS,
      ),
    )
    expect(his!.able).toMatchObject([{ op: 'update', scheduled_message: { failed: false } }])
    await whenItIsTime(cast)
    expect((await newestMessages(ada, 1))[0]).toMatchObject({ subject: 'lunch', content: 'Later' })
  })

  test('what one wrote whose account has ended stays, and nobody is told', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await schedules(ada, { type: 'channel', to: general.stream_id, topic: 'dinner' })
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', dov.id)
    await whenItIsTime(cast)
    expect(await countIn(realm, 'message_index')).toBe(1)
    expect((await newestMessages(ada, 1))[0]).toMatchObject({ subject: 'dinner' })
    await writesTo(realm, 'UPDATE users SET is_active = 1 WHERE user_id = ?', dov.id)
    expect(await scheduledFor(dov)).toMatchObject([{ failed: true }])
    expect((await newestMessages(dov, 1))[0]).toMatchObject({ subject: 'dinner' })
  })

  test('of a deactivated organization nothing is sent, not even once it is active again', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    succeeded(await ada.post('/realm/deactivate'))
    await whenItIsTime(cast)
    expect(await countIn(realm, 'message_index')).toBe(0)
    const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
    succeeded(await realm.post('/realm/reactivate', {}, { headers }))
    await whenItIsTime(cast)
    expect(await countIn(realm, 'message_index')).toBe(0)
    expect(await scheduledFor(dov)).toMatchObject([{ failed: true }])
  })

  test('a reason that looks like Markdown is none', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const odd = await newChannel(ada, '@**all** ```` x', [ada, dov])
    await schedules(dov, { type: 'channel', to: odd.stream_id, topic: 'lunch' })
    succeeded(await ada.delete(`/streams/${odd.stream_id}`))
    const [his] = await receivedBy([dov], () => whenItIsTime(cast))
    const event = his!.able.find(({ type }) => type === 'message')
    expect(event.flags).toEqual([])
    expect(event.message.content).toContain('@**all** ```` x')
  })

  test('whatever is wrong with one, the others are sent', async () => {
    const cast = await freshRealm()
    const { realm, dov, general } = cast
    hush('error')
    const place = { type: 'channel', to: general.stream_id, topic: 'x' }
    await schedules(dov, { ...place, content: 'broken' })
    await schedules(dov, { ...place, content: 'whole' })
    await writesTo(realm, `UPDATE scheduled_messages SET parsed = '{}' WHERE content = ?`, 'broken')
    await whenItIsTime(cast)
    await whenItIsTime(cast)
    expect(await scheduledFor(dov)).toMatchObject([{ content: 'broken', failed: true }])
    const narrow = [['channel', 'general']]
    const { messages } = await dov.get('/messages', { anchor: 0, num_before: 0, num_after: 9, narrow })
    expect(messages).toMatchObject([{ content: '<p>whole</p>' }])
  })
})

describe('whatever happens to the realm meanwhile', () => {
  test('killed while it sends: it is sent once, after all', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    const queue = await ada.registers({ event_types: ['message'] })
    await passTime(realm, 61)
    await dieBeforeCommit(realm)
    hush('error')
    await ring(realm).catch(() => undefined)
    expect(await queue.events()).toEqual([])
    expect(await scheduledFor(dov)).toHaveLength(1)

    await whenItIsTime(cast)
    expect((await queue.events()).map(({ message }) => message.content)).toEqual(['Later'])
    await crash(realm)
    await whenItIsTime(cast)
    expect(await queue.events()).toEqual([])
    expect(await scheduledFor(dov)).toEqual([])
  })

  test('the alarm is set for it, and one that was lost is set again by whoever asks next', async () => {
    const cast = await freshRealm()
    const { realm, dov, general } = cast
    await ring(realm) // which settles all that the founding left to do
    const time = now() + 45
    await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch', scheduled_delivery_timestamp: time })
    await ring(realm)
    expect(await alarmOf(realm)).toBeLessThanOrEqual(time * 1000)
    await loseAlarm(realm)
    await crash(realm)
    await dov.get('/users/me')
    await whenItIsTime(cast)
    expect((await newestMessages(dov, 1))[0]).toMatchObject({ content: 'Later' })
  })

  for (const seed of [1, 2, 3])
    test(`whatever goes wrong, in whatever order, each is sent once (seed ${seed})`, async () => {
      hush('error')
      hush('warn')
      const cast = await freshRealm()
      const { realm, dov, general } = cast
      let random = seed * 2_654_435_761
      const below = (bound: number) => {
        random = (Math.imul(random | 0, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((random / 2 ** 32) * bound)
      }
      const waiting = new Set<string>()
      const scheduling = async () => {
        const content = `number ${waiting.size}`
        const wanted = { type: 'channel', to: general.stream_id, topic: 'storm', content }
        // By the realm's own clock, which may be ahead: then it is refused.
        const fields = { ...wanted, scheduled_delivery_timestamp: now() + 1 + below(300) }
        if ((await dov.post('/scheduled_messages', fields)).result === 'success') waiting.add(content)
      }
      const STEPS: (() => Promise<unknown>)[] = [
        scheduling,
        scheduling,
        scheduling,
        () => passTime(realm, below(100)),
        () => ring(realm),
        () => Promise.all([ring(realm).catch(() => undefined), crash(realm)]),
        () =>
          Promise.all([ring(realm).catch(() => undefined), dov.sends(general, 'other', 'x').catch(() => undefined)]),
        () => crash(realm),
        () => evict(realm),
        () => loseAlarm(realm),
      ]
      for (let step = 0; step < 40; step++) await STEPS[below(STEPS.length)]!()
      await passTime(realm, 400)
      await dov.sends(general, 'other', 'x') // an alarm that was lost is noticed by whoever writes next
      await ring(realm)
      const narrow = [['topic', 'storm']]
      const range = { anchor: 0, num_before: 0, num_after: 100, apply_markdown: false }
      const { messages } = succeeded(await dov.get('/messages', { narrow, ...range }))
      expect(messages.map(({ content }: Json) => content).toSorted()).toEqual([...waiting].toSorted())
      expect(waiting.size).toBeGreaterThan(3)
      expect(await scheduledFor(dov)).toEqual([])
    })

  test('a time in the far future is no trouble', async () => {
    const { realm, dov, general } = await freshRealm()
    const place = { type: 'channel', to: general.stream_id, topic: 'x' }
    await schedules(dov, { ...place, scheduled_delivery_timestamp: 253_402_300_799 })
    await ring(realm)
    expect(await scheduledFor(dov)).toMatchObject([{ scheduled_delivery_timestamp: 253_402_300_799, failed: false }])
  })
})

describe('PATCH /scheduled_messages/:scheduled_message_id', () => {
  test('whatever is said is changed, and the rest stays', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const id = await schedules(ada, { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'One' })
    const [before] = await scheduledFor(ada)
    const time = now() + 200
    const STEPS: [changes: Record<string, FieldValue>, becomes: Json][] = [
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
    for (const [changes, becomes] of STEPS) {
      const [hers, his] = await receivedBy([ada, dov], async () =>
        expect(await ada.patch(`/scheduled_messages/${id}`, changes)).toEqual(SUCCESS),
      )
      expected = JSON.parse(JSON.stringify({ ...expected, ...becomes }))
      for (const events of [hers!.plain, hers!.able])
        expect(events).toEqual([{ type: 'scheduled_messages', op: 'update', scheduled_message: expected }])
      expect([...his!.plain, ...his!.able]).toEqual([])
      expect(await scheduledFor(ada)).toEqual([expected])
    }
  })

  test('bad changes are refused, and nothing changes', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    const toChannel = await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    const direct = await schedules(dov, { type: 'direct', to: [ada.id] })
    const CASES: [id: number, Record<string, FieldValue>, Json][] = [
      [toChannel, {}, refusal('Nothing to change')],
      [987, { content: 'x' }, NOT_THERE],
      [toChannel, { scheduled_delivery_timestamp: now() - 1 }, NOT_IN_FUTURE],
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
      expect(await ada.patch(`/scheduled_messages/${toChannel}`, { content: 'x' })).toEqual(NOT_THERE)
    })
    expect((await dov.request('/scheduled_messages/987', { method: 'DELETE' })).status).toBe(404)
    expect(await countIn(realm, 'scheduled_messages')).toBe(2)
  })

  test('what was sent just now is known to have been', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const id = await schedules(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    await whenItIsTime(cast)
    await changesNothing([dov], async () => {
      expect(await dov.patch(`/scheduled_messages/${id}`, { content: 'x' })).toEqual(
        refusal('Scheduled message was already sent'),
      )
      expect(await ada.patch(`/scheduled_messages/${id}`, { content: 'x' })).toEqual(NOT_THERE)
      expect(await dov.delete(`/scheduled_messages/${id}`)).toEqual(NOT_THERE)
    })
    // And is forgotten some time after the next one is sent.
    await schedules(dov, { type: 'direct', to: [ada.id], scheduled_delivery_timestamp: now() + 90_000 })
    await whenItIsTime(cast, 90_001)
    expect(await dov.patch(`/scheduled_messages/${id}`, { content: 'x' })).toEqual(NOT_THERE)
  })
})

describe('DELETE /scheduled_messages/:scheduled_message_id', () => {
  test('it is never sent, and its number is never another’s', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const place = { type: 'channel', to: general.stream_id, topic: 'lunch' }
    const id = await schedules(dov, place)
    await changesNothing([dov], async () => {
      expect(await ada.delete(`/scheduled_messages/${id}`)).toEqual(NOT_THERE)
    })
    const [his, hers] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete(`/scheduled_messages/${id}`)).toEqual(SUCCESS),
    )
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    await changesNothing([dov, ada], () => whenItIsTime(cast))
    const later = { ...place, scheduled_delivery_timestamp: now() + 200 }
    expect(await schedules(dov, later)).toBeGreaterThan(id)
  })
})
