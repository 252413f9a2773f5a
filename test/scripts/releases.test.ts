import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyMigrations, DEVELOPMENT_SECRET } from '../../scripts/dev-server.ts'
import { askWithSecret } from '../../scripts/api-client.ts'
import { exportCopy } from '../../scripts/copies/export-copy.ts'
import { copyServer } from '../../scripts/copies/server.ts'
import { rehearse } from '../../scripts/rehearsals/rehearse.ts'
import { releases, unpackCopy, type Notes } from '../../scripts/releases/copy.ts'
import { buildWorker, openWorker } from '../../scripts/releases/worker.ts'
import { PARLEY_VERSION } from '../../src/domain/realm/settings/limits'
import { Person, succeeded, type Json } from '../support/person'
import { checkReplay, EVERY_CAPABILITY } from '../support/replays'
import { ROOT } from './dev-process'
import { walk } from './walk'

// Here a person asks a server of its own, and not the Worker of the test.
vi.mock('../support/request', () => ({ send: (request: Request) => fetch(request) }))

const scratch = mkdtempSync(join(tmpdir(), 'parley-releases-'))
const current = join(scratch, 'current')
beforeAll(() => buildWorker(current))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))

const NAMES = ['ada', 'ben', 'cleo', 'dov', 'ezra', 'fig'] as const
type Cast = Record<(typeof NAMES)[number], Person>
type Opened = { url: string; cast: Cast; queues: Notes['queues']; close: () => Promise<void> }

let copies = 0

/** Unpacks the copy of a release, brings D1 up to date as a deployment does, and opens it with a Worker. */
async function open(version: string, change?: (storage: string) => void, worker = current): Promise<Opened> {
  const { people, queues, ...places } = unpackCopy(version, join(scratch, String(++copies)))
  await applyMigrations({ state: places.storage }).ended
  change?.(places.storage)
  const folder = worker === '' ? places.worker : worker
  const { url, close } = await openWorker({ folder, state: places.storage })
  const cast = Object.fromEntries(NAMES.map((name) => [name, new Person(url, people[name] as never)])) as Cast
  return { url, cast, queues, close }
}

/** Changes the SQLite of each object of a class. */
function inObjects(storage: string, className: string, sql: string): void {
  const folder = join(storage, 'v3/do', `parley-${className}`)
  const files = readdirSync(folder).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) {
    const database = new DatabaseSync(join(folder, name))
    database.exec(sql)
    database.close()
  }
}

const LATER_STEP = "INSERT INTO migrations (owner, step, sql) VALUES ('people/users', 99, 'CREATE TABLE later (x)')"

test('there is a copy of each release', () => {
  const headings = [...readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d.*)$/gm)]
  const versions = headings.map(([, version]) => version)
  expect(versions).toContain('0.1.0')
  expect(new Set(releases())).toEqual(new Set(versions))
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect([version, PARLEY_VERSION]).toEqual([versions[0], versions[0]])
})

