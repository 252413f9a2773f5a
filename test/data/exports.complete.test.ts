import { describe, expect, test } from 'vitest'
import { fileOf, linkTo, uploadFile } from '../support/files'
import { doDueWork, preventAlarms } from '../support/alarms'
import { evict } from '../support/faults'
import { createExport, downloadExport, EXPORT, realmWithoutAlarms, setConsent } from '../support/exports'
import { succeeded, type Json } from '../support/person'
import { newChannel } from '../support/realm'
import { executeSql, selectRows } from '../support/tables'

const full = { export_type: EXPORT.fullWithConsent }

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('the marker of an export', () => {
  test('is the first file, and has the number of items, the size and the checksum of each other file', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    for (const name of ['a.txt', 'ü.txt']) {
      const file = await uploadFile(dov, fileOf(`In ${name}`, name))
      await dov.sends(general, 'files', linkTo(file))
    }
    const listed = await createExport(realm, ada)
    const { names, files, text, all } = await downloadExport(realm, listed).then((contents) => ({
      names: contents.names,
      files: contents.files,
      text: (name: string) => contents.text(name)!,
      all: (part: string) => contents.all(part),
    }))
    expect(names[0]).toBe('export.json')
    const marker: Json = JSON.parse(text('export.json'))
    expect(marker).toMatchObject({
      format: 'parley-export',
      format_version: 2,
      string_id: realm.name,
      export_type: 1,
      export_time: listed.export_time,
      last_message_id: 2,
      counts: { messages: 2, attachments: 2, files: 2 },
    })
    expect(JSON.parse(text('organization.json'))).toHaveProperty('uuid')
    const described: Json[] = [...marker.files, ...all('files')]
    expect(new Set(described.map(({ name }) => name))).toEqual(new Set(names.slice(1)))
    for (const { name, size, sha256: checksum } of described) {
      const bytes = files.get(name)!
      expect([name, size, checksum]).toEqual([name, bytes.length, await sha256(bytes)])
    }
  })
})

