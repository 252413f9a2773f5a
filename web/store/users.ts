import type { Json } from '../../client-state/reducer'

/** The lists of users that `POST /register` leaves out for a client that has them. */
const LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots']

const TYPES = new Set(['realm_user', 'custom_profile_fields'])

/** Whether an event changes the lists of users. Their digest is then that of an earlier state. */
export const changesUsers = ({ type }: Json): boolean => TYPES.has(type)

/** Returns the digest of the lists that the client has, which is empty if they have changed since, and the lists. */
export function knownUsers(answer: Json): { digest: string; lists: Json } {
  const digest: string = answer?.parley_users_digest ?? ''
  return { digest, lists: digest === '' ? {} : Object.fromEntries(LISTS.map((name) => [name, answer[name]])) }
}
