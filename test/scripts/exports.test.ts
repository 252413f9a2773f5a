import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { recognize } from '../../conversion/recognize.ts'
import { SourceFiles } from '../../conversion/source-files.ts'
import { FolderStorage } from '../../scripts/import/folder-storage.ts'
import { sourceAt } from '../../scripts/import/source.ts'
import type { Json } from '../support/person'
import { newFolder, newSharedServer, runs } from './dev-process'

type Row = Record<string, Json>
type Tables = Record<string, Row[]>

let url: string
let emails: string[]
beforeAll(async () => {
  const server = await newSharedServer()
  url = server.url
  const { people } = JSON.parse(readFileSync(join(server.folder, 'dev.json'), 'utf8'))
  emails = people.map(({ email }: { email: string }) => email)
  return server.stop
})

async function parley(args: string[], zuliprc = join(newFolder(), 'zuliprc')) {
  const program = runs(['scripts/parley.ts', ...args, '--json'], {
    DEPLOYMENT_SECRET: 'development',
    ZULIP_CONFIG: zuliprc,
  })
  const status = await program.ended
  expect(status, program.output()).toBe(0)
  return JSON.parse(program.results())
}

/** Returns a new API key, which development gives to anyone. The names of realms are not in the names of this machine. */
function keyOf(site: string, username: string): Promise<string> {
  const { port, host } = new URL(site)
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
  const path = '/api/v1/dev_fetch_api_key'
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve(JSON.parse(text).api_key))
    })
    sent.on('error', reject)
    sent.end(`username=${encodeURIComponent(username)}`)
  })
}

/** Writes a file with the login of a user, and returns its name. */
async function loginOf(site: string, email: string): Promise<string> {
  const zuliprc = join(newFolder(), 'zuliprc')
  writeFileSync(zuliprc, `[api]\nemail=${email}\nkey=${await keyOf(site, email)}\nsite=${site}\n`, { mode: 0o600 })
  return zuliprc
}

/** Makes an export for the reference server, with the data of all people, and returns the archive. */
async function referenceExport(site: string): Promise<string> {
  const logins: string[] = []
  for (const email of emails) {
    const login = await loginOf(site, email)
    await parley(['api', 'PATCH', '/settings', 'allow_private_data_export=true'], login)
    logins.push(login)
  }
  const file = join(newFolder(), 'export.tar')
  await parley(['exports', 'create', file, '--private', '--form', 'reference'], logins[0])
  return file
}

/** Returns the rows of all tables of an export. */
async function tablesIn(file: string): Promise<Tables> {
  const all = await SourceFiles.of(sourceAt(file), new FolderStorage(newFolder()))
  const { files } = await recognize(all, { name: file, from: 'zulip' })
  const tables: Tables = {}
  const names: string[] = files.names.filter((name: string) => /^(?:realm|attachment|messages-\d+)\.json$/.test(name))
  for (const name of names.toSorted())
    for await (const { name: table, text } of files.items(name)) (tables[table] ??= []).push(JSON.parse(text))
  return tables
}

/** What belongs to one realm, or has no meaning. */
const OF_ONE_REALM = `id string_id huddle_hash timestamp event_time backfilled rendered_content path_id usergroup_ptr
  rendered_description is_recently_active event_last_message_id`.split(/\s+/)
const USERS = `user_profile user muted_user sender author owner creator bot_owner bot_profile modified_user`.split(' ')
const IS_GROUP = /^(?!is_).*groups?$/

