import type { USER_LISTS } from '../../client-state/people'
import type { Event } from '../../client-state/wire'
import type { Registered } from '../wire/own-state'

export type UserLists = Partial<Pick<Registered, (typeof USER_LISTS)[number]>>

const TYPES = new Set<Event['type']>(['realm_user', 'custom_profile_fields'])

/** Whether an event changes the lists of users. Their digest is then that of an earlier state. */
export const changesUsers = ({ type }: Pick<Event, 'type'>): boolean => TYPES.has(type)

/** Returns the digest of the lists that the client has, which is empty if they have changed since, and the lists. */
export function knownUsers(answer: Registered | undefined): { digest: string; lists: UserLists } {
  const digest = answer?.parley_users_digest ?? ''
  if (answer === undefined || digest === '') return { digest, lists: {} }
  const { realm_users, realm_non_active_users, cross_realm_bots } = answer
  return { digest, lists: { realm_users, realm_non_active_users, cross_realm_bots } }
}
