import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { problemsWith } from '../../scripts/deploy/answers.ts'
import { configFor } from '../../scripts/deploy/config.ts'
import { newFolder, ROOT } from './dev-process'

const TOML = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
const ANSWERS = {
  name: 'acme-chat',
  host: 'chat.example.com',
  realm: 'acme',
  'owner-email': 'ada@example.com',
  database_id: 'uuid-1',
  vars: {},
}

/** Returns the configuration as wrangler reads it. */
function configOf(changes: object = {}) {
  const file = join(newFolder(), 'wrangler.toml')
  writeFileSync(file, configFor(TOML, { ...ANSWERS, ...changes }))
  return unstable_readConfig({ config: file }, { hideWarnings: true })
}

test('a deployment has its names and its database', () => {
  const config = configOf({ jurisdiction: 'eu', account: 'account-1' })
  expect(config.name).toBe('acme-chat')
  expect(config.account_id).toBe('account-1')
  expect(config.d1_databases).toMatchObject([{ binding: 'DB', database_name: 'acme-chat', database_id: 'uuid-1' }])
  expect(config.r2_buckets).toMatchObject([{ binding: 'FILES', bucket_name: 'acme-chat', jurisdiction: 'eu' }])
})

test('the second bucket for nightly copies is in the jurisdiction of the first', () => {
  expect(configOf({ backups: 'acme-copies', jurisdiction: 'eu' }).r2_buckets).toMatchObject([
    { binding: 'FILES' },
    { binding: 'BACKUPS', bucket_name: 'acme-copies', jurisdiction: 'eu' },
  ])
})

test('a deployment can have several databases', () => {
  const { d1_databases } = configOf({ databases: '3', more_database_ids: ['uuid-2', 'uuid-3'] })
  expect(d1_databases).toMatchObject([
    { binding: 'DB', database_name: 'acme-chat', database_id: 'uuid-1' },
    { binding: 'DB_2', database_name: 'acme-chat-database-2', database_id: 'uuid-2', migrations_dir: 'migrations/d1' },
    { binding: 'DB_3', database_name: 'acme-chat-database-3', database_id: 'uuid-3', migrations_dir: 'migrations/d1' },
  ])
})

test('one realm at a host of its own', () => {
  const { routes, vars } = configOf()
  expect(routes).toEqual([{ pattern: 'chat.example.com', custom_domain: true }])
  expect(vars).toMatchObject({ ROOT_HOST: 'chat.example.com', DEFAULT_REALM: 'acme' })
})

test('each realm at its own host', () => {
  const { routes, vars } = configOf({ host: '*.example.com' })
  expect(routes).toEqual(['*.example.com/*'])
  expect(vars).toMatchObject({ ROOT_HOST: 'example.com', DEFAULT_REALM: '' })
})

test('one realm at workers.dev', () => {
  const { routes, vars } = configOf({ host: 'workers.dev' })
  expect(routes).toBeUndefined()
  expect(vars).toMatchObject({ ROOT_HOST: '', DEFAULT_REALM: '' })
})

test('variables of the deployment replace and extend those of wrangler.toml; a sender of emails binds the email service', () => {
  expect(configOf().send_email).toEqual([])
  const { vars, send_email } = configOf({ vars: { MAIL_FROM: 'chat@"x".example', UPLOAD_QUOTA_MIB: 500 } })
  expect(vars).toMatchObject({ MAIL_FROM: 'chat@"x".example', UPLOAD_QUOTA_MIB: '500', VENDOR_ALIAS: 'zulip' })
  expect(send_email).toMatchObject([{ name: 'EMAIL' }])
})

test.each([
  ['host', 'https://chat.example.com'],
  ['host', 'chat'],
  ['host', 'chat.example.com"\nx = "'],
  ['realm', 'Acme'],
  ['name', 'a b'],
  ['owner-email', 'ada'],
  ['jurisdiction', 'mars'],
  ['location', 'mars'],
  ['backups', 'a b'],
  ['traces', '1.5'],
  ['traces', 'all'],
  ['backups', 'acme-chat'],
  ['databases', '0'],
  ['databases', 'two'],
])('--%s %j is refused', (option, value) => {
  const answers = { ...ANSWERS, 'owner-email': 'ada@example.com' }
  expect(problemsWith(answers)).toEqual([])
  expect(problemsWith({ ...answers, [option]: value })).toEqual([expect.stringContaining(`--${option}`)])
})
