import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { migrations } from '../../migrations/realm/list'
import { migrate, type Migration } from '../../src/store/migrate'
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
  const first: Migration = {
    name: '0001_first',
    sql: 'CREATE TABLE first (x INTEGER) STRICT; INSERT INTO first VALUES (1)',
  }
  const second: Migration = { name: '0002_second', sql: 'CREATE TABLE second (y INTEGER) STRICT' }
  const broken: Migration = {
    name: '0003_broken',
    sql: 'CREATE TABLE third (z INTEGER) STRICT; CREATE TABLE first (x)',
  }

  /** Wakes an object of this name with this list, as a realm does. */
  const wakeWith = (name: string, list: readonly Migration[]): Promise<string> =>
    inStorage(new TestRealm(name), ({ storage }) => {
      try {
        migrate(realmSql(storage.sql), storage, list)
        return 'woke'
      } catch (error) {
        return String(error)
      }
    })

  test('they come in the order of their numbers, and no number twice', () => {
    const numbers = migrations.map(({ name }) => Number(/^\d{4}(?=_)/.exec(name)?.[0]))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('each is run once, in order, and a new one when the realm next wakes', async () => {
    const realm = new TestRealm('migrations-new')
    expect(await wakeWith(realm.name, [first])).toBe('woke')
    expect(await tablesIn(realm)).toEqual(['migrations', 'first'])
    expect(await wakeWith(realm.name, [first, second])).toBe('woke')
    expect(await wakeWith(realm.name, [first, second])).toBe('woke')
    expect(await tablesIn(realm)).toEqual(['migrations', 'first', 'second'])
    expect(await countIn(realm, 'first')).toBe(1)
  })

  const past = [first, second]
  const presents: Record<string, Migration[]> = {
    changed: [{ ...first, sql: `${first.sql} ` }, second],
    renamed: [{ ...first, name: '0001_begin' }, second],
    removed: [second],
    'removed at the end': [first],
    'put in between': [first, broken, second],
    swapped: [second, first],
  }
  for (const [how, present] of Object.entries(presents))
    test(`the past is never rewritten: one that was ${how} keeps the realm from waking`, async () => {
      const name = `migrations-${how.replaceAll(' ', '-')}`
      await wakeWith(name, past)
      expect(await wakeWith(name, present)).toContain('the list is append-only')
      expect(await tablesIn(new TestRealm(name))).toEqual(['migrations', 'first', 'second'])
      expect(await wakeWith(name, past)).toBe('woke')
    })

  test('one that fails leaves nothing of itself, nor of those before it that came along', async () => {
    const realm = new TestRealm('migrations-broken')
    await wakeWith(realm.name, [first])
    expect(await wakeWith(realm.name, [first, second, broken])).toContain('already exists')
    expect(await tablesIn(realm)).toEqual(['migrations', 'first'])
  })

  test('the real list may be walked in steps', async () => {
    const names = ['migrations-steps', 'migrations-leap']
    for (let known = 1; known <= migrations.length; known++)
      expect(await wakeWith(names[0]!, migrations.slice(0, known))).toBe('woke')
    await wakeWith(names[1]!, migrations)
    const [steps, leap] = await Promise.all(names.map((name) => tablesIn(new TestRealm(name))))
    expect(steps).toEqual(leap)
  })

  test('a realm with another past answers nobody', async () => {
    hush('error')
    const { realm, ada } = await emptyRealm()
    await loseAlarm(realm) // or it would try to wake again and again
    await inStorage(realm, ({ storage }) =>
      storage.sql.exec("UPDATE migrations SET sql = sql || ' -- changed' WHERE number = 1"),
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
