import { describe, expect, test } from 'vitest'
import { mapTable } from '../../src/api/table'
import { endpoints } from '../../src/catalogue'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { letSearch } from '../support/discovery'
import { uploadFile } from '../support/files'
import { newGroup } from '../support/groups'
import { withPasskey } from '../support/passkeys'
import { connectedAgent } from '../support/oauth'
import { succeeded, type FieldValue, type Json, type Queue } from '../support/person'
import { sampleOf } from '../support/samples'
import { sendTo } from '../support/send-to'
import { emptyRealm, freshRealm, type Cast } from '../support/realm'

/**
 * Each realm counts its own ids, so an id of another realm names something of the own realm or nothing. A request with names
 * of another realm gets the answer for unknown names, and the other realm receives no event.
 */
type OtherRealm = Cast & {
  message: { id: number }
  draft_id: number
  scheduled_message_id: number
  reminder_id: number
  saved_snippet_id: number
  attachment: { id: number; path_id: string }
  upload_id: string
  group_id: number
  spare_group_id: number
  channel_folder_id: number
  invite_id: number
  link_id: number
  filter_id: number
  device_id: number
  playground_id: number
  field_id: number
  session_id: number
  passkey_id: number
  agent_id: number
  queue: Queue
}

const ofChannel = ({ general }: OtherRealm) => ({ stream_id: general.stream_id })
const ofQueue = ({ queue }: OtherRealm) => ({ queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true })
const dovIds = ({ dov }: OtherRealm) => [dov.id]
const ofGroup = ({ group_id }: OtherRealm) => ({ user_group_id: group_id })
const group = { name: 'x', description: '', members: [] }
const channel = { name: 'u', subscribers: [] }
const later = { content: 'x', scheduled_delivery_timestamp: 4_000_000_000 }
const draftTo = (to: number[]) => ({ type: 'private', to, topic: '', content: 'x', timestamp: 1_900_000_000 })
const fileAt = ({ path_id }: OtherRealm['attachment']) => {
  const [, realm_id_str = '', filename = ''] = /^(\d+)\/(.+)$/.exec(path_id) ?? []
  return { realm_id_str, filename }
}

