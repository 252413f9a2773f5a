import { describe, expect, test, vi } from 'vitest'
import { newGroup } from '../support/groups'
import { ring, passTime } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'

/** Few characters that become many: half a megabyte, and 40 kB. */
const LARGE = '😀'.repeat(5000)
const LARGE_DESCRIPTION = '😀'.repeat(400)
const TABLE = `${'|'.repeat(2000)}\n${'|-'.repeat(1999)}|\n${'|\n'.repeat(1500)}`

const TOO_LARGE = refusal('The Markdown is too large: it may have 20000 characters, and become 200000 bytes of HTML.')
const DESCRIPTION_TOO_LARGE = refusal(
  'The Markdown is too large: it may have 2500 characters, and become 20000 bytes of HTML.',
)

const later = () => Math.floor(Date.now() / 1000) + 60

/** Every way by which somebody's Markdown comes to be HTML, with the Markdown of a message. */
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
      scheduled_delivery_timestamp: later(),
    }),
}

/** The same, of something that is there already. */
const CHANGES: Record<string, (cast: Cast) => Promise<(content: string) => Promise<Json>>> = {
  'PATCH /messages/:message_id': async ({ dov, general }) => {
    const { id } = await dov.sends(general, 't', 'before')
    return (content) => dov.patch(`/messages/${id}`, { content })
  },
  'PATCH /scheduled_messages/:scheduled_message_id': async ({ dov, ada }) => {
    const wanted = { type: 'direct', to: [ada.id], content: 'x', scheduled_delivery_timestamp: later() }
    const { scheduled_message_id } = succeeded(await dov.post('/scheduled_messages', wanted))
    return (content) => dov.patch(`/scheduled_messages/${scheduled_message_id}`, { content })
  },
}

/** The same, with a description. */
const DESCRIPTIONS: Record<string, (cast: Cast) => Promise<(words: string) => Promise<Json>>> = {
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
    const id = await newField(ada)
    return (value) => dov.patch('/users/me/profile_data', { data: [{ id, value }] })
  },
  'PATCH /users/:user_id': async ({ ada, dov }) => {
    const id = await newField(ada)
    return (value) => ada.patch(`/users/${dov.id}`, { profile_data: [{ id, value }] })
  },
  'POST /reminders': async ({ dov, general }) => {
    const { id } = await dov.sends(general, 't', 'x')
    return (note) => dov.post('/reminders', { message_id: id, note, scheduled_delivery_timestamp: later() })
  },
}

const LONG_TEXT = 2
const newField = async (ada: Person): Promise<number> =>
  succeeded(await ada.post('/realm/profile_fields', { name: 'About', field_type: LONG_TEXT })).id

describe('Markdown that would become too much HTML', () => {
  test.each(Object.entries(MESSAGES))('is refused by %s, and nothing is stored', async (_, send) => {
    const cast = await freshRealm()
    await changesNothing([cast.ada, cast.dov], async () => {
      expect(await send(cast, LARGE)).toEqual(TOO_LARGE)
      expect(await send(cast, TABLE)).toEqual(TOO_LARGE)
    })
    expect(await send(cast, LARGE.slice(0, 600))).toMatchObject(SUCCESS)
  })

  test.each(Object.entries(CHANGES))('is refused by %s, and nothing is stored', async (_, prepared) => {
    const cast = await freshRealm()
    const change = await prepared(cast)
    await changesNothing([cast.ada, cast.dov], async () => expect(await change(LARGE)).toEqual(TOO_LARGE))
    expect(await change(LARGE.slice(0, 600))).toMatchObject(SUCCESS)
  })

  test.each(Object.entries(DESCRIPTIONS))('is refused by %s, where a tenth is too much', async (_, prepared) => {
    const cast = await freshRealm()
    const describe = await prepared(cast)
    await changesNothing([cast.ada, cast.dov], async () =>
      expect(await describe(LARGE_DESCRIPTION)).toEqual(DESCRIPTION_TOO_LARGE),
    )
    expect(await describe(LARGE_DESCRIPTION.slice(0, 100))).toMatchObject(SUCCESS)
  })

  test('many descriptions at once may be as large as one message', async () => {
    const { ada } = await freshRealm()
    const channels = Array.from({ length: 30 }, (_, nth) => ({ name: `c${nth}`, description: 'x'.repeat(1000) }))
    const subscribe = (subscriptions: FieldValue) => ada.post('/users/me/subscriptions', { subscriptions })
    expect(await subscribe(channels)).toEqual(TOO_LARGE)
    expect(await subscribe(channels.slice(0, 15))).toMatchObject(SUCCESS)
  })

  test('is not talked about with a client that may not ask', async () => {
    const { realm } = await freshRealm()
    const body = new URLSearchParams({ content: LARGE })
    const response = await realm.request('/messages/render', { method: 'POST', body })
    expect([response.status, (await response.json<Json>()).code]).toEqual([401, 'UNAUTHORIZED'])
  })

  test('is also what names make of it', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await ada.patch('/settings', { full_name: '🙂'.repeat(100) }))
    const mentioning = (times: number) => dov.post('/messages/render', { content: `@_**|${ada.id}** `.repeat(times) })
    expect(await mentioning(100)).toMatchObject(SUCCESS)
    expect(await mentioning(900)).toEqual(TOO_LARGE)
    const long = 'g'.repeat(100)
    await newGroup(ada, long, [])
    expect(await dov.post('/messages/render', { content: `@_*${long}* `.repeat(90) })).toMatchObject(SUCCESS)
  })

  test('is refused by the settings of now, and not by those that the Worker remembers', async () => {
    const { ada, dov } = await freshRealm()
    const render = () => dov.post('/messages/render', { content: `~~~\n${LARGE}` })
    expect(await render()).toMatchObject(SUCCESS)
    succeeded(await ada.patch('/realm', { default_code_block_language: 'quote' }))
    expect(await render()).toEqual(TOO_LARGE)
    succeeded(await ada.patch('/realm', { default_code_block_language: '' }))
    expect(await render()).toMatchObject(SUCCESS)
  })
})

