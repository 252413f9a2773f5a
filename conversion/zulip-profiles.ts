import type { Zulip, Readers } from './zulip-context.ts'

/** A profile field whose values are lists of users. */
const FIELD_OF_USERS = 6

export const PROFILE_FIELDS: Readers = {
  zerver_customprofilefield: ({ copy, fieldsOfUsers }, field) => {
    if (field.field_type === FIELD_OF_USERS) fieldsOfUsers.add(field.id)
    copy.write('profile_fields', [
      {
        id: field.id,
        position: field.order ?? field.id,
        type: field.field_type,
        name: field.name,
        hint: field.hint ?? '',
        field_data: field.field_data ?? '',
        display_in_profile_summary: field.display_in_profile_summary ? 1 : 0,
        required: field.required ? 1 : 0,
        editable_by_user: field.editable_by_user === false ? 0 : 1,
        use_for_user_matching: field.use_for_user_matching ? 1 : 0,
      },
    ])
  },
  zerver_customprofilefieldvalue: ({ values }, { user_profile, field, value }) =>
    values.set(user_profile, { ...values.get(user_profile), [field]: value }),
}

/** Returns the profile fields of a user, with the new ids of users. The server makes no HTML of them before a user edits them. */
export function profileOf({ copy, values, fieldsOfUsers }: Zulip, id: number) {
  const entries = Object.entries(values.get(id) ?? {}).map(([field, value]) => {
    if (!fieldsOfUsers.has(Number(field))) return [field, { value: String(value ?? '') }]
    const keys: number[] = JSON.parse(value ?? '[]')
    const ids = keys.flatMap((key) => copy.reservedId(key) ?? [])
    return [field, { value: JSON.stringify(ids) }]
  })
  return JSON.stringify(Object.fromEntries(entries))
}