/** The fields with which each endpoint names something of the other realm. The fields of other endpoints come from IDS. */
const REQUESTS: Record<string, ((there: OtherRealm) => Record<string, FieldValue>)[]> = {
  'GET /users': [({ dov }) => ({ user_ids: [dov.id] })],
  'GET /users/:user_id': [({ dov }) => ({ user_id: dov.id })],
  'GET /users/:email': [
    ({ dov }) => ({ email: dov.email }),
    ({ dov, realm }) => ({ email: `user${dov.id}@${new URL(realm.url).hostname}` }),
  ],
  'PATCH /users/:user_id': [({ dov }) => ({ user_id: dov.id, full_name: 'Mine' })],
  'PATCH /parley/passkeys/:passkey_id': [({ passkey_id }) => ({ passkey_id, name: 'Mine' })],
  'DELETE /parley/sessions/:session_id': [({ session_id }) => ({ session_id })],
  'PATCH /users/me/profile_data': [({ field_id }) => ({ data: [{ id: field_id, value: 'x' }] })],
  'GET /streams/:stream_id': [ofChannel],
  'PATCH /streams/:stream_id': [
    (there) => ({ ...ofChannel(there), can_subscribe_group: { new: there.group_id } }),
    (there) => ({ ...ofChannel(there), description: 'x' }),
  ],
  'POST /parley/what_if/streams/:stream_id': [
    (there) => ({ ...ofChannel(there), can_subscribe_group: { new: there.group_id } }),
  ],
  'GET /messages': [
    ({ message }) => ({ message_ids: [message.id] }),
    ({ message }) => ({ anchor: message.id, num_before: 5, num_after: 5 }),
    (there) => ({ narrow: [['channel', there.general.stream_id]], anchor: 'newest', num_before: 5, num_after: 0 }),
    ({ dov }) => ({ narrow: [['dm', [dov.id]]], anchor: 'newest', num_before: 5, num_after: 0 }),
    ({ realm }) => ({ narrow: [['search', realm.name]], anchor: 'newest', num_before: 5, num_after: 0 }),
    ({ message }) => ({ narrow: [['with', message.id]], anchor: 'newest', num_before: 5, num_after: 0 }),
  ],
  'GET /parley/search': [
    (there) => ({ narrow: [['channel', there.general.stream_id]] }),
    ({ realm }) => ({ narrow: [['search', realm.name]] }),
  ],
  'POST /parley/discovery/holds': [
    (there) => ({ name: 'x', reason: 'x', user_ids: dovIds(there) }),
    ({ general }) => ({ name: 'x', reason: 'x', stream_ids: [general.stream_id] }),
  ],
  'POST /parley/discovery/searches': [
    ({ general }) => ({ reason: 'x', narrow: [['channel', general.stream_id]] }),
    (there) => ({ reason: 'x', narrow: [['dm', dovIds(there)]] }),
  ],
  'GET /messages/matches_narrow': [({ message }) => ({ msg_ids: [message.id], narrow: [] })],
  'POST /messages/flags': [({ message }) => ({ messages: [message.id], op: 'add', flag: 'starred' })],
  'POST /messages/flags/narrow': [
    ({ general }) => ({
      narrow: [['channel', general.stream_id]],
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      op: 'add',
      flag: 'starred',
    }),
  ],
  'POST /messages': [
    (there) => ({ type: 'direct', to: dovIds(there), content: 'x' }),
    ({ dov }) => ({ type: 'direct', to: [dov.email], content: 'x' }),
    ({ general }) => ({ type: 'channel', to: general.stream_id, topic: 'x', content: 'x' }),
  ],
  'POST /users/me/subscriptions': [
    (there) => ({ subscriptions: [{ name: 'x' }], principals: dovIds(there) }),
    ({ dov }) => ({ subscriptions: [{ name: 'x' }], principals: [dov.email] }),
    (there) => ({
      subscriptions: [{ name: 'y' }],
      can_subscribe_group: { direct_members: dovIds(there), direct_subgroups: [] },
    }),
    ({ channel_folder_id }) => ({ subscriptions: [{ name: 'z' }], folder_id: channel_folder_id }),
  ],
  'DELETE /users/me/subscriptions': [
    (there) => ({ subscriptions: ['general'], principals: dovIds(there) }),
    ({ dov }) => ({ subscriptions: ['general'], principals: [dov.email] }),
  ],
  'POST /channels/create': [
    (there) => ({ ...channel, subscribers: dovIds(there) }),
    ({ channel_folder_id }) => ({ ...channel, name: 'v', folder_id: channel_folder_id }),
    ({ group_id }) => ({ ...channel, name: 'w', can_subscribe_group: group_id }),
  ],
  'PATCH /channel_folders/:channel_folder_id': [({ channel_folder_id }) => ({ channel_folder_id, description: 'x' })],
  'PATCH /channel_folders': [({ channel_folder_id }) => ({ order: [channel_folder_id] })],
  'POST /users/me/subscriptions/properties': [
    ({ general }) => ({ subscription_data: [{ stream_id: general.stream_id, property: 'is_muted', value: true }] }),
  ],
  'POST /user_groups/create': [
    (there) => ({ ...group, members: dovIds(there) }),
    ({ group_id }) => ({ ...group, name: 'y', subgroups: [group_id] }),
    ({ group_id }) => ({ ...group, name: 'z', can_join_group: group_id }),
  ],
  'PATCH /user_groups/:user_group_id': [(there) => ({ ...ofGroup(there), name: 'v' })],
  'POST /user_groups/:user_group_id/members': [
    (there) => ({ ...ofGroup(there), add: dovIds(there) }),
    (there) => ({ ...ofGroup(there), delete: dovIds(there) }),
  ],
  'POST /parley/what_if/user_groups/:user_group_id/members': [(there) => ({ ...ofGroup(there), add: dovIds(there) })],
  'GET /user_groups/:user_group_id/members': [ofGroup],
  'GET /user_groups/:user_group_id/members/:user_id': [(there) => ({ ...ofGroup(there), user_id: there.dov.id })],
  'GET /user_groups/:user_group_id/subgroups': [ofGroup],
  'POST /user_groups/:user_group_id/subgroups': [
    (there) => ({ ...ofGroup(there), add: [SYSTEM_GROUPS['role:owners']] }),
  ],
  'POST /user_groups/:user_group_id/deactivate': [({ spare_group_id }) => ({ user_group_id: spare_group_id })],
  'POST /register': [({ general }) => ({ narrow: [['channel', general.name]] })],
  'POST /invites': [
    ({ general }) => ({ invitee_emails: 'x@example.com', stream_ids: [general.stream_id] }),
    ({ group_id }) => ({ invitee_emails: 'y@example.com', stream_ids: [], group_ids: [group_id] }),
  ],
  'POST /invites/multiuse': [
    ({ general }) => ({ stream_ids: [general.stream_id] }),
    ({ group_id }) => ({ group_ids: [group_id] }),
  ],
  'POST /invites/:invite_id/resend': [({ invite_id }) => ({ invite_id })],
  'DELETE /invites/:invite_id': [({ invite_id }) => ({ invite_id })],
  'DELETE /invites/multiuse/:invite_id': [({ link_id }) => ({ invite_id: link_id })],
  'POST /parley/guest_links': [(there) => ({ ...ofChannel(there), expires_in_minutes: 5, max_uses: 1 })],
  'PATCH /realm': [
    ({ general }) => ({ signup_announcements_stream_id: general.stream_id }),
    ({ group_id }) => ({ can_create_groups: { new: group_id } }),
  ],
  'POST /drafts': [(there) => ({ drafts: [draftTo(dovIds(there))] })],
  'PATCH /drafts/:draft_id': [({ draft_id, dov }) => ({ draft_id, draft: draftTo([dov.id]) })],
  'DELETE /drafts/:draft_id': [({ draft_id }) => ({ draft_id })],
  'POST /scheduled_messages': [
    (there) => ({ ...later, type: 'direct', to: dovIds(there) }),
    ({ general }) => ({ ...later, type: 'channel', to: general.stream_id, topic: 'x' }),
  ],
  'PATCH /scheduled_messages/:scheduled_message_id': [
    ({ scheduled_message_id }) => ({ scheduled_message_id, content: 'x' }),
  ],
  'DELETE /scheduled_messages/:scheduled_message_id': [({ scheduled_message_id }) => ({ scheduled_message_id })],
  'POST /reminders': [({ message }) => ({ ...later, message_id: message.id })],
  'DELETE /reminders/:reminder_id': [({ reminder_id }) => ({ reminder_id })],
  'POST /parley/replica/files': [({ attachment }) => ({ path_ids: [attachment.path_id] })],
  'GET /user_uploads/:realm_id_str/:filename+': [({ attachment }) => fileAt(attachment)],
  'GET /thumbnail/status/:realm_id_str/:filename+': [({ attachment }) => fileAt(attachment)],
  'DELETE /attachments/:attachment_id': [({ attachment }) => ({ attachment_id: attachment.id })],
  'PATCH /default_stream_groups/:group_id': [() => ({ group_id: 1, new_description: 'x' })],
  'PATCH /default_stream_groups/:group_id/streams': [() => ({ group_id: 1, op: 'add', stream_names: [] })],
  'DELETE /default_stream_groups/:group_id': [() => ({ group_id: 1 })],
  'PATCH /saved_snippets/:saved_snippet_id': [({ saved_snippet_id }) => ({ saved_snippet_id, title: 'x' })],
  'DELETE /saved_snippets/:saved_snippet_id': [({ saved_snippet_id }) => ({ saved_snippet_id })],
  'POST /parley/streams/:stream_id/bookmarks': [
    (there) => ({ ...ofChannel(there), title: 'x', url: 'https://example.com' }),
  ],
  'GET /users/:user_id_or_email/presence': [
    ({ dov }) => ({ user_id_or_email: String(dov.id) }),
    ({ dov }) => ({ user_id_or_email: dov.email }),
  ],
  'POST /remove_client_device': [({ device_id }) => ({ device_id })],
  'PATCH /realm/linkifiers': [({ filter_id }) => ({ ordered_linkifier_ids: [filter_id] })],
  'PATCH /realm/filters/:filter_id': [
    ({ filter_id }) => ({ filter_id, pattern: 'x', url_template: 'https://example.com' }),
  ],
  'DELETE /realm/filters/:filter_id': [({ filter_id }) => ({ filter_id })],
  'PATCH /parley/playgrounds/:playground_id': [
    ({ playground_id }) => ({
      playground_id,
      name: 'x',
      pygments_language: 'x',
      url_template: 'https://example.com/{code}',
    }),
  ],
  'DELETE /realm/playgrounds/:playground_id': [({ playground_id }) => ({ playground_id })],
  'GET /events': [ofQueue],
  'POST /events/tickets': [({ queue }) => ({ queue_id: queue.id })],
  'DELETE /events': [({ queue }) => ({ queue_id: queue.id })],
  'DELETE /streams/:stream_id': [ofChannel],
}

