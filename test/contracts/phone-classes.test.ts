import { expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { officialBouncer } from '../support/bouncer/realm-with-phones'
import { SealedPhone } from '../support/bouncer/sealed-phone'
import { fileOf, formWith, linkTo, uploadFile, visit } from '../support/files'
import { newGroup } from '../support/groups'
import { succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { MEMBERS_GROUP } from '../support/system-groups'
import { decodePhoneClass, metPhoneClasses, phoneClasses } from './phone-app'

// Each answer and each event of a test is decoded. Here, all that the app reads is there at least once.

const PHONE = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: { bulk_message_deletion: true, user_settings_object: true, individual_emoji_changes: true },
}

const did = async (answer: Promise<Json>): Promise<Json> => succeeded(await answer)
const addEmoji = async (person: Person, name: string) =>
  succeeded(
    await (await person.request(`/realm/emoji/${name}`, { method: 'POST', body: formWith(fileOf(PNG)) })).json<Json>(),
  )

/** The organization, its channels and its people change. */
async function changeOrganization({ realm, ada, ben, cleo, dov, ezra, general }: Cast) {
  await addEmoji(ada, 'parley')
  await did(ada.delete('/realm/emoji/parley'))
  const choices = { a: { text: 'A', order: '1' } }
  const { id } = await did(ada.post('/realm/profile_fields', { name: 'Kind', field_type: 3, field_data: choices }))
  await did(dov.patch('/users/me/profile_data', { data: [{ id, value: 'a' }] }))
  const folder = { name: 'Kitchen', description: 'For cooks' }
  const { channel_folder_id } = await did(ada.post('/channel_folders/create', folder))
  await did(ada.patch(`/channel_folders/${channel_folder_id}`, { name: 'Kitchens' }))
  await did(ada.patch('/channel_folders', { order: [channel_folder_id] }))
  const cooks = await newGroup(ada, 'cooks', [dov])
  const inner = await newGroup(ada, 'inner', [dov])
  await did(ada.patch(`/user_groups/${cooks}`, { name: 'chefs' }))
  for (const change of [{ add: [ben.id] }, { delete: [ben.id] }])
    await did(ada.post(`/user_groups/${cooks}/members`, change))
  for (const change of [{ add: [inner] }, { delete: [inner] }])
    await did(ada.post(`/user_groups/${cooks}/subgroups`, change))
  await did(ada.post(`/user_groups/${inner}/deactivate`))
  const value = { direct_members: [ada.id, dov.id], direct_subgroups: [] }
  await did(ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: value } }))
  const garden = await newChannel(ada, 'garden', [ada, dov, ben])
  await did(
    dov.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: garden.stream_id, property: 'is_muted', value: true }],
    }),
  )
  const inGarden = { subscriptions: ['garden'], principals: [cleo.id] }
  await did(ada.post('/users/me/subscriptions', { ...inGarden, subscriptions: [{ name: 'garden' }] }))
  await did(ada.delete('/users/me/subscriptions', inGarden))
  await did(ada.delete('/users/me/subscriptions', { ...inGarden, principals: [dov.id] }))
  await did(ada.delete(`/streams/${garden.stream_id}`))
  const gwen = await realm.newPerson('gwen')
  await did(ada.patch(`/users/${gwen.id}`, { full_name: 'Gwen G.' }))
  // The guest knows Gwen from one channel only.
  await did(ada.patch('/realm', { can_access_all_users_group: { new: MEMBERS_GROUP } }))
  await newChannel(ada, 'pond', [ada, gwen, ezra])
  const queue = await ezra.registers(PHONE)
  for (const { name } of (await did(ada.get('/streams'))).streams)
    await ada.delete('/users/me/subscriptions', { subscriptions: [name], principals: [gwen.id] })
  await queue.events()
  await did(ada.delete(`/users/${gwen.id}`))
}

