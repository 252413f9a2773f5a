import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import type { Json } from './person'
import type { TestRealm } from './realm'

/** A realm's own tables, for what no endpoint shows. */
export const rowsIn = (realm: TestRealm, query: string, ...values: unknown[]): Promise<Json[]> =>
  runInDurableObject(realm.stub, (_, state) => state.storage.sql.exec(query, ...values).toArray())

/** Sets what no endpoint sets yet. The object starts anew, as it remembers what it has read. */
export async function writesTo(realm: TestRealm, statement: string, ...values: unknown[]): Promise<void> {
  await rowsIn(realm, statement, ...values)
  await evictDurableObject(realm.stub)
}

type Clocked = { clock: () => number }

/** Stops the realm's clock at this second, until the object starts anew. */
export const stopClock = (realm: TestRealm, seconds: number): Promise<void> =>
  runInDurableObject(realm.stub, (object) => {
    ;(object as unknown as Clocked).clock = () => seconds * 1000
  })

/** As if that many had been sent where the first was: sending them would take long. */
export async function copyFirstMessage(realm: TestRealm, count: number): Promise<void> {
  await writesTo(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < ?)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, traits)
     SELECT n.id, m.conversation_id, m.sender_id, m.sent_at, m.traits FROM n, message_index m WHERE m.id = 1`,
    count,
  )
  await writesTo(realm, 'UPDATE conversations SET max_id = ? WHERE id = 1', count)
}

/** Rows that the object has written since it woke. */
export const rowsWritten = (realm: TestRealm): Promise<number> =>
  runInDurableObject(realm.stub, (object) => (object as unknown as Metered).meter().written)

type Metered = { meter: () => { read: number; written: number } }

/** Each look at the realm's clock is so many seconds after the one before, until the object starts anew. */
export const hurryClock = (realm: TestRealm, seconds: number): Promise<void> =>
  runInDurableObject(realm.stub, (object) => {
    const clocked = object as unknown as Clocked
    let at = clocked.clock()
    clocked.clock = () => (at += seconds * 1000)
  })

/** Rows that this reads of the realm's tables. */
export async function rowsRead(realm: TestRealm, act: () => Promise<unknown>): Promise<number> {
  const read = () => runInDurableObject(realm.stub, (object) => (object as unknown as Metered).meter().read)
  const before = await read()
  await act()
  return (await read()) - before
}
