import { succeeded, type FieldValue, type Json, type Person } from './person'

export const SHORT = 1
export const LONG = 2
export const SELECT = 3
export const DATE = 4
export const LINK = 5
export const USERS = 6
export const ACCOUNT = 7
export const PRONOUNS = 8

export const CHOICES = { tea: { text: 'Tea', order: '1' }, coffee: { text: 'Coffee', order: '2' } }

export const newField = async (actor: Person, name: string, fields: Record<string, FieldValue> = {}): Promise<number> =>
  succeeded(await actor.post('/realm/profile_fields', { name, field_type: SHORT, ...fields })).id
export const fieldsOf = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/realm/profile_fields')).custom_fields
export const setValue = (person: Person, id: number, value: FieldValue): Promise<Json> =>
  person.patch('/users/me/profile_data', { data: [{ id, value }] })
export const valuesOf = async (viewer: Person, user: Person): Promise<Json> =>
  succeeded(await viewer.get(`/users/${user.id}`, { include_custom_profile_fields: true })).user.profile_data
export const valueChanged = (user: Person, custom_profile_field: object) => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id: user.id, custom_profile_field },
})
