import { badRequest } from '../../../api/errors'

/** What stands for the realm: small and square, or wide, by day and by night. */
export const REALM_PICTURES = ['icon', 'logo', 'night_logo'] as const
export type RealmPictureKind = (typeof REALM_PICTURES)[number]

export const oneIconOnly = badRequest(() => 'You must upload exactly one icon.')
export const oneLogoOnly = badRequest(() => 'You must upload exactly one logo.')

export const logoFor = (night: boolean): RealmPictureKind => (night ? 'night_logo' : 'logo')

/** As clients are told of them all, under the names that events and registration share. */
export type ToldPictures = {
  [Name in `${RealmPictureKind}_url` | `${RealmPictureKind}_source`]: string
}
