import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { fileOf, formWith, linkTo, uploadFile } from '../support/files'
import { newGroup } from '../support/groups'
import { succeeded, type Json } from '../support/person'
import { PNG } from '../support/pictures'
import { asOperator, copyOf, fileOfCopy } from '../support/realm-copies'
import { freshRealm } from '../support/realm'

describe('GET /parley/copy', () => {
  test('says what the copy is, for the operator with the deployment secret', async () => {
    const { realm, ada } = await freshRealm()
    const marker = succeeded(await asOperator(realm, 'GET /parley/copy'))
    expect(marker).toMatchObject({ format: 'parley-realm-copy', format_version: 1, string_id: realm.name })
    expect(marker.tables).toContainEqual({ name: 'subscriptions', key: ['user_id', 'stream_id'] })
    expect(await ada.get('/parley/copy')).toEqual(refusal('Wrong or missing deployment secret', 'UNAUTHORIZED'))
  })

  test('has the same last event until a user changes the realm', async () => {
    const { realm, dov, general } = await freshRealm()
    const lastEvent = async () => succeeded(await asOperator(realm, 'GET /parley/copy')).last_event_id
    const before = await lastEvent()
    await copyOf(realm)
    expect(await lastEvent()).toBe(before)
    await dov.sends(general, 'lunch', 'Soup?')
    expect(await lastEvent()).toBeGreaterThan(before)
  })
})

describe('GET /parley/copy/tables/:table', () => {
  test('returns the rows of a table, and sets of ids as lists', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    for (const content of ['One', 'Two', 'Three', 'Four']) await dov.sends(general, 'lunch', content)
    const read = { op: 'add', flag: 'starred', messages: [1, 2, 4] }
    succeeded(await ezra.post('/messages/flags', read))
    const { rows, next } = succeeded(await asOperator(realm, 'GET /parley/copy/tables/message_flags'))
    expect(next).toBeNull()
    expect(rows).toContainEqual({ user_id: ezra.id, flag: 'starred', chunk: 0, ids: [[1, 2], 4] })
  })

  test('continues after the last row of a page', async () => {
    const { realm, ada, general, attic } = await freshRealm()
    const get = async (after?: (string | number)[]) =>
      succeeded(await asOperator(realm, 'GET /parley/copy/tables/subscriptions', after ? { after } : {})).rows
    const all = await get()
    const place = all.findIndex((row: Json) => row.user_id === ada.id && row.stream_id === general.stream_id)
    expect(await get([ada.id, general.stream_id])).toEqual(all.slice(place + 1))
    expect(all.slice(place + 1)).toContainEqual(expect.objectContaining({ stream_id: attic.stream_id }))
  })

  test('refuses a table that no copy contains, and callers without the secret', async () => {
    const { realm, ada } = await freshRealm()
    expect((await asOperator(realm, 'GET /parley/copy/tables/api_keys')).result).toBe('error')
    expect((await asOperator(realm, 'GET /parley/copy/tables/sqlite_master')).result).toBe('error')
    expect((await ada.get('/parley/copy/tables/users')).code).toBe('UNAUTHORIZED')
  })
})

describe('GET /parley/copy/messages', () => {
  test('returns all messages with their texts, private ones too', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const public_ = await dov.sends(general, 'lunch', 'Soup, **please**')
    const private_ = await ada.sendsDirectly([ben], 'Between us')
    const { messages, next } = succeeded(await asOperator(realm, 'GET /parley/copy/messages'))
    expect(next).toBeNull()
    expect(messages).toMatchObject([
      { id: public_.id, sender_id: dov.id, content: 'Soup, **please**' },
      { id: private_.id, content: 'Between us', rendered_content: '<p>Between us</p>' },
    ])
    expect(
      succeeded(await asOperator(realm, 'GET /parley/copy/messages', { after: public_.id })).messages,
    ).toHaveLength(1)
    expect((await ada.get('/parley/copy/messages')).code).toBe('UNAUTHORIZED')
  })
})

