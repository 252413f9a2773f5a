import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newFolder, ROOT, runs } from './dev-process'

const NEW_ACCOUNT = { accounts: [{ id: 'account-1', name: 'Acme' }], databases: [], buckets: [] }
const OPTIONS = ['--host', 'workers.dev', '--owner-email', 'ada@example.com']
const CHANGING = /^(d1 create|d1 migrations|r2 bucket create|deploy(?! --dry-run))/

/** A server at which a realm can be created with this secret. */
async function newServer(secretOf: () => string) {
  const realms: URLSearchParams[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = new URLSearchParams((await request.toArray()).join(''))
    const isCreation = request.url === '/api/v1/realms'
    if (isCreation && request.headers.authorization === `Bearer ${secretOf()}`) {
      realms.push(body)
      response.end(JSON.stringify({ result: 'success', realm: body.get('name'), email: body.get('owner_email') }))
    } else if (isCreation) response.end(JSON.stringify({ result: 'error', code: 'UNAUTHORIZED', msg: 'Wrong secret' }))
    else if (realms.length > 0) response.end(JSON.stringify({ result: 'success' }))
    else response.end(JSON.stringify({ result: 'error', code: 'NONEXISTENT_SUBDOMAIN', msg: 'No realm' }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return { realms, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

/** An account at the stand-in for wrangler, and a folder for the files of the deployment. */
async function newOperator(account: object = NEW_ACCOUNT) {
  const folder = newFolder()
  const [accountFile, calls] = [join(folder, 'account.json'), join(folder, 'calls')]
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(ROOT, 'test/scripts/wrangler-stand-in.mjs'), join(folder, 'bin/wrangler'))
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const server = await newServer(() => read(accountFile).secrets.DEPLOYMENT_SECRET)
  const change = (changes: object, before = account) =>
    writeFileSync(accountFile, JSON.stringify({ ...before, ...changes }))
  change({ url: server.url })
  const environment = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    STAND_IN_ACCOUNT: accountFile,
    STAND_IN_CALLS: calls,
    DEPLOYMENT_FOLDER: folder,
    DEPLOYMENT_SECONDS_TO_WAIT: '0',
  }
  return {
    server,
    async doctor() {
      const program = runs(['scripts/parley.ts', 'doctor'], { ...environment, HOME: folder })
      return { status: await program.ended, output: program.output() }
    },
    account: () => read(accountFile),
    changeAccount: (changes: object) => change(changes, read(accountFile)),
    answersFile: join(folder, 'deployment.json'),
    secretsFile: join(folder, 'deployment.secrets.json'),
    async deploy(args: string[] = [], env: Record<string, string> = {}) {
      writeFileSync(calls, '')
      const program = runs(['scripts/deploy.ts', ...args], { ...environment, ...env })
      const status = await program.ended
      const commands = readFileSync(calls, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
      return { status, output: program.output(), changes: commands.filter((line) => CHANGING.test(line)) }
    },
  }
}

describe('npm run deploy', () => {
  test('creates the database, the bucket, the secret, the Worker and the realm, and prints the login of the owner', async () => {
    const operator = await newOperator()
    const { status, output, changes } = await operator.deploy([...OPTIONS, '--jurisdiction', 'eu'])
    expect(output).toContain('Password')
    expect(status).toBe(0)
    expect(changes).toEqual([
      'd1 create parley --jurisdiction eu',
      'r2 bucket create parley --jurisdiction eu',
      'd1 migrations apply DB --remote --config wrangler.deployment.toml',
      expect.stringMatching(
        /^deploy --config wrangler\.deployment\.toml --var BUNDLE_SHA256:[\da-f]{64} --secrets-file /,
      ),
    ])
    const { config, secrets } = operator.account()
    expect(config).toContain('database_id = "uuid-of-parley"')
    expect(config).toContain('account_id = "account-1"')
    expect(secrets.DEPLOYMENT_SECRET).toHaveLength(43)
    expect(secrets.ENCRYPTION_SECRET).toHaveLength(43)
    expect(secrets.WEB_PUSH_KEYS).toMatch(/^[\w-]{87}\.[\w-]{43}$/)
    expect(output).not.toContain(secrets.DEPLOYMENT_SECRET)
    const [realm] = operator.server.realms
    expect(realm?.get('name')).toBe('parley')
    expect(realm?.get('jurisdiction')).toBe('eu')
    expect(output).toContain(`Password  ${realm?.get('owner_password')}`)
  })

  test('keeps the answers and the secret in files, which only their owner can read', async () => {
    const operator = await newOperator()
    await operator.deploy(OPTIONS)
    expect(JSON.parse(readFileSync(operator.secretsFile, 'utf8'))).toEqual(operator.account().secrets)
    expect(statSync(operator.secretsFile).mode & 0o077).toBe(0)
    expect(JSON.parse(readFileSync(operator.answersFile, 'utf8'))).toMatchObject({
      host: 'workers.dev',
      realm: 'parley',
      database_id: 'uuid-of-parley',
    })
    expect(existsSync(join(ROOT, 'wrangler.deployment.toml'))).toBe(false)
  })

  test('updates an existing deployment without options: new migrations first, no secret and no realm again', async () => {
    const operator = await newOperator()
    await operator.deploy(OPTIONS)
    const { secrets, variable } = operator.account()
    const { status, changes } = await operator.deploy()
    expect(status).toBe(0)
    expect(changes).toEqual([
      'd1 migrations apply DB --remote --config wrangler.deployment.toml',
      expect.stringMatching(/^deploy --config wrangler\.deployment\.toml --var BUNDLE_SHA256:[\da-f]{64}$/),
    ])
    expect(operator.account().secrets).toEqual(secrets)
    expect(operator.server.realms).toHaveLength(1)
    // The same build has the same hash.
    expect(operator.account().variable).toBe(variable)
    operator.changeAccount({ code: 'other code' })
    await operator.deploy()
    expect(operator.account().variable).not.toBe(variable)
  })

  test('never replaces the lost bucket or database of a deployment that exists, and says what to do', async () => {
    const operator = await newOperator()
    await operator.deploy(OPTIONS)
    const { buckets, databases } = operator.account()
    operator.changeAccount({ buckets: [] })
    const withoutBucket = await operator.deploy()
    expect(withoutBucket.status).toBe(1)
    expect(withoutBucket.output).toContain('the account does not have the bucket parley, which has its files')
    expect(withoutBucket.output).toContain('npx wrangler r2 bucket create parley')
    expect(withoutBucket.changes).toEqual([])
    const { database_id: _, ...answers } = JSON.parse(readFileSync(operator.answersFile, 'utf8'))
    writeFileSync(operator.answersFile, JSON.stringify(answers))
    operator.changeAccount({ buckets, databases: [] })
    const withoutDatabase = await operator.deploy()
    expect(withoutDatabase.output).toContain('the account does not have the database parley')
    expect(withoutDatabase.changes).toEqual([])
    operator.changeAccount({ databases })
    expect((await operator.deploy()).status).toBe(0)
  })

  test('creates a second bucket for nightly copies, also for a deployment that exists', async () => {
    const operator = await newOperator()
    await operator.deploy(OPTIONS)
    expect(operator.account().config).not.toContain('BACKUPS')
    const { changes } = await operator.deploy(['--backups', 'parley-copies'])
    expect(changes).toContain('r2 bucket create parley-copies')
    expect(operator.account().config).toContain('binding = "BACKUPS"')
    expect((await operator.deploy()).changes.filter((line) => line.includes('create'))).toEqual([])
    expect(operator.account().config).toContain('bucket_name = "parley-copies"')
  })

  test('with --databases it creates more databases, gives them their tables, and then binds them', async () => {
    const operator = await newOperator()
    await operator.deploy([...OPTIONS, '--location', 'weur'])
    const planned = await operator.deploy(['--databases', '3', '--dry-run'])
    expect(planned.output).toMatch(
      /1\. Create the database parley-database-2 .*\n2\. Create the database parley-database-3/,
    )
    expect(planned.changes).toEqual([])
    const { status, changes } = await operator.deploy(['--databases', '2'])
    expect(status).toBe(0)
    expect(changes).toEqual([
      'd1 create parley-database-2 --location weur',
      'd1 migrations apply DB --remote --config wrangler.deployment.toml',
      'd1 migrations apply DB_2 --remote --config wrangler.deployment.toml',
      expect.stringMatching(/^deploy --config wrangler\.deployment\.toml --var BUNDLE_SHA256:[\da-f]{64}$/),
    ])
    const { migrated, config } = operator.account()
    for (const text of [migrated.config, config]) {
      expect(text).toMatch(/binding = "DB"\ndatabase_name = "parley"\n.*\ndatabase_id = "uuid-of-parley"/)
      expect(text).toContain(
        'binding = "DB_2"\ndatabase_name = "parley-database-2"\ndatabase_id = "uuid-of-parley-database-2"',
      )
    }
    expect((await operator.deploy()).changes).toHaveLength(3)
    expect((await operator.deploy(['--databases', '1'])).output).toContain('--databases cannot be less than 2')
  })

  test('continues with the databases that it created before a step failed', async () => {
    const operator = await newOperator()
    await operator.deploy(OPTIONS)
    operator.changeAccount({ refusesMigrations: true })
    expect((await operator.deploy(['--databases', '2'])).status).toBe(1)
    operator.changeAccount({ refusesMigrations: false })
    const { status, changes } = await operator.deploy()
    expect(status).toBe(0)
    expect(changes.filter((line) => line.includes('create'))).toEqual([])
    expect(operator.account().config).toContain('binding = "DB_2"')
  })

  test('doctor says when all databases are nearly full, and how to add one', async () => {
    const operator = await newOperator()
    await operator.deploy(OPTIONS)
    const size = (gigabytes: number) =>
      operator.changeAccount({ databases: [{ ...operator.account().databases[0], gigabytes }] })
    size(6)
    expect((await operator.doctor()).output).toContain('ok       a database has room')
    size(7)
    const { status, output } = await operator.doctor()
    expect(status).toBe(1)
    expect(output).toContain('parley has 7.0 GB, of 8. Run: npm run deploy -- --databases 2')
  })

  test('with --dry-run it prints the steps, and changes nothing', async () => {
    const operator = await newOperator()
    const { status, output, changes } = await operator.deploy([...OPTIONS, '--dry-run'])
    expect(status).toBe(0)
    expect(output).toMatch(
      /1\. Create the database parley\n2\. Create the bucket parley .*\n3\. .*\n4\. Deploy the Worker/,
    )
    expect(changes).toEqual([])
    for (const file of [operator.answersFile, operator.secretsFile]) expect(existsSync(file)).toBe(false)
  })

  test('continues after a step that failed, with the database that it created', async () => {
    const operator = await newOperator()
    operator.changeAccount({ refusesMigrations: true })
    const failed = await operator.deploy(OPTIONS)
    expect(failed.status).toBe(1)
    expect(failed.output).toContain('no such table: x')
    operator.changeAccount({ refusesMigrations: false })
    const { status, changes } = await operator.deploy()
    expect(status).toBe(0)
    expect(changes.filter((line) => line.includes('create'))).toEqual([])
  })

  test('never replaces the secret of a Worker; to create a realm it needs the value', async () => {
    const secrets = {
      DEPLOYMENT_SECRET: 'an old secret',
      ENCRYPTION_SECRET: 'another old secret',
      WEB_PUSH_KEYS: 'old keys',
    }
    const parts = { databases: [{ uuid: 'uuid-of-parley', name: 'parley' }], buckets: ['parley'] }
    const operator = await newOperator({ ...NEW_ACCOUNT, ...parts, secrets })
    const { status, output } = await operator.deploy(OPTIONS)
    expect(status).toBe(1)
    expect(output).toContain('Set it in the environment')
    expect(operator.account().secrets).toEqual(secrets)
    expect((await operator.deploy([], secrets)).status).toBe(0)
    expect(operator.server.realms).toHaveLength(1)
    expect(operator.account().secrets).toEqual(secrets)
  })

  test('says what to do without a login, with several accounts, without options, and while the host does not answer', async () => {
    const stranger = await newOperator({ databases: [], buckets: [] })
    expect((await stranger.deploy(OPTIONS)).output).toContain('npx wrangler login')
    const two = [...NEW_ACCOUNT.accounts, { id: 'account-2', name: 'Other' }]
    const several = await newOperator({ ...NEW_ACCOUNT, accounts: two })
    expect((await several.deploy(OPTIONS)).output).toContain('  account-2  Other')
    expect((await several.deploy([...OPTIONS, '--account', 'account-2'])).status).toBe(0)
    const silent = await newOperator()
    expect((await silent.deploy([])).output).toContain('These options are missing: --host, --realm, --owner-email')
    const route = ['--host', '*.parley.invalid', '--realm', 'acme', '--owner-email', 'ada@example.com']
    const { status, output } = await silent.deploy(route)
    expect(status).toBe(1)
    expect(output).toContain('Add a proxied DNS record for *.parley.invalid')
  })

  test('refuses to move the data of an existing deployment', async () => {
    const operator = await newOperator()
    await operator.deploy(OPTIONS)
    const { status, output, changes } = await operator.deploy(['--jurisdiction', 'eu'])
    expect(status).toBe(1)
    expect(output).toContain('--jurisdiction cannot be changed')
    expect(changes).toEqual([])
    operator.changeAccount({ databases: [{ name: 'parley', uuid: 'another' }] })
    expect((await operator.deploy()).output).toContain('but the account has another')
  })
})
