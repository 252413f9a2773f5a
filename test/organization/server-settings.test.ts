import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { succeeded, type Json } from '../support/person'
import { emptyRealm, newChannel, TestRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const settingsOf = async (realm: TestRealm): Promise<Json> => (await realm.request('/server_settings')).json()

const setting = (realm: TestRealm, name: string, value: unknown) =>
  executeSql(realm, 'INSERT OR REPLACE INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))

describe('GET /server_settings', () => {
  test('returns the version of the server and the authentication methods, without credentials', async () => {
    const { realm } = await emptyRealm()
    const { zulip_feature_level, zulip_version, zulip_merge_base, ...settings } = await settingsOf(realm)
    expect(settings).toEqual({
      result: 'success',
      msg: '',
      authentication_methods: {
        password: true,
        dev: true, // the tests run a development server
        email: true,
        ldap: false,
        remoteuser: false,
        saml: false,
        'openid connect': false,
        apple: false,
        azuread: false,
        github: false,
        gitlab: false,
        google: false,
      },
      external_authentication_methods: [
        {
          name: 'browser',
          display_name: 'browser',
          display_icon: null,
          login_url: '/accounts/login/social/browser',
          signup_url: '/register',
        },
      ],
      svc_feature_level: 512,
      svc_version: expect.stringMatching(/^\d+\.\d+/),
      svc_merge_base: settings.svc_version,
      push_notifications_enabled: true,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: realm.url,
      realm_url: realm.url,
      realm_name: realm.name,
      realm_icon: expect.stringMatching(/^https:/),
      realm_description: '',
      realm_web_public_access_enabled: false,
    })
    // Clients read these fields with the vendor's spelling.
    expect({ zulip_feature_level, zulip_version, zulip_merge_base }).toEqual({
      zulip_feature_level: settings.svc_feature_level,
      zulip_version: settings.svc_version,
      zulip_merge_base: settings.svc_merge_base,
    })
  })

  test('reports web-public access if spectators are admitted and a web-public channel exists', async () => {
    const { realm, ada } = await emptyRealm()
    const isOn = async () => (await settingsOf(realm)).realm_web_public_access_enabled
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    expect(await isOn()).toBe(false)
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    expect(await isOn()).toBe(true)
    succeeded(await ada.patch('/realm', { enable_spectator_access: false }))
    expect(await isOn()).toBe(false)
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    succeeded(await ada.delete(`/streams/${square.stream_id}`))
    expect(await isOn()).toBe(false)
  })

  test('returns the description as safe HTML', async () => {
    const { realm } = await emptyRealm()
    const cases = [
      ['', ''],
      ['We make *everything*.', '<p>We make <em>everything</em>.</p>'],
      ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
      ['@**Ada** and #**general**', '<p>@<strong>Ada</strong> and #<strong>general</strong></p>'],
    ]
    for (const [description, html] of cases) {
      await setting(realm, 'description', description)
      expect((await settingsOf(realm)).realm_description, description).toBe(html)
    }
  })

  test('does not report web-public access if the only channel is public', async () => {
    const { realm, ada } = await emptyRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    await setting(realm, 'enable_spectator_access', true)
    expect((await settingsOf(realm)).realm_web_public_access_enabled).toBe(false)
    await executeSql(realm, 'UPDATE channels SET is_web_public = 1 WHERE stream_id = ?', plaza.stream_id)
    expect((await settingsOf(realm)).realm_web_public_access_enabled).toBe(true)
    await ada.delete(`/streams/${plaza.stream_id}`)
    expect((await settingsOf(realm)).realm_web_public_access_enabled).toBe(false)
  })

  test('returns no fields of an organization if the host names none', async () => {
    const request = new Request('http://chat.parley.test/api/v1/server_settings')
    const response = await worker.fetch(request as never, { ...env, ROOT_HOST: 'chat.parley.test', DEFAULT_REALM: '' })
    const settings: Json = await response.json()
    expect(settings).toMatchObject({
      result: 'success',
      svc_feature_level: 512,
      authentication_methods: { password: true },
    })
    expect(Object.keys(settings).filter((name) => name.startsWith('realm_'))).toEqual([])
  })

  test('reports clients that are too old as incompatible', async () => {
    const { realm } = await emptyRealm()
    const cases: [agent: string, isOld: boolean][] = [
      ['ZulipMobile/27.230 (Android 13)', false],
      ['ZulipMobile/16.2.96 (Android 13)', false],
      ['ZulipMobile/16.2.95 (Android 13)', true],
      ['ZulipMobile/1.0 (Android)', true],
      ['ZulipMobile/1.0 (iOS 17)', false],
      ['SvcMobile (Android)', true],
      ['ZulipInvalid/5.0', true],
      ['zulip-js/0.1.0', false],
      ['', false],
    ]
    for (const [agent, isOld] of cases) {
      const headers = { 'user-agent': agent }
      const settings: Json = await (await realm.request('/server_settings', { headers })).json()
      expect(settings.is_incompatible, agent).toBe(isOld)
      const compatibilityRequest = new Request(`${realm.url}/compatibility`, { headers })
      const answer: Json = await (await worker.fetch(compatibilityRequest as never, env)).json()
      expect(answer.result, agent).toBe(isOld ? 'error' : 'success')
    }
  })

  test('answers 404 for a realm that does not exist', async () => {
    const response = await new TestRealm('no-such-realm').request('/server_settings')
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 404,
      body: { result: 'error', msg: 'Invalid subdomain', code: 'NONEXISTENT_SUBDOMAIN' },
    })
  })

  test('reports unknown parameters as ignored', async () => {
    const { realm } = await emptyRealm()
    const settings: Json = await (await realm.request('/server_settings?realm=other&x=1')).json()
    expect(settings).toMatchObject({ realm_name: realm.name, ignored_parameters_unsupported: ['realm', 'x'] })
  })

  test('ignores invalid credentials, so that a client with an old key can log in again', async () => {
    const { realm } = await emptyRealm()
    for (const authorization of [`Basic ${btoa(`zoe@example.test:${'k'.repeat(32)}`)}`, 'Basic !', 'Bearer x']) {
      const response = await realm.request('/server_settings', { headers: { authorization } })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ result: 'success', authentication_methods: { password: true } })
    }
  })

  test('returns only our spelling if no vendor is configured', async () => {
    const { realm } = await emptyRealm()
    const request = new Request(`${realm.url}/api/v1/server_settings`)
    const response = await worker.fetch(request as never, { ...env, VENDOR_ALIAS: '' })
    expect(Object.keys(await response.json()).filter((name) => /feature_level/.test(name))).toEqual([
      'svc_feature_level',
    ])
  })
})

