import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'

/** The name of the realm for other services. It stays when the realm moves to another deployment. */
export type RealmUuid = {
  uuid: string
  owner_secret: string // who has it owns the UUID
}

const OWNER_SECRET_LENGTH = 64

const realmUuidCache = cacheKey<RealmUuid>()

export const realmUuidRow = (realm: ReadOnlyRealm): RealmUuid =>
  realm.cache.get(realmUuidCache, () => realm.sql.one<RealmUuid>`SELECT uuid, owner_secret FROM realm_uuid`)

export const realmUuid = (realm: ReadOnlyRealm): string => realmUuidRow(realm).uuid

/** Gives a new realm its UUID. */
export function insertRealmUuid(realm: Realm): void {
  realm.sql.run`INSERT INTO realm_uuid (singleton, uuid, owner_secret)
                VALUES (1, ${realm.randomUuid()}, ${realm.randomKey(OWNER_SECRET_LENGTH)})`
  realm.cache.invalidate(realmUuidCache)
}
