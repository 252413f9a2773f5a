import * as v from 'valibot'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import type { User } from '../users/user'
import { mutedBy } from './storage'

const mutedUsers = v.array(v.strictObject({ id: v.number(), timestamp: v.number() }))

export const mutedUsersChanged = event<{ muted_users: v.InferOutput<typeof mutedUsers> }>({
  type: 'muted_users',
  summary: 'The users that the user mutes changed. The event lists all of them.',
  recipients: { users: 'the user' },
  updates: 'muted_users',
  fields: { muted_users: mutedUsers },
})

export const mutedUsersOf = (realm: ReadOnlyRealm, { user_id }: User) =>
  mutedBy(realm.sql, user_id).map(({ muted_user_id, muted_at }) => ({ id: muted_user_id, timestamp: muted_at }))

export const mutedUsersState = stateSlice({
  fetchedFor: ['muted_users'],
  fields: { muted_users: mutedUsers },
  read: (realm: ReadOnlyRealm, actor: User) => ({ muted_users: mutedUsersOf(realm, actor) }),
})
