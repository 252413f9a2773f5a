import type { FieldValue, Json, Person } from './person'

/** Subscribes to channels by name, and returns the answer. */
export const subscribe = (
  person: Person,
  names: readonly string[],
  fields: Record<string, FieldValue> = {},
): Promise<Json> =>
  person.post('/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })), ...fields })

/** Unsubscribes from channels by name, and returns the answer. */
export const unsubscribe = (
  person: Person,
  names: readonly string[],
  fields: Record<string, FieldValue> = {},
): Promise<Json> => person.delete('/users/me/subscriptions', { subscriptions: names, ...fields })
