import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { succeeded, type Json } from '../support/person'
import { emptyRealm, newChannel, TestRealm } from '../support/realm'
import { writesTo } from '../support/tables'

const settingsOf = async (realm: TestRealm): Promise<Json> => (await realm.request('/server_settings')).json()

const setting = (realm: TestRealm, name: string, value: unknown) =>
  writesTo(realm, 'INSERT OR REPLACE INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))

describe('GET /server_settings', () => {
  test('anybody is told what this server is, and how to log in to it', async () => {
    const { realm } = await emptyRealm()
    const { zulip_feature_level, zulip_version, zulip_merge_base, ...told } = await settingsOf(realm)
    expect(told).toEqual({
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
      external_authentication_methods: [],
      svc_feature_level: 416,
      svc_version: expect.stringMatching(/^\d+\.\d+/),
      svc_merge_base: told.svc_version,
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
    // Clients of this family look for the vendor's spelling of the same.
    expect({ zulip_feature_level, zulip_version, zulip_merge_base }).toEqual({
      zulip_feature_level: told.svc_feature_level,
      zulip_version: told.svc_version,
      zulip_merge_base: told.svc_merge_base,
    })
  })

  test('web-public access is on where spectators may look and a web-public channel is open', async () => {
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

  test('the realm’s description is told as the HTML its Markdown makes, and no other', async () => {
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

  test('public access is told of where it is switched on and there is something to see', async () => {
    const { realm, ada } = await emptyRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    await setting(realm, 'enable_spectator_access', true)
    expect((await settingsOf(realm)).realm_web_public_access_enabled).toBe(false)
    await writesTo(realm, 'UPDATE channels SET is_web_public = 1 WHERE stream_id = ?', plaza.stream_id)
    expect((await settingsOf(realm)).realm_web_public_access_enabled).toBe(true)
    await ada.delete(`/streams/${plaza.stream_id}`)
    expect((await settingsOf(realm)).realm_web_public_access_enabled).toBe(false)
  })

  test('where no organization is named, nothing is said of one', async () => {
    const request = new Request('http://chat.parley.test/api/v1/server_settings')
    const response = await worker.fetch(request as never, { ...env, ROOT_HOST: 'chat.parley.test', DEFAULT_REALM: '' })
    const told: Json = await response.json()
    expect(told).toMatchObject({
      result: 'success',
      svc_feature_level: 416,
      authentication_methods: { password: true },
    })
    expect(Object.keys(told).filter((name) => name.startsWith('realm_'))).toEqual([])
  })

  test('a client is told when it is too old', async () => {
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
      const told: Json = await (await realm.request('/server_settings', { headers })).json()
      expect(told.is_incompatible, agent).toBe(isOld)
      const asked = new Request(`${realm.url}/compatibility`, { headers })
      const answer: Json = await (await worker.fetch(asked as never, env)).json()
      expect(answer.result, agent).toBe(isOld ? 'error' : 'success')
    }
  })

  test('a realm that does not exist has none', async () => {
    const response = await new TestRealm('no-such-realm').request('/server_settings')
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 404,
      body: { result: 'error', msg: 'Invalid subdomain', code: 'NONEXISTENT_SUBDOMAIN' },
    })
  })

  test('nothing is to be sent with it; what is, is ignored and said to be', async () => {
    const { realm } = await emptyRealm()
    const told: Json = await (await realm.request('/server_settings?realm=other&x=1')).json()
    expect(told).toMatchObject({ realm_name: realm.name, ignored_parameters_unsupported: ['realm', 'x'] })
  })

  test('without a vendor’s spelling there is one spelling', async () => {
    const { realm } = await emptyRealm()
    const request = new Request(`${realm.url}/api/v1/server_settings`)
    const response = await worker.fetch(request as never, { ...env, VENDOR_ALIAS: '' })
    expect(Object.keys(await response.json()).filter((name) => /feature_level/.test(name))).toEqual([
      'svc_feature_level',
    ])
  })
})

describe('GET /health', () => {
  test('the server says whether it has what it needs', async () => {
    const { realm } = await emptyRealm()
    const asks = async (more: object) => {
      const response = await worker.fetch(new Request(`${realm.url}/health`) as never, { ...env, ...more })
      return { status: response.status, ...((await response.json()) as object) }
    }
    const away = { prepare: () => ({ bind: () => ({ all: () => Promise.reject(new Error('away')) }) }) }
    expect(await asks({ DB: away })).toMatchObject({ status: 500, code: 'SERVER_NOT_READY' })
    expect(await asks({})).toEqual({ status: 200, result: 'success', msg: '' })
  })
})