/** A user changes what belongs to them. */
async function changeOwn({ dov, ben, general }: Cast) {
  const { saved_snippet_id: id } = await did(dov.post('/saved_snippets', { title: 'Hello', content: 'all' }))
  const { saved_snippet_id: other } = await did(dov.post('/saved_snippets', { title: 'Bye', content: 'all' }))
  await did(dov.patch(`/saved_snippets/${id}`, { title: 'Hi' }))
  await did(dov.delete(`/saved_snippets/${other}`))
  await did(dov.post('/users/me/alert_words', { alert_words: ['fire'] }))
  await did(dov.post(`/users/me/muted_users/${ben.id}`))
  await did(dov.post('/users/me/status', { status_text: 'Here', emoji_name: 'car' }))
  await did(dov.post('/user_topics', { stream_id: general.stream_id, topic: 'lunch', visibility_policy: 3 }))
  await did(dov.patch('/settings', { starred_message_counts: false }))
  await did(dov.get('/users/me'))
}

/** People write, read, and change messages. */
async function write({ ada, cleo, dov, general }: Cast) {
  const notes = await uploadFile(dov, fileOf('The notes'))
  await did(dov.get(new URL(notes.url, dov.realm_url).pathname))
  const { id } = await ada.sends(general, 'lunch', `Soup, @**Dov|${dov.id}**? ${linkTo(notes)}`)
  await did(dov.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  await did(ada.patch(`/messages/${id}`, { topic: 'dinner' }))
  const poll = await dov.sends(general, 'lunch', '/poll Which?\nSoup\nSalad')
  for (const content of [
    { type: 'new_option', idx: 1, option: 'Bread' },
    { type: 'question', question: 'Which one?' },
    { type: 'vote', key: 'canned,0', vote: 1 },
  ])
    await did(dov.post('/submessage', { message_id: poll.id, msg_type: 'widget', content: JSON.stringify(content) }))
  await ada.sendsDirectly([dov], 'Between us')
  await ada.sendsDirectly([dov, cleo], 'Between three')
  const deleted = await dov.sends(general, 'lunch', 'A mistake')
  await did(ada.delete(`/messages/${deleted.id}`))
  await did(dov.post('/register', PHONE))
  for (const op of ['add', 'remove']) await did(dov.post('/messages/flags', { op, flag: 'read', messages: [id] }))
  const all = { anchor: 'oldest', num_before: 0, num_after: 100 }
  await did(dov.get('/messages', { ...all }))
  await did(dov.get(`/messages/${id}`))
  await did(dov.get(`/messages/${id}/read_receipts`))
  await did(dov.get(`/users/me/${general.stream_id}/topics`))
  await did(cleo.post('/messages/flags/narrow', { ...all, op: 'add', flag: 'read', narrow: [] }))
  await did(ada.post('/typing', { op: 'start', to: [dov.id] }))
  await did(ada.post('/users/me/presence', { status: 'active', new_user_input: true, slim_presence: true }))
}

const metOf = (names: readonly string[]) => names.filter((name) => !metPhoneClasses.has(name))

/** What is not in answers and events at once: tests of phones decode notifications, and tests of polls the heartbeat. */
const ELSEWHERE = /^(?:Encrypted|Notif|.*LegacyFcm|HeartbeatEvent)/

test('each class of the phone app is met in the answers and events of one organization', async () => {
  const cast = await freshRealm()
  const { realm, ada, dov, ezra } = cast
  await preventAlarms(realm)
  const bouncer = officialBouncer()
  const queues = [await dov.registers(PHONE), await ezra.registers(PHONE), await dov.registers({ slim_presence: true })]
  const phone = await new SealedPhone(dov, 'the token').registers()
  await doDueWork(realm)
  await changeOrganization(cast)
  await changeOwn(cast)
  await write(cast)
  await did(dov.post('/remove_client_device', { device_id: phone.device_id }))
  for (const queue of queues) await queue.events()
  const { state } = await dov.registers(PHONE)
  const names = await visit(dov, new URL(state.server_emoji_data_url).pathname)
  expect(decodePhoneClass('ServerEmojiData', await names.json())).toBeUndefined()
  await did(realm.post('/fetch_api_key', { username: ada.email, password: ada.account.password }))
  await did(ada.get('/server_settings'))
  expect(bouncer.refusals).toEqual([])
  expect(metOf(phoneClasses.filter((name) => !ELSEWHERE.test(name)))).toEqual([])
})
