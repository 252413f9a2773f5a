import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PNG } from '../support/pictures'
import { newFolder, newSharedServer, runs } from './dev-process'
import { exportFolder } from './import/exports'

let url: string
beforeAll(async () => {
  const server = await newSharedServer()
  url = server.url
  const { people } = JSON.parse(readFileSync(join(server.folder, 'dev.json'), 'utf8'))
  await sendPictures(people[0])
  return server.stop
})

/** Files of each kind that a copy has: an attachment, an emoji, and an avatar. */
async function sendPictures({ email, api_key }: { email: string; api_key: string }): Promise<void> {
  const authorization = `Basic ${btoa(`${email}:${api_key}`)}`
  for (const path of ['/user_uploads', '/realm/emoji/parley', '/users/me/avatar']) {
    const body = new FormData()
    body.set('file', new File([PNG], 'dot.png', { type: 'image/png' }))
    const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', body, headers: { authorization } })
    expect(await response.json(), path).toMatchObject({ result: 'success' })
  }
}

/** Runs `npm run parley` as the operator. */
async function parley(...args: string[]) {
  const program = runs(['scripts/parley.ts', ...args], {
    DEPLOYMENT_SECRET: 'development',
    ZULIP_CONFIG: join(newFolder(), 'zuliprc'),
  })
  const status = await program.ended
  return { status, output: program.output(), json: () => JSON.parse(program.results()) }
}

let realms = 0

/** Creates a realm, and returns its address and the login of its owner. */
async function newRealm(): Promise<{ realm_url: string; email: string; password: string }> {
  const name = `moved${++realms}`
  const { json } = await parley('realms', 'create', name, `owner@${name}.example.com`, '--url', url, '--json')
  return json()
}

const linesOf = (folder: string, file: string): string[] =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean) : []

describe('npm run parley -- export and import', () => {
  test('move a realm: a copy of the filled realm has the same messages, reactions and files', async () => {
    const [first, second] = [join(newFolder(), 'first'), join(newFolder(), 'second')]
    expect((await parley('export', first, '--url', url)).status).toBe(0)
    const { realm_url } = await newRealm()
    const imported = await parley('import', first, '--url', realm_url, '--json')
    expect(imported.output).toContain('The import is finished')
    expect(imported.json().refused).toEqual([])
    expect((await parley('export', second, '--url', realm_url)).status).toBe(0)

    const marker = JSON.parse(readFileSync(join(first, 'export.json'), 'utf8'))
    expect(marker).toMatchObject({ format: 'parley-realm-copy', format_version: 1 })
    expect(marker.lists.messages.rows).toBeGreaterThan(10)
    expect(marker.lists.files.rows).toBe(3)
    const parts = [
      'messages',
      'old_versions',
      'files',
      'tables/reactions',
      'tables/message_flags',
      'tables/conversations',
    ]
    for (const part of parts)
      expect(linesOf(second, `${part}-000001.jsonl`), part).toEqual(linesOf(first, `${part}-000001.jsonl`))
    expect((await parley('import', first, '--url', realm_url)).output).toContain('was filled from another copy')
  })

  test('an interrupted export continues with the next page, and a changed file is refused', async () => {
    const folder = join(newFolder(), 'copy')
    await parley('export', folder, '--url', url)
    const messages = linesOf(folder, 'messages-000001.jsonl')
    const marker = JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8'))
    // As after an interruption in the list of messages: the last line was not complete.
    const state = { part: 1, bytes: Buffer.byteLength(`${messages[0]}\n`), rows: 1 }
    const { lists: _, ...rest } = marker
    writeFileSync(
      join(folder, 'progress.json'),
      JSON.stringify({ marker: rest, lists: { messages: { state, after: JSON.parse(messages[0]!).id } } }),
    )
    writeFileSync(join(folder, 'messages-000001.jsonl'), `${messages[0]}\n${messages[1]!.slice(0, 20)}`)
    rmSync(join(folder, 'export.json'))
    expect((await parley('export', folder, '--url', url)).status).toBe(0)
    expect(linesOf(folder, 'messages-000001.jsonl')).toEqual(messages)
    expect(readdirSync(folder)).not.toContain('progress.json')

    writeFileSync(join(folder, 'messages-000001.jsonl'), messages.join('\n'))
    const { realm_url } = await newRealm()
    const refused = await parley('import', folder, '--url', realm_url)
    expect([refused.status, refused.output]).toEqual([
      1,
      expect.stringContaining('messages-000001.jsonl is not as it was written'),
    ])
  })

  test('an export of another server fills a realm, and its owner keeps the password', async () => {
    const { realm_url, email, password } = await newRealm()
    const message = { type: 'message', user: 'U1', text: '*Hello* <@U2>', ts: '1546300800.000100' }
    const source = exportFolder({
      'users.json': [
        { id: 'U1', profile: { real_name: 'Ada', email: 'ada@slack.example' } },
        { id: 'U2', is_owner: true, profile: { real_name: 'Ben', email: 'ben@slack.example' } },
      ],
      'channels.json': [{ id: 'C1', name: 'kitchen', members: ['U1', 'U2'] }],
      'kitchen/2019-01-01.json': [message, { type: 'message', user: 'U1', text: 'lost' }],
    })
    const imported = await parley('import', source, '--folder', join(newFolder(), 'copy'), '--url', realm_url)
    expect(imported.output).toContain('messages: 1 read, 1 written, 0 refused')
    expect(imported.output).toContain('left out, the row cannot be read: 1')
    const dump = join(newFolder(), 'dump')
    await parley('export', dump, '--url', realm_url)
    const [row] = linesOf(dump, 'messages-000001.jsonl').map((line) => JSON.parse(line))
    expect(row.rendered_content).toMatch(
      /^<p><strong>Hello<\/strong> <span class="user-mention" data-user-id="12">@Ben<\/span><\/p>$/,
    )
    const users = linesOf(dump, 'tables/users-000001.jsonl').map((line) => JSON.parse(line))
    expect(users.find(({ full_name }) => full_name === 'Ben').role).toBe(200)
    expect(users.find(({ delivery_email }) => delivery_email === email).role).toBe(100)
    expect(password).toMatch(/^\S{16}$/)
  })
})
