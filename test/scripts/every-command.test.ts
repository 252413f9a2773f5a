import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../scripts/parley/commands.ts'
import { fillWithEverything } from '../../scripts/releases/fill.ts'
import type { Account, People } from '../../scripts/releases/people.ts'
import type { Json } from '../support/person'
import { newFolder, newSharedServer, runs } from './dev-process'

// Each command runs on a realm that has everything: with this, no command was tried on a file that users have.

let url: string
let people: People
beforeAll(async () => {
  const server = await newSharedServer()
  url = server.url
  const { people: users, bots } = JSON.parse(readFileSync(join(server.folder, 'dev.json'), 'utf8'))
  const all: Account[] = [...users, ...bots]
  const named = (name: string) => all.find(({ email }) => email.startsWith(name))!
  people = Object.fromEntries(['ada', 'ben', 'cleo', 'dov', 'ezra', 'fig'].map((name) => [name, named(name)])) as People
  await fillWithEverything(url, people)
  return server.stop
})

type Options = { as?: keyof People; input?: string; site?: string; status?: number }

/** Runs a command, as ada and with the secret of the deployment. Fails if its status is another one. Returns its JSON. */
async function parley(args: string[], { as = 'ada', input = '', site = url, status = 0 }: Options = {}): Promise<Json> {
  const folder = newFolder()
  const zuliprc = join(folder, 'zuliprc')
  const { email, api_key } = people[as]
  writeFileSync(zuliprc, `[api]\nemail=${email}\nkey=${api_key}\nsite=${site}\n`, { mode: 0o600 })
  const env = { ZULIP_CONFIG: zuliprc, DEPLOYMENT_FOLDER: folder, DEPLOYMENT_SECRET: 'development' }
  for (const json of [true, false]) {
    const isChange = json && CHANGES.test(args.join(' '))
    const program = runs(['scripts/parley.ts', ...args, ...(json ? ['--json'] : [])], env, input)
    expect(await program.ended, program.output()).toBe(status)
    expect(program.output()).not.toMatch(/undefined|\[object|\bNaN\b|ReferenceError|TypeError/)
    // A command that reads also prints its text.
    if (isChange || !json) return /^[[{]/.test(program.results()) ? JSON.parse(program.results()) : program.output()
  }
}

/** What cannot be done twice. */
const CHANGES =
  /^(?:login|keys|send|bots (?:create|renew|de|re)|users (?:create|invite|role|de|re|logout|rights)|exports (?:create|delete|download|everything)|export|import|backup |drill|rehearse|restore |realms (?:create|rename|close|erase|reopen)|restores cancel|api)/

const list = async (args: string[]): Promise<Json> => {
  const folder = newFolder()
  const { email, api_key } = people.ada
  const env = {
    ZULIP_EMAIL: email,
    ZULIP_API_KEY: api_key,
    ZULIP_CONFIG: join(folder, 'zuliprc'),
    DEPLOYMENT_SECRET: 'development',
  }
  const program = runs(['scripts/parley.ts', ...args, '--url', url, '--json'], env)
  expect(await program.ended, program.output()).toBe(0)
  return JSON.parse(program.results())
}

const idOfBot = async (name: string): Promise<string> => {
  const bots: Json[] = await list(['bots', 'list', '--all'])
  return String(bots.find(({ full_name }) => full_name === name).user_id)
}

const newRealm = async (name: string): Promise<{ realm_url: string; name: string }> => {
  const { realm_url } = await parley(['realms', 'create', name, people.ada.email, '--url', url])
  return { realm_url, name }
}

/** Lets ada search everything. */
const mayNowSearch = () => parley(['api', 'PATCH', 'realm', 'parley_can_search_everything_group={"new":2}'])

/** Returns the archive of a search over everything. */
async function exportedSearch(): Promise<Uint8Array> {
  const { search_id } = await parley(['api', 'POST', 'parley/discovery/searches', 'reason=A lawsuit'])
  await parley(['api', 'POST', `parley/discovery/searches/${search_id}/exports`])
  for (;;) {
    const { exports } = await list(['api', 'GET', 'parley/discovery/exports'])
    const [{ export_url }] = exports
    if (export_url !== null) return new Uint8Array(await (await fetch(export_url)).arrayBuffer())
  }
}

/** How each command is tried, in this order. */
const RUNS: Record<string, () => Promise<unknown>> = {
  login: () => parley(['login', people.ben.email, '--url', url], { input: `${people.ben.password}\n` }),
  me: () => parley(['me']),
  'keys renew': () => parley(['keys', 'renew'], { as: 'cleo' }),
  api: async () => expect((await parley(['api', 'GET', 'realm/emoji'])).emoji).not.toEqual({}),
  send: () => parley(['send', 'From the *shell*', '--channel', 'general', '--topic', 'shell']),
  search: async () => expect(await parley(['search', 'quinoa'])).toContain('Quinoa'),
  'users list': async () => expect(await parley(['users', 'list'])).toContain('Hana Abe'),
  'users show': () => parley(['users', 'show', people.dov.email]),
  'users create': () => parley(['users', 'create', 'ivy@parley.example', 'Ivy Fox', '--role', 'guest']),
  'users invite': () => parley(['users', 'invite', 'jon@parley.example', '--role', 'member']),
  'users role': () => parley(['users', 'role', people.dov.email, 'moderator']),
  'users deactivate': () => parley(['users', 'deactivate', people.ezra.email]),
  'users reactivate': () => parley(['users', 'reactivate', String(people.ezra.user_id)]),
  'users logout': () => parley(['users', 'logout', people.ben.email]),
  'users rights': () => parley(['users', 'rights', people.ben.email, '--url', url, '--create-users', 'yes']),
  'bots list': async () => expect(await parley(['bots', 'list', '--all'])).toContain('keeper bot'),
  'bots create': () => parley(['bots', 'create', 'shell', 'Shell']),
  'bots key': async () => parley(['bots', 'key', await idOfBot('builds bot')]),
  'bots renew-key': async () => parley(['bots', 'renew-key', await idOfBot('keeper bot')]),
  'bots deactivate': async () => parley(['bots', 'deactivate', await idOfBot('caller bot')]),
  'bots reactivate': async () => parley(['bots', 'reactivate', await idOfBot('caller bot')]),
  usage: () => parley(['usage']),
  cost: () => parley(['cost']),
  'exports list': () => parley(['exports', 'list']),
  'exports create': async () => {
    const file = join(newFolder(), 'export.tar')
    await parley(['exports', 'create', file])
    expect(existsSync(file)).toBe(true)
  },
  'exports download': async () => {
    const file = join(newFolder(), 'again.tar')
    const [{ id }] = await list(['exports', 'list'])
    await parley(['exports', 'download', String(id), file])
    expect(existsSync(file)).toBe(true)
  },
  'exports everything': async () => {
    const file = join(newFolder(), 'everything.tar')
    await parley(['exports', 'everything', file, '--confirm', new URL(url).hostname, '--url', url])
    expect(existsSync(file)).toBe(true)
  },
  'exports delete': async () => {
    const [{ id }] = await list(['exports', 'list'])
    await parley(['exports', 'delete', String(id)])
  },
  'audit download': async () => {
    const found = await parley(['audit', 'download', join(newFolder(), 'audit.jsonl')])
    expect(found).toContain('No entry was changed')
  },
  'audit verify': async () => {
    const file = join(newFolder(), 'audit.jsonl')
    await parley(['audit', 'download', file])
    const [, ...others] = readFileSync(file, 'utf8').split('\n')
    const [head] = /\w{64}/.exec(await parley(['audit', 'verify', file])) ?? []
    writeFileSync(file, others.join('\n').replace('"kind":"', '"kind":"x'))
    const found = await parley(['audit', 'verify', file, '--head', head!], { status: 1 })
    expect(found).toContain('was changed')
    expect(found).not.toContain('hash that was kept')
    writeFileSync(file, `${others[0]}\n${others[1]!.slice(0, 40)}`)
    expect(await parley(['audit', 'verify', file], { status: 1 })).toContain('cut off after 1 entries')
    writeFileSync(file, 'Dear auditor')
    expect(await parley(['audit', 'verify', file], { status: 1 })).toContain('has no entries of an audit log')
  },
  'discovery log': async () => {
    await mayNowSearch()
    const file = join(newFolder(), 'discovery.jsonl')
    expect(await parley(['discovery', 'log', file])).toContain('No entry was changed')
    expect(await parley(['audit', 'verify', file])).toContain('No entry was changed')
  },
  'discovery verify': async () => {
    await mayNowSearch()
    const file = join(newFolder(), 'found.tar')
    writeFileSync(file, await exportedSearch())
    const found = await parley(['discovery', 'verify', file])
    expect(found).toContain('All hashes are right')
    const bytes = readFileSync(file)
    const at = bytes.indexOf('"content":"')
    bytes[at + 11] = bytes[at + 11]! ^ 1
    writeFileSync(file, bytes)
    const changed = await parley(['discovery', 'verify', file], { status: 1 })
    expect(changed).toContain('messages-000001.json was changed')
    expect(changed).toMatch(/Message \d+ was changed/)
  },
  export: async () => expect((await parley(['export', newFolder(), '--url', url])).files).toBeGreaterThan(4),
  import: async () => {
    const folder = newFolder()
    await parley(['export', folder, '--url', url])
    const { realm_url } = await newRealm('everything')
    expect((await parley(['import', folder, '--url', realm_url])).refused).toEqual([])
  },
  backup: async () => expect((await parley(['backup', newFolder(), '--url', url])).files).toBeGreaterThan(4),
  drill: async () => {
    const { differences, newest_message_id } = await parley(['drill', '--url', url])
    expect(differences.filter(({ lost }: Json) => lost > 0)).toEqual([])
    expect(newest_message_id).toBeGreaterThan(0)
  },
  // test/scripts/releases.test.ts rehearses the upgrade of two releases.
  rehearse: async () =>
    expect(await parley(['rehearse', '--from', '0.0.1', '--url', url], { status: 1 })).toContain('0.1.0'),
  'backups list': () => parley(['backups', 'list', '--url', url]),
  // A development server has no history to restore from, and says so.
  restore: () => parley(['restore', new Date().toISOString(), '--url', url], { status: 1 }),
  'restores list': () => parley(['restores', 'list', '--url', url]),
  'restores cancel': () => parley(['restores', 'cancel', '--url', url], { status: 1 }),
  'realms create': () => newRealm('second'),
  'realms list': () => parley(['realms', 'list', '--url', url]),
  'realms show': () => parley(['realms', 'show', '--url', url]),
  // Without --agree it says what is shared, and asks nothing.
  'push register': () => parley(['push', 'register', 'ops@parley.example', '--url', url], { status: 2 }),
  // Without the variables of a registered server, it says so, and asks nothing.
  'push leave': () => parley(['push', 'leave'], { status: 2 }),
  doctor: async () => expect(await parley(['doctor'])).not.toContain('PROBLEM'),
  'realms rename': () => parley(['realms', 'rename', 'Everything']),
  'realms close': () => parley(['realms', 'close']),
  'realms reopen': () => parley(['realms', 'reopen', '--url', url]),
  'realms erase': () => parley(['realms', 'erase', 'Everything', '--url', url]),
}

describe('npm run parley, on a realm that has everything', () => {
  test('each command is tried', () => {
    expect(Object.keys(RUNS).toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  })

  // oxlint-disable-next-line vitest/expect-expect -- each run compares the status of the command
  for (const [name, run] of Object.entries(RUNS)) test(`${name} works`, async () => void (await run()))
})
