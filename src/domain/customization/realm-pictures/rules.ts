import { badRequest } from '../../../api/errors'

/** The pictures of a realm: a small square icon, and a wide logo for light and for dark themes. */
export const REALM_PICTURES = ['icon', 'logo', 'night_logo'] as const
export type RealmPictureKind = (typeof REALM_PICTURES)[number]

export const oneIconOnly = badRequest(() => 'You must upload exactly one icon.')
export const oneLogoOnly = badRequest(() => 'You must upload exactly one logo.')

export const logoKind = (night: boolean): RealmPictureKind => (night ? 'night_logo' : 'logo')

/** The fields about pictures in events. `/register` has them with the prefix `realm_`. */
export type RealmPictureFields = {
  [Name in `${RealmPictureKind}_url` | `${RealmPictureKind}_source`]: string
}