describe.each(releases())('the copy of release %s', (version) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open(version)
    return opened.close
  })

  test('answers all reads of each role, and each role registers', async () => {
    const { cast } = opened
    const { messages } = succeeded(await cast.ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }))
    const { streams } = succeeded(await cast.ada.get('/streams', { include_all: true }))
    const { bots } = succeeded(await cast.ada.get('/bots'))
    const { user_groups } = succeeded(await cast.ada.get('/user_groups'))
    const samples = {
      message_id: String(messages[0].id),
      stream_id: String(streams.find(({ name }: Json) => name === 'general').stream_id),
      user_id: String(cast.dov.id),
      user_id_or_email: String(cast.dov.id),
      email: cast.dov.email,
      bot_id: String(bots.find(({ username }: Json) => /builds/.test(username))?.user_id ?? cast.fig.id),
      user_group_id: String(user_groups.find(({ name }: Json) => name === 'cooks').id),
      anchor: 'newest',
      num_before: '20',
      num_after: '0',
      narrow: '[]',
      stream: 'general',
      type: 'stream',
    }
    for (const person of Object.values(cast)) {
      succeeded(await person.post('/register', { client_capabilities: EVERY_CAPABILITY }))
      const key = `Basic ${btoa(`${person.email}:${person.account.api_key}`)}`
      expect(await walk(opened.url, key, samples)).toBeGreaterThan(40)
    }
    expect(await walk(opened.url, `Bearer ${DEVELOPMENT_SECRET}`, samples)).toBeGreaterThan(10)
  })

  test('obeys the law: the state and the events since then are the later state', async () => {
    const { ada, ben, cleo, dov, ezra } = opened.cast
    const clients = await Promise.all(
      [ada, ben, cleo, dov, ezra].map(async (person) => [person, await person.registers(CLIENT)] as const),
    )
    const { id } = await dov.sends({ name: 'general' }, 'after the upgrade', 'Is all there? :parley:')
    succeeded(await ezra.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    succeeded(await dov.patch(`/messages/${id}`, { content: 'All is there', topic: 'upgraded' }))
    succeeded(await ada.patch('/realm', { description: 'After the upgrade' }))
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'later' }] }))
    succeeded(await ben.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'A draft' }] }))
    for (const [person, queue] of clients) await checkReplay(person, CLIENT, queue)
  })

  test('finds messages of the release, and their files, pictures and exports', async () => {
    const { dov, ada } = opened.cast
    const found = async (person: Person, words: string): Promise<Json[]> => {
      const narrow = [{ operator: 'search', operand: words }]
      const answer = await person.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow })
      return succeeded(answer).messages
    }
    const [message] = await found(dov, 'quinoa')
    expect(message.content).toContain('Quinoa')
    expect(await found(ada, 'marzipan')).toHaveLength(1)
    expect(await found(dov, 'marzipan')).toHaveLength(0)
    const { attachments } = succeeded(await dov.get('/attachments'))
    const read = async (path: string) => {
      const response = await dov.request(`/../..${path}`)
      return [response.status, (await response.arrayBuffer()).byteLength]
    }
    expect(attachments.length).toBeGreaterThan(1)
    for (const { path_id, size } of attachments) expect(await read(`/user_uploads/${path_id}`)).toEqual([200, size])
    const { emoji } = succeeded(await dov.get('/realm/emoji'))
    const pictures = Object.values<Json>(emoji).map(({ source_url }) => source_url)
    const { user } = succeeded(await dov.get(`/users/${dov.id}`, { client_gravatar: false }))
    for (const path of [...pictures, user.avatar_url]) expect((await read(path))[0], path).toBe(200)
    // An export is kept for some days, and its copy here for ever.
    const { exports } = succeeded(await ada.get('/export/realm'))
    const addresses = exports.flatMap(({ export_url }: Json) => (export_url === null ? [] : [new URL(export_url)]))
    for (const { pathname } of addresses) expect((await fetch(new URL(pathname, opened.url))).status).toBe(200)
  })

  test('has a random UUID, and a secret of its owner', async () => {
    const headers = { authorization: `Bearer ${DEVELOPMENT_SECRET}` }
    const response = await fetch(`${opened.url}/api/v1/parley/copy/tables/realm_uuid`, { headers })
    const { rows }: Json = await response.json()
    expect(rows).toEqual([{ singleton: 1, uuid: UUID, owner_secret: expect.stringMatching(/^[0-9a-zA-Z]{64}$/) }])
  })

  test('an app that was registered before the upgrade continues with the events that it lacks', async () => {
    expect(opened.queues.length).toBeGreaterThan(2)
    for (const { queue_id, last_event_id } of opened.queues) {
      const answer = await opened.cast.ezra.get('/events', { queue_id, last_event_id, dont_block: true })
      // A queue lives for a week, and its copy here for ever.
      if (answer.code === 'BAD_EVENT_QUEUE_ID') continue
      const contents = succeeded(answer).events.map(({ message }: Json) => message.content)
      expect(contents[0]).toBe('Who waits for this?')
    }
  })

  test('is not opened by a release that does not know a step, which says so', async () => {
    const later = await open(version, (storage) => inObjects(storage, 'RealmObject', LATER_STEP), '')
    try {
      const response = await fetch(`${later.url}/api/v1/server_settings`)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        code: 'REALM_CANNOT_START',
        msg: expect.stringMatching(
          /step \d+ of people\/users is not (?:known|listed) here\. Deploy that release, or a newer one\./,
        ),
      })
      expect(await later.cast.ada.post('/register')).toMatchObject({ code: 'REALM_CANNOT_START' })
    } finally {
      await later.close()
    }
  })
})

// The first release, and the one before this version: a rehearsal begins with the second one.
test.each([releases()[0]!, releases().at(-1)!])('an operator rehearses the upgrade of release %s', async (from) => {
  const { url, close } = await open(from, undefined, '')
  const folder = join(scratch, `rehearsal-of-${from}`)
  const copy = join(folder, 'copy')
  const report = () => undefined
  try {
    await exportCopy({
      ask: askWithSecret(url, DEVELOPMENT_SECRET),
      ...copyServer(url, DEVELOPMENT_SECRET),
      folder: copy,
      report,
    })
  } finally {
    await close()
  }
  const { differences, rows, steps, newest_message_id } = await rehearse({
    copy,
    scratch: folder,
    report,
    built: current,
    from,
  })
  expect(differences.filter(({ lost }) => lost > 0)).toEqual([])
  expect(rows).toBeGreaterThan(500)
  expect(newest_message_id).toBeGreaterThan(100)
  expect(steps).toBeGreaterThan(from === '0.1.0' ? 20 : -1)
})

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

const CLIENT = {
  client_capabilities: EVERY_CAPABILITY,
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
}
