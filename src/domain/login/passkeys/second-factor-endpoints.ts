import { ApiError } from '../../../api/errors'
import { sessionIn } from '../../../api/session-cookie'
import { endpoint, type Edge } from '../../../edge'
import { passkeysOf } from '../../people/passkeys/storage'
import { findWaitingSession } from '../../people/sessions/authentication'
import { accountIsDeactivated, realmIsDeactivated } from '../../people/users/authentication'
import { anyone } from '../../people/users/callers'
import { noLoginWaits } from '../factors/login'
import { passkeyNotAccepted } from './actions'
import { placeOfSession, requestOptions } from './challenges'
import { completeByPasskey } from './login'
import { assertionParam, requestOptionsShape } from './wire-passkey'

const waitingIn = ({ request, config }: Edge) => ({ waiting: sessionIn(request, config) })

export const startCompletion = endpoint.decision({
  route: 'POST site:/json/login/second_factor/passkey/start',
  summary: 'Get the options with which a browser completes a login with a passkey.',
  note: 'The options are for `PublicKeyCredential.parseRequestOptionsFromJSON`. Their challenge counts once, for five minutes, in this session.',
  caller: anyone,
  isForOwnPages: true,
  params: {},
  returns: { options: requestOptionsShape },
  errors: [noLoginWaits],
  prepare: waitingIn,
  decide: (realm, _, { waiting }) => {
    const session = waiting && findWaitingSession(realm, waiting)
    if (session === undefined) throw noLoginWaits({})
    const place = placeOfSession('second_factor', session.session_id)
    const passkeys = passkeysOf(realm, session.user_id)
    return { options: requestOptions(realm, place, { passkeys, userVerification: 'preferred' }) }
  },
})

export const completeWithPasskey = endpoint.decision({
  route: 'POST site:/json/login/second_factor/passkey',
  summary: 'Complete a login with a passkey. The response sets the cookie of the session.',
  caller: anyone,
  isForOwnPages: true,
  params: { credential: assertionParam },
  returns: {},
  errors: [noLoginWaits, passkeyNotAccepted, accountIsDeactivated, realmIsDeactivated],
  prepare: waitingIn,
  decide: (realm, _, attempt) => {
    const answer = completeByPasskey(realm, attempt)
    return 'refusal' in answer ? answer.refusal.refusal : undefined
  },
  present: (_, refusal) => {
    if (refusal) throw new ApiError(refusal)
    return {}
  },
})
