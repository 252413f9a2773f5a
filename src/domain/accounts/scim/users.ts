import type { ReadOnlyRealm, Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { changeName } from '../../people/users/actions'
import { erasedUserIds, isErased } from '../../people/users/erased-storage'
import { allUsers, findUser, findUserByEmail, isRealEmailOf } from '../../people/users/storage'
import { MEMBER, OWNER, type Role, type User } from '../../people/users/user'
import { deactivateUser, reactivate } from '../deactivation/actions'
import { refusalOfAddress } from '../../mail/email-domains/address-rules'
import { addressPolicyOf } from '../../mail/email-domains/storage'
import { recordProof } from '../../login/identities/storage'
import { createDirectoryUser } from '../sign-up/actions'
import { changeRole } from '../users/change-role'
import { cannotDemoteLastOwner } from '../users/rights'
import { changeAddress, isLastOwner } from '../users/update-account'
import { textIn, valueOf, type Resource } from './attribute'
import { normalForm } from './normal-form'
import { operationsIn, patched } from './patch-rules'
import { badScimRequest, isTaken, noSuchResource, notPermitted } from './refusals'
import { userSchema } from './schemas'
import { deletedUserIds, findRecord, idsByUserName, writeRecord } from './storage'
import { addressIn, firstDocument, fullNameIn, isSameAddress, roleIn } from './user-rules'

export const managesOwners = (realm: ReadOnlyRealm): boolean => settingsOf(realm).parley_scim_manages_owners

export const schemaOf = (realm: ReadOnlyRealm) => userSchema(managesOwners(realm))

const OWNERS_ONLY = 'This organization does not let its directory manage owners (parley_scim_manages_owners)'

/** The directory acts with the rights of an owner, within the limits below. An organization always has one. */
const ownerOf = (realm: ReadOnlyRealm): User =>
  allUsers(realm).find(({ role, is_active, is_bot }) => role === OWNER && is_active && !is_bot)!

export const isPerson = (user: User | undefined): user is User =>
  user !== undefined && !user.is_bot && !user.is_system_bot

/** Whether the directory does not see an account: the directory deleted the user, or the personal data was erased. */
const isGone = (realm: ReadOnlyRealm, user_id: number): boolean =>
  findRecord(realm, user_id)?.is_deleted === true || isErased(realm.sql, user_id)

/** Returns the ids of all accounts that the directory does not see. */
export const goneUserIds = (realm: ReadOnlyRealm): ReadonlySet<number> =>
  new Set([...deletedUserIds(realm), ...erasedUserIds(realm.sql)])

/** Returns the account of a resource. Throws for a bot, for a user whom the directory deleted, and for an erased account. */
export function requireUser(realm: ReadOnlyRealm, id: string): User {
  const user = /^\d{1,15}$/.test(id) ? findUser(realm, Number(id)) : undefined
  if (!isPerson(user) || isGone(realm, user.user_id)) throw noSuchResource(id)
  return user
}

/** Returns the account that the directory knows by this name, unless the directory deleted it. */
export function findByUserName(realm: ReadOnlyRealm, user_name: string): User | undefined {
  const id = idsByUserName(realm, user_name).find((user_id) => !isGone(realm, user_id))
  if (id !== undefined) return findUser(realm, id)
  const user = findUserByEmail(realm, user_name)
  const isNamedByAddress =
    isPerson(user) &&
    isRealEmailOf(user, user_name) &&
    findRecord(realm, user.user_id) === undefined &&
    !isErased(realm.sql, user.user_id)
  return isNamedByAddress ? user : undefined
}

/** Creates an account, or gives back the account of a user whom the directory deleted. */
export function createUser(realm: Realm, body: Resource): User {
  const document = documentIn(realm, body)
  const email = addressIn(document)
  if (email === undefined)
    throw badScimRequest('invalidValue', 'A user needs an email address, in emails or as userName')
  requireFreeName(realm, document, undefined)
  const existing = findUserByEmail(realm, email)
  if (existing !== undefined) {
    const { user_id } = existing
    if (!findRecord(realm, user_id)?.is_deleted || isErased(realm.sql, user_id))
      throw isTaken('An account has this address already')
    return replaceUser(realm, existing, { active: true, ...body })
  }
  const role = roleIn(document) ?? MEMBER
  if (role === OWNER && !managesOwners(realm)) throw notPermitted(OWNERS_ONLY)
  const refusal = refusalOfAddress(email, addressPolicyOf(realm))
  if (refusal) throw refusal
  const full_name = fullNameIn(document) ?? email.slice(0, email.lastIndexOf('@'))
  const user = createDirectoryUser(realm, { email, full_name, password_hash: null, role })
  // The account is new and has no credential, so only a provider that the owners trust for the address can open it.
  recordProof(realm, user.user_id, email)
  writeRecord(realm, user.user_id, document, false)
  setActive(realm, user, activeIn(realm, body) ?? true)
  return findUser(realm, user.user_id)!
}

/** Replaces what the directory stated. The account follows where it differs. */
export function replaceUser(realm: Realm, user: User, body: Resource): User {
  const document = documentIn(realm, body)
  const { full_name, delivery_email } = user
  const wasManaged = roleIn(findRecord(realm, user.user_id)?.document ?? {}) !== undefined
  return applyDocument(realm, user, document, {
    full_name: differing(fullNameIn(document), full_name),
    email: isSameAddress(addressIn(document), delivery_email) ? undefined : addressIn(document),
    // A role that the directory never stated stays as it is.
    role: roleIn(document) ?? (wasManaged ? MEMBER : undefined),
    active: activeIn(realm, body),
  })
}

/** Applies the operations of a PATCH. Only what they change in the document changes in the account. */
export function patchUser(realm: Realm, user: User, body: Resource): User {
  const schema = schemaOf(realm)
  const before = findRecord(realm, user.user_id)?.document ?? firstDocument(user)
  const { active, ...after } = patched(schema, { ...before, active: user.is_active }, operationsIn(body))
  const email = addressIn(after)
  const hasNewAddress = email !== undefined && !isSameAddress(addressIn(before), email)
  const [oldRole, newRole] = [roleIn(before), roleIn(after)]
  return applyDocument(realm, user, after, {
    full_name: differing(fullNameIn(after), fullNameIn(before)),
    email: hasNewAddress ? email : undefined,
    role: oldRole === newRole ? undefined : (newRole ?? MEMBER),
    active: typeof active === 'boolean' ? active : true,
  })
}

/** The directory deleted the user: the account is deactivated, and its messages stay. */
export function deleteUser(realm: Realm, user: User): void {
  const document = findRecord(realm, user.user_id)?.document ?? firstDocument(user)
  setActive(realm, user, false)
  writeRecord(realm, user.user_id, document, true)
}

type Changes = {
  full_name: string | undefined
  email: string | undefined
  role: Role | undefined
  active: boolean | undefined
}

function applyDocument(realm: Realm, user: User, document: Resource, changes: Changes): User {
  const { user_id } = user
  const { full_name, email, active } = changes
  const role = changes.role === user.role ? undefined : changes.role
  const current = () => findUser(realm, user_id)!
  if (typeof document.userName !== 'string') throw badScimRequest('invalidValue', 'userName is missing')
  requireFreeName(realm, document, user_id)
  // A new address receives links that reset the password. So it would make its reader an owner.
  const touchesOwner = user.role === OWNER && (role !== undefined || email !== undefined || isReturning(user, active))
  if ((role === OWNER || touchesOwner) && !managesOwners(realm)) throw notPermitted(OWNERS_ONLY)
  if (active === true) setActive(realm, user, true)
  if (role !== undefined) {
    if (isLastOwner(realm, current())) throw cannotDemoteLastOwner({})
    changeRole(realm, current(), role)
  }
  if (full_name !== undefined) changeName(realm, current(), full_name)
  if (email !== undefined) moveAddress(realm, current(), email)
  if (active === false) setActive(realm, current(), false)
  writeRecord(realm, user_id, document, false)
  return current()
}

const isReturning = ({ is_active }: User, active: boolean | undefined) => active === true && !is_active

const differing = (requested: string | undefined, current: string | undefined): string | undefined =>
  requested === current ? undefined : requested

function moveAddress(realm: Realm, user: User, email: string): void {
  const other = findUserByEmail(realm, email)
  if (other && other.user_id !== user.user_id) throw isTaken('An account has this address already')
  changeAddress(realm, user, email)
}

/** Deactivation ends the sessions, the queues and the sockets of the user. Refuses to deactivate the last owner. */
function setActive(realm: Realm, { user_id }: User, active: boolean): void {
  if (findUser(realm, user_id)!.is_active === active) return
  const owner = ownerOf(realm)
  if (active) reactivate(realm, owner, user_id)
  else deactivateUser(realm, owner, { user_id })
}

function documentIn(realm: ReadOnlyRealm, body: Resource): Resource {
  const { active: _, ...document } = normalForm(schemaOf(realm), body)
  if (typeof document.userName !== 'string' || document.userName.trim() === '')
    throw badScimRequest('invalidValue', 'userName is missing')
  return document
}

function activeIn(realm: ReadOnlyRealm, body: Resource): boolean | undefined {
  const { active } = normalForm(schemaOf(realm), { active: valueOf(body, 'active') ?? null })
  return typeof active === 'boolean' ? active : undefined
}

function requireFreeName(realm: ReadOnlyRealm, { userName }: Resource, own: number | undefined): void {
  const other = findByUserName(realm, textIn(userName))
  if (other && other.user_id !== own) throw isTaken('A user has this userName already')
}
