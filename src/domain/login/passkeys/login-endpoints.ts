import * as v from 'valibot'
import { ApiError } from '../../../api/errors'
import { browserBindingIn, setBrowserBinding } from '../../../api/login-cookie'
import { optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { accountIsDeactivated, realmIsDeactivated } from '../../people/users/authentication'
import { anyone } from '../../people/users/callers'
import { realmRow } from '../../realm/settings/storage'
import { browserOf } from '../sessions/admit-browser'
import { ownPath } from '../sessions/next-page-rules'
import { authenticationFailed } from '../sign-in/actions'
import { passkeyNotAccepted } from './actions'
import { placeOfBrowser, requestOptions } from './challenges'
import { isPasskeyLoginEnabled, logInByPasskey, passkeyLoginDisabled } from './login'
import { assertionParam, requestOptionsShape } from './wire-passkey'

const BINDING_LENGTH = 43

const options = { options: requestOptionsShape }

export const startLogin = endpoint.file({
  route: 'POST site:/json/login/passkey/start',
  summary: 'Get the options with which a browser logs in with a passkey, without an address.',
  note: 'The options are for `PublicKeyCredential.parseRequestOptionsFromJSON`. Their challenge counts once, for five minutes, in this browser.',
  caller: anyone,
  isForOwnPages: true,
  params: {},
  serves: {
    200: { description: 'A cookie binds the challenge to this browser.', headers: ['Set-Cookie'], fields: options },
  },
  errors: [passkeyLoginDisabled, realmIsDeactivated],
  prepare: (edge) => ({ given: browserBindingIn(edge) }),
  decide: (realm, _, { given }) => {
    if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
    if (!isPasskeyLoginEnabled(realm)) throw passkeyLoginDisabled({})
    const binding = given ?? realm.randomKey(BINDING_LENGTH)
    const place = placeOfBrowser(binding)
    return { binding, options: requestOptions(realm, place, { passkeys: [], userVerification: 'required' }) }
  },
  serve: (edge, { binding, options: forBrowser }) => {
    const response = Response.json({ result: 'success', msg: '', options: forBrowser })
    setBrowserBinding(response, binding, edge)
    return response
  },
})

export const logInWithPasskey = endpoint.decision({
  route: 'POST site:/json/login/passkey',
  summary: 'Log in with a passkey as the only factor. The response sets the cookie of the session.',
  note: '`location` is the path of the page that follows: `next`, if it is a path of this organization.',
  caller: anyone,
  isForOwnPages: true,
  params: { credential: assertionParam, next: optional(shortText(), '/') },
  returns: { location: v.string() },
  errors: [passkeyNotAccepted, passkeyLoginDisabled, accountIsDeactivated, realmIsDeactivated, authenticationFailed],
  prepare: (edge) => ({ binding: browserBindingIn(edge), browser: browserOf(edge) }),
  decide: (realm, _, { next, ...attempt }) => {
    const answer = logInByPasskey(realm, { ...attempt, next: ownPath(next) })
    return 'refusal' in answer ? { refusal: answer.refusal.refusal } : answer
  },
  present: (_, answer) => {
    if ('refusal' in answer) throw new ApiError(answer.refusal)
    return answer
  },
})
