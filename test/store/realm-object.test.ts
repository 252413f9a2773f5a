import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { migrations } from '../../src/catalogue'
import { migrate, type Migrations } from '../../src/store/migrate'
import { realmSql } from '../../src/store/realm-sql'
import {
  alarmOf,
  breakD1,
  countIn,
  evict,
  hush,
  inStorage,
  loseAlarm,
  passTime,
  ring,
  rowsIn,
  untilParked,
} from '../support/faults'
import { formOf, succeeded, type FieldValue, type Json } from '../support/person'
import { emptyRealm, freshRealm, TestRealm } from '../support/realm'

const tablesIn = async (realm: TestRealm): Promise<unknown[]> =>
  (
    await rowsIn(realm, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
  ).map(({ name }) => name)

const createRealm = (realm: TestRealm, fields: Record<string, FieldValue> = {}): Promise<Json> => {
  const owner = { owner_email: 'ada@example.test', owner_full_name: 'Ada', owner_password: 'correct horse battery' }
  const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
  return realm.post('/realms', {}, { headers, body: formOf({ name: realm.name, ...owner, ...fields }) })
}

describe('migrations', () => {
  const first = 'CREATE TABLE first (x INTEGER) STRICT; INSERT INTO first VALUES (1)'
  const second = 'CREATE TABLE second (y INTEGER) STRICT'
  const broken = 'CREATE TABLE third (z INTEGER) STRICT; CREATE TABLE first (x)'

  /** Wakes an object of this name with these lists, as a realm does. */
  const wakeWith = (name: string, lists: readonly Migrations[]): Promise<string> =>
    inStorage(new TestRealm(name), ({ storage }) => {
      try {
        migrate(realmSql(storage.sql), storage, lists)
        return 'woke'
      } catch (error) {
        return String(error)
      }
    })
  const by = (owner: string, ...steps: string[]): Migrations => ({ owner, steps })

  test('every owner of tables is listed once, with at least one step', () => {
    expect(migrations.length).toBeGreaterThan(30)
    expect(new Set(migrations.map(({ owner }) => owner)).size).toBe(migrations.length)
    for (const { steps } of migrations) expect(steps.length).toBeGreaterThan(0)
  })

  test('the realm runs each step once and in order, and a new step when it next wakes', async () => {
    const realm = new TestRealm('migrations-new')
    expect(await wakeWith(realm.name, [by('a', first)])).toBe('woke')
    expect(await tablesIn(realm)).toEqual(['migrations', 'first'])
    expect(await wakeWith(realm.name, [by('a', first, second)])).toBe('woke')
    expect(await wakeWith(realm.name, [by('a', first, second)])).toBe('woke')
    expect(await tablesIn(realm)).toEqual(['migrations', 'first', 'second'])
    expect(await countIn(realm, 'first')).toBe(1)
  })

  test('a new owner may stand anywhere in the list', async () => {
    const realm = new TestRealm('migrations-owners')
    await wakeWith(realm.name, [by('a', first)])
    expect(await wakeWith(realm.name, [by('b', second), by('a', first)])).toBe('woke')
    expect(await tablesIn(realm)).toEqual(['migrations', 'first', 'second'])
  })

  const past = [by('a', first, second)]
  const presents: Record<string, Migrations[]> = {
    changed: [by('a', `${first} `, second)],
    removed: [by('a', second)],
    'removed at the end': [by('a', first)],
    'put in between': [by('a', first, broken, second)],
    swapped: [by('a', second, first)],
    'given to another owner': [by('b', first, second)],
  }
  for (const [change, present] of Object.entries(presents))
    test(`a realm does not wake if a step that it ran was ${change}`, async () => {
      const name = `migrations-${change.replaceAll(' ', '-')}`
      await wakeWith(name, past)
      expect(await wakeWith(name, present)).toMatch(/the list is append-only|Nothing declares the tables of a/)
      expect(await tablesIn(new TestRealm(name))).toEqual(['migrations', 'first', 'second'])
      expect(await wakeWith(name, past)).toBe('woke')
    })

  test('a step that fails undoes the steps that ran with it', async () => {
    const realm = new TestRealm('migrations-broken')
    await wakeWith(realm.name, [by('a', first)])
    expect(await wakeWith(realm.name, [by('a', first, second), by('b', broken)])).toContain('already exists')
    expect(await tablesIn(realm)).toEqual(['migrations', 'first'])
  })

  test('a realm whose stored steps differ responds with an error', async () => {
    hush('error')
    const { realm, ada } = await emptyRealm()
    await loseAlarm(realm) // or the alarm would wake it again and again
    await inStorage(realm, ({ storage }) =>
      storage.sql.exec("UPDATE migrations SET sql = sql || ' -- changed' WHERE owner = 'store'"),
    )
    await evict(realm)
    expect((await ada.request('/users/me')).status).toBe(500)
  })
})

describe('a realm that does not exist', () => {
  test('returns an error, and uses no storage', async () => {
    const realm = new TestRealm('nowhere')
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
    expect(await realm.post('/fetch_api_key', { username: 'x', password: 'y' })).toMatchObject({ result: 'error' })
    expect(await tablesIn(realm)).toEqual([])
    expect(await alarmOf(realm)).toBeNull()
  })

  test('leaves nothing when its creation is refused, so it can be created later', async () => {
    const realm = new TestRealm('refused')
    expect(await createRealm(realm, { owner_email: 'nonsense' })).toMatchObject({
      result: 'error',
      code: 'BAD_REQUEST',
    })
    expect(await tablesIn(realm)).toEqual([])
    expect(await alarmOf(realm)).toBeNull()
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })

    expect(await createRealm(realm)).toMatchObject({ result: 'success', realm: 'refused' })
    expect(await alarmOf(realm)).not.toBeNull()
  })

  test('is created once, of several requests at the same time', async () => {
    const realm = new TestRealm('once')
    const answers = await Promise.all([createRealm(realm), createRealm(realm), createRealm(realm)])
    expect(answers.map((answer) => answer.code ?? answer.result).sort((a, b) => a.localeCompare(b))).toEqual([
      'REALM_ALREADY_EXISTS',
      'REALM_ALREADY_EXISTS',
      'success',
    ])
  })
})

