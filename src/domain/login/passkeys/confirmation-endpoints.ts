import { ApiError, badRequest } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { passkeysOf } from '../../people/passkeys/storage'
import { renewAfterConfirmation, sessionOfCall } from '../../people/sessions/actions'
import { humans } from '../../people/users/callers'
import { usePasskey } from './actions'
import { placeOfSession, requestOptions } from './challenges'
import { assertionParam, requestOptionsShape } from './wire-passkey'

const hasNoPasskeys = badRequest(() => 'This account has no passkeys')
const needsBrowser = badRequest(() => 'Only a browser that is logged in can confirm a passkey')
const passkeyDoesNotConfirm = badRequest(() => 'This passkey was not accepted')

export const startConfirmation = endpoint.decision({
  route: 'POST /parley/sessions/confirm/passkey/start',
  summary: 'Get the options with which a browser confirms, with a passkey, who uses it.',
  note: 'The options are for `PublicKeyCredential.parseRequestOptionsFromJSON`. Their challenge counts once, for five minutes, in this session.',
  caller: humans,
  isForSetUp: true,
  params: {},
  returns: { options: requestOptionsShape },
  errors: [hasNoPasskeys, needsBrowser],
  decide: (realm, { user_id }) => {
    const session = sessionOfCall(realm)
    if (session === undefined) throw needsBrowser({})
    const passkeys = passkeysOf(realm, user_id)
    if (passkeys.length === 0) throw hasNoPasskeys({})
    const place = placeOfSession('confirm', session.session_id)
    return { options: requestOptions(realm, place, { passkeys, userVerification: 'required' }) }
  },
})

export const confirmWithPasskey = endpoint.decision({
  route: 'POST /parley/sessions/confirm/passkey',
  summary: 'Confirm with a passkey who uses this session, as with `POST /parley/sessions/confirm`.',
  caller: humans,
  isForSetUp: true,
  params: { credential: assertionParam },
  returns: {},
  errors: [needsBrowser, passkeyDoesNotConfirm],
  decide: (realm, { user_id }, { credential }) => {
    const session = sessionOfCall(realm)
    if (session === undefined) throw needsBrowser({})
    const place = placeOfSession('confirm', session.session_id)
    const passkey = usePasskey(realm, { credential, place, needsVerifiedUser: true })
    // An error thrown here would undo that the challenge was used, so `present` throws it.
    if (passkey?.user_id !== user_id) return passkeyDoesNotConfirm({}).refusal
    renewAfterConfirmation(realm)
    return undefined
  },
  present: (_, refusal) => {
    if (refusal) throw new ApiError(refusal)
    return {}
  },
})
