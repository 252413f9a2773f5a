import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { doDueWork } from '../support/alarms'
import { realmWithPhones } from '../support/bouncer/realm-with-phones'
import { advanceClock } from '../support/clock'
import { succeeded, type Json, type Person } from '../support/person'
import { asOperator } from '../support/realm-copies'
import { receivedBy } from '../support/received-events'
import { replays } from '../support/replays'

const HOUR = 3600

const enabled = async (person: Person): Promise<Json> => {
  const { state } = await person.registers({ fetch_event_types: ['realm'] })
  return [state.realm_push_notifications_enabled, state.realm_push_notifications_enabled_end_timestamp]
}

const runHourlyWork = () => worker.scheduled(undefined as never, env)

describe('what the bouncer is given', () => {
  test('a realm is given when its first phone registers, with how many people it has', async () => {
    const { realm, ada, dov, bouncer } = await realmWithPhones(({ dov }) => [dov])
    expect(await enabled(ada)).toEqual([true, null])
    const [{ uuid }] = succeeded(await asOperator(realm, 'GET /parley/copy/tables/realm_uuid')).rows
    expect(bouncer.realms.realms.get(uuid)?.row).toMatchObject({
      uuid,
      host: `${realm.name}.parley.test`,
      url: `https://${realm.name}.parley.test`,
      name: realm.name,
      deactivated: false,
      authentication_methods: { Email: true },
    })
    // Ada, Ben, Cleo, Dov and the guest Ezra; Fig is a bot.
    expect(bouncer.realms.peopleOf(uuid)).toBe(5)
    bouncer.requests.splice(0)
    await doDueWork(realm)
    await ada.sendsDirectly([dov], 'Tea?')
    expect(bouncer.take('server/analytics')).toEqual([])
  })

  test('changes are given with the next hourly upload, and each has one event', async () => {
    const { realm, ada, bouncer } = await realmWithPhones(({ dov }) => [dov])
    const uploaded = async () => {
      await advanceClock(realm, HOUR)
      await doDueWork(realm)
      bouncer.requests.splice(0)
      await runHourlyWork()
      const [{ realms, realmauditlog_rows: rows }] = bouncer.take('server/analytics')
      const { id, name } = realms.find(({ host }: Json) => host.startsWith(`${realm.name}.`))
      const events = rows.filter((row: Json) => row.realm === id)
      return [name, events.map((row: Json) => [row.event_type, row.extra_data[10][11][400]])]
    }
    expect(await uploaded()).toEqual([realm.name, []])
    succeeded(await ada.patch('/realm', { name: 'The cooks' }))
    await realm.newPerson('gwen')
    expect(await uploaded()).toEqual(['The cooks', [[101, 2]]])
    expect(await uploaded()).toEqual(['The cooks', []])
    succeeded(await ada.patch(`/users/${(await realm.newPerson('hana')).id}`, { role: 300 }))
    expect(await uploaded()).toEqual(['The cooks', [[101, 2]]])
  })
})

