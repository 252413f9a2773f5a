import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { migrations } from '../../src/catalogue'
import { gatewayMigrations } from '../../src/events/gateways/gateway-tables'
import { migrate, type Migrations } from '../../src/store/migrate'
import { realmSql } from '../../src/store/realm-sql'
import { alarmTime, loseAlarm, runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { breakD1, slow } from '../support/d1-faults'
import { evict, captureConsole, inStorage, untilParked } from '../support/faults'
import { countRows, selectRows } from '../support/tables'
import { formOf, succeeded, type FieldValue, type Json } from '../support/person'
import { meterOf } from '../support/meter'
import { emptyRealm, freshRealm, TestRealm } from '../support/realm'

const tablesIn = async (realm: TestRealm): Promise<unknown[]> =>
  (
    await selectRows(
      realm,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
    )
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

  /** Runs these migrations in an object of this name, as a realm does when it starts. */
  const startWith = (name: string, lists: readonly Migrations[]): Promise<string> =>
    inStorage(new TestRealm(name), ({ storage }) => {
      try {
        migrate(realmSql(storage.sql), storage, lists)
        return 'started'
      } catch (error) {
        return String(error)
      }
    })
  const stepsOf = (owner: string, ...steps: string[]): Migrations => ({ owner, steps })

  test('list each owner of tables once, with at least one step', () => {
    expect(migrations.length).toBeGreaterThan(30)
    for (const lists of [migrations, gatewayMigrations]) {
      expect(new Set(lists.map(({ owner }) => owner)).size).toBe(lists.length)
      for (const { steps } of lists) expect(steps.length).toBeGreaterThan(0)
    }
  })

  test('run once and in order; a new step runs at the next start', async () => {
    const realm = new TestRealm('migrations-new')
    expect(await startWith(realm.name, [stepsOf('a', first)])).toBe('started')
    expect(await tablesIn(realm)).toEqual(['finished_migrations', 'migrations', 'first'])
    expect(await startWith(realm.name, [stepsOf('a', first, second)])).toBe('started')
    expect(await startWith(realm.name, [stepsOf('a', first, second)])).toBe('started')
    expect(await tablesIn(realm)).toEqual(['finished_migrations', 'migrations', 'first', 'second'])
    expect(await countRows(realm, 'first')).toBe(1)
  })

  test('accept a new owner at any place of the list', async () => {
    const realm = new TestRealm('migrations-owners')
    await startWith(realm.name, [stepsOf('a', first)])
    expect(await startWith(realm.name, [stepsOf('b', second), stepsOf('a', first)])).toBe('started')
    expect(await tablesIn(realm)).toEqual(['finished_migrations', 'migrations', 'first', 'second'])
  })

  const earlier = [stepsOf('a', first, second)]
  const unfit: Record<string, [Migrations[], RegExp]> = {
    changed: [[stepsOf('a', `${first}, (2)`, second)], /A development version before release 0\.1\.0/],
    'inserted before others': [[stepsOf('a', first, broken, second)], /A development version/],
    swapped: [[stepsOf('a', second, first)], /A development version/],
    'added by a newer release': [[stepsOf('a', first)], /A newer release .*: step 2 of a is not listed here/],
    'added by a newer release for a new owner': [
      [stepsOf('b', first)],
      /A newer release .*: step 1 of a is not listed here/,
    ],
  }
  for (const [change, [lists, text]] of Object.entries(unfit))
    test(`a realm does not start, and nothing changes, if a step was ${change}`, async () => {
      const name = `migrations-${change.replaceAll(' ', '-')}`
      await startWith(name, earlier)
      expect(await startWith(name, lists)).toMatch(text)
      expect(await tablesIn(new TestRealm(name))).toEqual(['finished_migrations', 'migrations', 'first', 'second'])
      expect(await startWith(name, earlier)).toBe('started')
    })

  test('a realm starts if only comments and white space of a step changed', async () => {
    await startWith('migrations-comment', earlier)
    const commented = `-- The first table.\n${first.replaceAll(' ', '\n  ')} /* of all */;`
    expect(await startWith('migrations-comment', [stepsOf('a', commented, second)])).toBe('started')
  })

  test('roll back all steps of a start if one of them fails', async () => {
    const realm = new TestRealm('migrations-broken')
    await startWith(realm.name, [stepsOf('a', first)])
    expect(await startWith(realm.name, [stepsOf('a', first, second), stepsOf('b', broken)])).toContain('already exists')
    expect(await tablesIn(realm)).toEqual(['finished_migrations', 'migrations', 'first'])
  })

  /** Changes the steps that a realm stored, as another version would have, and returns how it then answers. */
  async function answersAfter({ realm, ada }: Realm, change: (sql: SqlStorage) => void): Promise<[number, Json]> {
    await loseAlarm(realm) // or the alarm would start it
    await inStorage(realm, ({ storage }) => change(storage.sql))
    await evict(realm)
    const response = await ada.request('/users/me')
    return [response.status, await response.json()]
  }
  type Realm = Awaited<ReturnType<typeof emptyRealm>>

  const others: Record<string, [string, RegExp]> = {
    'by a newer release': [
      "INSERT INTO migrations (owner, step, sql) VALUES ('people/users', 99, 'CREATE TABLE later (x)')",
      /^This organization cannot start\. A newer release of Parley changed its tables: step \d+ of people\/users is not listed here\./,
    ],
    'by a development version': [
      "UPDATE migrations SET sql = sql || '; SELECT 1' WHERE owner = 'store' AND step = 1",
      /^This organization cannot start\. A development version before release 0\.1\.0 made its tables\./,
    ],
    'by the first development versions': [
      'ALTER TABLE migrations RENAME COLUMN owner TO concept; DROP TABLE finished_migrations',
      /^This organization cannot start\. A development version before release 0\.1\.0/,
    ],
    'and lacks one': [
      "DELETE FROM migrations WHERE owner = 'store'",
      /^This organization cannot start\. The log of the server has the reason\.$/,
    ],
  }
  for (const [who, [change, text]] of Object.entries(others))
    test(`a realm whose tables were made ${who} refuses requests with a sentence, and polls too`, async () => {
      const logged = captureConsole('error')
      const cast = await emptyRealm()
      const [status, answer] = await answersAfter(cast, (sql) => void sql.exec(change))
      expect(status).toBe(503)
      expect(answer).toEqual({
        result: 'error',
        code: 'REALM_CANNOT_START',
        msg: expect.stringMatching(text),
        reason: expect.any(String),
      })
      expect(logged[0]).toContain('"event":"realm_cannot_start"')
      const polled = await cast.ada.get('/events', { queue_id: 'any', last_event_id: -1 })
      expect(polled.code).toBe('REALM_CANNOT_START')
      expect(await createRealm(cast.realm)).toMatchObject({ code: 'REALM_CANNOT_START' })
    })

  test('a realm that could not start is tried again after a minute, and its alarm is set', async () => {
    captureConsole('error')
    const cast = await emptyRealm()
    await answersAfter(cast, (sql) => void sql.exec("INSERT INTO migrations VALUES ('later/concept', 1, 'SELECT 1')"))
    await inStorage(cast.realm, ({ storage }) => storage.setAlarm(Date.now() + 60_000))
    await runAlarm(cast.realm)
    expect(await alarmTime(cast.realm)).toBeGreaterThan(Date.now() + 3_000_000)
    await inStorage(cast.realm, ({ storage }) =>
      storage.sql.exec("DELETE FROM migrations WHERE owner = 'later/concept'"),
    )
    expect(await cast.ada.get('/users/me')).toMatchObject({ code: 'REALM_CANNOT_START' })
    await advanceClock(cast.realm, 61)
    succeeded(await cast.ada.get('/users/me'))
  })
})

