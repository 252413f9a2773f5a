import type { Realm } from '../../../realm'
import { tellOfBot } from '../../people/bots/events'
import { beginPicture, dropPicture, keepPicture } from '../../customization/pictures/pictures'
import { realmNumber } from '../../realm/settings/realm-number'
import { settingsOf } from '../../realm/settings/storage'
import { avatarChanged } from '../../people/users/actions'
import { avatarHash } from '../../people/users/avatar-hash'
import { whoKnows } from '../../people/users/events'
import { pictureUrl } from '../../people/users/profile'
import { putProfile } from '../../people/users/profile-in-d1'
import { isAdministrator } from '../../people/users/rules'
import { writeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { avatarsMayNotChange, pictureIn } from './rules'

/** Returns where the Worker may put the new avatar of a user who may change it. */
export function beginChangingAvatar(realm: Realm, actor: User): string {
  refuseToChange(realm, actor)
  return beginPicture(realm)
}

/** Shows an uploaded picture as the user's avatar, and returns its address. */
export function changeAvatar(realm: Realm, user: User, picture: string): string {
  refuseToChange(realm, user)
  return givePicture(realm, user, picture)
}

/** Shows an uploaded picture as a user's avatar, for an actor who may give it. Returns its address. */
export function givePicture(realm: Realm, user: User, picture: string): string {
  keepPicture(realm, picture)
  return write(realm, user, { avatar_source: 'U', avatar_hash: `${realmNumber(realm)}/${picture}` })
}

/** Back to the picture that goes with the address. */
export function removeAvatar(realm: Realm, user: User): string {
  refuseToChange(realm, user)
  return write(realm, user, { avatar_source: 'G', avatar_hash: avatarHash(user.email) })
}

function refuseToChange(realm: Realm, user: User): void {
  if (settingsOf(realm).avatar_changes_disabled && !isAdministrator(user)) throw avatarsMayNotChange({})
}

function write(realm: Realm, user: User, after: Pick<User, 'avatar_source' | 'avatar_hash'>): string {
  if (user.avatar_source === 'U') dropPicture(realm, pictureIn(user.avatar_hash))
  const changed = writeUser(realm, user.user_id, { ...after, avatar_version: user.avatar_version + 1 })
  putProfile(realm, changed)
  realm.publish(avatarChanged(changed), whoKnows({ user_id: changed.user_id }))
  tellOfBot(realm, changed, { avatar_url: pictureUrl(changed) })
  return pictureUrl(changed)
}
