import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import worker from '../../src/worker'
import { PointInTime } from '../../src/store/point-in-time'
import { doDueWork, preventAlarms } from '../support/alarms'
import { OWNERS_ONLY, refusal } from '../support/answers'
import { Browser } from '../support/browser'
import { advanceClock } from '../support/clock'
import { severalDatabases } from '../support/databases'
import { captureConsole, evict, inStorage } from '../support/faults'
import { storedKeys } from '../support/files'
import { livelyRealm } from '../support/lively-realm'
import { succeeded, type Json } from '../support/person'
import { asOperator } from '../support/realm-copies'
import type { TestRealm } from '../support/realm'

const DAY = 24 * 3600

/** A word that occurs in this realm only: all realms share the search index. */
const wordOf = ({ name }: TestRealm) => `quokka${name.replaceAll(/\D/g, '')}`

/** Returns the tables of D1 that have rows of the realm, with their numbers. */
async function rowsInD1(realm: TestRealm, databases = [env.DB, env.DB_2!]): Promise<Json> {
  const counts: Json = {}
  for (const database of databases)
    for (const [table, n] of Object.entries(await rowsIn(database, realm))) counts[table] = (counts[table] ?? 0) + n
  return counts
}

async function rowsIn(database: D1Database, { name }: TestRealm): Promise<Json> {
  const { results } = await database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%realm_id TEXT%'`)
    .all<{ name: string }>()
  const counts: Json = {}
  for (const table of results) {
    const query = `SELECT count(*) AS n FROM ${table.name} WHERE realm_id = ?`
    const { n } = (await database.prepare(query).bind(name).first<{ n: number }>())!
    if (n > 0) counts[table.name] = n
  }
  return counts
}

/** Returns how many messages of all realms the search index has with a word. */
async function indexed(word: string): Promise<number> {
  const query = 'SELECT rowid FROM messages_words WHERE messages_words MATCH ?'
  const found = await Promise.all([env.DB, env.DB_2!].map((database) => database.prepare(query).bind(word).all()))
  return found.flatMap(({ results }) => results).length
}

const ownTables = (realm: TestRealm): Promise<string[]> =>
  inStorage(realm, ({ storage }) =>
    storage.sql
      .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`)
      .toArray()
      .map(({ name }) => name),
  )

/** Returns a realm with texts in two databases. */
async function closedRealm() {
  captureConsole('warn')
  const databases = await severalDatabases(2)
  const restarts = vi.spyOn(PointInTime.prototype, 'restartSoon').mockImplementation(() => undefined)
  onTestFinished(() => restarts.mockRestore())
  const cast = await livelyRealm()
  const { realm, ada, dov, general } = cast
  await preventAlarms(realm)
  for (const nth of [1, 2]) {
    const { id } = await dov.sends(general, 'lunch', wordOf(realm))
    databases.continueIn('DB_2')
    await doDueWork(realm)
    succeeded(await dov.patch(`/messages/${id}`, { content: `${wordOf(realm)} again ${nth}` }))
    await doDueWork(realm)
  }
  for (const database of [env.DB, env.DB_2!])
    expect(await rowsInD1(realm, [database])).toMatchObject({
      messages: expect.anything(),
      replaced_bodies: expect.anything(),
    })
  const browser = await new Browser(realm.url).logIn(ada)
  return { ...cast, browser, restarts }
}

describe('POST /parley/erasure', () => {
  test('closes the organization at once, and 30 days later nothing of it is in SQLite, D1 and R2', async () => {
    const { realm, ada, browser, restarts } = await closedRealm()
    const { erase_at } = succeeded(await browser.post('/parley/erasure', { name: realm.name }))
    expect(erase_at).toBeGreaterThan(Date.now() / 1000 + 29 * DAY)
    expect(await ada.get('/users/me')).toMatchObject({ code: 'REALM_DEACTIVATED' })

    await advanceClock(realm, 29 * DAY)
    await doDueWork(realm)
    const kept = await rowsInD1(realm)
    for (const table of ['messages', 'old_versions', 'users', 'replaced_bodies', 'realm_numbers'])
      expect(kept[table], table).toBeGreaterThan(0)
    expect((await storedKeys(realm)).length).toBeGreaterThan(0)
    expect(await indexed(wordOf(realm))).toBe(2)

    await advanceClock(realm, DAY + 60)
    await doDueWork(realm)
    expect(restarts).toHaveBeenCalledTimes(1)
    expect(await rowsInD1(realm)).toEqual({})
    expect(await storedKeys(realm)).toEqual([])
    expect(await indexed(wordOf(realm))).toBe(0)
    expect(await ownTables(realm)).toEqual([])
    await evict(realm)
    expect(await ada.get('/users/me')).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
  })

  test('is for owners who proved recently who they are, and who type the name', async () => {
    const { realm, ada, ben, browser } = await closedRealm()
    const name = realm.name
    expect(await ben.post('/parley/erasure', { name })).toEqual(OWNERS_ONLY)
    expect(await ada.post('/parley/erasure', { name })).toMatchObject({ code: 'PARLEY_CONFIRMATION_REQUIRED' })
    expect(await browser.post('/parley/erasure', { name: 'another' })).toEqual(
      refusal('This is not the name of the organization'),
    )
    expect(await ada.get('/users/me')).toMatchObject({ result: 'success' })
    expect(await browser.post('/parley/erasure', { name })).toMatchObject({ result: 'success' })
  })
})

describe('POST /realm/erase', () => {
  test('the operator erases a realm, and cancels the erasure when it reopens the realm', async () => {
    const { realm, ada } = await closedRealm()
    expect((await realm.post('/realm/erase', { name: realm.name })).result).toBe('error')
    succeeded(await asOperator(realm, 'POST /realm/erase', { name: realm.name }))
    succeeded(await asOperator(realm, 'POST /realm/reactivate'))
    await advanceClock(realm, 31 * DAY)
    await doDueWork(realm)
    expect(await ada.get('/users/me')).toMatchObject({ result: 'success' })
    succeeded(await ada.post('/realm/deactivate'))
    await doDueWork(realm)
    expect((await ownTables(realm)).length).toBeGreaterThan(0)
  })
})

describe('texts that are kept for restores', () => {
  test('are deleted 30 days after they were replaced', async () => {
    const { realm } = await closedRealm()
    const sweep = () => worker.scheduled({} as never, env)
    await sweep()
    expect((await rowsInD1(realm)).replaced_bodies).toBeGreaterThan(0)
    const query = 'UPDATE replaced_bodies SET replaced_at = replaced_at - ? WHERE realm_id = ?'
    for (const database of [env.DB, env.DB_2!])
      await database
        .prepare(query)
        .bind(30 * DAY, realm.name)
        .run()
    await sweep()
    expect((await rowsInD1(realm)).replaced_bodies).toBeUndefined()
  })
})
