import { env } from 'cloudflare:workers'
import { fileOf, formWith, linkTo, uploadFile } from './files'
import { newGroup } from './groups'
import { succeeded, type Json, type Person } from './person'
import { PNG } from './pictures'
import { freshRealm, newChannel, TestRealm, type Cast } from './realm'

/** Returns a realm in which users did most of what a realm stores: an import must bring back all of it. */
export async function livelyRealm(): Promise<Cast> {
  const cast = await freshRealm()
  const { ada, ben, cleo, dov, ezra, general, vault } = cast
  const post = async (person: Person, path: string, body: FormData) =>
    succeeded((await (await person.request(path, { method: 'POST', body })).json()) as Json)
  await post(ada, '/realm/emoji/parley', formWith(fileOf(PNG)))
  await post(ada, '/realm/icon', formWith(fileOf(PNG)))
  await post(dov, '/users/me/avatar', formWith(fileOf(PNG)))
  const cooks = await newGroup(ada, 'cooks', [dov, ezra])
  const field = succeeded(await ada.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }))
  succeeded(await dov.patch('/users/me/profile_data', { data: [{ id: field.id, value: '123' }] }))
  succeeded(await ada.patch('/realm', { description: 'A kitchen', can_create_groups: { new: cooks } }))
  succeeded(await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }))

  const notes = await uploadFile(dov, fileOf('The notes'))
  const first = await dov.sends(general, 'lunch', `Soup, @**Ezra|${ezra.id}** and @*cooks*? #12 ${linkTo(notes)}`)
  const second = await ezra.sends(general, 'lunch', 'Yes :parley:')
  succeeded(await ben.post(`/messages/${first.id}/reactions`, { emoji_name: 'tada' }))
  succeeded(await ezra.post(`/messages/${first.id}/reactions`, { emoji_name: 'parley', reaction_type: 'realm_emoji' }))
  succeeded(await dov.patch(`/messages/${first.id}`, { content: `Soup or salad? ${linkTo(notes)}` }))
  succeeded(await ben.post(`/parley/messages/${first.id}/pin`))
  const plan = { title: 'Plan', url: 'https://example.com/plan' }
  for (const topic of ['lunch', undefined])
    succeeded(await dov.post(`/parley/streams/${general.stream_id}/bookmarks`, { ...plan, topic }))
  await dov.sends(general, 'lunch', '/poll Which?\nSoup\nSalad')
  const moved = await cleo.sends(general, 'dinner', 'At eight')
  succeeded(await ada.patch(`/messages/${moved.id}`, { stream_id: vault.stream_id, topic: 'plans' }))
  await ada.sends(vault, 'plans', 'Secret @**topic**')
  await ada.sends(general, '', 'Without a topic')
  await ada.sendsDirectly([ben, cleo], 'Between us')
  await dov.sendsDirectly([dov], 'A note to myself')
  const deleted = await dov.sends(general, 'lunch', 'A mistake')
  succeeded(await ada.delete(`/messages/${deleted.id}`))

  const flags = (op: string, flag: string, messages: number[]) => ({ op, flag, messages })
  succeeded(await ezra.post('/messages/flags', flags('add', 'starred', [first.id, second.id])))
  succeeded(await ezra.post('/messages/flags', flags('add', 'read', [first.id, second.id])))
  succeeded(await ezra.post('/messages/flags', flags('remove', 'read', [first.id])))
  succeeded(await cleo.post('/mark_all_as_read'))
  succeeded(await ben.post(`/users/me/muted_users/${cleo.id}`))
  const policy = { stream_id: general.stream_id, topic: 'lunch', visibility_policy: 3 }
  succeeded(await ben.post('/user_topics', policy))
  succeeded(await ben.post('/users/me/alert_words', { alert_words: ['fire'] }))
  succeeded(await ben.post('/saved_snippets', { title: 'Hello', content: 'Hello **all**' }))
  succeeded(await ben.patch('/settings', { color_scheme: 2 }))
  const draft = {
    type: 'stream',
    to: [general.stream_id],
    topic: 'later',
    content: 'Not yet',
    timestamp: 1_900_000_000,
  }
  succeeded(await ben.post('/drafts', { drafts: [draft] }))
  const later = { type: 'direct', to: [dov.id], content: 'Later', scheduled_delivery_timestamp: 4_000_000_000 }
  succeeded(await ben.post('/scheduled_messages', later))
  const garden = await newChannel(ada, 'garden', [ada, dov, ezra], {
    history_public_to_subscribers: false,
    invite_only: true,
  })
  await dov.sends(garden, 'roses', 'Before')
  succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['garden'], principals: [ezra.id] }))
  await dov.sends(garden, 'roses', 'After')
  return cast
}

/** What the names of the next realms begin with. */
export const COPY_OF = 'copy-of-'

/** Creates a realm whose owner has the address of a person of another realm, and whose name begins with `COPY_OF`. */
export async function newRealmFor({ realm_url, account }: Person): Promise<TestRealm> {
  const realm = new TestRealm(`${COPY_OF}${new URL(realm_url).hostname.split('.')[0]}`)
  const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`
  const owner = { owner_email: account.email, owner_full_name: account.full_name, owner_password: account.password }
  succeeded(await realm.post('/realms', { name: realm.name, ...owner }, { headers: { authorization } }))
  return realm
}
