import type { ReadOnlyRealm, Realm } from '../../../realm'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { everyone, userUpdated, usersWhoCanSee } from '../../people/users/events'
import { allUsers, findUser, writeUser } from '../../people/users/storage'
import type { ProfileData, User } from '../../people/users/user'
import { profileFieldsChanged } from './events'
import { storedFieldData, type FieldData } from './field-data-rules'
import { FIELD_TYPES, isFieldType, type ProfileField } from './profile-field'
import {
  defaultFieldFixed,
  fieldDoesNotExist,
  findDefaultAccount,
  invalidFieldType,
  refusalOfField,
  refusalOfMoreFields,
  refusalOfOrder,
} from './rules'
import { deleteProfileField, insertProfileField, profileFields, writeProfileField } from './storage'

type Flags = Pick<
  ProfileField,
  'display_in_profile_summary' | 'required' | 'editable_by_user' | 'use_for_user_matching'
>
export type NewField = Flags & { name: string; hint: string; field_type: number; field_data: FieldData }
export type FieldChanges = Partial<Omit<NewField, 'field_type'>>

/** Creates a field after all others, and returns its id. A field for a default account gets the name of the account. */
export function createField(realm: Realm, { field_type: type, field_data: data, ...requested }: NewField): number {
  if (!isFieldType(type)) throw invalidFieldType({})
  const { name, hint } = findDefaultAccount(type, data) ?? requested
  const field = { ...requested, type, name: name.trim(), hint, field_data: storedFieldData(type, data) }
  const others = profileFields(realm)
  const refusal = refusalOfMoreFields(others) ?? refusalOfField({ ...field, data }, others)
  if (refusal) throw refusal
  const order = (others.at(-1)?.order ?? -1) + 1
  const id = insertProfileField(realm, { ...field, order })
  publishFields(realm)
  return id
}

/** Changes a field. Deletes the values of users who chose an option that the field no longer has. */
export function updateField(realm: Realm, id: number, changes: FieldChanges): void {
  const before = getField(realm, id)
  const dataBefore: FieldData = before.field_data === '' ? {} : JSON.parse(before.field_data)
  const data = changes.field_data ?? dataBefore
  const field_data = changes.field_data === undefined ? before.field_data : storedFieldData(before.type, data)
  const after: ProfileField = {
    ...before,
    field_data,
    name: changes.name?.trim() ?? before.name,
    hint: changes.hint ?? before.hint,
    display_in_profile_summary: changes.display_in_profile_summary ?? before.display_in_profile_summary,
    required: changes.required ?? before.required,
    editable_by_user: changes.editable_by_user ?? before.editable_by_user,
    use_for_user_matching: changes.use_for_user_matching ?? before.use_for_user_matching,
  }
  const isRedefined = after.name !== before.name || after.hint !== before.hint || field_data !== before.field_data
  if (isRedefined && findDefaultAccount(before.type, dataBefore)) throw defaultFieldFixed({})
  const others = profileFields(realm).filter((field) => field.id !== id)
  const refusal = refusalOfField({ ...after, data }, others)
  if (refusal) throw refusal
  writeProfileField(realm, after)
  publishFields(realm)
  if (after.type === FIELD_TYPES.SELECT.id) deleteValues(realm, id, (value) => !Object.hasOwn(data, value))
}

/** Deletes a field and its values. Clients delete the values themselves when they receive the event. */
export function removeField(realm: Realm, id: number): void {
  getField(realm, id)
  deleteProfileField(realm, id)
  for (const user of allUsers(realm)) if (user.profile_data[id]) writeProfileData(realm, user, withoutValue(user, id))
  publishFields(realm)
}

export function reorderFields(realm: Realm, order: readonly number[]): void {
  const fields = profileFields(realm)
  const refusal = refusalOfOrder(order, fields)
  if (refusal) throw refusal
  for (const field of fields) writeProfileField(realm, { ...field, order: order.indexOf(field.id) })
  publishFields(realm)
}

/** Returns a field. Throws if it does not exist. */
export function getField(realm: ReadOnlyRealm, id: number): ProfileField {
  const field = profileFields(realm).find((candidate) => candidate.id === id)
  if (field === undefined) throw fieldDoesNotExist({ id })
  return field
}

const publishFields = (realm: Realm) =>
  realm.publish(profileFieldsChanged({ fields: profileFields(realm) }), everyone({}))

function deleteValues(realm: Realm, id: number, isInvalid: (value: string) => boolean) {
  for (const user of allUsers(realm)) {
    const stored = user.profile_data[id]
    if (stored !== undefined && isInvalid(stored.value)) setFieldValue(realm, user, id, undefined)
  }
}

/** Sets the value of a user's field, or deletes it if `value` is undefined. Publishes to the users who can see the user. */
export function setFieldValue(
  realm: Realm,
  { user_id }: User,
  id: number,
  value: ProfileData[string] | undefined,
): void {
  const user = findUser(realm, user_id)!
  if (user.profile_data[id]?.value === value?.value) return
  writeProfileData(realm, user, value === undefined ? withoutValue(user, id) : { ...user.profile_data, [id]: value })
  const custom_profile_field = value === undefined ? { id, value: null } : { id, ...value }
  realm.publish(userUpdated({ person: { user_id, custom_profile_field } }), usersWhoCanSee({ user_id }))
}

function withoutValue({ profile_data }: User, id: number): ProfileData {
  const { [id]: _, ...others } = profile_data
  return others
}

const writeProfileData = (realm: Realm, { user_id }: User, profile_data: ProfileData) =>
  copyProfileToD1(realm, writeUser(realm, user_id, { profile_data }))