describe('GET /health', () => {
  async function checkHealth(more: object): Promise<object> {
    const { realm } = await emptyRealm()
    const response = await worker.fetch(new Request(`${realm.url}/health`) as never, { ...env, ...more })
    return { status: response.status, ...((await response.json()) as object) }
  }
  const databaseWith = (all: () => Promise<object>) => ({ prepare: () => ({ bind: () => ({ all }) }) })
  const databaseThatSays = (message: string) => databaseWith(() => Promise.reject(new Error(message)))

  test('reports that all databases respond, and have all migrations', async () => {
    expect(await checkHealth({})).toEqual({ status: 200, result: 'success', msg: '' })
  })

  const unready: [string, object, string][] = [
    ['does not respond', { DB: databaseThatSays('away') }, 'the database DB does not respond'],
    [
      'was never migrated',
      { DB: databaseThatSays('D1_ERROR: no such table: d1_migrations: SQLITE_ERROR') },
      'the database DB lacks the migration 0001_create_messages.sql',
    ],
    [
      'lacks a migration, of several',
      { DB_2: databaseWith(() => Promise.resolve({ results: [{ name: '0001_create_messages.sql' }] })) },
      'the database DB_2 lacks the migration 0002_create_users.sql',
    ],
    ['is not bound', { DB: undefined }, 'the database DB does not respond'],
  ]
  test.each(unready)('answers 503 and the reason if a database %s', async (_, databases, reason) => {
    expect(await checkHealth(databases)).toEqual({
      status: 503,
      result: 'error',
      code: 'SERVER_NOT_READY',
      msg: `The server is not ready: ${reason}`,
      reason,
    })
  })

  test('answers 503 if the deployment has no database', async () => {
    const { realm } = await emptyRealm()
    const { DB: _, ...without } = env
    const response = await worker.fetch(new Request(`${realm.url}/health`) as never, without as never)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ reason: 'the binding DB is missing' })
  })
})
