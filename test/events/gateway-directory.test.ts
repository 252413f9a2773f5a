import { expect, test } from 'vitest'
import { Directory } from '../../src/events/gateways/directory'
import { NO_OPTIONS } from '../../src/events/gateways/gateway-queue'
import queueAbsence from '../../src/events/queue-absence.sql'
import { Queues } from '../../src/events/queues'
import eventTables from '../../src/events/tables.sql'
import { realmSql } from '../../src/store/realm-sql'
import { inStorage } from '../support/faults'
import { TestRealm } from '../support/realm'

const QUEUES = 1200
const USERS = 100

/** Returns the queues of an object without a realm. */
function openQueues(storage: DurableObjectStorage) {
  const sql = realmSql(storage.sql)
  for (const step of [eventTables, queueAbsence]) storage.sql.exec(step)
  const size = { written: { rows: 0, bytes: 0 }, shareSince: () => 0 }
  return { sql, queues: new Queues(sql, () => 0, size, 'g') }
}

test('the queues of gateways are read in pieces, and what is asked meanwhile is right', async () => {
  await inStorage(new TestRealm('gateway-directory'), ({ storage }) => {
    const { sql, queues } = openQueues(storage)
    const register = (number: number) => {
      const options = { ...NO_OPTIONS, lifespan_seconds: 600 }
      return queues.register(
        { user_id: number % USERS, session_id: null },
        `g${1 + (number % 4)}-${number}-x`,
        0,
        options,
      )
    }
    for (let number = 0; number < QUEUES; number++) register(number)
    queues.register({ user_id: 7, session_id: null }, 'a-local-one', 0, { ...NO_OPTIONS, lifespan_seconds: 600 })
    const directory = new Directory(queues, sql)
    const seen = () => ({
      count: directory.countIn(2),
      inGateway: [...directory.queuesIn(2)].length,
      ofUsers: [...directory.queuesOf([6, 7])].length,
      gateways: [...directory.gatewaysOf(7)],
    })
    const before = { count: 300, inGateway: 300, ofUsers: 24, gateways: [4] }
    expect(seen()).toEqual(before)

    const loading = directory.load()
    let pieces = 0
    while (loading.next().done === false) {
      if (++pieces === 1) {
        directory.add(register(QUEUES + 7))
        directory.remove('g4-7-x')
        queues.remove('g4-7-x')
      }
      expect(seen()).toEqual(before)
    }
    expect(pieces).toBeGreaterThan(1)
    expect(seen()).toEqual(before)
    expect([directory.queueWith(7), directory.queueWith(QUEUES + 7)?.user_id]).toEqual([undefined, 7])
    expect([...directory.all()]).toHaveLength(QUEUES)
    // Clients that registered in the same way share their parsed options.
    expect(new Set([...directory.all()].map(({ client }) => client))).toEqual(new Set([directory.queueWith(8)!.client]))
    expect([...directory.usersWithMany(13)]).toEqual([])
    expect([...directory.usersWithMany(12)]).toHaveLength(USERS)
  })
})

test('after a rollback the queues are those of the table, also if an earlier part of the transaction stays', async () => {
  await inStorage(new TestRealm('gateway-directory-rollback'), ({ storage }) => {
    const { sql, queues } = openQueues(storage)
    const directory = new Directory(queues, sql)
    const change = (number: number) => {
      const options = { ...NO_OPTIONS, lifespan_seconds: 600 }
      directory.add(queues.register({ user_id: 1, session_id: null }, `g1-${number}-x`, 0, options))
    }
    const remove = (queue_id: string) => {
      directory.remove(queue_id)
      queues.remove(queue_id)
    }
    change(1)
    for (const _ of directory.load());
    directory.commit()
    storage.transactionSync(() => {
      change(2)
      expect(() =>
        storage.transactionSync(() => {
          change(3)
          remove('g1-1-x')
          remove('g1-2-x')
          throw new Error('refused')
        }),
      ).toThrow('refused')
      directory.rollBack()
    })
    expect([...directory.queuesIn(1)].map(({ queue_id }) => queue_id).sort()).toEqual(['g1-1-x', 'g1-2-x'])
    expect([...directory.queuesOf([1])]).toHaveLength(2)
    expect([1, 2, 3].map((number) => directory.queueWith(number) !== undefined)).toEqual([true, true, false])
  })
})
