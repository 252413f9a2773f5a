import type { Realm } from '../../../realm'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { avatarHash } from './avatar-hash'
import { userUpdated, whoKnows, whoSeesAddress, whoseSightChanges } from './events'
import { countOwnAttempt, forgiveAttempts } from './login-attempts'
import { mediumPictureUrl, pictureUrl } from './profile'
import { putProfile } from './profile-in-d1'
import { emailInUse, isAdministrator, namesMustBeUnique, refusalOfEmail, refusalOfName, wrongPassword } from './rules'
import { apiEmailOf, holderOf, passwordHashOf, usersNamed, writePasswordHash, writeUser } from './storage'
import type { EmailVisibility, User } from './user'

/**
 * Somebody goes by another name from here on. Where people may not change theirs the wish is passed over and not refused:
 * clients send the name along with whatever else a form holds.
 */
export function renameOneself(realm: Realm, user: User, wanted: string): void {
  if (settingsOf(realm).name_changes_disabled && !isAdministrator(user)) return
  rename(realm, user, wanted)
}

/** Somebody is called something else, whoever decided so. */
export function rename(realm: Realm, user: User, wanted: string): void {
  const full_name = wanted.trim()
  const { user_id } = user
  if (full_name === user.full_name) return
  const refusal = refusalOfName(full_name)
  if (refusal) throw refusal
  const isTaken = usersNamed(realm, full_name).some((other) => other.is_active && other.user_id !== user_id)
  if (isTaken && settingsOf(realm).require_unique_names) throw namesMustBeUnique({})

  putProfile(realm, writeUser(realm, user_id, { full_name }))
  realm.publish(userUpdated({ person: { user_id, full_name } }), whoKnows({ user_id }))
}

export function changeTimezone(realm: Realm, { user_id }: User, timezone: string): void {
  const changed = writeUser(realm, user_id, { timezone })
  const { email } = changed
  putProfile(realm, changed)
  realm.publish(userUpdated({ person: { user_id, email, timezone } }), whoKnows({ user_id }))
}

/** Shows the real address to others than before. Whose sight of it changes is told; so is everyone, if the API address does. */
export function changeEmailVisibility(realm: Realm, user: User, after: EmailVisibility): void {
  const { user_id, email_address_visibility: before } = user
  const email = apiEmailOf({ ...user, email_address_visibility: after }, realmRow(realm).host)
  // The old picture's name would go on telling a hidden address to whoever can guess.
  const avatar_hash = user.avatar_source === 'G' ? avatarHash(email) : user.avatar_hash
  const changed = writeUser(realm, user_id, { email_address_visibility: after, avatar_hash })
  putProfile(realm, changed)

  const sight = whoseSightChanges({ user_id, before, after })
  realm.publish(userUpdated({ person: { user_id, delivery_email: null } }), sight)
  const isNewEmail = email !== user.email
  if (isNewEmail) realm.publish(userUpdated({ person: { user_id, new_email: email } }), whoKnows({ user_id }))
  // Who could work out the picture's address from the real one, and who cannot any more, see it elsewhere.
  if (user.avatar_source === 'G') realm.publish(avatarChanged(changed), isNewEmail ? whoKnows({ user_id }) : sight)
}

/** Somebody is reached elsewhere from here on. Those hear of it who may know where; so does everyone, if the API address is it. */
export function changeEmail(realm: Realm, user: User, wanted: string): void {
  const delivery_email = wanted.trim()
  const { user_id } = user
  if (delivery_email === user.delivery_email) return
  const refusal = refusalOfEmail(delivery_email)
  if (refusal) throw refusal
  const taken = holderOf(realm, delivery_email)
  if (taken !== undefined && taken !== user_id) throw emailInUse({ email: delivery_email })

  const email = apiEmailOf({ ...user, delivery_email }, realmRow(realm).host)
  const avatar_hash = user.avatar_source === 'G' ? avatarHash(email) : user.avatar_hash
  const changed = writeUser(realm, user_id, { delivery_email, avatar_hash })
  putProfile(realm, changed)
  realm.publish(userUpdated({ person: { user_id, delivery_email: null } }), whoSeesAddress({ user_id }))
  if (email === user.email) return
  realm.publish(userUpdated({ person: { user_id, new_email: email } }), whoKnows({ user_id }))
  if (user.avatar_source === 'G') realm.publish(avatarChanged(changed), whoKnows({ user_id }))
}

export function avatarChanged(user: User) {
  const { user_id, avatar_source, avatar_version } = user
  const avatar_url = pictureUrl(user)
  const avatar_url_medium = mediumPictureUrl(user)
  return userUpdated({ person: { user_id, avatar_url, avatar_source, avatar_url_medium, avatar_version } })
}

/** The Worker compared the old password with `known_hash`, and hashed the new one. */
export type PasswordChange = { known_hash: string; new_hash: string }

/** Other requests ran while the Worker hashed, so `known_hash` must still be the hash of the user's password. */
export function changePassword(realm: Realm, user: User, { known_hash, new_hash }: PasswordChange): User {
  const { user_id, delivery_email } = user
  if (passwordHashOf(realm, user_id) !== known_hash) throw wrongPassword({})
  forgiveAttempts(realm, delivery_email, user_id)
  writePasswordHash(realm, user_id, new_hash)
  return user
}

/** What the old password must match. The try counts as failed until the change has succeeded. */
export function beginPasswordChange(realm: Realm, { user_id }: User): string | null {
  countOwnAttempt(realm, user_id)
  return passwordHashOf(realm, user_id)
}
