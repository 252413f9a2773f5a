import * as v from 'valibot'
import { ApiError } from '../../../api/errors'
import { boolean, integer, naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { settingsOf } from '../../realm/settings/storage'
import { anyUser, humans } from '../users/callers'
import { maybeUserKnownAs, maybeUserKnownTo } from '../users/known-as'
import { noSuchUser } from '../users/rules'
import type { User } from '../users/user'
import { ping } from './actions'
import { legacyPresencesShape, presencesShape } from './events'
import { presenceErrors, presenceOfOne, statusErrors, statusMeant } from './rules'
import { presenceOf } from './storage'
import { presencesFor } from './told'

const NO_UPDATE = -1

export const updatePresence = endpoint.decision({
  route: 'POST /users/me/presence',
  summary: 'Say that you are there, and ask who else is.',
  caller: humans,
  params: {
    status: shortText(),
    ping_only: optional(boolean(), false),
    new_user_input: optional(boolean(), false),
    last_update_id: optional(integer()),
    history_limit_days: optional(naturalNumber()),
    slim_presence: optional(boolean(), false),
  },
  returns: {
    presence_last_update_id: v.number(),
    server_timestamp: v.optional(v.number()),
    presences: v.optional(presencesShape),
    legacy_mirror_active: v.boolean(),
  },
  errors: statusErrors,
  decide: (realm, actor, { status, ping_only, ...wanted }) => {
    const meant = statusMeant(status)
    if (meant instanceof ApiError) throw meant
    ping(realm, actor, meant)
    const { last_update_id = NO_UPDATE } = wanted
    if (ping_only) return { presence_last_update_id: last_update_id, legacy_mirror_active: false }
    return { ...presencesFor(realm, actor, wanted), server_timestamp: realm.now(), legacy_mirror_active: false }
  },
})

const statusOfOne = v.strictObject({ status: v.picklist(['active', 'idle', 'offline']), timestamp: v.number() })

export const getUserPresence = endpoint.decision({
  route: 'GET /users/:user_id_or_email/presence',
  summary: 'When somebody was last there.',
  caller: anyUser,
  params: { user_id_or_email: shortText() },
  returns: { presence: v.strictObject({ aggregated: statusOfOne, website: statusOfOne }) },
  errors: [noSuchUser, ...presenceErrors],
  decide: (realm, actor, { user_id_or_email }) => {
    const user = personMeant(realm, actor, user_id_or_email)
    const known = settingsOf(realm).presence_disabled ? undefined : presenceOf(realm, user.user_id)
    const presence = presenceOfOne(user_id_or_email, user, known, realm.now())
    if (presence instanceof ApiError) throw presence
    return { presence }
  },
})

function personMeant(realm: Realm, actor: User, said: string): User {
  const user = /^\d+$/.test(said) ? maybeUserKnownTo(realm, actor, Number(said)) : maybeUserKnownAs(realm, actor, said)
  if (user === undefined || !user.is_active) throw noSuchUser({})
  return user
}

export const getRealmPresence = endpoint.decision({
  route: 'GET /realm/presence',
  summary: 'When everyone was last there.',
  caller: anyUser,
  params: {},
  returns: { server_timestamp: v.number(), presences: legacyPresencesShape },
  errors: [],
  decide: (realm, actor) => ({
    server_timestamp: realm.now(),
    presences: presencesFor(realm, actor, { slim_presence: false }).presences,
  }),
})
