import type { Realm } from '../../../realm'
import { pictureAddress } from '../pictures/pictures'
import type { RealmPictureKind, ToldPictures } from './rules'
import { realmPicture } from './storage'

/** Drawn by us, for realms that have no logo of their own. */
export const OUR_LOGO = '/static/images/logo.svg'

/** Where one of the realm's pictures is, and whose it is: uploaded, by default, or kept by a third party. */
export function pictureShown(realm: Realm, kind: RealmPictureKind): { url: string; source: 'U' | 'D' | 'G' } {
  const { picture, version } = realmPicture(realm, kind)
  if (picture !== null)
    return { url: `${pictureAddress(realm, 'realm/', picture, 'png')}?version=${version}`, source: 'U' }
  if (kind !== 'icon') return { url: `${OUR_LOGO}?version=${version}`, source: 'D' }
  return { url: `https://secure.gravatar.com/avatar/${realm.name}?d=identicon&version=${version}`, source: 'G' }
}

/** As told of one of them. */
export function newsOf(realm: Realm, kind: RealmPictureKind): Partial<ToldPictures> {
  const { url, source } = pictureShown(realm, kind)
  return { [`${kind}_url`]: url, [`${kind}_source`]: source }
}