describe('an export is complete', () => {
  test('with the edits and moves of messages, as members see them', async () => {
    const { realm, ada, ben, dov, general } = await realmWithoutAlarms()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    const { id } = await ada.sends(cellar, 'wine', 'First')
    const plain = await dov.sends(general, 'lunch', 'Never changed')
    for (const content of ['Second', 'Third']) succeeded(await ada.patch(`/messages/${id}`, { content }))
    succeeded(await ada.patch(`/messages/${id}`, { stream_id: general.stream_id, topic: 'drinks' }))
    await doDueWork(realm)
    await evict(realm)
    await preventAlarms(realm)
    succeeded(await ada.patch(`/messages/${id}`, { content: 'Fourth' }))

    const files = await downloadExport(realm, await createExport(realm, ada))

    const { messages } = succeeded(await ben.get('/messages', { message_ids: [id, plain.id] }))
    const [moved, other]: Json[] = files.all('messages')
    expect(moved!.edit_history).toEqual(messages[0].edit_history)
    expect(moved!.edit_history.map(({ prev_content }: Json) => prev_content)).toEqual([
      'Third',
      undefined,
      'Second',
      'First',
    ])
    expect(moved).toMatchObject({ last_edit_timestamp: expect.any(Number), content: 'Fourth' })
    expect(other).not.toHaveProperty('edit_history')
    // The topic in the private channel is unknown to members, and to the export.
    expect(files.everything).not.toContain('wine')
    await setConsent(dov)
    expect((await downloadExport(realm, await createExport(realm, ada, full))).everything).toContain('wine')
  })

  test('without the edits if the organization hides them', async () => {
    const { realm, ada, general } = await realmWithoutAlarms()
    const { id } = await ada.sends(general, 'lunch', 'Sup')
    succeeded(await ada.patch(`/messages/${id}`, { content: 'Soup' }))
    expect((await downloadExport(realm, await createExport(realm, ada))).everything).toContain('"Sup"')
    succeeded(await ada.patch('/realm', { message_edit_history_visibility_policy: 'none' }))
    expect((await downloadExport(realm, await createExport(realm, ada))).everything).not.toContain('"Sup"')
  })

  test('with what each consenting user has read and flagged', async () => {
    const { realm, ada, dov, ezra, general } = await realmWithoutAlarms()
    const ids: number[] = []
    for (let count = 0; count < 6; count++) ids.push((await ada.sends(general, 'lunch', `Soup ${count}`)).id)
    for (const person of [dov, ezra]) {
      succeeded(await person.post('/messages/flags', { op: 'add', flag: 'read', messages: ids.slice(0, 3) }))
      succeeded(await person.post('/messages/flags', { op: 'add', flag: 'collapsed', messages: [ids[4]] }))
    }
    await setConsent(dov)
    const files = await downloadExport(realm, await createExport(realm, ada, full))
    const people = files.all('personal', 'people')
    expect(people.map(({ user_id }) => user_id)).toEqual([dov.id])
    expect(people[0].flags).toMatchObject({ read: [[ids[0], ids[2]]], collapsed: [ids[4]], starred: [] })
  })

  test('with who was subscribed when, but without those who left a private channel and do not consent', async () => {
    const { realm, ada, dov, ezra, general } = await realmWithoutAlarms()
    const club = await newChannel(ada, 'club', [ada, dov, ezra], { invite_only: true })
    const [first, second] = [await ada.sends(club, 'chess', 'e4'), await ada.sends(general, 'lunch', 'Soup')]
    for (const channel of ['club', 'general'])
      succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [channel], principals: [ezra.id] }))
    await setConsent(dov)
    const files = await downloadExport(realm, await createExport(realm, ada, full))
    const periodsIn = (name: string): Json[] =>
      files.all('channels').find((channel) => channel.name === name).subscription_periods
    expect(periodsIn('general')).toContainEqual({ user_id: ezra.id, from_message: 0, to_message: second.id })
    expect(periodsIn('club').map(({ user_id }) => user_id)).toEqual([ada.id, dov.id])
    expect(first.id).toBeLessThan(second.id)
  })

  test('with the bots, and with what the bots of consenting users have stored', async () => {
    const { realm, ada, dov, cleo } = await realmWithoutAlarms()
    const bot = (name: string) => ({
      full_name: name,
      short_name: name,
      bot_type: 3,
      payload_url: 'https://hooks.example.com/services/T0/token?key=secret',
    })
    const ids: number[] = []
    for (const person of [dov, cleo]) {
      const { user_id } = succeeded(await person.post('/bots', bot(`bot-of-${person.id}`)))
      ids.push(user_id)
      const put = 'INSERT INTO bot_storage (user_id, entry_key, value) VALUES (?, ?, ?)'
      await executeSql(realm, put, user_id, 'score', `stored for ${person.id}`)
    }
    await setConsent(dov)
    const files = await downloadExport(realm, await createExport(realm, ada, full))
    expect(files.all('bots').filter(({ user_id }) => ids.includes(user_id))).toMatchObject([
      { bot_owner_id: dov.id, payload_url: 'https://hooks.example.com', storage: { score: `stored for ${dov.id}` } },
      { bot_owner_id: cleo.id, payload_url: 'https://hooks.example.com', storage: null },
    ])
    for (const word of ['T0/token', 'key=secret']) expect(files.everything).not.toContain(word)
    const publicExport = await downloadExport(realm, await createExport(realm, ada))
    expect(publicExport.names.filter((name) => name.startsWith('bots'))).toEqual([])
  })
})

/** Columns that hold credentials, with a mark in each row that has one. The hashes of the audit log are those of its entries. */
const CREDENTIALS = `
  SELECT t.name AS "table", c.name AS "column" FROM sqlite_master AS t, pragma_table_info(t.name) AS c
  WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
    AND c.type IN ('TEXT', 'BLOB', 'ANY')
    AND (c.name LIKE '%secret%' OR c.name LIKE '%hash' OR c.name LIKE '%token%' OR c.name LIKE 'key_seed'
         OR c.name LIKE '%password%' OR c.name = 'config_data')
    AND c.name NOT IN ('avatar_hash') AND t.name <> 'audit_log'`

test('no export contains a credential, wherever the realm stores it', async () => {
  const { realm, ada, dov, ezra, fig, general } = await realmWithoutAlarms()
  for (const person of [ada, dov, ezra]) await setConsent(person)
  const hal = succeeded(await dov.post('/bots', { full_name: 'Hal', short_name: 'hal', bot_type: 1 }))
  await dov.sends(general, 'lunch', 'Soup')
  const columns = await selectRows(realm, CREDENTIALS)
  expect(columns.length).toBeGreaterThan(8)
  const stored: string[] = []
  for (const { table, column } of columns) {
    const rows = await selectRows(realm, `SELECT CAST("${column}" AS TEXT) AS secret FROM "${table}"`)
    stored.push(...rows.map(({ secret }) => String(secret)).filter((secret) => secret.length > 12))
  }
  const keys = [ada, dov, fig].map(({ account }) => account.api_key)
  const planted = [...new Set([...stored, ...keys, hal.api_key])].filter((secret) => secret !== 'null')
  expect(planted.length).toBeGreaterThan(9)
  const { everything } = await downloadExport(realm, await createExport(realm, ada, full))
  for (const secret of planted) expect(everything).not.toContain(secret)
})
