import { uploadLimitOf } from '../../people/users/upload-limit'
import type { User } from '../../people/users/user'
import * as v from 'valibot'
import { stateSlice, type ReadOnlyRealm } from '../../../realm'
import { MAX_PICTURE_MIB } from '../pictures/rules'
import { realmPictureLocation } from './locations'

/** The icon and logos of the realm, and the size limits for pictures and files. */
export const realmPicturesState = stateSlice({
  fetchedFor: ['realm'],
  fields: {
    realm_icon_url: v.string(),
    realm_icon_source: v.string(),
    realm_logo_url: v.string(),
    realm_logo_source: v.string(),
    realm_night_logo_url: v.string(),
    realm_night_logo_source: v.string(),
    max_icon_file_size_mib: v.number(),
    max_logo_file_size_mib: v.number(),
    max_avatar_file_size_mib: v.number(),
    max_file_upload_size_mib: v.number(),
    realm_upload_quota_mib: v.nullable(v.number()),
  },
  read: (realm: ReadOnlyRealm, actor: User) => ({
    ...realmPictureUrls(realm),
    max_icon_file_size_mib: MAX_PICTURE_MIB,
    max_logo_file_size_mib: MAX_PICTURE_MIB,
    max_avatar_file_size_mib: MAX_PICTURE_MIB,
    max_file_upload_size_mib: uploadLimitOf(realm, actor),
    realm_upload_quota_mib: realm.config.upload_quota_mib,
  }),
  readInPublic: (realm: ReadOnlyRealm) => realmPictureUrls(realm),
})

function realmPictureUrls(realm: ReadOnlyRealm) {
  const [icon, logo, night] = [
    realmPictureLocation(realm, 'icon'),
    realmPictureLocation(realm, 'logo'),
    realmPictureLocation(realm, 'night_logo'),
  ]
  return {
    realm_icon_url: icon.url,
    realm_icon_source: icon.source,
    realm_logo_url: logo.url,
    realm_logo_source: logo.source,
    realm_night_logo_url: night.url,
    realm_night_logo_source: night.source,
  }
}
