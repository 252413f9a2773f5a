import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { ProfileField } from './profile-field'

type Flags = 'display_in_profile_summary' | 'required' | 'editable_by_user' | 'use_for_user_matching'
type Row = Omit<ProfileField, Flags> & Record<Flags, number>

const profileFieldsCache = cacheKey<readonly ProfileField[]>()

/** Returns all fields, in the order in which clients show them. */
export const profileFields = (realm: ReadOnlyRealm): readonly ProfileField[] =>
  realm.cache.get(profileFieldsCache, () =>
    realm.sql.all<Row>`
      SELECT id, type, position AS "order", name, hint, field_data, display_in_profile_summary, required,
             editable_by_user, use_for_user_matching
      FROM profile_fields ORDER BY position, id`.map((row) => ({
      ...row,
      display_in_profile_summary: row.display_in_profile_summary === 1,
      required: row.required === 1,
      editable_by_user: row.editable_by_user === 1,
      use_for_user_matching: row.use_for_user_matching === 1,
    })),
  )

/** Returns the id of the new field. */
export function insertProfileField(realm: Realm, field: Omit<ProfileField, 'id'>): number {
  const { id } = realm.sql.one<{ id: number }>`
    INSERT INTO profile_fields (position, type, name, hint, field_data, display_in_profile_summary, required,
                                editable_by_user, use_for_user_matching)
    VALUES (${field.order}, ${field.type}, ${field.name}, ${field.hint}, ${field.field_data},
            ${field.display_in_profile_summary}, ${field.required}, ${field.editable_by_user},
            ${field.use_for_user_matching})
    RETURNING id`
  realm.cache.invalidate(profileFieldsCache)
  return id
}

export function writeProfileField(realm: Realm, field: ProfileField): void {
  realm.sql.run`
    UPDATE profile_fields
    SET position = ${field.order}, name = ${field.name}, hint = ${field.hint}, field_data = ${field.field_data},
        display_in_profile_summary = ${field.display_in_profile_summary},
        required = ${field.required}, editable_by_user = ${field.editable_by_user},
        use_for_user_matching = ${field.use_for_user_matching}
    WHERE id = ${field.id}`
  realm.cache.invalidate(profileFieldsCache)
}

export function deleteProfileField(realm: Realm, id: number): void {
  realm.sql.run`DELETE FROM profile_fields WHERE id = ${id}`
  realm.cache.invalidate(profileFieldsCache)
}
