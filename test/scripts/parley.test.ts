import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../scripts/parley/commands.ts'
import { completionFor } from '../../scripts/parley/completion.ts'
import { newFolder, newSharedServer, runs } from './dev-process'

type Person = { email: string; password: string; api_key: string; user_id: number }

let url: string
let people: Person[]
beforeAll(async () => {
  const server = await newSharedServer()
  url = server.url
  people = JSON.parse(readFileSync(join(server.folder, 'dev.json'), 'utf8')).people
  return server.stop
})

const person = (name: string) => people.find(({ email }) => email.startsWith(`${name}@`))!

/** Runs `npm run parley` as a user of the seeded realm, or without a zuliprc. */
async function parley(
  as: Person | undefined,
  args: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
) {
  const zuliprc = join(newFolder(), 'zuliprc')
  if (as) writeFileSync(zuliprc, `[api]\nemail=${as.email}\nkey=${as.api_key}\nsite=${url}\n`, { mode: 0o600 })
  const program = runs(
    ['scripts/parley.ts', ...args],
    { ZULIP_CONFIG: zuliprc, DEPLOYMENT_FOLDER: newFolder(), ...env },
    input,
  )
  const status = await program.ended
  return { status, output: program.output(), json: () => JSON.parse(program.results()) }
}

const asDeployment = { env: { DEPLOYMENT_SECRET: 'development' } }

