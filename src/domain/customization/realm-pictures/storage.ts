import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { RealmPictureKind } from './rules'

export type RealmPictureRow = {
  picture: string | null // the token of an uploaded picture; null: the default picture
  version: number // increases with each change
}

const pictureCache = cacheKeyById<RealmPictureKind, RealmPictureRow>()

export const realmPicture = (realm: ReadOnlyRealm, kind: RealmPictureKind): RealmPictureRow =>
  realm.cache.get(
    pictureCache(kind),
    () =>
      realm.sql.maybe<RealmPictureRow>`SELECT picture, version FROM realm_pictures WHERE kind = ${kind}` ?? {
        picture: null,
        version: 1,
      },
  )

export function writeRealmPicture(realm: Realm, kind: RealmPictureKind, { picture, version }: RealmPictureRow): void {
  realm.sql.run`INSERT INTO realm_pictures (kind, picture, version) VALUES (${kind}, ${picture}, ${version})
                ON CONFLICT (kind) DO UPDATE SET picture = excluded.picture, version = excluded.version`
  realm.cache.invalidate(pictureCache(kind))
}