describe('whether notifications are enabled', () => {
  test('follows the plan, with events, and a message is not sent where the plan has none', async () => {
    const { realm, ada, dov, bouncer, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    for (const name of ['gwen', 'hana', 'ivan', 'jana', 'kofi', 'lena']) await realm.newPerson(name)
    await advanceClock(realm, 2 * HOUR)
    await doDueWork(realm)
    await runHourlyWork()
    await replays([ada, dov], async () => {
      await ada.sendsDirectly([dov], 'Tea?')
      expect(await receivedNotifications()).toEqual([])
    })
    expect(await enabled(ada)).toEqual([false, null])
    const [{ uuid }] = succeeded(await asOperator(realm, 'GET /parley/copy/tables/realm_uuid')).rows
    bouncer.realms.plans.set(uuid, 2_000_000_000)
    await runHourlyWork()
    await advanceClock(realm, 2 * HOUR)
    const [events] = await receivedBy([ada], () => doDueWork(realm))
    expect(events!.able).toEqual([
      { type: 'realm', op: 'update', property: 'push_notifications_enabled', value: true },
      { type: 'realm', op: 'update', property: 'push_notifications_enabled_end_timestamp', value: 2_000_000_000 },
    ])
    await ada.sendsDirectly([dov], 'Cake?')
    expect((await receivedNotifications()).map(({ payload }) => payload.content)).toEqual(['Cake?'])
  })

  test('a bouncer that lost the realm is given it again, and the message arrives', async () => {
    const { ada, dov, bouncer, phones, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    bouncer.realms.realms.clear()
    bouncer.realms.auditLog = []
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await receivedNotifications()).toHaveLength(phones.length)
  })

  test('is what the bouncer answers to notifications and to tests of them, also soon after one that arrived', async () => {
    const { realm, ada, dov, bouncer, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await receivedNotifications()).toHaveLength(1)
    const status = { can_push: false, expected_end_timestamp: null }
    const sent = { android_successfully_sent_count: 1, apple_successfully_sent_count: 0, delete_token_ids: [] }
    bouncer.instead = () => Response.json({ result: 'success', msg: '', ...sent, realm_push_status: status })
    await ada.sendsDirectly([dov], 'Cake?')
    await doDueWork(realm)
    expect(await enabled(ada)).toEqual([false, null])
    bouncer.instead = () => undefined
    const [{ uuid }] = succeeded(await asOperator(realm, 'GET /parley/copy/tables/realm_uuid')).rows
    bouncer.realms.plans.set(uuid, 2_000_000_000)
    succeeded(await dov.post('/mobile_push/e2ee/test_notification'))
    expect(await enabled(ada)).toEqual([true, 2_000_000_000])
    bouncer.realms.plans.delete(uuid)
    bouncer.realms.auditLog = []
    const { code } = await dov.post('/mobile_push/e2ee/test_notification')
    expect([code, await enabled(ada)]).toEqual(['ADMIN_ACTION_REQUIRED', [false, null]])
  })

  test('ends when the last upload is older than two days, until the next one', async () => {
    const { realm, ada, dov, bouncer, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    bouncer.realms.now = () => Date.now() / 1000 + 3 * 24 * HOUR
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await receivedNotifications()).toEqual([])
    expect(await enabled(ada)).toEqual([false, null])
    await runHourlyWork()
    await advanceClock(realm, 2 * HOUR)
    await doDueWork(realm)
    expect(await enabled(ada)).toEqual([true, null])
    await ada.sendsDirectly([dov], 'Cake?')
    expect((await receivedNotifications()).map(({ payload }) => payload.content)).toEqual(['Cake?'])
  })

  test('an upload that says so ends notifications, also soon after one that arrived', async () => {
    const { realm, ada, dov, bouncer, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    const [{ uuid }] = succeeded(await asOperator(realm, 'GET /parley/copy/tables/realm_uuid')).rows
    await advanceClock(realm, 0.9 * HOUR)
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await receivedNotifications()).toHaveLength(1)
    const realms = { [uuid]: { can_push: false, expected_end_timestamp: null } }
    bouncer.instead = (path) =>
      path === 'server/analytics' ? Response.json({ result: 'success', msg: '', realms }) : undefined
    await runHourlyWork()
    expect(await enabled(ada)).toEqual([true, null])
    await advanceClock(realm, 0.2 * HOUR)
    await doDueWork(realm)
    expect(await enabled(ada)).toEqual([false, null])
  })

  test('an upload that is refused ends notifications an hour after the last one that arrived', async () => {
    const { realm, ada, dov, bouncer, receivedNotifications } = await realmWithPhones(({ dov }) => [dov])
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await receivedNotifications()).toHaveLength(1)
    const refuses = (path: string) =>
      path.startsWith('server/') ? Response.json({ result: 'error', msg: '' }, { status: 400 }) : undefined
    bouncer.instead = () => new Response('', { status: 500 })
    const enabledAfter = async (seconds: number) => {
      await runHourlyWork()
      await advanceClock(realm, seconds)
      await doDueWork(realm)
      return (await enabled(ada))[0]
    }
    expect(await enabledAfter(2 * HOUR)).toBe(true)
    bouncer.instead = () => undefined
    await ada.sendsDirectly([dov], 'Cake?')
    expect(await receivedNotifications()).toHaveLength(1)
    await advanceClock(realm, 0.9 * HOUR)
    await ada.sendsDirectly([dov], 'More tea?')
    expect(await receivedNotifications()).toHaveLength(1)
    bouncer.instead = refuses
    expect(await enabledAfter(0.2 * HOUR)).toBe(true)
    expect(await enabledAfter(2 * HOUR)).toBe(false)
    bouncer.instead = () => undefined
    expect(await enabledAfter(2 * HOUR)).toBe(true)
  })
})

describe('POST /parley/push/verification and GET /zulip-services/verify/:access_token/', () => {
  test('the bouncer reads the secret that the operator prepared, for a minute', async () => {
    const { realm, ada, bouncer } = await realmWithPhones(() => [])
    const access_token = crypto
      .getRandomValues(new Uint8Array(32))
      .toBase64({ alphabet: 'base64url', omitPadding: true })
    const notPrepared = {
      code: 'REMOTE_SERVER_VERIFICATION_SECRET_NOT_PREPARED',
      msg: 'Verification secret not prepared',
    }
    expect(await ada.get(`/zulip-services/verify/${access_token}/`)).toMatchObject(notPrepared)
    expect(await ada.post('/parley/push/verification', { access_token, verification_secret: 'x' })).toMatchObject({
      code: 'UNAUTHORIZED',
    })
    bouncer.visit = (url) => realm.request(new URL(url).pathname.replace('/api/v1', ''))
    const ask = async (path: string, form: Record<string, string>): Promise<Json> => {
      const headers = { 'user-agent': 'ZulipServer/11.0' }
      const init = { method: 'POST', headers, body: new URLSearchParams(form) }
      return (await fetch(`https://bouncer.example.net/api/v1/remotes/${path}`, init)).json()
    }
    const { verification_secret } = await ask('server/register/transfer', { hostname: 'parley.test' })
    succeeded(await asOperator(realm, 'POST /parley/push/verification', { access_token, verification_secret }))
    expect(await ask('server/register/verify_challenge', { hostname: 'parley.test', access_token })).toMatchObject({
      result: 'success',
      zulip_org_id: env.PUSH_BOUNCER_ORGANIZATION,
    })
    await advanceClock(realm, 61)
    expect(await ada.get(`/zulip-services/verify/${access_token}/`)).toMatchObject(notPrepared)
  })
})
