import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { doDueWork, runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { captureConsole, evict, inStorage, until } from '../support/faults'
import { succeeded, type Json } from '../support/person'
import { emptyRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { asOperator } from '../support/realm-copies'

describe('GET /parley/realms', () => {
  test('lists the realms of the deployment by name, for the holder of its secret', async () => {
    const { realm, ada } = await emptyRealm()
    const { realm: other } = await emptyRealm()
    for (const each of [realm, other]) await doDueWork(each)
    expect(await ada.get('/parley/realms')).toMatchObject({ result: 'error' })
    const names: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const page: Json = succeeded(await asOperator(realm, 'GET /parley/realms', { after }))
      names.push(...page.realms.map(({ name }: Json) => name))
      after = page.next
    }
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(names).toEqual(expect.arrayContaining([realm.name, other.name]))
    const { realms } = succeeded(await asOperator(realm, 'GET /parley/realms', { after: realm.name.slice(0, -1) }))
    const found = realms.find(({ name }: Json) => name === realm.name)
    expect(found).toMatchObject({ name: realm.name, url: realm.url })
  })
})

describe('GET /parley/deployment', () => {
  test('returns how the deployment is configured, and no secret', async () => {
    const { realm, ada } = await emptyRealm()
    expect(await ada.get('/parley/deployment')).toMatchObject({ result: 'error' })
    const found = succeeded(await asOperator(realm, 'GET /parley/deployment'))
    expect(found).toMatchObject({
      has_files: true,
      missing_secrets: [],
      unlimited: [],
      call_problems: [],
      upload_fill: 0,
    })
    expect(found.migrations).toContain('0001_create_messages.sql')
    expect(found.has_gateways).toBe(true)
    expect(found.emails).toMatchObject({ gateway: 'in.parley.test' })
    expect(JSON.stringify(found)).not.toContain('deployment secret')
  })

  test('names realms that cannot start, until they have started again', async () => {
    captureConsole('error')
    const { realm } = await emptyRealm()
    const { realm: broken, ada: owner } = await emptyRealm()
    await inStorage(broken, ({ storage }) =>
      storage.sql.exec("INSERT INTO migrations (owner, step, sql) VALUES ('later/concept', 1, 'SELECT 1')"),
    )
    await evict(broken)
    expect(await owner.get('/users/me')).toMatchObject({ code: 'REALM_CANNOT_START' })
    const failed = async (): Promise<Json> => {
      const { failed_starts } = succeeded(await asOperator(realm, 'GET /parley/deployment'))
      return failed_starts.find((start: Json) => start.realm === broken.name)
    }
    await until(async () => (await failed()) !== undefined)
    expect((await failed()).reason).toMatch(
      /^A newer release of Parley .* step 1 of later\/concept is not listed here\./,
    )
    const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` }
    const metrics = await worker.fetch(new Request(`${realm.url}/metrics`, { headers }) as never, env)
    expect(await metrics.text()).toMatch(/^parley_realms_that_cannot_start [1-9]/m)

    await inStorage(broken, ({ storage }) => storage.sql.exec("DELETE FROM migrations WHERE owner = 'later/concept'"))
    await evict(broken)
    succeeded(await owner.get('/users/me'))
    await advanceClock(broken, 5)
    await runAlarm(broken)
    expect(await failed()).toBeUndefined()
  })

  test('says when the hourly work last ran', async () => {
    const { realm } = await emptyRealm()
    await worker.scheduled({} as never, env)
    const { hourly_work_at } = succeeded(await asOperator(realm, 'GET /parley/deployment'))
    expect(Date.now() / 1000 - hourly_work_at).toBeLessThan(60)
  })

  test('says how full the event log, the realm and the uploads are', async () => {
    const { realm, ada } = await realmWithVariables({ EVENT_LOG_MIB: '0.01' })
    const fillOf = async () => succeeded(await asOperator(realm, 'GET /parley/deployment'))
    // No client listens, so due work deletes all events: before the first look, not between the two.
    await doDueWork(realm)
    const before = await fillOf()
    expect(before.event_log_fill).toBe(0)
    expect(before.realm_fill).toBeGreaterThan(0)
    for (let index = 0; index < 3; index++)
      succeeded(await ada.patch('/realm', { description: String(index).repeat(900) }))
    const { event_log_fill, realm_fill } = await fillOf()
    // Each event has the description.
    expect(event_log_fill).toBeGreaterThan((3 * 900) / (0.01 * 2 ** 20))
    expect(realm_fill).toBeGreaterThanOrEqual(before.realm_fill)
  })

  test('names what is missing', async () => {
    const variables = { ENCRYPTION_SECRET: 'short', WEB_PUSH_KEYS: '', DEVELOPMENT: '', RATE_LIMIT_AUTHENTICATION: '' }
    const { realm } = await realmWithVariables({ ...variables, CALL_TURN_SECRET: 'secret' })
    const found = succeeded(await asOperator(realm, 'GET /parley/deployment'))
    expect(found.missing_secrets).toEqual(['ENCRYPTION_SECRET', 'WEB_PUSH_KEYS'])
    expect(found.unlimited).toContain('RATE_LIMIT_AUTHENTICATION')
    expect(found.call_problems).toEqual(['CALL_TURN_SECRET needs CALL_TURN_URLS.'])
  })
})
