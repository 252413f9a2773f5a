import type { Realm } from '../../../realm'
import { dropPicture, keepPicture } from '../pictures/pictures'
import { realmUpdatedTogether } from '../../realm/settings/events'
import { mustBeAdministrator } from '../../people/users/callers'
import { everyone } from '../../people/users/events'
import { stillLetIn } from '../../people/users/keys'
import { isAdministrator } from '../../people/users/rules'
import type { RealmPictureKind } from './rules'
import { newsOf } from './shown'
import { realmPicture, writeRealmPicture } from './storage'

export type NewRealmPicture = { user_id: number; kind: RealmPictureKind; picture: string }

/** The picture is there: it stands for the realm, unless whoever brought it may no longer say so. */
export function changeRealmPicture(realm: Realm, { user_id, kind, picture }: NewRealmPicture): void {
  if (!isAdministrator(stillLetIn(realm, user_id))) throw mustBeAdministrator({})
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
