import * as v from 'valibot'
import { badRequest, rateLimitHit } from '../../../api/errors'
import { boolean, optional, text } from '../../../api/params'
import { verifiedClaims, MAX_TOKEN_CHARACTERS } from '../../../api/signed-token'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { anyone } from '../../people/users/callers'
import { countAttemptFromAddress, forgetLastAttemptFromAddress } from '../../people/users/login-attempts'
import { fullProfileOf, userShape } from '../../people/users/profile'
import { isRealEmailOf, findUserByEmail } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow } from '../../realm/settings/storage'
import { authenticationFailed, issueKey } from './actions'
import { realmIsDeactivated } from '../../people/users/authentication'

const tokensNotEnabled = badRequest(() => 'JWT authentication is not enabled for this organization')
const badToken = badRequest(() => 'Bad JSON web token')
const noEmailInToken = badRequest(() => 'No email specified in JSON web token claims')

export const fetchApiKeyByToken = endpoint.decision({
  route: 'POST /jwt/fetch_api_key',
  summary: 'Log in with a JSON web token, signed with the key that the deployment has for this organization.',
  caller: anyone,
  params: { token: text(2 * MAX_TOKEN_CHARACTERS), include_profile: optional(boolean(), false) },
  returns: { api_key: v.string(), email: v.string(), user: v.optional(userShape) },
  errors: [tokensNotEnabled, badToken, noEmailInToken, authenticationFailed, realmIsDeactivated, rateLimitHit],
  decide: (realm, _, { token, include_profile }) => {
    const key = getTokenKey(realm)
    countAttemptFromAddress(realm)
    const claims = verifiedClaims(token, key, realm.now())
    // An error thrown here would undo the count of the attempt, so `present` throws it.
    if (claims === undefined) return undefined
    forgetLastAttemptFromAddress(realm)
    const user = getUserOfClaims(realm, claims)
    const { api_key } = issueKey(realm, user, 'signed_token')
    const profile = include_profile ? { user: fullProfileOf(user, user, false) } : {}
    return { api_key, email: user.delivery_email, ...profile }
  },
  present: (_, login) => {
    if (login === undefined) throw badToken({})
    return login
  },
})

function getTokenKey(realm: ReadOnlyRealm): string {
  const { token_keys } = realm.config
  // The name of a realm may also be the name of a property that every object inherits.
  const key = Object.hasOwn(token_keys, realm.name) ? token_keys[realm.name] : undefined
  if (!key) throw tokensNotEnabled({})
  return key
}

/** Returns the user whom a token names. Throws the same error for an unknown user, a bot and a deactivated user. */
function getUserOfClaims(realm: ReadOnlyRealm, claims: Record<string, unknown>): User {
  if (typeof claims.email !== 'string' || claims.email.trim() === '') throw noEmailInToken({})
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  const user = findUserByEmail(realm, claims.email)
  if (user === undefined || user.is_bot || !user.is_active || !isRealEmailOf(user, claims.email))
    throw authenticationFailed({})
  return user
}
