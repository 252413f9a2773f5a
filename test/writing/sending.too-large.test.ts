import { describe, expect, test, vi } from 'vitest'
import { runAlarm } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { advanceClock, secondsFromNow } from '../support/clock'
import { newGroup } from '../support/groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { changesNothing } from '../support/received-events'

// Few characters that become much HTML: half a megabyte, and 40 kB.
const LARGE = '😀'.repeat(5000)
const LARGE_DESCRIPTION = '😀'.repeat(400)
const TABLE = `${'|'.repeat(2000)}\n${'|-'.repeat(1999)}|\n${'|\n'.repeat(1500)}`

const TOO_LARGE = refusal('The Markdown is too large: it may have 20000 characters, and become 200000 bytes of HTML.')
const DESCRIPTION_TOO_LARGE = refusal(
  'The Markdown is too large: it may have 2500 characters, and become 20000 bytes of HTML.',
)

const inOneMinute = () => secondsFromNow(60)

/** The requests that send Markdown as the content of a message. */
const MESSAGES: Record<string, (cast: Cast, content: string) => Promise<Json>> = {
  'POST /messages to a channel': ({ dov, general }, content) =>
    dov.post('/messages', { type: 'channel', to: general.stream_id, topic: 't', content }),
  'POST /messages to people': ({ dov, ada }, content) =>
    dov.post('/messages', { type: 'direct', to: [ada.id], content }),
  'POST /messages of a bot': ({ fig, general }, content) =>
    fig.post('/messages', { type: 'channel', to: general.stream_id, topic: 't', content }),
  'POST /messages/render': ({ dov }, content) => dov.post('/messages/render', { content }),
  'POST /scheduled_messages': ({ dov, ada }, content) =>
    dov.post('/scheduled_messages', {
      type: 'direct',
      to: [ada.id],
      content,
      scheduled_delivery_timestamp: inOneMinute(),
    }),
}

/** The requests that replace the content of an existing message. Each function creates the message first. */
const CHANGES: Record<string, (cast: Cast) => Promise<(content: string) => Promise<Json>>> = {
  'PATCH /messages/:message_id': async ({ dov, general }) => {
    const { id } = await dov.sends(general, 't', 'before')
    return (content) => dov.patch(`/messages/${id}`, { content })
  },
  'PATCH /scheduled_messages/:scheduled_message_id': async ({ dov, ada }) => {
    const message = { type: 'direct', to: [ada.id], content: 'x', scheduled_delivery_timestamp: inOneMinute() }
    const { scheduled_message_id } = succeeded(await dov.post('/scheduled_messages', message))
    return (content) => dov.patch(`/scheduled_messages/${scheduled_message_id}`, { content })
  },
}

/** The requests with a description, or with another short text. Each function creates what the request changes. */
const DESCRIPTIONS: Record<string, (cast: Cast) => Promise<(text: string) => Promise<Json>>> = {
  'POST /channels/create':
    async ({ ada }) =>
    (description) =>
      ada.post('/channels/create', { name: 'new', subscribers: [ada.id], description }),
  'POST /users/me/subscriptions':
    async ({ ada }) =>
    (description) =>
      ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'new', description }] }),
  'PATCH /streams/:stream_id':
    async ({ ada, general }) =>
    (description) =>
      ada.patch(`/streams/${general.stream_id}`, { description }),
  'POST /channel_folders/create':
    async ({ ada }) =>
    (description) =>
      ada.post('/channel_folders/create', { name: 'new', description }),
  'PATCH /channel_folders/:channel_folder_id': async ({ ada }) => {
    const { channel_folder_id } = succeeded(await ada.post('/channel_folders/create', { name: 'a', description: '' }))
    return (description) => ada.patch(`/channel_folders/${channel_folder_id}`, { description })
  },
  'PATCH /realm':
    async ({ ada }) =>
    (description) =>
      ada.patch('/realm', { description }),
  'PATCH /users/me/profile_data': async ({ ada, dov }) => {
    const id = await newLongTextField(ada)
    return (value) => dov.patch('/users/me/profile_data', { data: [{ id, value }] })
  },
  'PATCH /users/:user_id': async ({ ada, dov }) => {
    const id = await newLongTextField(ada)
    return (value) => ada.patch(`/users/${dov.id}`, { profile_data: [{ id, value }] })
  },
  'POST /reminders': async ({ dov, general }) => {
    const { id } = await dov.sends(general, 't', 'x')
    return (note) => dov.post('/reminders', { message_id: id, note, scheduled_delivery_timestamp: inOneMinute() })
  },
}

