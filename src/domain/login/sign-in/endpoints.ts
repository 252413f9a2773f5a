import * as v from 'valibot'
import { forbiddenWith } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { hasSecondFactor } from '../../people/factors/actions'
import { anyone, notInProduction, requireDevelopment } from '../../people/users/callers'
import { findUserByEmail } from '../../people/users/storage'
import { authenticationFailed, isMethodEnabled, issueKey, requireLoginUser } from './actions'
import { accountIsDeactivated, realmIsDeactivated } from '../../people/users/authentication'
import { checkPassword, finishLogin, passwordLoginErrors, startLogin } from './password-login'

/** Clients with a form for passwords have none for codes. They can open the login page in a browser. */
const needsSecondFactor = forbiddenWith(
  'PARLEY_SECOND_FACTOR_REQUIRED',
  () => 'This account has a second factor. Log in with the browser.',
)

const keyFields = { api_key: v.string(), email: v.string(), user_id: v.number() }

export const fetchApiKey = endpoint.twoStep({
  route: 'POST /fetch_api_key',
  summary:
    'Log in with a password and get an API key. The 21st key of an account ends the key that was used longest ago.',
  caller: anyone,
  params: { username: shortText(), password: shortText() },
  returns: keyFields,
  errors: [...passwordLoginErrors, needsSecondFactor],
  decide: (realm, _, { username }) => ({ begun: startLogin(realm, username) }),
  work: checkPassword,
  finish: (realm, _, checked) => {
    const user = finishLogin(realm, checked)
    if (hasSecondFactor(realm, user.user_id)) throw needsSecondFactor({})
    return issueKey(realm, user, 'password')
  },
})

export const devFetchApiKey = endpoint.decision({
  route: 'POST /dev_fetch_api_key',
  summary: 'Get an API key without a password. Development servers only.',
  caller: anyone,
  params: { username: shortText() },
  returns: keyFields,
  errors: [notInProduction, authenticationFailed, accountIsDeactivated, realmIsDeactivated],
  prepare: requireDevelopment,
  decide: (realm, _, { username }) => {
    if (!isMethodEnabled(realm, 'Dev')) throw authenticationFailed({})
    return issueKey(realm, requireLoginUser(realm, findUserByEmail(realm, username)), 'development')
  },
})