describe('npm run parley', () => {
  test('logs in with a password from the input, and writes a zuliprc that only its owner can read', async () => {
    const ada = person('ada')
    const file = join(newFolder(), 'zuliprc')
    const args = ['login', ada.email, '--url', url, '--zuliprc', file]
    expect((await parley(undefined, args, { input: 'wrong\n' })).status).toBe(1)
    expect(existsSync(file)).toBe(false)
    const { status, output } = await parley(undefined, args, { input: `${ada.password}\n` })
    expect(status).toBe(0)
    expect(output).toContain('is logged in')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await parley(undefined, ['me', '--json'], { env: { ZULIP_CONFIG: file } })).json().user_id).toBe(
      ada.user_id,
    )
  })

  test('sends a message, and finds it', async () => {
    const sent = await parley(person('ada'), [
      'send',
      'A purple walrus',
      '--channel',
      'general',
      '--topic',
      'animals',
      '--json',
    ])
    const { id } = sent.json()
    const found = await parley(person('ben'), ['search', 'purple', 'walrus', '--channel', 'general', '--json'])
    expect(found.json()).toMatchObject([{ id, content: 'A purple walrus' }])
    expect((await parley(person('ben'), ['search', 'walrus'])).output).toMatch(
      /#general > animals {2}.*: A purple walrus/,
    )
  })

  test('lists users as a table and as JSON', async () => {
    const { output } = await parley(person('ada'), ['users', 'list'])
    expect(output).toMatch(/^ID +NAME +EMAIL +ROLE +STATE\n/)
    expect(output).toContain(person('ben').email)
    const owners = await parley(person('ada'), ['users', 'list', '--role', 'owner', '--json'])
    expect(owners.json().map(({ role }: { role: number }) => role)).toEqual([100])
  })

  test('changes roles and deactivates users, if the user may', async () => {
    const { user_id } = person('dov')
    expect((await parley(person('ada'), ['users', 'role', String(user_id), 'moderator'])).output).toContain(
      'is moderator now',
    )
    const refused = await parley(person('ben'), ['users', 'role', String(person('ada').user_id), 'guest'])
    expect(refused.status).toBe(1)
    expect(refused.output).toContain('PATCH /users/')
    for (const verb of ['deactivate', 'reactivate'])
      expect((await parley(person('ada'), ['users', verb, person('dov').email])).output).toContain(`is ${verb}d`)
  })

  test('creates accounts with a new password, or with one from the input', async () => {
    const create = ['users', 'create', 'fay@example.com', 'Fay Ray', '--role', 'moderator', '--json']
    const dry = await parley(person('ada'), [...create, '--dry-run'])
    expect(dry.output).toBe('POST /users {"email":"fay@example.com","full_name":"Fay Ray","password":"…"}\n')
    const fay = (await parley(person('ada'), create)).json()
    expect(fay).toMatchObject({ email: 'fay@example.com', role: 300 })
    const logIn = (email: string, input: string) =>
      parley(undefined, ['login', email, '--url', url, '--zuliprc', join(newFolder(), 'zuliprc')], { input })
    expect((await logIn(fay.email, `${fay.password}\n`)).status).toBe(0)

    const createWithInput = ['users', 'create', 'gil@example.com', 'Gil Tal', '--ask-password']
    const gil = await parley(person('ada'), createWithInput, { input: 'gil-tandem-plum-42\n' })
    expect(gil.status).toBe(0)
    expect(gil.output).not.toContain('gil-tandem')
    expect((await logIn('gil@example.com', 'gil-tandem-plum-42\n')).status).toBe(0)
  })

  test('creates no account without the right, with a taken address, a weak password or an unknown role', async () => {
    const create = ['users', 'create', 'hal@example.com', 'Hal Hope']
    expect(await parley(person('ben'), create)).toMatchObject({
      status: 1,
      output: expect.stringContaining('POST /users'),
    })
    expect((await parley(person('ada'), ['users', 'create', person('ben').email, 'Ben'])).status).toBe(1)
    expect((await parley(person('ada'), [...create, '--ask-password'], { input: 'hal\n' })).status).toBe(1)
    expect((await parley(person('ada'), [...create, '--ask-password'])).status).toBe(1)
    expect((await parley(person('ada'), [...create, '--role', 'toString'])).status).toBe(2)
    expect((await parley(person('ada'), ['users', 'show', 'hal@example.com'])).status).toBe(1)
  })

  test('an account whose role is refused is there, and its password is printed', async () => {
    const admin = person('cleo')
    await parley(person('ada'), ['users', 'role', admin.email, 'administrator'])
    const rights = ['users', 'rights', admin.email, '--create-users', 'yes', '--url', url]
    expect((await parley(undefined, rights, asDeployment)).status).toBe(0)
    const created = await parley(admin, ['users', 'create', 'ida@example.com', 'Ida Bee', '--role', 'owner', '--json'])
    expect(created.status).toBe(1)
    expect(created.json()).toMatchObject({ password: expect.any(String), role: 400, refused: expect.any(String) })
    await parley(person('ada'), ['users', 'role', admin.email, 'member'])
  })

  test('with --dry-run it prints the request that would change something, without a password', async () => {
    const { output, status } = await parley(person('ada'), [
      'users',
      'deactivate',
      String(person('ben').user_id),
      '--dry-run',
    ])
    expect(status).toBe(0)
    expect(output).toBe(`DELETE /users/${person('ben').user_id} {}\n`)
    expect(
      (await parley(person('ada'), ['users', 'show', String(person('ben').user_id), '--json'])).json().is_active,
    ).toBe(true)
    const create = await parley(
      undefined,
      ['realms', 'create', 'dry', 'a@example.com', '--url', url, '--dry-run'],
      asDeployment,
    )
    expect(create.output).toContain('"owner_password":"…"')
  })

  test('creates, closes and reopens a realm with the secret of the deployment', async () => {
    const create = ['realms', 'create', 'cli-realm', 'zoe@example.com', '--url', url, '--json']
    const without = await parley(undefined, create)
    expect(without.status).toBe(4)
    expect(without.output).toContain('DEPLOYMENT_SECRET')
    expect((await parley(undefined, create, { env: { DEPLOYMENT_SECRET: 'wrong' } })).status).toBe(1)
    const created = (await parley(undefined, create, asDeployment)).json()
    expect(created).toMatchObject({ realm: 'cli-realm', email: 'zoe@example.com' })
    expect((await parley(undefined, create, asDeployment)).output).toContain('REALM_ALREADY_EXISTS')
    expect((await parley(person('ada'), ['realms', 'close'])).output).toContain('is closed')
    expect((await parley(person('ben'), ['me'])).output).toContain('REALM_DEACTIVATED')
    expect((await parley(person('ben'), ['doctor'])).output).toContain('realms reopen')
    expect((await parley(person('ada'), ['realms', 'reopen'])).status).toBe(4)
    expect((await parley(person('ada'), ['realms', 'reopen'], asDeployment)).output).toContain('is open')
    expect((await parley(person('ben'), ['me'])).status).toBe(0)
  })

  test('lists and renames realms', async () => {
    const create = ['realms', 'create', 'cli-listed', 'zoe@example.com', '--url', url, '--json']
    await parley(undefined, create, asDeployment)
    // A new realm is in the list when D1 has its accounts.
    const names = async () => {
      const listed = await parley(undefined, ['realms', 'list', '--url', url, '--json'], asDeployment)
      return listed.json().map(({ name }: { name: string }) => name)
    }
    await expect.poll(names, { timeout: 30_000 }).toEqual(expect.arrayContaining(['cli-listed', 'parley']))
    expect((await parley(undefined, ['realms', 'list', '--url', url], asDeployment)).output).toMatch(/^NAME +ADDRESS/)
    expect((await parley(person('ada'), ['realms', 'list'])).status).toBe(4)
    const before = (await parley(person('ada'), ['realms', 'show', '--json'])).json().realm_name
    expect((await parley(person('ada'), ['realms', 'rename', 'Tandem'])).output).toContain('is called Tandem now')
    expect((await parley(person('ada'), ['realms', 'show', '--json'])).json().realm_name).toBe('Tandem')
    expect((await parley(person('ezra'), ['realms', 'rename', 'Other'])).status).toBe(1)
    await parley(person('ada'), ['realms', 'rename', before])
  })

  test('shows the usage and the cost to an owner', async () => {
    const { json } = await parley(person('ada'), ['usage', '--json'])
    expect(json()).toMatchObject({ people: expect.any(Number), messages: expect.any(Number) })
    expect((await parley(person('ada'), ['usage'])).output).toMatch(/\d+ people, .* channels/)
    expect((await parley(person('ada'), ['cost'])).output).toMatch(/A month costs about \$\d+\.\d\d with WebSockets/)
    expect((await parley(person('ben'), ['usage'])).status).toBe(1)
  })

  test('makes bots, replaces a key, and deactivates and reactivates a bot', async () => {
    const [ada, ezra] = [person('ada'), person('ezra')]
    const { user_id, api_key } = (await parley(ada, ['bots', 'create', 'helper', 'Helper', '--json'])).json()
    const ids = async (as: Person, ...more: string[]) => {
      const listed = await parley(as, ['bots', 'list', '--json', ...more])
      return listed.json().map((bot: { user_id: number }) => bot.user_id)
    }
    expect(await ids(ada)).toContain(user_id)
    expect(await ids(ezra)).not.toContain(user_id)
    expect(await ids(ezra, '--all')).toContain(user_id)
    const bot = { email: 'helper-bot@localhost', password: '', api_key, user_id }
    expect((await parley(ada, ['bots', 'key', String(user_id)])).output).toContain(api_key)
    expect((await parley(ezra, ['bots', 'key', String(user_id)])).status).toBe(1)
    const renewed = (await parley(ada, ['bots', 'renew-key', String(user_id), '--json'])).json()
    expect(renewed.api_key).not.toBe(api_key)
    expect((await parley(bot, ['me'])).status).toBe(1)
    expect((await parley(ada, ['bots', 'renew-key', 'helper'])).status).toBe(2)
    expect((await parley(ezra, ['bots', 'deactivate', String(user_id)])).status).toBe(1)
    expect((await parley(ada, ['bots', 'deactivate', String(user_id)])).output).toContain('is deactivated')
    expect((await parley(ada, ['bots', 'deactivate', String(user_id)])).status).toBe(1)
    expect((await parley(ada, ['bots', 'list'])).output).toMatch(/Helper .* generic +\d+ +deactivated/)
    expect((await parley(ada, ['bots', 'reactivate', String(user_id)])).output).toContain('is reactivated')
  })

  test('makes bots for webhooks', async () => {
    const create = ['bots', 'create', 'hook', 'Hook', '--json', '--type']
    const incoming = await parley(person('ada'), [...create, 'incoming-webhook'])
    const { bot_type } = (
      await parley(person('ada'), ['users', 'show', String(incoming.json().user_id), '--json'])
    ).json()
    expect(bot_type).toBe(2)
    for (const wrong of [['king'], ['outgoing-webhook'], ['generic', '--payload-url', 'https://example.com']])
      expect((await parley(person('ada'), [...create, ...wrong])).status).toBe(2)
    const { output } = await parley(person('ada'), [
      ...create,
      'outgoing-webhook',
      '--payload-url',
      'https://example.com/hook',
      '--dry-run',
    ])
    expect(output).toContain('"bot_type":3,"payload_url":"https://example.com/hook"')
  })

  test('replaces the own key in the zuliprc, and logs a user out', async () => {
    const folder = newFolder()
    const file = join(folder, 'zuliprc')
    const cleo = person('cleo')
    await parley(undefined, ['login', cleo.email, '--url', url, '--zuliprc', file], { input: `${cleo.password}\n` })
    const before = readFileSync(file, 'utf8')
    const { status, output } = await parley(undefined, ['keys', 'renew', '--zuliprc', file])
    expect(status).toBe(0)
    const after = readFileSync(file, 'utf8')
    expect(after).not.toBe(before)
    expect(output).not.toContain(/key=(.*)/.exec(after)![1]!)
    expect((await parley(undefined, ['me', '--zuliprc', file])).status).toBe(0)
    expect((await parley(person('ada'), ['users', 'logout', cleo.email])).output).toContain('is logged out')
  })

  test('doctor checks the deployment with its secret', async () => {
    const { output } = await parley(person('ada'), ['doctor'], asDeployment)
    expect(output).toContain('ok       the secret of the deployment is right')
    expect(output).toContain('ok       the database has all migrations')
    expect(output).toContain('ok       all organizations start')
    expect(output).toContain('ok       queues can be in gateways')
    expect(output).toContain('ok       the bucket for files answers')
    expect(output).toContain('ok       requests are limited')
    const wrong = await parley(person('ada'), ['doctor'], { env: { DEPLOYMENT_SECRET: 'wrong' } })
    expect(wrong.status).toBe(1)
    expect(wrong.output).toContain('PROBLEM  the secret of the deployment is right')
  })

  test('lists the nightly copies, which a development server does not make', async () => {
    const { output } = await parley(undefined, ['backups', 'list', '--url', url], asDeployment)
    expect(output).toContain('makes no nightly copies')
  })

  test('grants rights beyond the role', async () => {
    const grant = ['users', 'rights', person('ben').email, '--url', url]
    const { output } = await parley(undefined, [...grant, '--create-users', 'yes'], asDeployment)
    expect(output).toMatch(/may create accounts: +yes/)
    expect((await parley(undefined, [...grant, '--create-users', 'maybe'], asDeployment)).status).toBe(2)
  })

  test('creates an export, and downloads it', async () => {
    const file = join(newFolder(), 'export.tar')
    const { status, json } = await parley(person('ada'), ['exports', 'create', file, '--json'])
    expect(status).toBe(0)
    const { id, bytes } = json()
    expect(statSync(file).size).toBe(bytes)
    expect(execFileSync('tar', ['-tf', file], { encoding: 'utf8' })).toContain('.json')
    expect((await parley(person('ada'), ['exports', 'list'])).output).toMatch(new RegExp(`^${id} .*ready`, 'm'))
    expect((await parley(person('ada'), ['exports', 'delete', String(id)])).status).toBe(0)
  })

  test('api sends any request', async () => {
    const { json } = await parley(person('ada'), ['api', 'GET', 'streams', 'include_public=true'])
    expect(json().streams.length).toBeGreaterThan(1)
    const status = ['api', 'POST', 'users/me/status', '--input']
    const sent = await parley(person('ben'), [...status, 'emoji_name=tada'], { input: '{"status_text":"A secret"}' })
    expect(sent.status).toBe(0)
    const changed = await parley(person('ben'), ['api', 'GET', `users/${person('ben').user_id}/status`])
    expect(changed.json().status).toMatchObject({ status_text: 'A secret', emoji_name: 'tada' })
    const wrong = await parley(person('ben'), status, { input: '"A secret"' })
    expect(wrong).toMatchObject({ status: 2, output: 'The input is no JSON object.\n' })
  })

  test('doctor finds nothing wrong with the seeded realm, and says what is wrong elsewhere', async () => {
    const { output, status } = await parley(person('ada'), ['doctor'])
    expect(output).toContain('ok       the database accepts all rows')
    expect(output).toContain('ok       the databases are ready')
    expect(output).toMatch(/SKIPPED {2}migrations, .*: set DEPLOYMENT_SECRET/)
    expect(status).toBe(4)
    expect((await parley(person('ada'), ['doctor'], asDeployment)).status).toBe(0)
    const wrongKey = await parley({ ...person('ada'), api_key: 'x'.repeat(32) }, ['doctor'])
    expect(wrongKey.status).toBe(1)
    expect(wrongKey.output).toMatch(/PROBLEM {2}ada@.* can log in: /)
    const silent = await parley(undefined, ['doctor', '--url', 'http://127.0.0.1:9', '--json'])
    expect(silent.json()).toMatchObject([{ ok: false }])
  })

  test('without a login, with a wrong command or a wrong option it says what to do', async () => {
    // Before the work: an import would convert the whole export first.
    for (const args of [
      ['import', join(newFolder(), 'export.zip')],
      ['backup', newFolder()],
    ])
      expect(await parley(undefined, args, asDeployment)).toMatchObject({
        status: 4,
        output: 'Give the address of the realm with --url, or log in.\n',
      })
    const stranger = await parley(undefined, ['me', '--url', url])
    expect(stranger).toMatchObject({ status: 4, output: expect.stringContaining('npm run parley -- login') })
    for (const args of [
      ['nonsense'],
      ['users', 'role', 'ada'],
      ['me', '--nonsense'],
      ['users', 'list', '--role', 'king'],
      ['send', 'x'],
    ])
      expect((await parley(person('ada'), args)).status).toBe(2)
    expect(
      (
        await parley(undefined, ['me', '--url', 'http://127.0.0.1:9'], {
          env: { ZULIP_EMAIL: 'x', ZULIP_API_KEY: 'y' },
        })
      ).output,
    ).toContain('The server did not answer')
  })

  test('every command has help, which names its options', async () => {
    const { output } = await parley(undefined, [])
    for (const { name, summary } of commands) {
      expect(output).toContain(name)
      expect(output).toContain(summary)
    }
    expect((await parley(undefined, ['realms', 'create', '--help'])).output).toContain('--jurisdiction')
  })

  test('the completion for bash offers words of commands, and then options', () => {
    const offers = (typed: string) => {
      const words = ['parley', ...typed.split(' ')]
      const script = `${completionFor('bash', commands, ['json'])}
        COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _parley; echo "\${COMPREPLY[@]}"`
      return execFileSync('bash', ['-c', script], { encoding: 'utf8', env: process.env }).trim()
    }
    expect(offers('use')).toBe('users')
    expect(offers('users de')).toBe('deactivate')
    expect(offers('realms create --ju')).toBe('--jurisdiction')
    expect(offers('realms create acme zoe@example.com --jurisdiction eu --j')).toBe('--jurisdiction --json')
    expect(offers('export').split(' ').sort()).toEqual(['export', 'exports'])
    expect(offers('completion f')).toBe('fish')
  })
})