/** Returns rows in which people, groups, places and messages have names instead of ids: a realm gives its own ids. */
function comparable(tables: Tables): Tables {
  const people = [...tables.zerver_userprofile!, ...tables.zerver_userprofile_crossrealm!]
  const emails = new Map(people.map(({ id, delivery_email, email }) => [id, delivery_email ?? email]))
  const messages = new Map(tables.zerver_message!.map(({ id }, index) => [id, index + 1]))
  const recipients = new Map(
    tables.zerver_recipient!.map(({ id, type, type_id }) => {
      const members = tables.zerver_subscription!.filter(({ recipient }) => recipient === id)
      const names = members.map(({ user_profile }) => String(emails.get(user_profile))).toSorted()
      return [id, `${type} ${type === 1 ? emails.get(type_id) : type === 2 ? type_id : names.join()}`]
    }),
  )
  const named = new Map(tables.zerver_namedusergroup!.map(({ usergroup_ptr, name }) => [usergroup_ptr, name]))
  const nameOfGroup = (group: number): string => {
    const of = (table: string, key: string) => tables[table]!.filter((row) => row[key] === group)
    const members = of('zerver_usergroupmembership', 'user_group').map(({ user_profile }) => emails.get(user_profile))
    const inside = of('zerver_groupgroupmembership', 'supergroup').map(({ subgroup }) => named.get(subgroup))
    return named.get(group) ?? [...members, ...inside].map(String).toSorted().join()
  }
  const valueOf = (name: string, value: Json): Json => {
    if (value === null) return null
    if (name === 'message' || name === 'first_message_id') return messages.get(value)
    if (name === 'messages') return value.map((id: number) => messages.get(id))
    if (name === 'recipient') return recipients.get(value)
    // A place is known by what it is the place of.
    if (name === 'type_id') return undefined
    if (USERS.includes(name)) return emails.get(value)
    if (IS_GROUP.test(name)) return nameOfGroup(value)
    if (name === 'edit_history')
      return JSON.parse(value).map(({ timestamp, prev_content }: Row) => [timestamp, prev_content])
    if (name === 'content') return value.replaceAll(/user_uploads\/[\w/.-]+|near\/\d+|\|\d+\*\*/g, '…')
    return value
  }
  const rowOf = (row: Row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !OF_ONE_REALM.includes(name))
        .map(([name, value]) => [name, valueOf(name, value)]),
    )
  const textOf = (row: Row) => JSON.stringify(row, Object.keys(row).toSorted())
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map(rowOf).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)),
    ]),
  )
}

test('an export for the reference server, imported and exported again, has the same rows', async () => {
  const first = await referenceExport(url)
  const { realm_url } = await parley(['realms', 'create', 'returned', emails[0]!, '--url', url])
  const imported = await parley([
    'import',
    first,
    '--folder',
    join(newFolder(), 'copy'),
    '--keep-owners',
    '--url',
    realm_url,
  ])
  expect(imported.refused).toEqual([])
  expect(imported.skipped).toEqual({})

  const [before, after] = [
    comparable(await tablesIn(first)),
    comparable(await tablesIn(await referenceExport(realm_url))),
  ]
  for (const table of Object.keys(before)) expect.soft(after[table], table).toEqual(before[table])
  expect(before.zerver_message!.length).toBeGreaterThan(10)
})

test('the operator exports everything after a confirmation, and the server keeps no copy', async () => {
  const site = new URL(url).hostname
  const file = join(newFolder(), 'everything.tar')
  const refused = runs(['scripts/parley.ts', 'exports', 'everything', file, '--url', url], {
    DEPLOYMENT_SECRET: 'development',
  })
  expect(await refused.ended).not.toBe(0)
  expect(refused.output()).toContain('This export has all private data of all users.')
  expect(refused.output()).toContain(`confirmation=${site}`)
  expect(existsSync(file)).toBe(false)

  const { bytes } = await parley(['exports', 'everything', file, '--confirm', site, '--url', url])
  expect(readFileSync(file)).toHaveLength(bytes)
  const tables = await tablesIn(file)
  const addresses = tables.zerver_userprofile!.map(({ delivery_email }) => delivery_email)
  expect(emails.filter((email) => !addresses.includes(email))).toEqual([])
})

test('an interrupted download continues with what is missing', async () => {
  const login = await loginOf(url, emails[0]!)
  const [file, again] = [join(newFolder(), 'export.tar'), join(newFolder(), 'again.tar')]
  const { id } = await parley(['exports', 'create', file], login)
  const whole = readFileSync(file)
  const begun = Buffer.alloc(3000, 'what has arrived')
  writeFileSync(`${again}.part`, begun)
  expect(await parley(['exports', 'download', String(id), again], login)).toMatchObject({ bytes: whole.length })
  expect(readFileSync(again).equals(Buffer.concat([begun, whole.subarray(3000)]))).toBe(true)
})
