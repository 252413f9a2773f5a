import { runInDurableObject } from 'cloudflare:test'
import { RealmObject } from '../../src/realm-object'
import type { TestRealm } from './realm'

/** Returns how many rows the realm has read and written since its object woke, and with how many statements. */
export const meterOf = (realm: TestRealm): Promise<{ read: number; written: number; statements: number }> =>
  runInDurableObject(realm.stub, (object) => {
    if (object instanceof RealmObject) return object.meter()
    throw new Error('The object is not a realm')
  })
