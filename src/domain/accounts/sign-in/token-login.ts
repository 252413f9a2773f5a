import * as v from 'valibot'
import { badRequest, rateLimitHit } from '../../../api/errors'
import { boolean, optional, text } from '../../../api/params'
import { verifiedClaims, TOKEN_CHARACTERS_MAX } from '../../../api/signed-token'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { anyone } from '../../people/users/callers'
import { newKey, realmIsDeactivated } from '../../people/users/keys'
import { authenticationFailed } from './login'
import { countTryFromHere, forgiveTryFromHere } from '../../people/users/login-attempts'
import { fullProfileOf, userShape } from '../../people/users/profile'
import { isRealAddressOf, maybeUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'

const noTokensHere = badRequest(() => 'JWT authentication is not enabled for this organization')
const badToken = badRequest(() => 'Bad JSON web token')
const noEmailInToken = badRequest(() => 'No email specified in JSON web token claims')

export const fetchApiKeyByToken = endpoint.decision({
  route: 'POST /jwt/fetch_api_key',
  summary: 'Log in with a token that somebody signed whom the deployment trusts.',
  caller: anyone,
  params: { token: text(2 * TOKEN_CHARACTERS_MAX), include_profile: optional(boolean(), false) },
  returns: { api_key: v.string(), email: v.string(), user: v.optional(userShape) },
  errors: [noTokensHere, badToken, noEmailInToken, authenticationFailed, realmIsDeactivated, rateLimitHit],
  decide: (realm, _, { token, include_profile }) => {
    const key = keyOf(realm)
    countTryFromHere(realm)
    const claims = verifiedClaims(token, key, realm.now())
    // Answered and not thrown, so that the try stays counted.
    if (claims === undefined) return undefined
    forgiveTryFromHere(realm)
    const user = userMeantBy(realm, claims)
    const api_key = newKey(realm, user.user_id)
    const profile = include_profile ? { user: fullProfileOf(user, user, false) } : {}
    return { api_key, email: user.delivery_email, ...profile }
  },
  present: (_, given) => {
    if (given === undefined) throw badToken({})
    return given
  },
})

function keyOf(realm: Realm): string {
  const { token_keys } = realm.config
  // A realm may be called like something that every object has.
  const key = Object.hasOwn(token_keys, realm.name) ? token_keys[realm.name] : undefined
  if (!key) throw noTokensHere({})
  return key
}

/** Whoever the token says brings it. That there is no such account, or not any more, is all the same. */
function userMeantBy(realm: Realm, claims: Record<string, unknown>): User {
  if (typeof claims.email !== 'string' || claims.email.trim() === '') throw noEmailInToken({})
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  const user = maybeUserByEmail(realm, claims.email)
  if (user === undefined || user.is_bot || !user.is_active || !isRealAddressOf(user, claims.email))
    throw authenticationFailed({})
  return user
}