/** The values of the parameters of all other endpoints, by name. */
const IDS: Record<string, (there: OtherRealm) => FieldValue> = {
  confirmed_group_ids: ({ group_id }) => [group_id],
  ticket_id: () => 'x',
  client_id: () => 'x',
  team_id: () => 'x',
  key_id: () => 'x',
  user_id: ({ dov }) => dov.id,
  user_ids: dovIds,
  parley_user_ids: dovIds,
  stream_id: ({ general }) => general.stream_id,
  muted_user_id: ({ dov }) => dov.id,
  sender_id: ({ dov }) => dov.id,
  message_id: ({ message }) => message.id,
  path_id: ({ attachment }) => attachment.path_id,
  message_ids: ({ message }) => [message.id],
  to: dovIds,
  folder_id: ({ channel_folder_id }) => channel_folder_id,
  upload_id: ({ upload_id }) => upload_id,
  'Tus-Resumable': () => '1.0.0',
  field_id: ({ field_id }) => field_id,
  bot_id: ({ fig }) => fig.id,
  bot_owner_id: ({ dov }) => dov.id,
  export_id: () => 1,
  delivery_id: () => 1,
  address_id: () => 1,
  subscription_id: () => 1,
  guest_link_id: () => 1,
  automation_id: () => 1,
  hold_id: () => 1,
  search_id: () => 1,
  command_id: () => 1,
  pin_id: () => 1,
  // Names that a program gave to a control of its message.
  block_id: () => 'x',
  action_id: () => 'x',
  call_id: () => 1,
  session_id: ({ session_id }) => session_id,
  passkey_id: ({ passkey_id }) => passkey_id,
  agent_id: ({ agent_id }) => agent_id,
  token_id: () => 1,
  device_id: ({ device_id }) => device_id,
  actor_id: ({ dov }) => dov.id,
  before_id: () => 1,
  // Names a copy, which only the deployment has.
  copy_id: () => 'x',
  'Copy-Id': () => 'x',
  last_event_id: () => 1,
  after_id: () => 1,
}