const LONG_TEXT = 2
const newLongTextField = async (ada: Person): Promise<number> =>
  succeeded(await ada.post('/realm/profile_fields', { name: 'About', field_type: LONG_TEXT })).id

describe('Markdown that becomes too much HTML', () => {
  test.each(Object.entries(MESSAGES))('%s refuses it, and stores nothing', async (_, send) => {
    const cast = await freshRealm()
    await changesNothing([cast.ada, cast.dov], async () => {
      expect(await send(cast, LARGE)).toEqual(TOO_LARGE)
      expect(await send(cast, TABLE)).toEqual(TOO_LARGE)
    })
    expect(await send(cast, LARGE.slice(0, 600))).toMatchObject(SUCCESS)
  })

  test.each(Object.entries(CHANGES))('%s refuses it, and stores nothing', async (_, prepareChange) => {
    const cast = await freshRealm()
    const change = await prepareChange(cast)
    await changesNothing([cast.ada, cast.dov], async () => expect(await change(LARGE)).toEqual(TOO_LARGE))
    expect(await change(LARGE.slice(0, 600))).toMatchObject(SUCCESS)
  })

  test.each(Object.entries(DESCRIPTIONS))('%s refuses it at a tenth of the size', async (_, prepareChange) => {
    const cast = await freshRealm()
    const change = await prepareChange(cast)
    await changesNothing([cast.ada, cast.dov], async () =>
      expect(await change(LARGE_DESCRIPTION)).toEqual(DESCRIPTION_TOO_LARGE),
    )
    expect(await change(LARGE_DESCRIPTION.slice(0, 100))).toMatchObject(SUCCESS)
  })

  test('all descriptions of a request together have the limit of a message', async () => {
    const { ada } = await freshRealm()
    const channels = Array.from({ length: 30 }, (_, index) => ({ name: `c${index}`, description: 'x'.repeat(1000) }))
    const subscribeTo = (subscriptions: FieldValue) => ada.post('/users/me/subscriptions', { subscriptions })
    expect(await subscribeTo(channels)).toEqual(TOO_LARGE)
    expect(await subscribeTo(channels.slice(0, 15))).toMatchObject(SUCCESS)
  })

  test('an unauthenticated client gets the usual error', async () => {
    const { realm } = await freshRealm()
    const body = new URLSearchParams({ content: LARGE })
    const response = await realm.request('/messages/render', { method: 'POST', body })
    expect([response.status, (await response.json<Json>()).code]).toEqual([401, 'UNAUTHORIZED'])
  })

  test('names in mentions count', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await ada.patch('/settings', { full_name: '🙂'.repeat(100) }))
    const renderMentions = (count: number) =>
      dov.post('/messages/render', { content: `@_**|${ada.id}** `.repeat(count) })
    expect(await renderMentions(100)).toMatchObject(SUCCESS)
    expect(await renderMentions(900)).toEqual(TOO_LARGE)
    const long = 'g'.repeat(100)
    await newGroup(ada, long, [])
    expect(await dov.post('/messages/render', { content: `@_*${long}* `.repeat(90) })).toMatchObject(SUCCESS)
  })

  test('the current settings decide, and not those that the Worker has in its cache', async () => {
    const { ada, dov } = await freshRealm()
    const render = () => dov.post('/messages/render', { content: `~~~\n${LARGE}` })
    expect(await render()).toMatchObject(SUCCESS)
    succeeded(await ada.patch('/realm', { default_code_block_language: 'quote' }))
    expect(await render()).toEqual(TOO_LARGE)
    succeeded(await ada.patch('/realm', { default_code_block_language: '' }))
    expect(await render()).toMatchObject(SUCCESS)
  })
})