describe('the alarm', () => {
  test('is set again when the realm wakes, if it was lost', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await loseAlarm(realm)
    await evict(realm)
    succeeded(await dov.get('/users/me'))

    expect(await alarmOf(realm)).toBeLessThan(Date.now() + 6000)
    await ring(realm)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('is set again with the next due work, if it was lost while the realm is awake', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'one')
    await loseAlarm(realm)
    await dov.sends(general, 'lunch', 'two')
    expect(await alarmOf(realm)).toBeNull() // it may have fired at this moment
    await passTime(realm, 60)
    await dov.sends(general, 'lunch', 'three')
    expect(await alarmOf(realm)).not.toBeNull()
  })

  test('may fire twice, or without due work', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await ring(realm)
    await inStorage(realm, ({ storage }) => storage.setAlarm(Date.now() + 60_000))
    await ring(realm)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('wakes a hibernating realm, which does the due work', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await evict(realm)
    expect(await ring(realm)).toBe(true)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('fires regularly while a queue exists, and then only for daily work', async () => {
    const { realm, dov } = await freshRealm()
    await ring(realm)
    const queue = await dov.registers()
    await passTime(realm, 100)
    await ring(realm)
    expect(await alarmOf(realm)).toBeLessThan(Date.now() + 1_000_000)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    await passTime(realm, 700)
    await ring(realm)
    expect(await alarmOf(realm)).toBeGreaterThan(Date.now() + 80_000_000)
  })

  test('runs failed work again, and other work in spite of the failure', async () => {
    const logged = hush('error')
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await passTime(realm, 100)
    const rename = (from: string, to: string) =>
      inStorage(realm, ({ storage }) => storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`))
    await rename('queues', 'elsewhere')

    await ring(realm)

    expect(logged).toEqual([expect.stringContaining('maintain_queues')])
    expect(await countIn(realm, 'outbox')).toBe(0)
    expect(await alarmOf(realm)).toBeLessThan(Date.now() + 161_000) // the realm's clock is ahead
    await rename('elsewhere', 'queues')
    await passTime(realm, 100)
    await ring(realm)
    expect(logged).toHaveLength(1)
  })

  test('runs other work while some work waits for a slow D1', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'Pizza?')
    await passTime(realm, 2000)
    const { promise, resolve } = Promise.withResolvers<void>()
    breakD1(realm, async (statements, really) => {
      await promise
      return really(statements)
    })

    const ringing = ring(realm)
    await vi.waitFor(async () => expect(await countIn(realm, 'queues')).toBe(0), { interval: 1 })

    resolve()
    await ringing
    expect(queue.id).toBeTypeOf('string')
  })
})

describe('requests at the same time', () => {
  test('each message has its own id, and each queue receives it once, in the order of ids', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const people = [ada, ben, cleo, dov, ezra]
    const queues = await Promise.all(people.map((person) => person.registers({ event_types: ['message'] })))
    const MESSAGES = 60

    const listening = queues.map(async (queue) => {
      const ids: number[] = []
      while (ids.length < MESSAGES) ids.push(...(await queue.poll()).map((event) => event.message.id))
      return ids
    })
    await untilParked(realm, people.length)
    const sent = await Promise.all(
      Array.from({ length: MESSAGES }, (_, n) => people[n % people.length]!.sends(general, 'lunch', String(n))),
    )

    const ids = sent.map(({ id }) => id).sort((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1))
    for (const received of await Promise.all(listening)) expect(received).toEqual(ids)
  })

  test('two requests for the same new channel create one', async () => {
    const { ada, ben } = await freshRealm()
    const answers = await Promise.all([ada, ben].map((person) => person.subscribes({ name: 'kitchen' })))
    expect(answers.every((answer) => answer.result === 'success')).toBe(true)
    const { streams } = succeeded(await ada.get('/streams', { include_all: true }))
    expect(streams.filter((stream: Json) => stream.name === 'kitchen')).toHaveLength(1)
  })
})
