import type { ReadOnlyRealm } from '../../../realm'
import { pictureUrl } from '../pictures/picture'
import type { RealmPictureFields, RealmPictureKind } from './rules'
import { realmPicture } from './storage'

export const DEFAULT_LOGO_PATH = '/static/images/logo.svg'

/**
 * Returns the URL of the realm's icon or logo. The source is `U` for an uploaded picture, `D` for the default logo and `G`
 * for an icon from Gravatar. The version is part of the URL, because browsers cache pictures for ever.
 */
export function realmPictureLocation(
  realm: ReadOnlyRealm,
  kind: RealmPictureKind,
): { url: string; source: 'U' | 'D' | 'G' } {
  const { picture, version } = realmPicture(realm, kind)
  if (picture !== null) return { url: `${pictureUrl(realm, 'realm/', picture, 'png')}?version=${version}`, source: 'U' }
  if (kind !== 'icon') return { url: `${DEFAULT_LOGO_PATH}?version=${version}`, source: 'D' }
  return { url: `https://secure.gravatar.com/avatar/${realm.name}?d=identicon&version=${version}`, source: 'G' }
}

/** Returns the fields of one picture, with the names that they have in events. */
export function realmPictureFields(realm: ReadOnlyRealm, kind: RealmPictureKind): Partial<RealmPictureFields> {
  const { url, source } = realmPictureLocation(realm, kind)
  return { [`${kind}_url`]: url, [`${kind}_source`]: source }
}