/** Whether a parameter contains an id, an address or a group. A plain name always means something of the own realm. */
const namesSomething = (name: string) =>
  /(^|_)ids?$|^messages$|^principals$|^to$|^drafts?$|^narrow$|^anchor$|_group$/.test(name) &&
  ![
    // It is a group of roles, which each realm has.
    'can_access_all_users_group',
    'local_id',
    'parley_client_id',
    'last_event_id',
    'last_update_id',
    'presence_last_update_id',
    'push_account_id',
    'push_key_id',
  ].includes(name)

const withIds = endpoints.filter(
  ({ caller, params }) => caller.needs === 'account' && Object.keys(params).some(namesSomething),
)

async function createOtherRealm(): Promise<OtherRealm> {
  const cast = await freshRealm()
  const { ada, dov, general, realm } = cast
  await letSearch(ada, ada)
  await ada.sends(general, realm.name, `in ${realm.name}`)
  const message = await dov.sendsDirectly([ada], `between us in ${realm.name}`)
  const { ids } = succeeded(await ada.post('/drafts', { drafts: [draftTo([dov.id])] }))
  const forDov = { ...later, type: 'direct', to: [dov.id] }
  const { scheduled_message_id } = succeeded(await ada.post('/scheduled_messages', forDov))
  const { reminder_id } = succeeded(await ada.post('/reminders', { ...later, message_id: message.id }))
  const channels = { group_name: realm.name, description: '', stream_names: ['general'] }
  succeeded(await ada.post('/default_stream_groups/create', channels))
  const snippet = { title: realm.name, content: `often used in ${realm.name}` }
  const { saved_snippet_id } = succeeded(await ada.post('/saved_snippets', snippet))
  await uploadFile(ada)
  const { attachments } = succeeded(await ada.get('/attachments'))
  const upload = await ada.request('/tus', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' },
  })
  const group_id = await newGroup(ada, realm.name)
  const spare_group_id = await newGroup(ada, `spare in ${realm.name}`)
  succeeded(await ada.post('/invites', { invitee_emails: `gwen@${realm.name}.test`, stream_ids: [] }))
  succeeded(await ada.post('/invites/multiuse'))
  const [invite_id, link_id] = succeeded(await ada.get('/invites')).invites.map(({ id }: Json) => id)
  const folder = { name: realm.name, description: '' }
  const { channel_folder_id } = succeeded(await ada.post('/channel_folders/create', folder))
  succeeded(await dov.post('/users/me/presence', { status: 'active' }))
  const { device_id } = succeeded(await ada.post('/register_client_device'))
  const url_template = `https://${realm.name}.example.com/{code}`
  const linkifier = { pattern: '(?P<code>c+)', url_template }
  const { id: filter_id } = succeeded(await ada.post('/realm/filters', linkifier))
  const playground = { name: realm.name, pygments_language: 'C', url_template }
  const { id: playground_id } = succeeded(await ada.post('/realm/playgrounds', playground))
  const field = { name: realm.name, field_type: 1 }
  const { id: field_id } = succeeded(await ada.post('/realm/profile_fields', field))
  await connectedAgent(ada)
  const [{ agent_id }] = succeeded(await ada.get('/parley/agents')).agents
  // From then on, a password alone does not log ada in.
  const { browser, passkey_id } = await withPasskey(ada)
  const [{ session_id }] = succeeded(await browser.get('/parley/sessions')).sessions
  return {
    ...cast,
    field_id,
    session_id,
    passkey_id,
    agent_id,
    message,
    draft_id: ids[0],
    scheduled_message_id,
    reminder_id,
    saved_snippet_id,
    attachment: attachments[0],
    upload_id: upload.headers.get('location')!.split('/').at(-1)!,
    group_id,
    spare_group_id,
    channel_folder_id,
    invite_id,
    link_id,
    filter_id,
    device_id,
    playground_id,
    queue: await ada.registers(),
  }
}

