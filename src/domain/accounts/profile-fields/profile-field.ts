import * as v from 'valibot'
import { named } from '../../../api/named'

/** The types of profile fields, with the ids and names of the API. */
export const FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  LONG_TEXT: { id: 2, name: 'Long text' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const

export type FieldType = (typeof FIELD_TYPES)[keyof typeof FIELD_TYPES]['id']

export const isFieldType = (id: number): id is FieldType => Object.values(FIELD_TYPES).some((type) => type.id === id)

/** The default external accounts: clients know how to link to them. A field for one of these takes its name from here. */
export const EXTERNAL_ACCOUNTS = {
  github: { name: 'GitHub', text: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' },
  gitlab: { name: 'GitLab', text: 'GitLab', hint: '', url_pattern: 'https://gitlab.com/%(username)s' },
  linkedin: { name: 'LinkedIn', text: 'LinkedIn', hint: '', url_pattern: 'https://www.linkedin.com/in/%(username)s' },
  twitter: { name: 'Twitter', text: 'Twitter', hint: '', url_pattern: 'https://twitter.com/%(username)s' },
} as const

/** A custom profile field. */
export type ProfileField = {
  id: number
  type: FieldType
  order: number
  name: string
  hint: string
  field_data: string // JSON text: the options of a list, or the external account; empty for other types
  display_in_profile_summary: boolean
  required: boolean // clients ask users for a value; the server does not enforce it
  editable_by_user: boolean
  use_for_user_matching: boolean
}

export const profileFieldShape = named(
  'CustomProfileField',
  v.strictObject({
    id: v.number(),
    type: v.number(),
    order: v.number(),
    name: v.string(),
    hint: v.string(),
    field_data: v.string(),
    display_in_profile_summary: v.boolean(),
    required: v.boolean(),
    editable_by_user: v.boolean(),
    use_for_user_matching: v.boolean(),
  }),
)
