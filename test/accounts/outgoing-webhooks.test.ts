import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { alarmTime, doDueWork, preventAlarms, runAlarm } from '../support/alarms'
import { newBotOf, OUTGOING_WEBHOOK } from '../support/bots'
import { stopClock } from '../support/clock'
import { selectRows, executeSql } from '../support/tables'
import { newestMessages } from '../support/messages'
import { Person, succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'

/** A webhook on another server: the requests that it received, and its answers. No request leaves the machine. */
class Hook {
  readonly requests: { url: string; type: string | null; redirect: string; ends: boolean; text: string }[] = []
  answers: () => Response | Promise<Response> = () => Response.json({})

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      const type = request.headers.get('content-type')
      const ends = init?.signal instanceof AbortSignal
      this.requests.push({ url: request.url, type, redirect: String(init?.redirect), ends, text: await request.text() })
      return this.answers()
    })
    onTestFinished(() => spy.mockRestore())
  }

  get json(): Json[] {
    return this.requests.map(({ text }) => JSON.parse(text))
  }
}

const URL_OF_HOOK = 'https://hook.example.com/messages'
const NOW = 1_900_000_000

async function withWebhook(fields: Record<string, FieldValue> = {}) {
  const cast = await freshRealm()
  const { realm, dov } = cast
  await stopClock(realm, NOW)
  const bot = { full_name: 'Hal', short_name: 'hal', bot_type: 3, payload_url: URL_OF_HOOK, ...fields }
  const { user_id, api_key } = succeeded(await dov.post('/bots', bot))
  const email = `hal-bot@${new URL(realm.url).hostname}`
  const hal = new Person(realm.url, { user_id, api_key, email, full_name: 'Hal', password: '' })
  return { ...cast, hal, hook: new Hook() }
}

const inTopic = (channel: Channel, topic: string) => [
  ['channel', channel.stream_id],
  ['topic', topic],
]

