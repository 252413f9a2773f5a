import { notLoggedIn } from '../../../api/callers'
import * as v from 'valibot'
import { jsonList } from '../../../api/json-text'
import { boolean, ids, integer, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { anyUser, readers } from './callers'
import { encodedProfiles } from './encoded-profiles'
import { encodedUserList, listsOf } from './encoded-user-lists'
import { findVisibleUserByEmail } from './find-visible-user'
import { fullProfileOf, publicProfileOf, profileOf, userShape } from './profile'
import { insufficientPermission, noSuchUser } from './rules'
import { canSeeUser, visibleUsers } from './visible-users'
import { isSpectator, requireReader } from './spectator'
import { findUser } from './storage'
import type { User } from './user'

const userOptions = {
  client_gravatar: optional(boolean(), true),
  include_custom_profile_fields: optional(boolean(), false),
}
type UserOptions = { client_gravatar: boolean; include_custom_profile_fields: boolean }

export const getUsers = endpoint.decision({
  route: 'GET /users',
  hasSharedTexts: true,
  summary: 'Get all users, including bots and deactivated users.',
  agentScopes: ['messages:read'],
  caller: readers,
  params: { ...userOptions, user_ids: optional(ids(MAX_USERS_AT_ONCE)) },
  returns: { members: v.array(userShape) },
  errors: [notLoggedIn],
  decide: (realm, actor, params) => {
    const reader = requireReader(realm, actor)
    const requestedIds = params.user_ids && new Set(params.user_ids)
    const visible = listsOf(visibleUsers(realm, reader)).all
    const users = requestedIds ? visible.filter(({ user_id }) => requestedIds.has(user_id)) : visible
    if (isSpectator(reader)) return { members: users.map((user) => publicProfileOf(realm, user)) }
    const { client_gravatar, include_custom_profile_fields: withProfileData } = params
    const fields = { client_gravatar, withProfileData, withActivity: true }
    const encoded = requestedIds ? [encodedProfiles(users, reader, fields)] : encodedUserList(users, reader, fields)
    return { members: jsonList(encoded) }
  },
})

export const getUser = endpoint.decision({
  route: 'GET /users/:user_id',
  summary: 'Get a user by id.',
  agentScopes: ['messages:read'],
  caller: anyUser,
  params: { user_id: integer(), ...userOptions },
  returns: { user: userShape },
  errors: [noSuchUser, insufficientPermission],
  decide: (realm, actor, params) => {
    const user = findUser(realm, params.user_id)
    if (user === undefined) throw noSuchUser({})
    if (!canSeeUser(realm, actor, user)) throw insufficientPermission({})
    return { user: userFor(user, actor, params) }
  },
})

export const getUserByEmail = endpoint.decision({
  route: 'GET /users/:email',
  summary: 'Get a user by the API address, or by the real address if you can see it.',
  agentScopes: ['messages:read', 'messages:write', 'drafts:write'],
  caller: anyUser,
  params: { email: shortText(), ...userOptions },
  returns: { user: userShape },
  errors: [noSuchUser],
  decide: (realm, actor, params) => {
    const user = findVisibleUserByEmail(realm, actor, params.email)
    if (user === undefined) throw noSuchUser({})
    return { user: userFor(user, actor, params) }
  },
})

function userFor(user: User, viewer: User, { client_gravatar, include_custom_profile_fields }: UserOptions) {
  const profile = include_custom_profile_fields ? fullProfileOf : profileOf
  return profile(user, viewer, client_gravatar)
}
