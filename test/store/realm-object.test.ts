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

const found = (realm: TestRealm, fields: Record<string, FieldValue> = {}): Promise<Json> => {
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

  test('a realm with another past answers nobody', async () => {
    hush('error')
    const { realm, ada } = await emptyRealm()
    await loseAlarm(realm) // or it would try to wake again and again
    await inStorage(realm, ({ storage }) =>
      storage.sql.exec("UPDATE migrations SET sql = sql || ' -- changed' WHERE owner = 'store'"),
    )
    await evict(realm)
    expect((await ada.request('/users/me')).status).toBe(500)
  })
})

describe('a realm that is not there', () => {
  test('answers so, and costs no storage', async () => {
    const realm = new TestRealm('nowhere')
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
    expect(await realm.post('/fetch_api_key', { username: 'x', password: 'y' })).toMatchObject({ result: 'error' })
    expect(await tablesIn(realm)).toEqual([])
    expect(await alarmOf(realm)).toBeNull()
  })

  test('and whose creation was refused leaves nothing behind, so it can still be created', async () => {
    const realm = new TestRealm('refused')
    expect(await found(realm, { owner_email: 'nonsense' })).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
    expect(await tablesIn(realm)).toEqual([])
    expect(await alarmOf(realm)).toBeNull()
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })

    expect(await found(realm)).toMatchObject({ result: 'success', realm: 'refused' })
    expect(await alarmOf(realm)).not.toBeNull()
  })

  test('is created once', async () => {
    const realm = new TestRealm('once')
    const answers = await Promise.all([found(realm), found(realm), found(realm)])
    expect(answers.map((answer) => answer.code ?? answer.result).sort((a, b) => a.localeCompare(b))).toEqual([
      'REALM_ALREADY_EXISTS',
      'REALM_ALREADY_EXISTS',
      'success',
    ])
  })
})

describe('the alarm', () => {
  test('that was lost is set again by whatever wakes the realm', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await loseAlarm(realm)
    await evict(realm)
    succeeded(await dov.get('/users/me'))

    expect(await alarmOf(realm)).toBeLessThan(Date.now() + 6000)
    await ring(realm)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('that was lost while the realm is awake is set again by the next thing that comes due', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'one')
    await loseAlarm(realm)
    await dov.sends(general, 'lunch', 'two')
    expect(await alarmOf(realm)).toBeNull() // it might have rung this very moment
    await passTime(realm, 60)
    await dov.sends(general, 'lunch', 'three')
    expect(await alarmOf(realm)).not.toBeNull()
  })

  test('may ring twice, or with nothing to do', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await ring(realm)
    await inStorage(realm, ({ storage }) => storage.setAlarm(Date.now() + 60_000))
    await ring(realm)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('wakes a sleeping realm, which does what is due', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await evict(realm)
    expect(await ring(realm)).toBe(true)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('goes on ringing while somebody has a queue, and then only for what is done once a day', async () => {
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

  test('work that fails is tried again, and keeps no other work from being done', async () => {
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

  test('what waits for a slow D1 keeps nothing else waiting', async () => {
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

describe('many at once', () => {
  test('every message has an id of its own, and every queue hears each of them once, in the order of their ids', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const people = [ada, ben, cleo, dov, ezra]
    const queues = await Promise.all(people.map((person) => person.registers({ event_types: ['message'] })))
    const MESSAGES = 60

    const listening = queues.map(async (queue) => {
      const heard: number[] = []
      while (heard.length < MESSAGES) heard.push(...(await queue.poll()).map((event) => event.message.id))
      return heard
    })
    await untilParked(realm, people.length)
    const sent = await Promise.all(
      Array.from({ length: MESSAGES }, (_, n) => people[n % people.length]!.sends(general, 'lunch', String(n))),
    )

    const ids = sent.map(({ id }) => id).sort((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1))
    for (const heard of await Promise.all(listening)) expect(heard).toEqual(ids)
  })

  test('of two who make the same channel at once, one does', async () => {
    const { ada, ben } = await freshRealm()
    const answers = await Promise.all([ada, ben].map((person) => person.subscribes({ name: 'kitchen' })))
    expect(answers.every((answer) => answer.result === 'success')).toBe(true)
    const { streams } = succeeded(await ada.get('/streams', { include_all: true }))
    expect(streams.filter((each: Json) => each.name === 'kitchen')).toHaveLength(1)
  })
})
