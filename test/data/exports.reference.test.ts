import { expect, test } from 'vitest'
import columns from '../fixtures/reference-export/tables.json'
import { createExport, downloadExport, EXPORT, setConsent, type ExportContents } from '../support/exports'
import { livelyRealm } from '../support/lively-realm'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { preventAlarms } from '../support/alarms'

/** The tables of the reference server in version 11, and their columns. */
const COLUMNS: Record<string, string[]> = columns

const reference = { export_type: EXPORT.fullWithConsent, parley_form: 'reference' }

type Rows = Record<string, Json[]>

const parsed = (contents: ExportContents, name: string): Json => JSON.parse(contents.text(name)!)

/** Returns the rows of all tables, from all files. */
function rowsIn(contents: ExportContents): Rows {
  const messages = contents.names
    .filter((name) => /^messages-\d{6}\.json$/.test(name))
    .map((name) => parsed(contents, name))
  return {
    ...parsed(contents, 'realm.json'),
    ...parsed(contents, 'attachment.json'),
    zerver_message: messages.flatMap(({ zerver_message }) => zerver_message),
    zerver_usermessage: messages.flatMap(({ zerver_usermessage }) => zerver_usermessage),
  }
}

async function livelyExport(
  consenting: (cast: Cast) => Cast['ada'][],
): Promise<{ cast: Cast; contents: ExportContents; rows: Rows }> {
  const cast = await livelyRealm()
  await preventAlarms(cast.realm)
  for (const person of consenting(cast)) await setConsent(person)
  const contents = await downloadExport(cast.realm, await createExport(cast.realm, cast.ada, reference))
  return { cast, contents, rows: rowsIn(contents) }
}

const everyone = ({ ada, ben, cleo, dov, ezra }: Cast) => [ada, ben, cleo, dov, ezra]

test('has the files, the tables and the columns of the reference server', async () => {
  const { contents, rows } = await livelyExport(everyone)
  for (const name of ['realm.json', 'messages-000001.json', 'attachment.json', 'migration_status.json'])
    expect(contents.names).toContain(name)
  for (const folder of ['uploads', 'avatars', 'emoji', 'realm_icons']) {
    const records: Json[] = parsed(contents, `${folder}/records.json`)
    expect(records.map(({ path }) => `${folder}/${path}`).toSorted(), folder).toEqual(
      contents.names.filter((name) => name.startsWith(`${folder}/`) && !name.endsWith('records.json')).toSorted(),
    )
    expect(records).not.toEqual([])
  }
  expect(Object.keys(rows).filter((table) => !(table in COLUMNS))).toEqual([])
  // All administrators can download it, so it does not have what proves who owns the UUID.
  expect(Object.keys(rows.zerver_realm![0])).not.toContain('uuid_owner_secret')
  for (const [table, list] of Object.entries(rows)) {
    const names = [...new Set(list.flatMap((row) => Object.keys(row)))]
    expect(
      names.filter((name) => !COLUMNS[table]!.includes(name)),
      table,
    ).toEqual([])
    const ids = list.map((row) => row.id ?? row.usergroup_ptr)
    expect(ids.every(Number.isSafeInteger), table).toBe(true)
    expect(new Set(ids).size, table).toBe(ids.length)
  }
})

/** The columns with ids of rows of other tables. */
const KEYS: Record<string, string[]> = {
  zerver_userprofile: [
    'user_profile',
    'muted_user',
    'sender',
    'author',
    'owner',
    'creator',
    'bot_owner',
    'modified_user',
    'bot_profile',
  ],
  zerver_stream: ['stream', 'modified_stream'],
  zerver_recipient: ['recipient'],
  zerver_message: ['message'],
  zerver_usergroup: [
    'usergroup_ptr',
    'user_group',
    'supergroup',
    'subgroup',
    ...COLUMNS.zerver_realm!,
    ...COLUMNS.zerver_stream!,
    ...COLUMNS.zerver_namedusergroup!,
  ].filter((name) => /^(?!is_).*group$|^usergroup_ptr$|^can_.*groups$/.test(name)),
  zerver_client: ['sending_client', 'client'],
  zerver_customprofilefield: ['field'],
  zerver_channelfolder: ['folder'],
}

/** Returns the rows that name a row of a table that is not in the export. */
function brokenReferences(rows: Rows): string[] {
  const users = ['zerver_userprofile', 'zerver_userprofile_mirrordummy', 'zerver_userprofile_crossrealm']
  return Object.entries(KEYS).flatMap(([target, names]) => {
    const tables = target === 'zerver_userprofile' ? users : [target]
    const ids = new Set(tables.flatMap((table) => rows[table]!.map(({ id }) => id)))
    const isBroken = (value: unknown) => value !== null && value !== undefined && !ids.has(value)
    return Object.entries(rows).flatMap(([table, list]) =>
      names
        .filter((name) => COLUMNS[table]!.includes(name))
        .flatMap((name) => list.filter((row) => isBroken(row[name])).map((row) => `${table}.${name}: ${row[name]}`)),
    )
  })
}