describe('a realm that wakes', () => {
  test('reads a few rows, however many steps its tables have had', async () => {
    const { realm, ada } = await freshRealm()
    await evict(realm)
    await realm.request('/server_settings')
    expect(await meterOf(realm)).toMatchObject({ read: 10, written: 0 })
    await evict(realm)
    succeeded(await ada.get('/users/me'))
    expect(await meterOf(realm)).toMatchObject({ read: 24, written: 0 })
  })

  test('compares all steps of its tables after another version ran, and then no more', async () => {
    const { realm } = await freshRealm()
    await inStorage(realm, ({ storage }) =>
      storage.sql.exec("UPDATE finished_migrations SET digest = 'of another version'"),
    )
    const readAfterWaking = async () => {
      await evict(realm)
      await realm.request('/server_settings')
      return (await meterOf(realm)).read
    }
    const steps = migrations.flatMap(({ steps: all }) => all).length
    const compared = await readAfterWaking()
    expect(compared).toBeGreaterThan(steps)
    expect(await readAfterWaking()).toBeLessThan(compared - steps)
  })
})

describe('a realm that does not exist', () => {
  test('returns an error, and takes no storage', async () => {
    const realm = new TestRealm('nowhere')
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
    expect(await realm.post('/fetch_api_key', { username: 'x', password: 'y' })).toMatchObject({ result: 'error' })
    expect(await tablesIn(realm)).toEqual([])
    expect(await alarmTime(realm)).toBeNull()
  })

  test('takes no storage after a refused creation, and can still be created', async () => {
    const realm = new TestRealm('refused')
    expect(await createRealm(realm, { owner_email: 'nonsense' })).toMatchObject({
      result: 'error',
      code: 'BAD_REQUEST',
    })
    expect(await tablesIn(realm)).toEqual([])
    expect(await alarmTime(realm)).toBeNull()
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })

    expect(await createRealm(realm)).toMatchObject({ result: 'success', realm: 'refused' })
    expect(await alarmTime(realm)).not.toBeNull()
  })

  test('is created once by simultaneous requests', async () => {
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
  test('is set again at the next start of the realm, if it was lost', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await loseAlarm(realm)
    await evict(realm)
    succeeded(await dov.get('/users/me'))

    expect(await alarmTime(realm)).toBeLessThan(Date.now() + 6000)
    await runAlarm(realm)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('is set again by a wake that answers no request, such as that of a socket', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await loseAlarm(realm)
    await evict(realm)
    expect(await alarmTime(realm)).toBeLessThan(Date.now() + 6000)
  })

  test('is set again with the next due work, if it was lost while the realm runs', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'one')
    await loseAlarm(realm)
    await dov.sends(general, 'lunch', 'two')
    expect(await alarmTime(realm)).toBeNull() // the alarm could be running now
    await advanceClock(realm, 60)
    await dov.sends(general, 'lunch', 'three')
    expect(await alarmTime(realm)).not.toBeNull()
  })

  test.for(['read', 'poll'] as const)(
    'is set again with a %s of which nothing is due, if it was lost',
    async (what) => {
      const { realm, dov, general } = await freshRealm()
      const { queue_id } = succeeded(await dov.post('/register'))
      await dov.sends(general, 'lunch', 'Pizza?')
      await loseAlarm(realm)
      await advanceClock(realm, 60)
      const requests = {
        read: () => dov.get('/users/me'),
        poll: () => dov.get('/events', { queue_id, last_event_id: -1 }),
      }
      succeeded(await requests[what]())
      await runAlarm(realm)
      expect(await countRows(realm, 'outbox')).toBe(0)
    },
  )

  test('can run twice, or without due work', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await runAlarm(realm)
    await inStorage(realm, ({ storage }) => storage.setAlarm(Date.now() + 60_000))
    await runAlarm(realm)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('starts an evicted realm, which does its due work', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await evict(realm)
    expect(await runAlarm(realm)).toBe(true)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('runs often while a queue exists, and otherwise once a day', async () => {
    const { realm, dov } = await freshRealm()
    await runAlarm(realm)
    const queue = await dov.registers()
    await advanceClock(realm, 100)
    await runAlarm(realm)
    expect(await alarmTime(realm)).toBeLessThan(Date.now() + 1_000_000)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    await advanceClock(realm, 700)
    await runAlarm(realm)
    expect(await alarmTime(realm)).toBeGreaterThan(Date.now() + 80_000_000)
  })

  test('retries work that failed, and does all other work', async () => {
    const logged = captureConsole('error')
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await advanceClock(realm, 100)
    const rename = (from: string, to: string) =>
      inStorage(realm, ({ storage }) => storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`))
    await rename('queues', 'elsewhere')

    await runAlarm(realm)

    expect(logged).toEqual([expect.stringContaining('maintain_queues')])
    expect(await countRows(realm, 'outbox')).toBe(0)
    expect(await alarmTime(realm)).toBeLessThan(Date.now() + 170_000) // the realm's clock is ahead
    await rename('elsewhere', 'queues')
    await advanceClock(realm, 100)
    await runAlarm(realm)
    expect(logged).toHaveLength(1)
  })

  test('does all other work while D1 is slow', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'Pizza?')
    await advanceClock(realm, 2000)
    const { promise, resolve } = Promise.withResolvers<void>()
    breakD1(realm, slow(promise))

    const alarm = runAlarm(realm)
    await vi.waitFor(async () => expect(await countRows(realm, 'queues')).toBe(0), { interval: 1 })

    resolve()
    await alarm
    expect(queue.id).toBeTypeOf('string')
  })
})

describe('simultaneous requests', () => {
  test('give each message its own id, and each queue receives each message once, in the order of their ids', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const people = [ada, ben, cleo, dov, ezra]
    const queues = await Promise.all(people.map((person) => person.registers({ event_types: ['message'] })))
    const MESSAGES = 60

    const polls = queues.map(async (queue) => {
      const received: number[] = []
      while (received.length < MESSAGES) received.push(...(await queue.poll()).map((event) => event.message.id))
      return received
    })
    await untilParked(realm, people.length)
    const sent = await Promise.all(
      Array.from({ length: MESSAGES }, (_, n) => people[n % people.length]!.sends(general, 'lunch', String(n))),
    )

    const ids = sent.map(({ id }) => id).sort((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1))
    for (const received of await Promise.all(polls)) expect(received).toEqual(ids)
  })

  test('for the same new channel create it once', async () => {
    const { ada, ben } = await freshRealm()
    const answers = await Promise.all([ada, ben].map((person) => person.subscribes({ name: 'kitchen' })))
    expect(answers.every((answer) => answer.result === 'success')).toBe(true)
    const { streams } = succeeded(await ada.get('/streams', { include_all: true }))
    expect(streams.filter(({ name }: Json) => name === 'kitchen')).toHaveLength(1)
  })
})
