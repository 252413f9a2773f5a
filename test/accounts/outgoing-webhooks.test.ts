import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ring } from '../support/faults'
import { newestMessages } from '../support/messages'
import { Person, succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { rowsIn, stopClock, writesTo } from '../support/tables'

/** Somebody's server, out there: what it was told, and what it answers. Nothing leaves the machine. */
class Hook {
  readonly told: { url: string; type: string | null; redirect: string; ends: boolean; text: string }[] = []
  answers: () => Response | Promise<Response> = () => Response.json({})

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      const type = request.headers.get('content-type')
      const ends = init?.signal instanceof AbortSignal
      this.told.push({ url: request.url, type, redirect: String(init?.redirect), ends, text: await request.text() })
      return this.answers()
    })
    onTestFinished(() => spy.mockRestore())
  }

  get json(): Json[] {
    return this.told.map(({ text }) => JSON.parse(text))
  }
}

const URL_OF_HOOK = 'https://hook.example.com/told'
const NOW = 1_900_000_000

async function withWebhook(more: Record<string, FieldValue> = {}) {
  const cast = await freshRealm()
  const { realm, dov } = cast
  await stopClock(realm, NOW)
  const wished = { full_name: 'Hal', short_name: 'hal', bot_type: 3, payload_url: URL_OF_HOOK, ...more }
  const { user_id, api_key } = succeeded(await dov.post('/bots', wished))
  const email = `hal-bot@${new URL(realm.url).hostname}`
  const hal = new Person(realm.url, { user_id, api_key, email, full_name: 'Hal', password: '' })
  return { ...cast, hal, hook: new Hook() }
}

const inTopic = (channel: Channel, topic: string) => [
  ['channel', channel.stream_id],
  ['topic', topic],
]

