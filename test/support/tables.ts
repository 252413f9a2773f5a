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

/** Each look at the realm's clock is so many seconds after the one before, until the object starts anew. */
export const hurryClock = (realm: TestRealm, seconds: number): Promise<void> =>
  runInDurableObject(realm.stub, (object) => {
    const clocked = object as unknown as Clocked
    let at = clocked.clock()
    clocked.clock = () => (at += seconds * 1000)
  })
