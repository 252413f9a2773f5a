import * as v from 'valibot'
import { boolean, ids, integer, naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { anyUser, humans } from '../users/callers'
import { findVisibleUserByEmail, findVisibleUser } from '../users/find-visible-user'
import { noSuchUser } from '../users/rules'
import type { User } from '../users/user'
import { recordPing } from './actions'
import { legacyPresencesShape, presencesShape } from './events'
import {
  answerByRequest,
  MAX_REQUESTED_USERS,
  pingOnlyAnswer,
  presenceErrors,
  requireStatus,
  requireUserPresence,
  statusErrors,
} from './rules'
import { presenceOf } from './storage'
import { listsPresences, visiblePresenceFinder, visiblePresences } from './visible-presences'

export const updatePresence = endpoint.decision({
  route: 'POST /users/me/presence',
  summary: 'Report your presence, and get the presence of other users.',
  note:
    'In an organization with more than 3,000 people, `presences` has only the users in `parley_user_ids`, and ' +
    '`parley_by_request` is true.',
  caller: humans,
  isAnsweredByGateway: true,
  params: {
    status: shortText(),
    ping_only: optional(boolean(), false),
    new_user_input: optional(boolean(), false),
    last_update_id: optional(integer()),
    history_limit_days: optional(naturalNumber()),
    slim_presence: optional(boolean(), false),
    parley_user_ids: optional(ids(MAX_REQUESTED_USERS)),
  },
  returns: {
    presence_last_update_id: v.number(),
    server_timestamp: v.optional(v.number()),
    presences: v.optional(presencesShape),
    legacy_mirror_active: v.boolean(),
    parley_by_request: v.optional(v.boolean()),
  },
  errors: statusErrors,
  decide: (realm, actor, { status, ...request }) => {
    recordPing(realm, actor, requireStatus(status))
    if (request.ping_only) return pingOnlyAnswer(request)
    if (!listsPresences(realm)) return answerByRequest(request, visiblePresenceFinder(realm, actor), realm.now())
    return { ...visiblePresences(realm, actor, request), server_timestamp: realm.now(), legacy_mirror_active: false }
  },
})

const statusShape = v.strictObject({ status: v.picklist(['active', 'idle', 'offline']), timestamp: v.number() })

const userPresenceShape = v.strictObject({
  active_timestamp: v.number(),
  idle_timestamp: v.number(),
  aggregated: statusShape,
  website: statusShape,
})

export const getUserPresence = endpoint.decision({
  route: 'GET /users/:user_id_or_email/presence',
  summary: 'Get the presence of a user.',
  caller: anyUser,
  params: { user_id_or_email: shortText() },
  returns: { presence: userPresenceShape, server_timestamp: v.number() },
  errors: [noSuchUser, ...presenceErrors],
  decide: (realm, actor, { user_id_or_email }) => {
    const user = getUserByIdOrEmail(realm, actor, user_id_or_email)
    const presence = settingsOf(realm).presence_disabled ? undefined : presenceOf(realm, user.user_id)
    const now = realm.now()
    return { presence: requireUserPresence(user_id_or_email, user, presence, now), server_timestamp: now }
  },
})

/** Returns the active user with this id or address. Throws `noSuchUser`. */
function getUserByIdOrEmail(realm: ReadOnlyRealm, actor: User, idOrEmail: string): User {
  const user = /^\d+$/.test(idOrEmail)
    ? findVisibleUser(realm, actor, Number(idOrEmail))
    : findVisibleUserByEmail(realm, actor, idOrEmail)
  if (user === undefined || !user.is_active) throw noSuchUser({})
  return user
}

export const getRealmPresence = endpoint.decision({
  route: 'GET /realm/presence',
  summary: 'Get the presence of all users.',
  caller: anyUser,
  params: {},
  returns: { server_timestamp: v.number(), presences: legacyPresencesShape },
  errors: [],
  decide: (realm, actor) => ({
    server_timestamp: realm.now(),
    presences: visiblePresences(realm, actor, { slim_presence: false }).presences,
  }),
})
