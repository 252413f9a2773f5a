import { setTimeout as pause } from 'node:timers/promises'
import { sendFile, type Fields } from '../api-client.ts'
import { addAccounts, addBots, useBrowser } from './fill-accounts.ts'
import { askAsEach, type Name, type People, type Place } from './people.ts'

type Streams = { streams: { name: string; stream_id: number }[] }
type Created = { id: number }
export type Queue = { queue_id: string; last_event_id: number }

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => new File([DOT], name, { type: 'image/png' })
const FAR_AWAY = 4_000_000_000
const A_WEEK_IN_SECONDS = 7 * 24 * 3600
const LOOK_MILLISECONDS = 200

/**
 * Adds everything to a seeded realm that the seed leaves out, through the API: so that a copy of it has rows in most tables.
 * Returns the queues that wait, of ezra.
 */
export async function fillWithEverything(url: string, people: People) {
  const ask = askAsEach(url, people)
  const { streams } = await ask.ada<Streams>('GET /streams')
  const channels = new Map(streams.map((channel) => [channel.name, channel.stream_id]))
  const place = { url, people, ask, channels }
  await addFiles(place)
  await changeOrganization(place)
  await changeChannels(place)
  await changeMessages(place)
  await savePersonalThings(place)
  await addBots(place)
  await addAccounts(place)
  await useBrowser(place)
  await exportRealm(place)
  return { queues: await leaveQueues(place) }
}

const send = ({ url, people }: Place, who: Name, path: string, file: File) => sendFile(url, people[who], path, file)

async function addFiles(place: Place) {
  const { ask } = place
  await send(place, 'ada', '/realm/emoji/parley', picture('parley.png'))
  await send(place, 'ada', '/realm/icon', picture('icon.png'))
  await send(place, 'dov', '/users/me/avatar', picture('dov.png'))
  const notes = await send(place, 'dov', '/user_uploads', new File(['The notes of the meeting'], 'notes.txt'))
  const dot = await send(place, 'dov', '/user_uploads', picture('dot.png'))
  await send(place, 'cleo', '/user_uploads', new File(['No message has this file'], 'unused.txt'))
  const content = `Quinoa for lunch? [notes](${notes.url}) [dot](${dot.url}) :parley: https://example.com/page`
  const { id } = await ask.dov<Created>('POST /messages', { type: 'channel', to: 'general', topic: 'files', content })
  await ask.ezra(`POST /messages/${id}/reactions`, { emoji_name: 'parley', reaction_type: 'realm_emoji' })
}

async function changeOrganization({ ask, people }: Place) {
  const { ada } = ask
  const { id: field_id } = await ada<Created>('POST /realm/profile_fields', { name: 'Phone', field_type: 1 })
  await ask.dov('PATCH /users/me/profile_data', { data: [{ id: field_id, value: '123' }] })
  const members = [people.dov.user_id, people.ezra.user_id]
  const { group_id } = await ada<{ group_id: number }>('POST /user_groups/create', {
    name: 'cooks',
    description: 'They cook',
    members,
  })
  await ada('POST /user_groups/create', { name: 'kitchen', description: 'All', members: [], subgroups: [group_id] })
  await ada('PATCH /realm', { description: 'A **kitchen**', can_create_groups: { new: group_id } })
  await ada('PATCH /realm', { enable_spectator_access: true })
  await ada('PATCH /realm/user_settings_defaults', { color_scheme: 2 })
  await ada('POST /realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' })
  await ada('POST /realm/playgrounds', {
    name: 'Rust',
    pygments_language: 'Rust',
    url_template: 'https://play.example.com/?code={code}',
  })
  await ada('POST /realm/domains', { domain: 'parley.example', allow_subdomains: true })
  await ada('POST /users', { email: 'gil@parley.example', full_name: 'Gil Ray', password: 'gil-tandem-kiwi' })
}

