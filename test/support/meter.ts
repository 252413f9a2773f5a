import { runInDurableObject } from 'cloudflare:test'
import { RealmObject } from '../../src/realm-object'
import type { TestRealm } from './realm'

/** Returns how many rows the realm has read and written since its object woke. */
export const meterOf = (realm: TestRealm): Promise<{ read: number; written: number }> =>
  runInDurableObject(realm.stub, (object) => {
    if (object instanceof RealmObject) return object.meter()
    throw new Error('The object is not a realm')
  })
