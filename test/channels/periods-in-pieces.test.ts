import { expect, test } from 'vitest'
import {
  addCachedPeriods,
  endCachedPeriods,
  loadPeriods,
  PERIODS_PER_PAGE,
  periodsByUser,
} from '../../src/domain/channels/subscriptions/periods-storage'
import tables from '../../src/domain/channels/subscriptions/tables.sql'
import { RealmCache } from '../../src/store/realm-cache'
import { realmSql, type Sql } from '../../src/store/realm-sql'
import { inStorage } from '../support/faults'
import { TestRealm } from '../support/realm'

const GENERAL = 1
const USERS = 2 * PERIODS_PER_PAGE + 10

/** Calls `run` with the tables of a realm without other code, in which each user was subscribed to a channel twice. */
const withPeriods = (name: string, run: (realm: { sql: Sql; cache: RealmCache }) => void) =>
  inStorage(new TestRealm(name), ({ storage }) => {
    storage.sql.exec(tables)
    const realm = { sql: realmSql(storage.sql), cache: new RealmCache() }
    for (const [from, to] of [
      [0, 5],
      [10, null],
    ] as const)
      realm.sql.run`
        WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ${USERS})
        INSERT INTO subscription_periods (stream_id, user_id, from_message, to_message, from_event, to_event)
        SELECT ${GENERAL}, n, ${from}, ${to}, ${from}, ${to} FROM nth`
    run(realm)
  })

const loadAll = (load: Generator<void>) => [...load].length

test('reading the periods of a channel in pieces finds the same periods as one statement', async () => {
  await withPeriods('periods-read', (realm) => {
    expect(loadAll(loadPeriods(realm, { stream_id: GENERAL }))).toBe(4)
    const inPieces = periodsByUser(realm, GENERAL)
    expect(inPieces).toEqual(periodsByUser({ ...realm, cache: new RealmCache() }, GENERAL))
    expect(inPieces.size).toBe(USERS)
    expect(loadAll(loadPeriods(realm, { stream_id: GENERAL }))).toBe(0)
  })
})

test('changes while they are read count, in a part that was read and in one that was not', async () => {
  await withPeriods('periods-changed', (realm) => {
    const load = loadPeriods(realm, { stream_id: GENERAL })
    load.next()
    const [early, late] = [1, USERS]
    for (const user_id of [early, late])
      realm.sql
        .run`UPDATE subscription_periods SET to_message = 20, to_event = 20 WHERE user_id = ${user_id} AND to_event IS NULL`
    endCachedPeriods(realm, GENERAL, [early, late], { to_message: 20, to_event: 20 })
    const added = {
      stream_id: GENERAL,
      user_id: early,
      from_message: 30,
      to_message: null,
      from_event: 30,
      to_event: null,
    }
    realm.sql.run`
      INSERT INTO subscription_periods (stream_id, user_id, from_message, to_message, from_event, to_event)
      VALUES (${GENERAL}, ${early}, 30, NULL, 30, NULL)`
    addCachedPeriods(realm, GENERAL, [added])
    loadAll(load)
    const periods = periodsByUser(realm, GENERAL)
    const endsOf = (user_id: number) => periods.get(user_id)?.map(({ to_event }) => to_event)
    expect([endsOf(early), endsOf(2), endsOf(late)]).toEqual([
      [5, 20, null],
      [5, null],
      [5, 20],
    ])
  })
})
