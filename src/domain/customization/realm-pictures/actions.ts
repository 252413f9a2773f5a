import type { Realm } from '../../../realm'
import { deletePicture, finishPictureUpload } from '../pictures/actions'
import { realmUpdatedTogether } from '../../realm/settings/events'
import { everyone } from '../../people/users/events'
import { realmPictureFields } from './locations'
import type { RealmPictureKind } from './rules'
import { realmPicture, writeRealmPicture } from './storage'

/** Makes a picture that the Worker stored the icon or a logo of the realm. */
export function setRealmPicture(realm: Realm, kind: RealmPictureKind, picture: string): void {
  finishPictureUpload(realm, picture)
  changePicture(realm, kind, picture)
}

/** Restores the default icon or logo. */
export const removeRealmPicture = (realm: Realm, kind: RealmPictureKind): void => changePicture(realm, kind, null)

function changePicture(realm: Realm, kind: RealmPictureKind, picture: string | null): void {
  const before = realmPicture(realm, kind)
  if (before.picture !== null) deletePicture(realm, before.picture)
  writeRealmPicture(realm, kind, { picture, version: before.version + 1 })
  realm.publish(realmUpdatedTogether({ property: kind, data: realmPictureFields(realm, kind) }), everyone({}))
}
