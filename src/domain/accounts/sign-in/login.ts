import { apiError, rateLimitHit } from '../../../api/errors'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { shortText } from '../../../api/params'
import * as v from 'valibot'
import type { AuthenticationMethod } from '../../realm/settings/authentication-methods'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { anyone } from '../../people/users/callers'
import { notInProduction, refuseInProduction } from '../../people/users/in-development'
import { accountIsDeactivated, newKey, realmIsDeactivated } from '../../people/users/keys'
import { countAttempt, forgiveAttempts, forgiveTryFromHere } from '../../people/users/login-attempts'
import { isPassword } from '../../people/users/passwords'
import { maybeUser, maybeUserByEmail, passwordHashOf } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/**
 * Logging in by password takes three steps, because hashing belongs at the edge and deciding in the realm: the realm
 * counts the attempt and hands out what the password must match; the edge hashes; the realm gives a key. An attempt
 * counts as failed until it has succeeded, so guessing many at once gains nothing.
 */
export const authenticationFailed = apiError('AUTHENTICATION_FAILED', () => 'Your username or password is incorrect')
const passwordAuthDisabled = apiError(
  'PASSWORD_AUTH_DISABLED',
  () => 'Password authentication is disabled in this organization.',
)

const keyGiven = { api_key: v.string(), email: v.string(), user_id: v.number() }

export const fetchApiKey = endpoint.twoStep({
  route: 'POST /fetch_api_key',
  summary:
    'Log in with a password and get an API key. The 21st key of an account ends the key that was used longest ago.',
  caller: anyone,
  params: { username: shortText(), password: shortText() },
  returns: keyGiven,
  errors: [authenticationFailed, accountIsDeactivated, realmIsDeactivated, passwordAuthDisabled, rateLimitHit],
  decide: (realm, _, { username }) => {
    if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
    if (!isWayIn(realm, 'Email')) throw passwordAuthDisabled({})
    return { begun: beginLogin(realm, username) }
  },
  work: (edge, { user_id, known_hash }, { username, password }) => {
    const isRight = isPassword(password, known_hash, edge.config.password_cost)
    if (!isRight || user_id === null || known_hash === null) throw authenticationFailed({})
    return { user_id, username, known_hash }
  },
  finish: (realm, _, { user_id, username, known_hash }) => {
    // Other requests ran while the Worker hashed. They may have changed the password, or turned passwords off.
    if (!isWayIn(realm, 'Email')) throw passwordAuthDisabled({})
    if (passwordHashOf(realm, user_id) !== known_hash) throw authenticationFailed({})
    forgiveAttempts(realm, username, user_id)
    forgiveTryFromHere(realm)
    return giveKey(realm, maybeUser(realm, user_id))
  },
})

export const devFetchApiKey = endpoint.decision({
  route: 'POST /dev_fetch_api_key',
  summary: 'Get an API key without a password. Development servers only.',
  caller: anyone,
  params: { username: shortText() },
  returns: keyGiven,
  errors: [notInProduction, authenticationFailed, accountIsDeactivated, realmIsDeactivated],
  prepare: refuseInProduction,
  decide: (realm, _, { username }) => {
    if (!isWayIn(realm, 'Dev')) throw authenticationFailed({})
    return giveKey(realm, maybeUserByEmail(realm, username))
  },
})

const isWayIn = (realm: Realm, method: AuthenticationMethod) =>
  settingsOf(realm).authentication_methods[method] === true

function giveKey(realm: Realm, user: User | undefined) {
  if (user === undefined || user.is_bot) throw authenticationFailed({})
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  if (!user.is_active) throw accountIsDeactivated({})
  return { api_key: newKey(realm, user.user_id), email: user.delivery_email, user_id: user.user_id }
}

function beginLogin(realm: Realm, username: string): { user_id: number | null; known_hash: string | null } {
  const user = maybeUserByEmail(realm, username)
  const user_id = user?.is_bot === false ? user.user_id : undefined
  const mayBeLetIn = countAttempt(realm, { username, user_id })
  if (user_id === undefined || !mayBeLetIn) return { user_id: null, known_hash: null }
  return { user_id, known_hash: passwordHashOf(realm, user_id) }
}
