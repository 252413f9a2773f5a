import type { Realm } from '../../../realm'
import { everyone, userUpdated, whoKnows } from '../../people/users/events'
import { putProfile } from '../../people/users/profile-in-d1'
import { allUsers, maybeUser, writeUser } from '../../people/users/storage'
import type { ProfileData, User } from '../../people/users/user'
import { profileFieldsChanged } from './events'
import { fieldDataKept, type FieldData } from './field-data-rules'
import { FIELD_TYPES, isFieldType, type ProfileField } from './profile-field'
import {
  defaultAccountOf,
  invalidFieldType,
  mayNotChangeDefault,
  noSuchField,
  refusalOfAnother,
  refusalOfField,
  refusalOfOrder,
} from './rules'
import { deleteProfileField, insertProfileField, profileFields, writeProfileField } from './storage'

type Flags = Pick<
  ProfileField,
  'display_in_profile_summary' | 'required' | 'editable_by_user' | 'use_for_user_matching'
>
export type NewField = Flags & { name: string; hint: string; field_type: number; field_data: FieldData }
export type FieldChanges = Partial<Omit<NewField, 'field_type'>>

/** One more thing that people may say of themselves, after all others. */
export function createField(realm: Realm, { field_type: type, field_data: data, ...wished }: NewField): number {
  if (!isFieldType(type)) throw invalidFieldType({})
  const { name, hint } = defaultAccountOf(type, data) ?? wished
  const field = { ...wished, type, name: name.trim(), hint, field_data: fieldDataKept(type, data) }
  const others = profileFields(realm)
  const refusal = refusalOfAnother(others) ?? refusalOfField({ ...field, data }, others)
  if (refusal) throw refusal
  const order = (others.at(-1)?.order ?? -1) + 1
  const id = insertProfileField(realm, { ...field, order })
  tellOfFields(realm)
  return id
}

/** Changes what a field is called, and what may be said in it: what may no longer be is not said any more. */
export function changeField(realm: Realm, id: number, changes: FieldChanges): void {
  const before = fieldMeant(realm, id)
  const known: FieldData = before.field_data === '' ? {} : JSON.parse(before.field_data)
  const data = changes.field_data ?? known
  const field_data = changes.field_data === undefined ? before.field_data : fieldDataKept(before.type, data)
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
  const isNamedAnew = after.name !== before.name || after.hint !== before.hint || field_data !== before.field_data
  if (isNamedAnew && defaultAccountOf(before.type, known)) throw mayNotChangeDefault({})
  const others = profileFields(realm).filter((field) => field.id !== id)
  const refusal = refusalOfField({ ...after, data }, others)
  if (refusal) throw refusal
  writeProfileField(realm, after)
  tellOfFields(realm)
  if (after.type === FIELD_TYPES.SELECT.id) forgetValues(realm, id, (value) => !Object.hasOwn(data, value))
}

/** Nobody says anything in it any more. Clients know that without being told of each. */
export function removeField(realm: Realm, id: number): void {
  fieldMeant(realm, id)
  deleteProfileField(realm, id)
  for (const user of allUsers(realm)) if (user.profile_data[id]) writeProfileData(realm, user, without(user, id))
  tellOfFields(realm)
}

export function reorderFields(realm: Realm, order: readonly number[]): void {
  const fields = profileFields(realm)
  const refusal = refusalOfOrder(order, fields)
  if (refusal) throw refusal
  for (const field of fields) writeProfileField(realm, { ...field, order: order.indexOf(field.id) })
  tellOfFields(realm)
}

export function fieldMeant(realm: Realm, id: number): ProfileField {
  const field = profileFields(realm).find((each) => each.id === id)
  if (field === undefined) throw noSuchField({ id })
  return field
}

const tellOfFields = (realm: Realm) =>
  realm.publish(profileFieldsChanged({ fields: profileFields(realm) }), everyone({}))

function forgetValues(realm: Realm, id: number, isGone: (value: string) => boolean) {
  for (const user of allUsers(realm)) {
    const said = user.profile_data[id]
    if (said === undefined || !isGone(said.value)) continue
    say(realm, user, id, undefined)
  }
}

/** Somebody says something of themselves, or nothing any more, and everyone who knows of them hears it. */
export function say(realm: Realm, { user_id }: User, id: number, said: ProfileData[string] | undefined): void {
  const user = maybeUser(realm, user_id)!
  if (user.profile_data[id]?.value === said?.value) return
  writeProfileData(realm, user, said === undefined ? without(user, id) : { ...user.profile_data, [id]: said })
  const custom_profile_field = said === undefined ? { id, value: null } : { id, ...said }
  realm.publish(userUpdated({ person: { user_id, custom_profile_field } }), whoKnows({ user_id }))
}

function without({ profile_data }: User, id: number): ProfileData {
  const { [id]: _, ...rest } = profile_data
  return rest
}

const writeProfileData = (realm: Realm, { user_id }: User, profile_data: ProfileData) =>
  putProfile(realm, writeUser(realm, user_id, { profile_data }))
