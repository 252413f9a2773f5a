import * as v from 'valibot'
import { ApiError, notFound } from '../../../api/errors'
import { integer, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { MAX_NAME_CHARACTERS, PASSKEYS_PER_ACCOUNT, type Passkey } from '../../people/passkeys/passkey'
import { passkeysOf, writeName } from '../../people/passkeys/storage'
import { humans } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { loginIsTooOld, requireRecentLogin } from '../factors/recent-login'
import { lastWayToLogIn } from '../providers/ways-to-log-in'
import { addPasskeyOf, registrationNotAccepted, removePasskeyOfUser, tooManyPasskeys } from './actions'
import { creationOptions, placeOfSession } from './challenges'
import { creationOptionsShape, passkeyShape, registrationParam, wirePasskeys } from './wire-passkey'

const passkeyDoesNotExist = notFound(() => 'Passkey does not exist')
const name = v.pipe(text(MAX_NAME_CHARACTERS), v.trim(), v.nonEmpty('a name'))
const passkey_id = integer()

function getPasskey(realm: ReadOnlyRealm, { user_id }: User, id: number): Passkey {
  const passkey = passkeysOf(realm, user_id).find((candidate) => candidate.passkey_id === id)
  if (passkey === undefined) throw passkeyDoesNotExist({})
  return passkey
}

export const getPasskeys = endpoint.decision({
  route: 'GET /parley/passkeys',
  summary: 'Get your own passkeys.',
  caller: humans,
  isForSetUp: true,
  params: {},
  returns: { passkeys: v.array(passkeyShape) },
  errors: [],
  decide: (realm, { user_id }) => ({ passkeys: wirePasskeys(realm, user_id) }),
})

export const startPasskey = endpoint.decision({
  route: 'POST /parley/passkeys/start',
  summary: 'Get the options with which a browser makes a passkey for your account.',
  note: 'The options are for `PublicKeyCredential.parseCreationOptionsFromJSON`. Their challenge counts once, for five minutes, in this session.',
  caller: humans,
  isForSetUp: true,
  params: {},
  returns: { options: creationOptionsShape },
  errors: [loginIsTooOld, tooManyPasskeys],
  decide: (realm, actor) => {
    const { session_id } = requireRecentLogin(realm)
    if (passkeysOf(realm, actor.user_id).length >= PASSKEYS_PER_ACCOUNT) throw tooManyPasskeys({})
    return { options: creationOptions(realm, actor, placeOfSession('add', session_id)) }
  },
})

export const addPasskey = endpoint.decision({
  route: 'POST /parley/passkeys',
  summary:
    'Add a passkey that a browser made to your account. From then on, a password alone does not open the account.',
  note: '`recovery_codes` is empty if the account has some already. All other sessions of the account end if it had no second factor before.',
  caller: humans,
  isForSetUp: true,
  params: { name, credential: registrationParam },
  returns: { passkey_id: v.number(), recovery_codes: v.array(v.string()) },
  errors: [loginIsTooOld, tooManyPasskeys, registrationNotAccepted],
  decide: (realm, actor, { name: given, credential }) => {
    const place = placeOfSession('add', requireRecentLogin(realm).session_id)
    const added = addPasskeyOf(realm, actor, { credential, name: given, place })
    return 'refusal' in added ? { refusal: added.refusal.refusal } : added
  },
  present: (_, decision) => {
    if ('refusal' in decision) throw new ApiError(decision.refusal)
    return decision
  },
})

export const renamePasskey = endpoint.decision({
  route: 'PATCH /parley/passkeys/:passkey_id',
  summary: 'Rename one of your own passkeys.',
  caller: humans,
  params: { passkey_id, name },
  returns: {},
  errors: [passkeyDoesNotExist],
  decide: (realm, actor, params) =>
    writeName(realm, getPasskey(realm, actor, params.passkey_id).passkey_id, params.name),
})

export const removePasskeyOf = endpoint.decision({
  route: 'DELETE /parley/passkeys/:passkey_id',
  summary: 'Remove one of your own passkeys.',
  caller: humans,
  params: { passkey_id },
  returns: {},
  errors: [loginIsTooOld, passkeyDoesNotExist, lastWayToLogIn],
  decide: (realm, actor, params) => {
    requireRecentLogin(realm)
    removePasskeyOfUser(realm, actor, getPasskey(realm, actor, params.passkey_id))
  },
})
