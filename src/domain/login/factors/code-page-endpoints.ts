import { ApiError } from '../../../api/errors'
import { oneOf, optional, shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { pageContext, type Letterhead } from '../../../pages/context'
import { forPage, type Complaint } from '../../../pages/forms'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { hasTotp, startTotp, waitingSecret } from '../../people/factors/actions'
import { countRecoveryCodes, findOneTimeCodes } from '../../people/factors/storage'
import { otpauthUrl } from '../../people/factors/totp-rules'
import { sessionOfCall } from '../../people/sessions/actions'
import { anyoneOrUser } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { renewRecoveryCodesOf, turnOffCodes, turnOnCodes } from './actions'
import { CODE_STEPS, codesPage, CODES_PAGE, recoveryCodesPage, type CodesPage } from './code-pages'
import { proofsOf } from './proofs'
import { isRecentLogin } from './recent-login'

const LOGIN = `/login?${new URLSearchParams({ next: CODES_PAGE }).toString()}`

const toLogin = redirects('To the page to log in, for a browser that is not logged in.')

/** Returns what the page shows; undefined for a browser that is not logged in. */
function codesFacts(realm: ReadOnlyRealm, actor: User | undefined): CodesPage | undefined {
  const session = sessionOfCall(realm)
  if (session === undefined || actor === undefined) return undefined
  const { user_id } = actor
  return {
    since: findOneTimeCodes(realm, user_id)?.confirmed_at ?? null,
    recovery_codes_left: countRecoveryCodes(realm, user_id),
    isRecent: isRecentLogin(session, realm.now()),
    proofs: proofsOf(realm, user_id),
  }
}

export const openCodes = endpoint.file({
  route: 'GET site:/accounts/one-time-codes',
  summary: 'The page on which users turn one-time codes on and off.',
  caller: anyoneOrUser,
  isForSetUp: true,
  params: {},
  serves: toLogin,
  errors: [],
  decide: (realm, actor) => ({ letterhead: letterheadOf(realm), facts: codesFacts(realm, actor) }),
  serve: ({ request }, { letterhead, facts }) =>
    facts === undefined ? redirectTo(LOGIN) : codesPage(pageContext(request, letterhead), facts),
})

type Step = (typeof CODE_STEPS)[number]

/** What a step of the page leads to: recovery codes, a secret that waits for its first code, or the page as it now is. */
type Outcome = { recovery_codes?: string[]; showsSecret?: true; complaint?: Complaint }

/** Takes a step whose user proved a short time ago who they are. */
function take(realm: Realm, actor: User, { step, code }: { step: Step; code: string }): Outcome {
  const { user_id } = actor
  if (step === 'start') {
    if (hasTotp(realm, user_id)) return {}
    startTotp(realm, user_id)
    return { showsSecret: true }
  }
  if (step === 'turn_on') {
    const turnedOn = turnOnCodes(realm, actor, code)
    return 'refusal' in turnedOn ? { complaint: forPage(turnedOn.refusal.refusal), showsSecret: true } : turnedOn
  }
  if (!hasTotp(realm, user_id)) return {}
  if (step === 'renew') return { recovery_codes: renewRecoveryCodesOf(realm, actor) }
  turnOffCodes(realm, actor)
  return {}
}

/** A deployment without a secret for encryption cannot keep the secret of the codes. */
function takeOrComplain(realm: Realm, actor: User, params: { step: Step; code: string }): Outcome {
  try {
    return take(realm, actor, params)
  } catch (error) {
    if (error instanceof ApiError) return { complaint: forPage(error.refusal) }
    throw error
  }
}

const secretOf = (realm: ReadOnlyRealm, { user_id, delivery_email }: User) => {
  const secret = waitingSecret(realm, user_id)
  if (secret === undefined) return undefined
  return { secret, otpauth_url: otpauthUrl(secret, { issuer: settingsOf(realm).name, account: delivery_email }) }
}

type Decision = { letterhead: Letterhead; facts: CodesPage | undefined; outcome: Outcome }

export const submitCodes = endpoint.file({
  route: 'POST site:/accounts/one-time-codes',
  summary: 'Turn one-time codes on or off, or get new recovery codes, with the forms of the page.',
  note: 'Needs a recent login, as `POST /parley/factors/totp` does. Only this response has the secret or the recovery codes.',
  caller: anyoneOrUser,
  isForSetUp: true,
  isForOwnPages: true,
  params: { step: oneOf(CODE_STEPS), code: optional(shortText(), '') },
  serves: toLogin,
  errors: [],
  decide: (realm, actor, params): Decision => {
    const letterhead = letterheadOf(realm)
    const before = codesFacts(realm, actor)
    if (actor === undefined || !before?.isRecent) return { letterhead, facts: before, outcome: {} }
    const { showsSecret, ...outcome } = takeOrComplain(realm, actor, params)
    const waiting = showsSecret ? secretOf(realm, actor) : undefined
    return { letterhead, facts: { ...before, waiting, complaint: outcome.complaint }, outcome }
  },
  serve: ({ request }, { letterhead, facts, outcome }) => {
    if (facts === undefined) return redirectTo(LOGIN)
    const at = pageContext(request, letterhead)
    if (outcome.recovery_codes) return recoveryCodesPage(at, outcome.recovery_codes)
    // Without a message, the page shows what holds now.
    return facts.waiting || facts.complaint || !facts.isRecent ? codesPage(at, facts) : redirectTo(CODES_PAGE)
  },
})
