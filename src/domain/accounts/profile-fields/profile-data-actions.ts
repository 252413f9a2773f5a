import type { Template } from '../../../markdown/template'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { renderDescription } from '../../realm/settings/descriptions'
import { getField, setFieldValue } from './actions'
import type { RequestedValue } from './profile-data'
import type { ProfileField } from './profile-field'
import { fieldNotEditable, isRendered, refusalOfValue, storedValueOf } from './value-rules'

/** Sets values of the actor's own fields. Throws if a field is only for administrators to edit. */
export function setOwnProfileData(realm: Realm, actor: User, values: readonly RequestedValue[]): void {
  for (const { id } of values) if (!getField(realm, id).editable_by_user) throw fieldNotEditable({})
  setProfileData(realm, actor, actor, values)
}

/** Deletes values of the actor's own fields. */
export function clearOwnProfileData(realm: Realm, actor: User, ids: readonly number[]): void {
  setOwnProfileData(
    realm,
    actor,
    ids.map((id) => ({ id, value: null })),
  )
}

/** Sets values of a user's fields. The actor is the user, or manages the account. Checks no permission. */
export function setProfileData(realm: Realm, actor: User, user: User, values: readonly RequestedValue[]): void {
  for (const { id, value, template } of values) {
    const field = getField(realm, id)
    const refusal = refusalOfValue(field, value, (user_id) => isActivePerson(realm, user_id))
    if (refusal) throw refusal
    const stored = storedValueOf(value)
    if (stored === undefined) setFieldValue(realm, user, id, undefined)
    else setFieldValue(realm, user, id, { value: stored, ...renderedValue(realm, actor, field, template) })
  }
}

function isActivePerson(realm: ReadOnlyRealm, user_id: number): boolean {
  const user = findUser(realm, user_id)
  return user !== undefined && user.is_active && !user.is_bot
}

const renderedValue = (realm: ReadOnlyRealm, actor: User, field: ProfileField, template: Template | undefined) =>
  isRendered(field) && template
    ? { rendered_value: renderDescription(template, mentionDirectory(realm, actor)) }
    : undefined