describe('an outgoing webhook', () => {
  test('is told of a message that names it, and what it answers is said in the same topic', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = () => Response.json({ content: 'I am **sorry**, Cleo.' })
    const { id } = await cleo.sends(general, 'doors', 'Open the doors, @**Hal**!')
    await ring(realm)
    expect(hook.told).toMatchObject([{ url: URL_OF_HOOK, type: 'application/json', redirect: 'manual', ends: true }])
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
    const [, said] = await newestMessages(cleo, 5, inTopic(general, 'doors'))
    expect(said).toMatchObject({ sender_id: hal.id, content: 'I am **sorry**, Cleo.' })
    await ring(realm)
    expect(hook.told).toHaveLength(1)
  })

  test('is told of a message whose topic was joined with another before it was told', async () => {
    const { realm, ada, cleo, hook, general } = await withWebhook()
    await cleo.sends(general, 'gates', 'Closed')
    const { id } = await cleo.sends(general, 'doors', 'Open the doors, @**Hal**!')
    succeeded(await ada.patch(`/messages/${id}`, { topic: 'gates', propagate_mode: 'change_all' }))
    await ring(realm)
    expect(hook.json).toMatchObject([{ trigger: 'mention', message: { id, subject: 'gates' } }])
  })

  test('is told of what is written to it directly, and answers there', async () => {
    const { realm, cleo, ezra, hal, hook } = await withWebhook()
    hook.answers = () => Response.json({ response_string: 'Good morning' })
    await cleo.sendsDirectly([hal, ezra], 'Hello, @**Hal**')
    await ring(realm)
    expect(hook.json).toMatchObject([{ trigger: 'direct_message', message: { type: 'private', subject: '' } }])
    const [, said] = await newestMessages(ezra, 5, [['dm', [hal.id, cleo.id]]])
    expect(said).toMatchObject({ sender_id: hal.id, content: 'Good morning' })
  })

  test('says nothing where it has nothing to say', async () => {
    const { realm, cleo, hal, hook } = await withWebhook()
    const silent = [{ response_not_required: true, content: 'x' }, {}, { content: '  ' }, { content: 7 }]
    for (const said of silent) {
      hook.answers = () => Response.json(said)
      await cleo.sendsDirectly([hal], 'Hello')
      await ring(realm)
    }
    hook.answers = () => new Response('')
    await cleo.sendsDirectly([hal], 'Hello')
    await ring(realm)
    expect(hook.told).toHaveLength(5)
    expect((await newestMessages(cleo, 5, [['dm', [hal.id]]])).every(({ sender_id }) => sender_id === cleo.id)).toBe(
      true,
    )
  })

  test('is not told of what bots say, of silent mentions, of what it may not read, or of what was said before it was there', async () => {
    const { realm, ada, cleo, fig, hal, hook, general, vault } = await withWebhook()
    await fig.sends(general, 'doors', '@**Hal**')
    await hal.sends(general, 'doors', '@**Hal**')
    await cleo.sends(general, 'doors', '@_**Hal** and `@**Hal**`')
    await ada.sends(vault, 'doors', '@**Hal**')
    await cleo.sends(general, 'doors', 'Hal?')
    await ring(realm)
    expect(hook.told).toEqual([])
    // The door opens for what it may read.
    const { id } = await cleo.sends(general, 'doors', '@**Hal**')
    await ring(realm)
    expect(hook.json.map(({ message }) => message.id)).toEqual([id])
  })

  test('is not told any more when it is gone, nor of what is deleted', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    const { id } = await cleo.sends(general, 'doors', '@**Hal**')
    succeeded(await cleo.delete(`/messages/${id}`))
    await ring(realm)
    await cleo.sends(general, 'doors', '@**Hal**')
    succeeded(await dov.delete(`/bots/${hal.id}`))
    await ring(realm)
    succeeded(await dov.post(`/users/${hal.id}/reactivate`))
    await ring(realm)
    expect(hook.told).toEqual([])
  })

  test('is not asked again about a direct message when it is gone', async () => {
    const { realm, cleo, dov, hal, hook } = await withWebhook()
    hook.answers = () => new Response('', { status: 503 })
    await cleo.sendsDirectly([hal], 'Hello')
    await ring(realm)
    expect(hook.told).toHaveLength(1)
    succeeded(await dov.delete(`/bots/${hal.id}`))
    await stopClock(realm, NOW + 6)
    await ring(realm)
    expect(hook.told).toHaveLength(1)
  })

  test('does not answer when it is deactivated while it is asked', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = async () => {
      succeeded(await dov.delete(`/bots/${hal.id}`))
      return Response.json({ content: 'Hi' })
    }
    await cleo.sends(general, 'doors', '@**Hal**')
    await ring(realm)
    expect(hook.told).toHaveLength(1)
    expect((await newestMessages(cleo, 5, inTopic(general, 'doors'))).map(({ content }) => content)).toEqual([
      '@**Hal**',
    ])
  })

  test('is read no further than an answer may be long', async () => {
    const { realm, cleo, hal, hook } = await withWebhook()
    const piece = new Uint8Array(10_000).fill(120)
    let read = 0
    hook.answers = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            read += piece.length
            controller.enqueue(piece)
            if (read > 5_000_000) controller.close()
          },
        }),
      )
    await cleo.sendsDirectly([hal], 'Hello')
    await ring(realm)
    expect(read).toBeLessThan(1_000_000)
  })

  test('is not told of what it may read no longer, even where it was asked before', async () => {
    const { realm, ada, cleo, hal, hook } = await withWebhook()
    const club = await newChannel(ada, 'club', [ada, cleo, hal], { invite_only: true })
    hook.answers = () => new Response('', { status: 503 })
    await cleo.sends(club, 'doors', '@**Hal**')
    await ring(realm)
    expect(hook.told).toHaveLength(1)
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [hal.id] }))
    await stopClock(realm, NOW + 6)
    await ring(realm)
    expect(hook.told).toHaveLength(1)
    expect(await rowsIn(realm, 'SELECT * FROM outgoing_webhooks')).toEqual([])
  })

  test('is asked again for a while where it fails, and then its owner is told', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = () => new Response('secret', { status: 503 })
    await cleo.sends(general, 'doors', '@**Hal**')
    for (const [after, calls] of [
      [0, 1],
      [1, 1],
      [6, 2],
      [40, 3],
      [100, 3],
    ] as const) {
      await stopClock(realm, NOW + after)
      await ring(realm)
      expect(hook.told, `${after} seconds later`).toHaveLength(calls)
    }
    const notices = await newestMessages(dov, 5, [['is', 'dm']])
    expect(notices.at(-1).content).toContain('it answered with status 503')
    expect(JSON.stringify(notices)).not.toContain('secret')
    expect(await newestMessages(cleo, 5, [['dm', [hal.id]]])).toEqual([])
    expect(await rowsIn(realm, 'SELECT * FROM outgoing_webhooks')).toEqual([])
  })

  const FAILURES: [answer: () => Response | Promise<Response>, words: string][] = [
    [() => new Response('', { status: 404 }), 'it answered with status 404'],
    [
      () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } }),
      'it answered with status 302',
    ],
    [() => new Response('Hello'), 'what it answered is not a JSON object'],
    [() => Response.json('Hello'), 'what it answered is not a JSON object'],
    [() => new Response(`{"content":"${'x'.repeat(300_000)}`), 'what it answered is not a JSON object'],
  ]
  test.for(FAILURES)('what cannot be mended is not tried again: %#', async ([answers, words]) => {
    const { realm, cleo, dov, hal, hook } = await withWebhook()
    hook.answers = answers
    await cleo.sendsDirectly([hal], 'Hello')
    await ring(realm)
    expect(hook.told).toHaveLength(1)
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain(words)
  })

  test('speaks where it was spoken to, and only as far as it may', async () => {
    const { realm, ada, cleo, dov, hal, hook, general } = await withWebhook()
    hook.answers = () => Response.json({ content: 'Hi', to: 'vault', topic: 'elsewhere', type: 'direct' })
    const closed = await newChannel(ada, 'closed', [ada, cleo], { can_send_message_group: 3 })
    await ada.sends(closed, 'doors', '@**Hal**')
    await ring(realm)
    expect(hook.told).toHaveLength(1)
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain(
      'You do not have permission to post',
    )
    await cleo.sends(general, 'doors', '@**Hal**')
    await ring(realm)
    expect((await newestMessages(cleo, 5, inTopic(general, 'doors'))).at(-1)).toMatchObject({
      sender_id: hal.id,
      content: 'Hi',
    })
  })

  test('at an address that this server does not call is not called, however it came to be there', async () => {
    const { realm, cleo, dov, hal, hook } = await withWebhook()
    await writesTo(realm, "UPDATE bots SET payload_url = 'http://169.254.169.254/' WHERE user_id = ?", hal.id)
    await cleo.sendsDirectly([hal], 'Hello')
    await ring(realm)
    expect(hook.told).toEqual([])
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain('cannot be told')
  })

  test('may be spoken to as another chat speaks to its webhooks', async () => {
    const { realm, cleo, dov, hal, hook, general } = await withWebhook({ interface_type: 2 })
    hook.answers = () => Response.json({ text: 'Aye' })
    await cleo.sends(general, 'doors', '@**Hal** open')
    await ring(realm)
    expect(hook.told[0]!.type).toBe('application/x-www-form-urlencoded')
    const form = Object.fromEntries(new URLSearchParams(hook.told[0]!.text))
    expect(form).toMatchObject({
      channel_name: 'general',
      user_name: 'Cleo',
      text: '@**Hal** open',
      trigger_word: 'mention',
    })
    expect((await newestMessages(cleo, 5, inTopic(general, 'doors'))).at(-1).content).toBe('Aye')
    await cleo.sendsDirectly([hal], 'Hello')
    await ring(realm)
    expect(hook.told).toHaveLength(1)
    expect((await newestMessages(dov, 5, [['is', 'dm']])).at(-1).content).toContain('cannot be told')
  })
})
