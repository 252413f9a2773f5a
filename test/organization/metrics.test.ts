import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import worker from '../../src/worker'
import { runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { severalDatabases } from '../support/databases'
import { captureConsole, evict, instanceOf } from '../support/faults'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'

const TOKEN = env.METRICS_TOKEN
const SAVED_AFTER_SECONDS = 300

async function getMetrics(
  authorization: string | undefined = `Bearer ${TOKEN}`,
  METRICS_TOKEN = TOKEN,
): Promise<Response> {
  const headers = authorization === '' ? undefined : { authorization }
  const request = new Request('http://parley.test/metrics?after=', { headers })
  return worker.fetch(request as never, { ...env, METRICS_TOKEN })
}

/** Returns the figures of a realm, by name. */
async function metricsOf({ name }: TestRealm): Promise<Record<string, number>> {
  const request = new Request(`http://parley.test/metrics?after=${name.slice(0, -1)}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const response = await worker.fetch(request as never, { ...env, METRICS_TOKEN: TOKEN })
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter((line) => line.includes(`{realm="${name}"}`))
  return Object.fromEntries(lines.map((line) => [line.split('{')[0]!, Number(line.split(' ')[1])]))
}

/** Returns a realm that answered a request and saved its figures. */
async function realmThatSaved(): Promise<Cast> {
  const cast = await freshRealm()
  await cast.dov.get('/users/me')
  await runAlarm(cast.realm)
  return cast
}

describe('GET /metrics', () => {
  test('has what a realm did, after its alarm saved it', async () => {
    const { realm, dov, general } = await realmThatSaved()
    const before = await metricsOf(realm)
    expect(before.parley_requests_total).toBeGreaterThan(0)
    await dov.sends(general, 'lunch', 'Pizza?')
    await dov.get('/streams/999999/members')
    await advanceClock(realm, SAVED_AFTER_SECONDS)
    await runAlarm(realm)
    const after = await metricsOf(realm)
    expect(after.parley_requests_total).toBe(before.parley_requests_total! + 2)
    expect(after.parley_refusals_total).toBe(before.parley_refusals_total! + 1)
    expect(after.parley_messages_total).toBe(before.parley_messages_total! + 1)
    expect(after.parley_rows_written_total).toBeGreaterThan(before.parley_rows_written_total!)
    expect(after.parley_response_seconds_count).toBeGreaterThan(before.parley_response_seconds_count!)
  })

  test('its first page has the size of each database, and whether it responds', async () => {
    const databases = await severalDatabases(2)
    databases.fill('DB')
    const lines = (await (await getMetrics()).text()).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'parley_database_bytes{database="DB"} 9000000000',
        'parley_database_bytes{database="DB_2"} 0',
        'parley_database_limit_bytes{database="DB_2"} 8000000000',
        'parley_database_up{database="DB_2"} 1',
      ]),
    )
  })

  test('a realm saves at most once in five minutes', async () => {
    const { realm, dov } = await realmThatSaved()
    const before = await metricsOf(realm)
    await dov.get('/users/me')
    await advanceClock(realm, SAVED_AFTER_SECONDS - 60)
    await runAlarm(realm)
    expect(await metricsOf(realm)).toEqual(before)
  })

  test('counts on after the object was evicted', async () => {
    const { realm, dov } = await realmThatSaved()
    const before = await metricsOf(realm)
    await evict(realm)
    await dov.get('/users/me')
    await runAlarm(realm)
    expect((await metricsOf(realm)).parley_requests_total).toBe(before.parley_requests_total! + 1)
  })

  test('while D1 is unavailable, nothing is lost', async () => {
    captureConsole('warn')
    const { realm, dov } = await freshRealm()
    await dov.get('/users/me')
    const d1 = vi.spyOn(env.DB, 'prepare').mockImplementation(() => {
      throw new Error('D1 is away')
    })
    onTestFinished(() => d1.mockRestore())
    await runAlarm(realm)
    d1.mockRestore()
    expect(await metricsOf(realm)).toEqual({})
    await dov.get('/users/me')
    await advanceClock(realm, SAVED_AFTER_SECONDS)
    await runAlarm(realm)
    expect((await metricsOf(realm)).parley_requests_total).toBe(2)
  })

  test('wakes no realm', async () => {
    const { realm } = await realmThatSaved()
    const instance = await instanceOf(realm)
    await metricsOf(realm)
    expect(await instanceOf(realm)).toBe(instance)
  })

  test('needs the token of this deployment, and is closed without one', async () => {
    expect((await getMetrics()).status).toBe(200)
    for (const authorization of ['', 'Bearer another', `Basic ${TOKEN}`, `Bearer ${env.DEPLOYMENT_SECRET}`, 'Bearer '])
      expect(await getMetrics(authorization)).toMatchObject({ status: 401 })
    expect((await getMetrics('Bearer ', '')).status).toBe(401)
  })
})