describe('a notice that quotes Markdown which then is too large', () => {
  /** Exactly as large as a message may become: whatever is said around it is too much. */
  async function largest(person: Person): Promise<string> {
    const content = '😀'.repeat(1500)
    const { rendered } = succeeded(await person.post('/messages/render', { content }))
    const bytes = new TextEncoder().encode(rendered).length
    const each = (bytes - '<p></p>'.length) / 1500
    const most = Math.floor((200_000 - 20) / each)
    return '😀'.repeat(most) + 'x'.repeat(200_000 - '<p></p>'.length - most * each)
  }

  const AS_WRITTEN = /^<div class="codehilite" data-code-language="[^"]*"><pre><span><\/span><code>/

  test('shows all of it as it is written', async () => {
    const { realm, ada, dov, ezra, general, vault } = await freshRealm()
    succeeded(await ada.patch('/realm', { moderation_request_channel_id: vault.stream_id }))
    const { id } = await dov.sends(general, 't', await largest(dov))
    const queue = await ada.registers({ event_types: ['message'], apply_markdown: true })
    expect(await ezra.post(`/messages/${id}/report`, { report_type: 'spam' })).toEqual(SUCCESS)
    succeeded(await ada.post('/reminders', { message_id: id, scheduled_delivery_timestamp: later() }))
    await passTime(realm, 61)
    await ring(realm)
    const [report, reminder] = await queue.events()
    for (const { message } of [report, reminder]) expect(message.content).toMatch(AS_WRITTEN)
    expect(report.message.content).toContain('reported')
    expect(reminder.message.content).toContain('You asked to be reminded')
  })

  test('greets newcomers all the same', async () => {
    const { ada } = await freshRealm()
    const { message_id } = succeeded(
      await ada.post('/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: LARGE }),
    )
    const { message } = succeeded(await ada.get(`/messages/${message_id}`, { apply_markdown: true }))
    expect(message.content).toMatch(AS_WRITTEN)
  })
})

test('what an outgoing webhook answers is refused, and its owner is told', async () => {
  const { realm, dov, general } = await freshRealm()
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ content: LARGE }))
  const bot = { full_name: 'Hal', short_name: 'hal', bot_type: 3, payload_url: 'https://hook.example.com/' }
  succeeded(await dov.post('/bots', bot))
  const queue = await dov.registers({ event_types: ['message'], apply_markdown: false })
  await dov.sends(general, 't', '@**Hal**')
  await ring(realm)
  spy.mockRestore()
  const said = (await queue.events()).map(({ message }) => message.content)
  expect(said).toEqual(['@**Hal**', expect.stringContaining('it may not answer there: The Markdown is too large')])
})

test('the description that the server settings show is plain where linkifiers made it too large', async () => {
  const { realm, ada } = await freshRealm()
  succeeded(await ada.patch('/realm', { description: '#1 '.repeat(300) }))
  const described = async () =>
    (await (await realm.request('/server_settings')).json<Json>()).realm_description as string
  expect(await described()).toMatch(/^<p>#1 #1/)
  const long = `https://example.com/${'x'.repeat(900)}/{id}`
  succeeded(await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: long }))
  // Addresses of linkifiers have a share of their own: beyond it, words stay words.
  expect((await described()).length).toBeLessThan(20_000)
  expect(await described()).toMatch(/^<p><a href="https:\/\/example\.com\/x+\/1">#1<\/a>/)
  // What is near the limit without them is beyond it with them.
  succeeded(await ada.delete(`/realm/filters/1`))
  succeeded(await ada.patch('/realm', { description: '😀'.repeat(170) + ' #1'.repeat(50) }))
  expect(await described()).toContain('class="emoji emoji-1f600"')
  succeeded(await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: long }))
  expect(await described()).toBe(`<p>${'😀'.repeat(170)}${' #1'.repeat(50)}</p>`)
})