describe('GET /parley/copy/old_versions', () => {
  test('returns the texts of edited messages before each edit', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Suop?')
    succeeded(await dov.patch(`/messages/${id}`, { content: 'Soup?' }))
    const { versions } = succeeded(await asOperator(realm, 'GET /parley/copy/old_versions'))
    const { rows } = succeeded(await asOperator(realm, 'GET /parley/copy/tables/message_edits'))
    expect(rows).toMatchObject([{ message_id: id, user_id: dov.id }])
    expect(versions).toEqual([{ id: rows[0].id, content: 'Suop?', rendered_content: '<p>Suop?</p>' }])
    expect((await ada.get('/parley/copy/old_versions')).code).toBe('UNAUTHORIZED')
  })
})

describe('GET /parley/copy/file', () => {
  test('returns a file by the key in its row, or the rest of it', async () => {
    const { realm, dov, general } = await freshRealm()
    const notes = await uploadFile(dov, fileOf('Some notes'))
    await dov.sends(general, 'lunch', linkTo(notes))
    const { rows } = succeeded(await asOperator(realm, 'GET /parley/copy/tables/attachments'))
    const [{ key }] = rows
    expect(await (await fileOfCopy(realm, key)).text()).toBe('Some notes')
    const rest = await fileOfCopy(realm, key, { range: 'bytes=5-' })
    expect([rest.status, await rest.text()]).toEqual([206, 'notes'])
  })

  test('returns nothing but uploads and pictures, and nothing without the secret', async () => {
    const { realm, dov } = await freshRealm()
    await uploadFile(dov)
    const { rows } = succeeded(await asOperator(realm, 'GET /parley/copy/tables/attachments'))
    const [{ key }] = rows
    expect((await fileOfCopy(realm, key)).status).toBe(200)
    await env.FILES.put(`${realm.name}/exports/x`, 'an export')
    for (const other of ['exports/x', `../${realm.name}/${key}`, 'uploads/none'])
      expect((await fileOfCopy(realm, other)).status).toBe(404)
    expect((await fileOfCopy(realm, key, { authorization: 'Bearer wrong' })).status).toBe(401)
  })
})

describe('a copy of a realm', () => {
  test('contains no credential, neither as it is nor as a hash', async () => {
    const { realm, ada, dov, fig } = await freshRealm()
    const webhook = succeeded(await dov.post('/bots', { short_name: 'hook', full_name: 'Hook', bot_type: 2 }))
    succeeded(await ada.post('/invites', { invitee_emails: 'gwen@example.com', invite_as: 400, stream_ids: [] }))
    const { invites } = succeeded(await ada.get('/invites'))
    succeeded(await ada.request('/realm/emoji/parley', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))
    await newGroup(ada, 'cooks', [dov])
    const credentials = [ada, dov, fig].map(({ account }) => account.api_key)
    const copied = await copyOf(realm)
    // The hashes of the audit log are those of its entries.
    const withoutChain = (entry: Json) => ({ ...entry, previous_hash: '', personal_hash: '', entry_hash: '' })
    const audit_log = copied.tables.audit_log!.map(withoutChain)
    const copy = JSON.stringify({ ...copied, tables: { ...copied.tables, audit_log } })
    for (const secret of [...credentials, webhook.api_key]) {
      expect(secret).toMatch(/^\S{16,}$/)
      expect(copy).not.toContain(secret)
    }
    expect(copy).not.toContain(ada.account.password)
    expect(invites).toHaveLength(1)
    expect(copy).not.toContain('gwen@example.com')
    // Hashes of keys, tokens and passwords are in hexadecimal or begin with the name of their function.
    expect(copy).not.toMatch(/"[0-9a-f]{64}"|pbkdf2|scrypt|argon2/)
  })
})

const jsonOf = (response: Response): Promise<Json> => response.json()
