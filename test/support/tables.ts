import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import type { Json } from './person'
import type { TestRealm } from './realm'

/** Returns rows of a realm's own tables, for facts that no endpoint returns. */
export const selectRows = (realm: TestRealm, query: string, ...values: unknown[]): Promise<Json[]> =>
  runInDurableObject(realm.stub, (_, state) => state.storage.sql.exec(query, ...values).toArray())

export const countRows = async (realm: TestRealm, table: string): Promise<number> =>
  Number((await selectRows(realm, `SELECT count(*) AS n FROM ${table}`))[0]!.n)

/** Changes what no endpoint can change. The object restarts, because it caches what it has read. */
export async function executeSql(realm: TestRealm, statement: string, ...values: unknown[]): Promise<void> {
  await selectRows(realm, statement, ...values)
  await evictDurableObject(realm.stub)
}

/** Copies the first message until the realm has `count` messages. Sending them would take long. */
export async function copyFirstMessage(realm: TestRealm, count: number): Promise<void> {
  await executeSql(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < ?)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
     SELECT n.id, m.conversation_id, m.sender_id, m.sent_at, m.index_flags FROM n, message_index m WHERE m.id = 1`,
    count,
  )
  await executeSql(realm, 'UPDATE conversations SET max_id = ? WHERE id = 1', count)
}

/** Returns how many rows the object has written since it started. */
export const rowsWritten = async (realm: TestRealm): Promise<number> => (await meterOf(realm)).written

/** Returns how many rows of the realm's tables an action reads. */
export async function rowsRead(realm: TestRealm, act: () => Promise<unknown>): Promise<number> {
  const before = await meterOf(realm)
  await act()
  return (await meterOf(realm)).read - before.read
}

type Meter = { read: number; written: number }

const meterOf = (realm: TestRealm): Promise<Meter> =>
  runInDurableObject(realm.stub, (object) => ({ ...(object as unknown as { meter: () => Meter }).meter() }))