describe('bot messages with too much Markdown', () => {
  /** Returns a content that renders to the maximal size of a message, so a text around it is too much. */
  async function largestContent(person: Person): Promise<string> {
    const content = '😀'.repeat(1500)
    const { rendered } = succeeded(await person.post('/messages/render', { content }))
    const bytes = new TextEncoder().encode(rendered).length
    const bytesPerEmoji = (bytes - '<p></p>'.length) / 1500
    const emojiCount = Math.floor((200_000 - 20) / bytesPerEmoji)
    return '😀'.repeat(emojiCount) + 'x'.repeat(200_000 - '<p></p>'.length - emojiCount * bytesPerEmoji)
  }

  const CODE_BLOCK = /^<div class="codehilite" data-code-language="[^"]*"><pre><span><\/span><code>/

  test('reports and reminders show the Markdown as a code block', async () => {
    const { realm, ada, dov, ezra, general, vault } = await freshRealm()
    succeeded(await ada.patch('/realm', { moderation_request_channel_id: vault.stream_id }))
    const { id } = await dov.sends(general, 't', await largestContent(dov))
    const queue = await ada.registers({ event_types: ['message'], apply_markdown: true })
    expect(await ezra.post(`/messages/${id}/report`, { report_type: 'spam' })).toEqual(SUCCESS)
    succeeded(await ada.post('/reminders', { message_id: id, scheduled_delivery_timestamp: inOneMinute() }))
    await advanceClock(realm, 61)
    await runAlarm(realm)
    const [report, reminder] = await queue.events()
    for (const { message } of [report, reminder]) expect(message.content).toMatch(CODE_BLOCK)
    expect(report.message.content).toContain('reported')
    expect(reminder.message.content).toContain('You asked to be reminded')
  })

  test('a welcome message shows the Markdown as a code block', async () => {
    const { ada } = await freshRealm()
    const { message_id } = succeeded(
      await ada.post('/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: LARGE }),
    )
    const { message } = succeeded(await ada.get(`/messages/${message_id}`, { apply_markdown: true }))
    expect(message.content).toMatch(CODE_BLOCK)
  })

  test('the answer of an outgoing webhook is refused, and the Notification Bot informs the owner', async () => {
    const { realm, dov, general } = await freshRealm()
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ content: LARGE }))
    const bot = { full_name: 'Hal', short_name: 'hal', bot_type: 3, payload_url: 'https://hook.example.com/' }
    succeeded(await dov.post('/bots', bot))
    const queue = await dov.registers({ event_types: ['message'], apply_markdown: false })
    await dov.sends(general, 't', '@**Hal**')
    await runAlarm(realm)
    spy.mockRestore()
    const contents = (await queue.events()).map(({ message }) => message.content)
    expect(contents).toEqual([
      '@**Hal**',
      expect.stringContaining('it may not answer there: The Markdown is too large'),
    ])
  })
})

describe('GET /server_settings', () => {
  test('the description of the realm is plain text if linkifiers make it too large', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { description: '#1 '.repeat(300) }))
    const realmDescription = async () =>
      (await (await realm.request('/server_settings')).json<Json>()).realm_description as string
    expect(await realmDescription()).toMatch(/^<p>#1 #1/)
    const long = `https://example.com/${'x'.repeat(900)}/{id}`
    succeeded(await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: long }))
    // The addresses of linkifiers have a limit of their own. Beyond it, no links are made.
    expect((await realmDescription()).length).toBeLessThan(20_000)
    expect(await realmDescription()).toMatch(/^<p><a href="https:\/\/example\.com\/x+\/1">#1<\/a>/)
    // A description that is just within the limit is beyond it with links.
    succeeded(await ada.delete(`/realm/filters/1`))
    succeeded(await ada.patch('/realm', { description: '😀'.repeat(170) + ' #1'.repeat(50) }))
    expect(await realmDescription()).toContain('class="emoji emoji-1f600"')
    succeeded(await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: long }))
    expect(await realmDescription()).toBe(`<p>${'😀'.repeat(170)}${' #1'.repeat(50)}</p>`)
  })
})