describe('an outgoing webhook', () => {
  test('receives a message that mentions its bot, and its answer goes to the same topic', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = () => Response.json({ content: 'I am **sorry**, Cleo.' })
    const { id } = await cleo.sends(general, 'doors', 'Open the doors, @**Hal**!')
    await runAlarm(realm)
    expect(hook.requests).toMatchObject([
      { url: URL_OF_HOOK, type: 'application/json', redirect: 'manual', ends: true },
    ])
    const { realm_bots } = (await dov.registers()).state
    expect(hook.json[0]).toMatchObject({
      bot_email: hal.email,
      bot_full_name: 'Hal',
      data: 'Open the doors, @**Hal**!',
      trigger: 'mention',
      token: realm_bots.find(({ user_id }: Json) => user_id === hal.id).services[0].token,
      message: {
        id,
        type: 'stream',
        stream_id: general.stream_id,
        subject: 'doors',
        sender_id: cleo.id,
        sender_full_name: 'Cleo',
        content: 'Open the doors, @**Hal**!',
        content_type: 'text/x-markdown',
        rendered_content: expect.stringContaining('user-mention'),
      },
    })
    const [, answer] = await newestMessages(cleo, 5, inTopic(general, 'doors'))
    expect(answer).toMatchObject({ sender_id: hal.id, content: 'I am **sorry**, Cleo.' })
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
  })

  test('receives a message whose topic was merged into another one meanwhile', async () => {
    const { realm, ada, cleo, hook, general } = await withWebhook()
    await cleo.sends(general, 'gates', 'Closed')
    const { id } = await cleo.sends(general, 'doors', 'Open the doors, @**Hal**!')
    succeeded(await ada.patch(`/messages/${id}`, { topic: 'gates', propagate_mode: 'change_all' }))
    await runAlarm(realm)
    expect(hook.json).toMatchObject([{ trigger: 'mention', message: { id, subject: 'gates' } }])
  })

  test('receives a direct message to its bot, and its answer goes to the same conversation', async () => {
    const { realm, cleo, ezra, hal, hook } = await withWebhook()
    hook.answers = () => Response.json({ response_string: 'Good morning' })
    await cleo.sendsDirectly([hal, ezra], 'Hello, @**Hal**')
    await runAlarm(realm)
    expect(hook.json).toMatchObject([{ trigger: 'direct_message', message: { type: 'private', subject: '' } }])
    const [, answer] = await newestMessages(ezra, 5, [['dm', [hal.id, cleo.id]]])
    expect(answer).toMatchObject({ sender_id: hal.id, content: 'Good morning' })
  })

  test('can answer with buttons, as an object or as JSON, and its owner is notified of other forms', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    const choices = [{ short_name: 'Open', long_name: 'Open the doors', reply: 'open' }]
    const buttons = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Doors?', choices } }
    for (const widget_content of [buttons, JSON.stringify(buttons), null]) {
      hook.answers = () => Response.json({ content: 'Doors: open', widget_content })
      await cleo.sends(general, 'doors', '@**Hal**')
      await runAlarm(realm)
    }
    const answers = await newestMessages(cleo, 6, inTopic(general, 'doors'))
    const parsed = answers
      .filter(({ sender_id }) => sender_id === hal.id)
      .map(({ submessages }) => submessages.map(({ content }: Json) => JSON.parse(content)))
    expect(parsed).toEqual([[buttons], [buttons], []])
    for (const widget_content of [
      'buttons',
      { ...buttons, widget_type: 'poll' },
      { ...buttons, extra_data: { ...buttons.extra_data, choices: Array.from({ length: 101 }, () => choices[0]) } },
    ]) {
      hook.answers = () => Response.json({ content: 'Doors: open', widget_content })
      await cleo.sends(general, 'gates', '@**Hal**')
      await runAlarm(realm)
    }
    expect(await newestMessages(cleo, 7, inTopic(general, 'gates'))).toHaveLength(6)
    const notices = await newestMessages(dov, 3, [['is', 'dm']])
    expect(notices).toHaveLength(3)
    for (const { content } of notices) expect(content).toContain('its answer has buttons of an unknown form')
  })

  test('sends nothing if its answer has no content', async () => {
    const { realm, cleo, hal, hook } = await withWebhook()
    const silent = [{ response_not_required: true, content: 'x' }, {}, { content: '  ' }, { content: 7 }]
    for (const answer of silent) {
      hook.answers = () => Response.json(answer)
      await cleo.sendsDirectly([hal], 'Hello')
      await runAlarm(realm)
    }
    hook.answers = () => new Response('')
    await cleo.sendsDirectly([hal], 'Hello')
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(5)
    expect((await newestMessages(cleo, 5, [['dm', [hal.id]]])).every(({ sender_id }) => sender_id === cleo.id)).toBe(
      true,
    )
  })

  test('receives no messages of bots, no silent mentions, no messages that its bot cannot read, and no mentions without markup', async () => {
    const { realm, ada, cleo, fig, hal, hook, general, vault } = await withWebhook()
    await fig.sends(general, 'doors', '@**Hal**')
    await hal.sends(general, 'doors', '@**Hal**')
    await cleo.sends(general, 'doors', '@_**Hal** and `@**Hal**`')
    await ada.sends(vault, 'doors', '@**Hal**')
    await cleo.sends(general, 'doors', 'Hal?')
    await runAlarm(realm)
    expect(hook.requests).toEqual([])
    // It receives a message that its bot can read.
    const { id } = await cleo.sends(general, 'doors', '@**Hal**')
    await runAlarm(realm)
    expect(hook.json.map(({ message }) => message.id)).toEqual([id])
  })

  test('does not wait for the many messages of another one', async () => {
    const { realm, cleo, dov, hook } = await withWebhook()
    await preventAlarms(realm)
    const url = 'https://hook.example.com/other'
    const fields = { full_name: 'Iris', short_name: 'iris', bot_type: 3, payload_url: url }
    const iris = succeeded(await cleo.post('/bots', fields)).user_id
    const [hal] = (await dov.registers()).state.realm_bots
    for (let count = 0; count < 5; count++)
      succeeded(await dov.post('/messages', { type: 'direct', to: [hal.user_id], content: `Message ${count}` }))
    succeeded(await dov.post('/messages', { type: 'direct', to: [iris], content: 'Hello' }))
    await doDueWork(realm)
    expect(hook.requests.map((request) => request.url)).toContain(url)
  })

  test('receives a message after it has answered the one before', async () => {
    const { realm, cleo, hal, hook } = await withWebhook()
    await preventAlarms(realm)
    let answering = 0
    hook.answers = async () => {
      answering++
      await cleo.registers()
      return Response.json({ content: `Answer to ${hook.json.at(-1).data}, ${answering--} at once` })
    }
    for (const content of ['mkdir', 'cd', 'ls']) await cleo.sendsDirectly([hal], content)
    for (let round = 0; round < 3; round++) await doDueWork(realm)
    expect(hook.json.map(({ data }) => data)).toEqual(['mkdir', 'cd', 'ls'])
    const answers = await newestMessages(cleo, 3, [['dm', [hal.id]]])
    expect(answers.map(({ content }) => content)).toEqual([
      'Answer to mkdir, 1 at once',
      'Answer to cd, 1 at once',
      'Answer to ls, 1 at once',
    ])
  })

  test('is called at once, and other messages wait for more', async () => {
    const { realm, cleo, hal, general } = await withWebhook()
    await runAlarm(realm)
    await cleo.sends(general, 'doors', 'No bot is mentioned')
    expect(await alarmTime(realm)).toBeGreaterThan(NOW * 1000)
    await cleo.sendsDirectly([hal], 'Hello')
    expect(await alarmTime(realm)).toBe(NOW * 1000)
  })

  test('does not wait for webhooks that have many messages', async () => {
    const { realm, cleo, dov, hal, hook } = await withWebhook()
    await preventAlarms(realm)
    for (const nth of [1, 2, 3, 4]) {
      const busy = await newBotOf(dov, { full_name: `Busy ${nth}`, short_name: `busy${nth}`, ...OUTGOING_WEBHOOK })
      for (const content of ['one', 'two']) await cleo.sendsDirectly([busy], content)
    }
    await cleo.sendsDirectly([hal], 'three')
    await doDueWork(realm)
    expect(hook.json.map(({ data }) => data)).toEqual(['three', 'one', 'one', 'one'])
  })

  test('receives no deleted messages, and none while its bot is deactivated', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    const { id } = await cleo.sends(general, 'doors', '@**Hal**')
    succeeded(await cleo.delete(`/messages/${id}`))
    await runAlarm(realm)
    await cleo.sends(general, 'doors', '@**Hal**')
    succeeded(await dov.delete(`/bots/${hal.id}`))
    await runAlarm(realm)
    succeeded(await dov.post(`/users/${hal.id}/reactivate`))
    await runAlarm(realm)
    expect(hook.requests).toEqual([])
  })

  test('receives no second attempt after its bot was deactivated', async () => {
    const { realm, cleo, dov, hal, hook } = await withWebhook()
    hook.answers = () => new Response('', { status: 503 })
    await cleo.sendsDirectly([hal], 'Hello')
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
    succeeded(await dov.delete(`/bots/${hal.id}`))
    await stopClock(realm, NOW + 6)
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
  })

  test('sends no answer if its bot is deactivated during the request', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = async () => {
      succeeded(await dov.delete(`/bots/${hal.id}`))
      return Response.json({ content: 'Hi' })
    }
    await cleo.sends(general, 'doors', '@**Hal**')
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
    expect((await newestMessages(cleo, 5, inTopic(general, 'doors'))).map(({ content }) => content)).toEqual([
      '@**Hal**',
    ])
  })

  test('is read only up to the largest size of an answer', async () => {
    const { realm, cleo, hal, hook } = await withWebhook()
    const chunk = new Uint8Array(10_000).fill(120)
    let read = 0
    hook.answers = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            read += chunk.length
            controller.enqueue(chunk)
            if (read > 5_000_000) controller.close()
          },
        }),
      )
    await cleo.sendsDirectly([hal], 'Hello')
    await runAlarm(realm)
    expect(read).toBeLessThan(1_000_000)
  })

  test('receives no second attempt for a message that its bot can no longer read', async () => {
    const { realm, ada, cleo, hal, hook } = await withWebhook()
    const club = await newChannel(ada, 'club', [ada, cleo, hal], { invite_only: true })
    hook.answers = () => new Response('', { status: 503 })
    await cleo.sends(club, 'doors', '@**Hal**')
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [hal.id] }))
    await stopClock(realm, NOW + 6)
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
    expect(await selectRows(realm, 'SELECT * FROM webhook_deliveries')).toEqual([])
  })

  test('receives three attempts if it fails, and then its owner gets a notice', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = () => new Response('secret', { status: 503 })
    await cleo.sends(general, 'doors', '@**Hal**')
    for (const [seconds, requests] of [
      [0, 1],
      [1, 1],
      [6, 2],
      [40, 3],
      [100, 3],
    ] as const) {
      await stopClock(realm, NOW + seconds)
      await runAlarm(realm)
      expect(hook.requests, `${seconds} seconds later`).toHaveLength(requests)
    }
    const notices = await newestMessages(dov, 5, [['is', 'dm']])
    expect(notices.at(-1).content).toContain('it answered with status 503')
    expect(JSON.stringify(notices)).not.toContain('secret')
    expect(await newestMessages(cleo, 5, [['dm', [hal.id]]])).toEqual([])
    expect(await selectRows(realm, 'SELECT * FROM webhook_deliveries')).toEqual([])
  })

  const FAILURES: [answer: () => Response | Promise<Response>, failure: string][] = [
    [() => new Response('', { status: 404 }), 'it answered with status 404'],
    [
      () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } }),
      'it answered with status 302',
    ],
    [() => new Response('Hello'), 'its answer is not a JSON object'],
    [() => Response.json('Hello'), 'its answer is not a JSON object'],
    [() => new Response(`{"content":"${'x'.repeat(500_000)}`), 'its answer is too large'],
  ]
  test.for(FAILURES)('receives no second attempt after a permanent failure: %#', async ([answers, failure]) => {
    const { realm, cleo, dov, hal, hook } = await withWebhook()
    hook.answers = answers
    await cleo.sendsDirectly([hal], 'Hello')
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain(failure)
    const [, answer] = await newestMessages(cleo, 5, [['dm', [hal.id]]])
    expect(answer).toMatchObject({ sender_id: hal.id, content: 'I cannot answer: my program has failed.' })
  })

  test('answers only in the conversation of the message, and only where its bot may post', async () => {
    const { realm, ada, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = () => Response.json({ content: 'Hi', to: 'vault', topic: 'elsewhere', type: 'direct' })
    const closed = await newChannel(ada, 'closed', [ada, cleo], { can_send_message_group: 3 })
    await ada.sends(closed, 'doors', '@**Hal**')
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain(
      'You do not have permission to post',
    )
    await cleo.sends(general, 'doors', '@**Hal**')
    await runAlarm(realm)
    expect((await newestMessages(cleo, 5, inTopic(general, 'doors'))).at(-1)).toMatchObject({
      sender_id: hal.id,
      content: 'Hi',
    })
  })

  test('receives nothing at an address that the server does not call, even if the address is stored', async () => {
    const { realm, cleo, dov, hal, hook } = await withWebhook()
    await executeSql(realm, "UPDATE bots SET payload_url = 'http://169.254.169.254/' WHERE user_id = ?", hal.id)
    await cleo.sendsDirectly([hal], 'Hello')
    await runAlarm(realm)
    expect(hook.requests).toEqual([])
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain(
      'this server does not call its address',
    )
  })

  test('can receive forms instead of JSON', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook({ interface_type: 2 })
    hook.answers = () => Response.json({ text: 'Aye' })
    await cleo.sends(general, 'doors', '@**Hal** open')
    await runAlarm(realm)
    expect(hook.requests[0]!.type).toBe('application/x-www-form-urlencoded')
    const form = Object.fromEntries(new URLSearchParams(hook.requests[0]!.text))
    expect(form).toMatchObject({
      team_id: expect.stringMatching(/^T./),
      team_domain: new URL(realm.url).hostname,
      channel_name: 'general',
      user_name: 'Cleo',
      text: '@**Hal** open',
      trigger_word: 'mention',
    })
    expect((await newestMessages(cleo, 5, inTopic(general, 'doors'))).at(-1).content).toBe('Aye')
    await cleo.sendsDirectly([hal], 'Hello')
    await runAlarm(realm)
    expect(hook.requests).toHaveLength(1)
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain('does not allow it')
  })
})
