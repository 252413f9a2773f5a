import type { ReadOnlyRealm, Realm } from '../../../realm'
import {
  beginPictureUpload,
  deletePicture,
  finishPictureUpload,
  type PictureUpload,
} from '../../customization/pictures/actions'
import { realmNumber } from '../../realm/settings/realm-number'
import { settingsOf } from '../../realm/settings/storage'
import { avatarChanged } from '../../people/users/actions'
import { usersWhoCanSee } from '../../people/users/events'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { isAdministrator } from '../../people/users/rules'
import { writeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { avatarChangesDisabled, pictureIdOf } from './rules'
import { avatarUrl, defaultAvatar } from '../../people/users/avatar'

/** Returns where the Worker stores the actor's new avatar. Throws if the actor may not change it. */
export function startAvatarUpload(realm: Realm, actor: User): PictureUpload {
  requireAvatarChange(realm, actor)
  return beginPictureUpload(realm, actor)
}

/** Makes an uploadFields picture the actor's avatar, and returns its address. */
export function changeOwnAvatar(realm: Realm, actor: User, picture: string): string {
  requireAvatarChange(realm, actor)
  return setAvatar(realm, actor, picture)
}

/** Makes an uploadFields picture a user's avatar, and returns its address. Checks no permission. */
export function setAvatar(realm: Realm, user: User, picture: string): string {
  finishPictureUpload(realm, picture)
  return writeAvatar(realm, user, { avatar_source: 'U', avatar_hash: `${realmNumber(realm)}/${picture}` })
}

/** Deletes the actor's avatar. Returns the address of the picture that all accounts without one have. */
export function removeOwnAvatar(realm: Realm, actor: User): string {
  requireAvatarChange(realm, actor)
  return removeAvatar(realm, actor)
}

/** Deletes a user's avatar. Checks no permission. */
export const removeAvatar = (realm: Realm, user: User): string => writeAvatar(realm, user, defaultAvatar(realm, user))

function requireAvatarChange(realm: ReadOnlyRealm, user: User): void {
  if (settingsOf(realm).avatar_changes_disabled && !isAdministrator(user)) throw avatarChangesDisabled({})
}

function writeAvatar(realm: Realm, user: User, avatar: Pick<User, 'avatar_source' | 'avatar_hash'>): string {
  if (user.avatar_source === 'U') deletePicture(realm, pictureIdOf(user.avatar_hash))
  const changed = writeUser(realm, user.user_id, { ...avatar, avatar_version: user.avatar_version + 1 })
  copyProfileToD1(realm, changed)
  realm.publish(avatarChanged(changed), usersWhoCanSee({ user_id: changed.user_id }))
  return avatarUrl(changed)
}
