import type { Realm } from '../../../realm'
import type { DiscoveryKind } from './kinds'
import { insertDiscoveryEntry } from './storage'

/** Adds an entry to the log of discovery, in the transaction of the change. Returns its id. */
export const recordDiscovery = (
  realm: Realm,
  kind: DiscoveryKind,
  details: Readonly<Record<string, unknown>>,
  user_id: number | null = null,
): number =>
  insertDiscoveryEntry(realm, {
    at: realm.now(),
    kind,
    actor_id: realm.session.user_id ?? null,
    user_id,
    details: JSON.stringify(details),
  })