test.for([
  ['all users', everyone],
  ['one user', ({ dov }: Cast) => [dov]],
] as const)('names no row that is not in it, with the consent of %s', async ([, consenting]) => {
  const { rows } = await livelyExport(consenting)
  expect(brokenReferences(rows)).toEqual([])
})

test('has messages, their edits and reactions, and what each user did with them', async () => {
  const { cast, rows } = await livelyExport(everyone)
  const { ada, cleo, ezra, dov, general } = cast
  const [first] = rows.zerver_message!
  const place = rows.zerver_recipient!.find(({ id }) => id === first!.recipient)
  expect(place).toMatchObject({ type: 2, type_id: general.stream_id })
  expect(first).toMatchObject({ sender: dov.id, subject: 'lunch', has_attachment: true })
  const [edit] = JSON.parse(first!.edit_history)
  expect(edit).toMatchObject({ user_id: dov.id, prev_content: expect.stringMatching(/^Soup, /) })
  expect(rows.zerver_reaction).toMatchObject([
    { message: first!.id, reaction_type: 'unicode_emoji', emoji_name: 'tada' },
    { message: first!.id, reaction_type: 'realm_emoji', emoji_name: 'parley' },
  ])
  const flagsOf = (user_profile: number, message: number) =>
    rows.zerver_usermessage!.find((row) => row.user_profile === user_profile && row.message === message)?.flags_mask
  expect(flagsOf(ezra.id, first!.id) & 3).toBe(2)
  expect(flagsOf(cleo.id, first!.id) & 1).toBe(1)
  // The bit of a mention by `@**topic**`.
  const secret = rows.zerver_message!.find(({ content }) => content === 'Secret @**topic**')!
  expect([flagsOf(ada.id, secret.id) & 32, flagsOf(ada.id, first!.id) & 32]).toEqual([32, 0])
  // A user without a row did not receive the message, and cannot read it.
  const [before, after] = ['Before', 'After'].map((text) =>
    rows.zerver_message!.find(({ content }) => content === text),
  )
  expect([flagsOf(ezra.id, before!.id) !== undefined, flagsOf(ezra.id, after!.id)]).toEqual([true, undefined])
  const between = rows.zerver_message!.find(({ content }) => content === 'Between us')!
  expect(rows.zerver_recipient!.find(({ id }) => id === between.recipient)).toMatchObject({ type: 3 })
  expect(between).toMatchObject({ sender: ada.id, subject: '\u0007', is_channel_message: false })
  expect(rows.zerver_attachment).toMatchObject([{ messages: [first!.id], is_realm_public: true }])
})

test('has what a user did with a message of a channel without a subscription', async () => {
  const { realm, ada, dov } = await freshRealm()
  await preventAlarms(realm)
  const { id } = await ada.sends(await newChannel(ada, 'hall', [ada]), 'lunch', 'Soup')
  succeeded(await dov.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
  for (const person of [ada, dov]) await setConsent(person)
  const { zerver_usermessage } = rowsIn(await downloadExport(realm, await createExport(realm, ada, reference)))
  expect(zerver_usermessage).toMatchObject([
    { message: id, user_profile: ada.id, flags_mask: 0 },
    { message: id, user_profile: dov.id, flags_mask: 2 + 1024 },
  ])
})

test('has no private data of a user who did not consent, and makes users without an address inactive', async () => {
  const { realm, ada, ben, dov, ezra, general, vault } = await freshRealm()
  await preventAlarms(realm)
  succeeded(await ezra.patch('/settings', { email_address_visibility: 4, color_scheme: 3 }))
  succeeded(await ezra.post('/users/me/alert_words', { alert_words: ['olives'] }))
  await ada.sends(vault, 'keys', 'Under the mat')
  await ben.sendsDirectly([ezra], 'Between us')
  await dov.sends(general, 'lunch', 'Soup')
  await setConsent(dov)
  const contents = await downloadExport(realm, await createExport(realm, ada, reference))
  for (const words of ['vault', 'Under', 'Between', 'olives', ezra.email])
    expect(contents.everything).not.toContain(words)
  const rows = rowsIn(contents)
  expect(rows.zerver_userprofile_mirrordummy).toMatchObject([{ id: ezra.id, is_active: false, color_scheme: 1 }])
  expect(rows.zerver_message!.map(({ content }) => content)).toEqual(['Soup'])
  for (const { user_profile } of rows.zerver_usermessage!) expect(user_profile).toBe(dov.id)
})
