import type { Realm } from '../../../realm'
import { dropPicture, keepPicture } from '../pictures/pictures'
import { realmUpdatedTogether } from '../../realm/settings/events'
import { everyone } from '../../people/users/events'
import type { RealmPictureKind } from './rules'
import { newsOf } from './shown'
import { realmPicture, writeRealmPicture } from './storage'

/** Shows an uploaded picture as the organization's icon or logo. */
export function changeRealmPicture(realm: Realm, kind: RealmPictureKind, picture: string): void {
  keepPicture(realm, picture)
  write(realm, kind, picture)
}

export const removeRealmPicture = (realm: Realm, kind: RealmPictureKind): void => write(realm, kind, null)

function write(realm: Realm, kind: RealmPictureKind, picture: string | null): void {
  const before = realmPicture(realm, kind)
  if (before.picture !== null) dropPicture(realm, before.picture)
  writeRealmPicture(realm, kind, { picture, version: before.version + 1 })
  realm.publish(realmUpdatedTogether({ property: kind, data: newsOf(realm, kind) }), everyone({}))
}