async function changeChannels({ ask, people, channels }: Place) {
  const { ada } = ask
  const folder = { name: 'Work', description: '' }
  const { channel_folder_id } = await ada<{ channel_folder_id: number }>('POST /channel_folders/create', folder)
  await ada(`PATCH /streams/${channels.get('design')}`, { folder_id: channel_folder_id })
  await ada('POST /users/me/subscriptions', { subscriptions: [{ name: 'open' }], is_web_public: true })
  await ada('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'garden' }],
    principals: [people.dov.user_id, people.ezra.user_id],
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await ask.dov('POST /messages', { type: 'channel', to: 'garden', topic: 'roses', content: 'Before ezra left' })
  await ada('DELETE /users/me/subscriptions', { subscriptions: ['garden'], principals: [people.ezra.user_id] })
  await ask.dov('POST /messages', { type: 'channel', to: 'garden', topic: 'roses', content: 'After ezra left' })
  await ada('POST /default_stream_groups/create', {
    group_name: 'offices',
    description: 'Where you work',
    stream_names: ['design'],
  })
  await ask.ben(`GET /streams/${channels.get('general')}/email_address`)
}

async function changeMessages({ ask, people, channels }: Place) {
  const send = async (who: Name, fields: Fields) =>
    (await ask[who]<Created>('POST /messages', { type: 'channel', to: 'general', topic: 'changes', ...fields })).id
  const edited = await send('dov', { content: 'Soup, @**Ezra Tanaka** and @*cooks*? #12' })
  await ask.dov(`PATCH /messages/${edited}`, { content: 'Soup or salad?' })
  const moved = await send('cleo', { content: 'At eight' })
  await ask.ada(`PATCH /messages/${moved}`, { stream_id: channels.get('vault'), topic: 'plans' })
  const deleted = await send('dov', { content: 'A mistake' })
  await ask.ada(`DELETE /messages/${deleted}`)
  const resolved = await send('ada', { topic: 'old question', content: 'Who knows?' })
  await ask.ada(`PATCH /messages/${resolved}`, { topic: '✔ old question', propagate_mode: 'change_all' })
  await send('ada', { topic: '', content: 'Without a topic' })
  await ask.ada(`POST /parley/messages/${edited}/pin`)
  const bookmark = { topic: 'changes', title: 'Menu', url: 'https://example.com/menu' }
  await ask.ada(`POST /parley/streams/${channels.get('general')}/bookmarks`, bookmark)
  await ask.ada('POST /messages', {
    type: 'direct',
    to: [people.ben.user_id, people.cleo.user_id],
    content: 'Between us: the marzipan',
  })
  await ask.ezra('POST /messages/flags', { op: 'add', flag: 'read', messages: [edited] })
  await ask.ezra('POST /messages/flags', { op: 'remove', flag: 'read', messages: [edited] })
  await ask.ezra('POST /messages/flags', { op: 'add', flag: 'collapsed', messages: [edited] })
  await ask.cleo('POST /mark_all_as_read')
  await send('ada', { content: 'To @**topic**', parley_client_id: 'c0ffee'.padEnd(32, '0') })
}

async function savePersonalThings({ ask, people }: Place) {
  const { ben } = ask
  await ben(`POST /users/me/muted_users/${people.cleo.user_id}`)
  await ben('POST /users/me/alert_words', { alert_words: ['fire', 'quinoa'] })
  await ben('PATCH /settings', { color_scheme: 2, twenty_four_hour_time: true })
  await ben('POST /navigation_views', { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' })
  await ben('POST /users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' })
  await ben('POST /users/me/presence', { status: 'active', new_user_input: true })
  await ben('POST /register_client_device')
  await ben('POST /users/me/apns_device_token', { token: 'a1b2'.repeat(16), appid: 'org.zulip.Zulip' })
  await ask.ezra('POST /scheduled_messages', {
    type: 'direct',
    to: [people.dov.user_id],
    content: 'Much later',
    scheduled_delivery_timestamp: FAR_AWAY,
  })
}

/** Registers clients that have not yet received a message: some queues are in the realm, and the others in gateways. */
async function leaveQueues({ ask }: Place) {
  const queues: Queue[] = []
  const fields = { event_types: ['message'], queue_lifespan_secs: A_WEEK_IN_SECONDS }
  for (let count = 0; count < 4; count++) queues.push(await ask.ezra<Queue>('POST /register', fields))
  await ask.ada('POST /messages', { type: 'channel', to: 'general', topic: 'files', content: 'Who waits for this?' })
  return queues.map(({ queue_id, last_event_id }) => ({ queue_id, last_event_id }))
}

async function exportRealm({ ask }: Place) {
  await ask.ada('POST /export/realm', { export_type: 1 })
  for (;;) {
    const { exports } = await ask.ada<{ exports: { pending: boolean }[] }>('GET /export/realm')
    if (exports.every(({ pending }) => !pending)) return
    await pause(LOOK_MILLISECONDS)
  }
}
