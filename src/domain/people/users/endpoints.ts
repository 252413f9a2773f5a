import * as v from 'valibot'
import { boolean, ids, integer, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { anyUser, readers } from './callers'
import { maybeUserKnownAs } from './known-as'
import { fullProfileOf, profileInPublic, profileOf, userShape } from './profile'
import { insufficientPermission, noSuchUser } from './rules'
import { canKnowOf, known } from './sight'
import { isSpectator, notLoggedIn, readerAsking } from './spectator'
import { maybeUser } from './storage'
import type { User } from './user'

const howToShowUsers = {
  client_gravatar: optional(boolean(), true),
  include_custom_profile_fields: optional(boolean(), false),
}
type HowToShowUsers = { client_gravatar: boolean; include_custom_profile_fields: boolean }

export const getUsers = endpoint.decision({
  route: 'GET /users',
  summary: 'Everyone who has an account, bots and deactivated accounts included.',
  caller: readers,
  params: { ...howToShowUsers, user_ids: optional(ids(MAX_USERS_AT_ONCE)) },
  returns: { members: v.array(userShape) },
  errors: [notLoggedIn],
  decide: (realm, actor, params) => {
    const reader = readerAsking(realm, actor)
    const wanted = params.user_ids && new Set(params.user_ids)
    const users = known(realm, reader).filter((user) => !user.is_system_bot && (wanted?.has(user.user_id) ?? true))
    return {
      members: users.map((user) => (isSpectator(reader) ? profileInPublic(realm, user) : shown(user, reader, params))),
    }
  },
})

export const getUser = endpoint.decision({
  route: 'GET /users/:user_id',
  summary: 'One account, by id.',
  caller: anyUser,
  params: { user_id: integer(), ...howToShowUsers },
  returns: { user: userShape },
  errors: [noSuchUser, insufficientPermission],
  decide: (realm, actor, params) => {
    const user = maybeUser(realm, params.user_id)
    if (user === undefined) throw noSuchUser({})
    if (!canKnowOf(realm, actor, user)) throw insufficientPermission({})
    return { user: shown(user, actor, params) }
  },
})

export const getUserByEmail = endpoint.decision({
  route: 'GET /users/:email',
  summary: 'One account, by its API address, or by its real address where you may see that.',
  caller: anyUser,
  params: { email: shortText(), ...howToShowUsers },
  returns: { user: userShape },
  errors: [noSuchUser],
  decide: (realm, actor, params) => {
    const user = maybeUserKnownAs(realm, actor, params.email)
    if (user === undefined) throw noSuchUser({})
    return { user: shown(user, actor, params) }
  },
})

function shown(user: User, actor: User, { client_gravatar, include_custom_profile_fields }: HowToShowUsers) {
  const profile = include_custom_profile_fields ? fullProfileOf : profileOf
  return profile(user, actor, client_gravatar)
}