describe('names of another realm', () => {
  test('cover each parameter that names something', () => {
    for (const { route, params } of withIds)
      for (const name of Object.keys(params).filter(namesSomething))
        expect(route in REQUESTS || name in IDS, `Add to REQUESTS or IDS what ${name} of ${route} names`).toBe(true)
  })

  test('get the answer for unknown names, and change nothing in either realm', async () => {
    const { ada } = await emptyRealm()
    await letSearch(ada, ada)
    const there = await createOtherRealm()
    const otherName = there.realm.name
    for (const [route, requests] of Object.entries(REQUESTS))
      for (const request of requests) {
        const fields = request(there)
        const answer = await sendTo(ada, route, fields)
        expect(JSON.stringify(answer).replaceAll(there.dov.email, ''), route).not.toContain(otherName)
        // Only empty lists succeed, and the one of what cannot be read. `POST /register` returns the state of the own realm.
        const isEmpty =
          answer.result === 'error' ||
          [answer.members, answer.messages, answer.matches].some(
            (list) => list !== undefined && Object.keys(list).length === 0,
          ) ||
          JSON.stringify(answer.unreadable) === JSON.stringify(fields.path_ids ?? '')
        expect(isEmpty || route === 'POST /register', route).toBe(true)
      }
    for (const { route, params } of withIds.filter(({ route }) => !(route in REQUESTS))) {
      const fields = mapTable(params, (schema, name) => IDS[name]?.(there) ?? sampleOf(schema, name))
      expect(JSON.stringify(await sendTo(ada, route, fields)), route).not.toContain(otherName)
    }
    expect(await there.queue.events()).toEqual([])
    expect(succeeded(await ada.get('/streams')).streams).toEqual([]) // nor did a refused request write anything
    // The same requests succeed in the other realm.
    for (const [route, requests] of Object.entries(REQUESTS))
      for (const request of requests)
        expect(await sendTo(there.ada, route, request(there)), route).toMatchObject({ result: 'success' })
  })
})
