import type { Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { RealmPictureKind } from './rules'

/** One of the realm's pictures. */
export type RealmPictureRow = {
  picture: string | null // the letters of its address; null: as it is where nobody chose
  version: number
}

const pictureCache = cacheKeyById<RealmPictureKind, RealmPictureRow>()

export const realmPicture = (realm: Realm, kind: RealmPictureKind): RealmPictureRow =>
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
