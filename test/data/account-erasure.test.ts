import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal } from '../support/answers'
import { Browser } from '../support/browser'
import { advanceClock } from '../support/clock'
import { createExport, EXPORT, listExports, untilExportsFinish } from '../support/exports'
import { inStorage } from '../support/faults'
import { fileOf, formWith, linkTo, storedKeys, uploadFile } from '../support/files'
import { newestMessages } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { realmWithHistory, restore } from '../support/point-in-time'
import { copyOf } from '../support/realm-copies'
import { directoryOf, scimError } from '../support/scim'
import { freshRealm, type TestRealm } from '../support/realm'
import { selectRows } from '../support/tables'
import { verifyChain, type ChainedEntry } from '../../src/domain/realm/audit-log/hash-rules'
import worker from '../../src/worker'

const DAY = 24 * 3600
/** What no other user writes. */
const SECRET = 'quokkasecret'

const inText = (rows: unknown[]): boolean => JSON.stringify(rows).toLowerCase().includes(SECRET)

/** Returns the names of all tables and files that contain the secret: in the realm, in D1 and in R2. */
async function placesOfSecret(realm: TestRealm): Promise<string[]> {
  const places: string[] = []
  const tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`
  const own = await inStorage(realm, ({ storage: { sql } }) =>
    sql
      .exec<{ name: string }>(tables)
      .toArray()
      .map(({ name }) => ({ name, rows: [...sql.exec(`SELECT * FROM ${name}`).raw()] })),
  )
  for (const { name, rows } of own) if (inText(rows)) places.push(name)
  const { results } = await env.DB.prepare(`${tables} AND sql LIKE '%realm_id TEXT%'`).all<{ name: string }>()
  for (const { name } of results) {
    const rows = await env.DB.prepare(`SELECT * FROM ${name} WHERE realm_id = ?`).bind(realm.name).all()
    if (inText(rows.results)) places.push(`D1 ${name}`)
  }
  const words = await env.DB.prepare('SELECT rowid FROM messages_words WHERE messages_words MATCH ?').bind(SECRET).all()
  if (words.results.length > 0) places.push('D1 messages_words')
  for (const key of await storedKeys(realm)) {
    const text = new TextDecoder().decode(await (await env.FILES.get(`${realm.name}/${key}`))!.arrayBuffer())
    if (`${key} ${text}`.includes(SECRET)) places.push(`R2 ${key}`)
  }
  return places
}

const post = async (person: Person, path: string, body: FormData) =>
  succeeded((await (await person.request(path, { method: 'POST', body })).json()) as Json)

/** Returns a realm in which gus has the secret wherever a user can have one. Others mention and quote gus. */
async function realmWithSecret() {
  const cast = await freshRealm()
  const { realm, ada, ben, general } = cast
  await preventAlarms(realm)
  const field = succeeded(await ada.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }))
  const gus = await realm.newPerson('gus')
  succeeded(await gus.patch('/settings', { full_name: `Gus ${SECRET}`, timezone: 'Europe/Vienna', color_scheme: 2 }))
  await gus.subscribes(general)
  succeeded(await gus.patch('/users/me/profile_data', { data: [{ id: field.id, value: SECRET }] }))
  await post(gus, '/users/me/avatar', formWith(fileOf(PNG)))
  succeeded(await gus.post('/users/me/status', { status_text: SECRET }))
  succeeded(await gus.post('/users/me/alert_words', { alert_words: [SECRET] }))
  succeeded(await gus.post('/saved_snippets', { title: SECRET, content: SECRET }))
  const draft = { type: 'private', to: [ben.id], topic: '', content: SECRET, timestamp: 1_900_000_000 }
  succeeded(await gus.post('/drafts', { drafts: [draft] }))
  const later = { type: 'direct', to: [ben.id], content: SECRET, scheduled_delivery_timestamp: 4_000_000_000 }
  succeeded(await gus.post('/scheduled_messages', later))
  await uploadFile(gus, fileOf(SECRET, `${SECRET}.txt`))
  const actions = [{ kind: 'remind', minutes: 1, note: SECRET }]
  succeeded(await gus.post('/parley/automations', { name: SECRET, trigger: { kind: 'new_member' }, actions }))
  const note = await gus.sendsDirectly([gus], SECRET)
  const remind = { message_id: note.id, note: SECRET, scheduled_delivery_timestamp: 4_000_000_000 }
  succeeded(await gus.post('/reminders', remind))
  const name = `Gus ${SECRET}`
  const mention = await ben.sends(general, 'lunch', `Ask @**${name}|${gus.id}** and @_**${name}**, *please*`)
  await doDueWork(realm)
  succeeded(await ben.patch(`/messages/${mention.id}`, { content: `Ask @**${name}|${gus.id}**!` }))
  await createExport(realm, ada, { export_type: EXPORT.public })
  const browser = await new Browser(realm.url).logIn(gus)
  return { ...cast, gus, mention, browser }
}

const erased = (browser: Browser, person: Person, fields: Json = {}) =>
  browser.post('/parley/users/me/erasure', { email: person.email, ...fields })

/** Lets thirty days pass, with the work that the server does meanwhile. */
async function afterThirtyDays(realm: TestRealm) {
  await doDueWork(realm)
  await doDueWork(realm)
  await advanceClock(realm, 30 * DAY + 60)
  await doDueWork(realm)
  await doDueWork(realm)
  // D1 has a clock of its own.
  await env.DB.prepare('UPDATE replaced_bodies SET replaced_at = replaced_at - ? WHERE realm_id = ?')
    .bind(30 * DAY + 60, realm.name)
    .run()
  await worker.scheduled({} as never, env)
}

describe('POST /parley/users/me/erasure', () => {
  test('30 days later, nothing of the user is in SQLite, D1, R2 and copies', async () => {
    const { realm, gus, general, ben, browser } = await realmWithSecret()
    await gus.sends(general, 'lunch', SECRET)
    const file = await uploadFile(gus, fileOf(SECRET, `${SECRET}-2.txt`))
    await gus.sendsDirectly([ben], `${SECRET} ${linkTo(file)}`)
    const edited = await gus.sends(general, 'lunch', 'Soup')
    await doDueWork(realm)
    succeeded(await gus.patch(`/messages/${edited.id}`, { content: `Soup ${SECRET}` }))
    await doDueWork(realm)
    const places = await placesOfSecret(realm)
    expect(places.length).toBeGreaterThan(12)
    for (const kind of [/^users$/, /^D1 messages$/, /^D1 messages_words$/, /^R2 uploads/, /^R2 exports/])
      expect(places).toContainEqual(expect.stringMatching(kind))

    succeeded(await erased(browser, gus, { deletes_messages: true }))
    await afterThirtyDays(realm)
    expect(await placesOfSecret(realm)).toEqual([])
    expect(JSON.stringify(await copyOf(realm))).not.toContain(SECRET)
  })

  test('the account becomes a nameless one that no user can open or reactivate', async () => {
    const { realm, ada, gus, browser } = await realmWithSecret()
    succeeded(await erased(browser, gus))
    const host = new URL(realm.url).hostname
    const { user } = succeeded(await ada.get(`/users/${gus.id}`))
    expect(user).toMatchObject({
      full_name: `Deleted user ${gus.id}`,
      is_active: false,
      delivery_email: `user${gus.id}@${host}`,
      timezone: '',
      avatar_version: 3,
    })
    expect(user.profile_data ?? {}).toEqual({})
    expect(await browser.get('/users/me')).toMatchObject({ result: 'error' })
    expect(await gus.get('/users/me')).toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await ada.post(`/users/${gus.id}/reactivate`)).toEqual(
      refusal('The personal data of this account was erased'),
    )
  })

  test('neither an administrator nor the directory gives the account a name or an address again', async () => {
    const { realm, ada, dov, gus, browser } = await realmWithSecret()
    const directory = await directoryOf(ada)
    const path = `/Users/${gus.id}`
    const document = { userName: gus.email, name: { formatted: `Gus ${SECRET}` }, active: false }
    expect((await directory.put(path, { ...document, active: true })).status).toBe(200)
    const ids = [gus, dov].map(({ id }) => ({ value: String(id) }))
    const { body: group } = await directory.post('/Groups', { displayName: 'Cooks', members: ids })
    succeeded(await erased(browser, gus))

    const gone = scimError(404, `Resource ${gus.id} not found`)
    expect(await directory.get(path)).toEqual(gone)
    expect(await directory.put(path, document)).toEqual(gone)
    expect(await directory.patch(path, { op: 'replace', path: 'displayName', value: SECRET })).toEqual(gone)
    const idsIn = async (query: string) =>
      (await directory.get(`/Users${query}`)).body.Resources.map(({ id }: Json) => id)
    expect(await idsIn('')).toContain(String(dov.id))
    expect(await idsIn('')).not.toContain(String(gus.id))
    const { user } = succeeded(await ada.get(`/users/${gus.id}`))
    expect(await idsIn(`?filter=userName eq "${user.delivery_email}"`)).toEqual([])
    expect((await directory.post('/Users', { userName: user.delivery_email })).status).toBe(409)
    const { body } = await directory.get(`/Groups/${group.id}`)
    expect(body.members).toMatchObject([{ value: String(dov.id) }])
    const add = { op: 'add', path: 'members', value: [{ value: String(gus.id) }] }
    expect((await directory.patch(`/Groups/${group.id}`, add)).body.scimType).toBe('invalidValue')

    for (const change of [{ full_name: SECRET }, { new_email: gus.email }, { role: 200 }])
      expect(await ada.patch(`/users/${gus.id}`, change), JSON.stringify(change)).toEqual(
        refusal('The personal data of this account was erased'),
      )
    expect(await selectRows(realm, 'SELECT * FROM scim_users WHERE user_id = ?', gus.id)).toEqual([])
  })

  test('messages to others stay without the name, notes to oneself do not, and mentions show the new name', async () => {
    const { realm, ada, gus, general, mention, browser } = await realmWithSecret()
    const soup = await gus.sends(general, 'lunch', 'Soup')
    succeeded(await erased(browser, gus))
    await doDueWork(realm)
    await doDueWork(realm)
    const name = `Deleted user ${gus.id}`
    const found = await newestMessages(ada, 10)
    expect(found.find(({ id }: Json) => id === soup.id)).toMatchObject({ sender_full_name: name, content: 'Soup' })
    expect(found.find(({ id }: Json) => id === mention.id).content).toBe(`Ask @**${name}|${gus.id}**!`)
    const { message } = succeeded(await ada.get(`/messages/${mention.id}`))
    expect(message.content).toBe(`<p>Ask <span class="user-mention" data-user-id="${gus.id}">@${name}</span>!</p>`)
    const { message_history } = succeeded(await ada.get(`/messages/${mention.id}/history`))
    expect(JSON.stringify(message_history)).not.toContain(SECRET)
    expect(await selectRows(realm, `SELECT * FROM message_index WHERE sender_id = ${gus.id}`)).toHaveLength(1)
  })

  test('other clients receive each change of the profile', async () => {
    const { ada, gus, browser } = await realmWithSecret()
    const queue = await ada.registers({ event_types: ['realm_user', 'user_status'] })
    succeeded(await erased(browser, gus))
    const events = await queue.events()
    const people = events.filter(({ type }: Json) => type === 'realm_user').map(({ person }: Json) => person)
    expect(people).toContainEqual({ user_id: gus.id, full_name: `Deleted user ${gus.id}` })
    expect(people).toContainEqual({ user_id: gus.id, is_active: false })
    expect(events).toContainEqual(expect.objectContaining({ type: 'user_status', user_id: gus.id, status_text: '' }))
    expect(JSON.stringify(events)).not.toContain(SECRET)
  })

  test('the audit log keeps what happened, without addresses and programs', async () => {
    const { realm, ada, gus, browser } = await realmWithSecret()
    succeeded(await erased(browser, gus))
    const about = `SELECT kind, address, client, details FROM audit_log WHERE actor_id = ${gus.id} OR user_id = ${gus.id}`
    const entries = await selectRows(realm, about)
    expect(entries.map(({ kind }) => kind)).toContain('user_erased')
    for (const entry of entries) expect(entry).toMatchObject({ address: '', client: '', details: '{}' })
    const log: ChainedEntry[] = succeeded(await ada.get('/parley/audit_log', { limit: 100 })).entries.toReversed()
    // The entries before are those of the realm of which this one is a copy, with other names in them.
    const written = log.slice(log.findIndex(({ user_id }) => user_id === gus.id))
    expect(verifyChain(written)).toMatchObject({ erased: entries.length, problems: [] })
  })

  test('exports of the organization are deleted', async () => {
    const { realm, ada, gus, browser } = await realmWithSecret()
    await createExport(realm, ada, { export_type: EXPORT.public })
    const ready = async () => (await listExports(ada)).map(({ export_url }) => export_url !== null)
    expect(await ready()).toEqual([true, true])
    succeeded(await ada.post('/export/realm', { export_type: EXPORT.public }))
    succeeded(await erased(browser, gus))
    await untilExportsFinish(realm, ada)
    expect(await ready()).toEqual([false, false, false])
  })

  test('it wants a recent login, the own address, another owner, and for messages the permission to delete them', async () => {
    const { realm, ada, gus, browser } = await realmWithSecret()
    expect(await gus.post('/parley/users/me/erasure', { email: gus.email })).toMatchObject({
      code: 'PARLEY_CONFIRMATION_REQUIRED',
    })
    expect(await erased(browser, gus, { email: ada.email })).toEqual(
      refusal('This is not the email address of your account'),
    )
    const owner = await new Browser(realm.url).logIn(ada)
    expect(await erased(owner, ada)).toMatchObject({ code: 'CANNOT_DEACTIVATE_LAST_USER' })
    succeeded(
      await ada.patch('/realm', {
        can_delete_own_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
      }),
    )
    expect(await erased(browser, gus, { deletes_messages: true })).toEqual(
      refusal('This organization keeps the messages of users who leave'),
    )
    expect(await erased(browser, gus)).toMatchObject({ result: 'success' })
  })

  test('a restore of an earlier moment does not bring the data back', async () => {
    const { realm, ada, general, history, pass } = await realmWithHistory()
    const gus = await realm.newPerson('gus')
    succeeded(await gus.patch('/settings', { full_name: `Gus ${SECRET}` }))
    await gus.subscribes(general)
    await gus.sends(general, 'lunch', SECRET)
    await doDueWork(realm)
    const moment = await history.remember()
    pass(11 * 60)
    const browser = await new Browser(realm.url).logIn(gus)
    succeeded(await erased(browser, gus, { deletes_messages: true }))
    await doDueWork(realm)
    await restore(history, { moment })
    await doDueWork(realm)
    await doDueWork(realm)
    expect(succeeded(await ada.get(`/users/${gus.id}`)).user.full_name).toBe(`Deleted user ${gus.id}`)
    expect((await newestMessages(ada, 10)).map(({ content }: Json) => content)).not.toContain(`<p>${SECRET}</p>`)
  })
})
