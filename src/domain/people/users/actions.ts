import type { Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import {
  everyone,
  userAdded,
  userUpdated,
  usersWhoCanSee,
  usersWhoCanSeeEmail,
  usersWithChangedEmailAccess,
} from './events'
import { countPasswordAttempt, forgetFailedAttempts } from './login-attempts'
import { copyProfileToD1 } from './d1-profiles'
import { refusalOfNameFor } from './name-likeness'
import {
  emailInUse,
  isAdministrator,
  isLinkGuest,
  namesMustBeUnique,
  refusalOfEmail,
  refusalOfName,
  wrongPassword,
} from './rules'
import { apiEmailOf, findUserIdByEmail, passwordHashOf, usersWithName, writePasswordHash, writeUser } from './storage'
import type { EmailVisibility, User } from './user'
import { mediumAvatarUrl, avatarUrl, avatarHash } from './avatar'

/**
 * Changes the name of the user, at the user's own request. If the realm does not permit it, the name stays and no error is
 * thrown: clients send the name together with the other fields of a form. Throws what `changeName` throws.
 */
export function changeOwnName(realm: Realm, user: User, requestedName: string): void {
  if (settingsOf(realm).name_changes_disabled && !isAdministrator(user)) return
  changeName(realm, user, requestedName)
}

/** Changes the name of a user. Throws an error of `nameErrors` if the name is invalid, or taken in a realm with unique names. */
export function changeName(realm: Realm, user: User, requestedName: string): void {
  const full_name = requestedName.trim()
  const { user_id } = user
  if (full_name === user.full_name) return
  const refusal =
    refusalOfName(full_name) ?? (isLinkGuest(user) ? refusalOfNameFor(realm, full_name, user_id) : undefined)
  if (refusal) throw refusal
  const isTaken = usersWithName(realm, full_name).some((other) => other.is_active && other.user_id !== user_id)
  if (isTaken && settingsOf(realm).require_unique_names) throw namesMustBeUnique({})

  setName(realm, user, full_name)
}

/** Gives an account a name. Checks nothing. */
export function setName(realm: Realm, { user_id }: User, full_name: string): void {
  copyProfileToD1(realm, writeUser(realm, user_id, { full_name }))
  realm.publish(userUpdated({ person: { user_id, full_name } }), usersWhoCanSee({ user_id }))
}

/**
 * Makes a link guest a guest like others, with what those see. Publishes it, and ends the queues of the guest: the client registers
 * again with the other users that it sees from now on. Checks no permission.
 */
export function leaveGuestLink(realm: Realm, { user_id }: User): User {
  const changed = writeUser(realm, user_id, { guest_link_id: null })
  realm.publish(userAdded({ user: changed }), everyone({}))
  realm.listeners.removeQueuesOf(user_id)
  return changed
}

export function changeTimezone(realm: Realm, { user_id }: User, timezone: string): void {
  const changed = writeUser(realm, user_id, { timezone })
  const { email } = changed
  copyProfileToD1(realm, changed)
  realm.publish(userUpdated({ person: { user_id, email, timezone } }), usersWhoCanSee({ user_id }))
}

/**
 * Changes who can see the real address. Publishes the address to the users whose access to it changes. If the API address
 * changes too, all users who can see the user receive it.
 */
export function changeEmailVisibility(realm: Realm, user: User, after: EmailVisibility): void {
  const { user_id, email_address_visibility: before } = user
  const email = apiEmailOf({ ...user, email_address_visibility: after }, realmRow(realm).host)
  // The old name of the avatar is a hash of the real address: a viewer could confirm a guess of it.
  const avatar_hash = user.avatar_source === 'G' ? avatarHash(email) : user.avatar_hash
  const changed = writeUser(realm, user_id, { email_address_visibility: after, avatar_hash })
  copyProfileToD1(realm, changed)

  const viewersOfChange = usersWithChangedEmailAccess({ user_id, before, after })
  realm.publish(userUpdated({ person: { user_id, delivery_email: null } }), viewersOfChange)
  const isNewEmail = email !== user.email
  if (isNewEmail) realm.publish(userUpdated({ person: { user_id, new_email: email } }), usersWhoCanSee({ user_id }))
  // A client that sees the real address computes the URL of the avatar from it. The other clients receive the URL.
  if (user.avatar_source === 'G')
    realm.publish(avatarChanged(changed), isNewEmail ? usersWhoCanSee({ user_id }) : viewersOfChange)
}

/**
 * Changes the real address. Publishes it to the users who can see it. If it is also the API address, all users who can see the
 * user receive it. Throws `invalidEmail` or `emailInUse`.
 */
export function changeEmail(realm: Realm, user: User, requestedEmail: string): void {
  const delivery_email = requestedEmail.trim()
  const { user_id } = user
  if (delivery_email === user.delivery_email) return
  const refusal = refusalOfEmail(delivery_email)
  if (refusal) throw refusal
  const ownerId = findUserIdByEmail(realm, delivery_email)
  if (ownerId !== undefined && ownerId !== user_id) throw emailInUse({ email: delivery_email })

  const email = apiEmailOf({ ...user, delivery_email }, realmRow(realm).host)
  const avatar_hash = user.avatar_source === 'G' ? avatarHash(email) : user.avatar_hash
  const changed = writeUser(realm, user_id, { delivery_email, avatar_hash })
  copyProfileToD1(realm, changed)
  // The address itself may be hidden from owners.
  recordAudit(realm, 'email_changed', { user_id })
  realm.publish(userUpdated({ person: { user_id, delivery_email: null } }), usersWhoCanSeeEmail({ user_id }))
  if (email === user.email) return
  realm.publish(userUpdated({ person: { user_id, new_email: email } }), usersWhoCanSee({ user_id }))
  if (user.avatar_source === 'G') realm.publish(avatarChanged(changed), usersWhoCanSee({ user_id }))
}

/** Returns the event that gives clients the URLs of the user's avatar. */
export function avatarChanged(user: User) {
  const { user_id, avatar_source, avatar_version } = user
  const avatar_url = avatarUrl(user)
  const avatar_url_medium = mediumAvatarUrl(user)
  return userUpdated({ person: { user_id, avatar_url, avatar_source, avatar_url_medium, avatar_version } })
}

/** The Worker compared the old password with `old_hash`, and hashed the new one. */
export type PasswordChange = { old_hash: string; new_hash: string }

/**
 * Changes the password. Throws `wrongPassword` if `old_hash` is not the current hash any more: other requests ran while the
 * Worker hashed.
 */
export function changePassword(realm: Realm, user: User, { old_hash, new_hash }: PasswordChange): User {
  const { user_id, delivery_email } = user
  if (passwordHashOf(realm.sql, user_id) !== old_hash) throw wrongPassword({})
  forgetFailedAttempts(realm, delivery_email, user_id)
  writePasswordHash(realm.sql, user_id, new_hash)
  recordAudit(realm, 'password_changed', { user_id }, { method: 'password' })
  return user
}

/**
 * Returns the hash that the old password must match, or null if the user has no password. The attempt counts as failed until
 * the change succeeds. Throws `rateLimitHit`.
 */
export function beginPasswordChange(realm: Realm, { user_id }: User): string | null {
  countPasswordAttempt(realm, user_id)
  return passwordHashOf(realm.sql, user_id)
}
