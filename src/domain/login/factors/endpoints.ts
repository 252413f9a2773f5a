import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { ApiError, badRequest, rateLimitHit } from '../../../api/errors'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { hasSecondFactor, hasTotp, removeFactors, startTotp } from '../../people/factors/actions'
import { countRecoveryCodes, findOneTimeCodes } from '../../people/factors/storage'
import { otpauthUrl } from '../../people/factors/totp-rules'
import { passkeysOf } from '../../people/passkeys/storage'
import { endSessionsOf } from '../../people/sessions/actions'
import { RECENT_LOGIN_SECONDS } from '../../people/sessions/rules'
import { endPhonesOf } from '../../people/push-devices/actions'
import { deleteApiKeys } from '../../people/users/api-key-storage'
import { humans, theDeployment } from '../../people/users/callers'
import { beginPasswordChange } from '../../people/users/actions'
import { isPassword } from '../../people/users/passwords'
import { wrongPassword } from '../../people/users/rules'
import { findUserByEmail, passwordHashOf } from '../../people/users/storage'
import { recordAudit } from '../../realm/audit-log/record'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { settingsOf } from '../../realm/settings/storage'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { finishConfirmation, renewRecoveryCodesOf, turnOffCodes, turnOnCodes } from './actions'
import { wrongCode } from './login'
import { loginLinkAfterReset } from './login-link'
import { loginIsTooOld, requireRecentLogin } from './recent-login'

const hasCodesAlready = badRequest(() => 'This account has one-time codes. Remove them first.')
const hasNoCodes = badRequest(() => 'This account has no one-time codes')
const hasNoFactor = badRequest(() => 'This account has no second factor')

const recoveryCodes = { recovery_codes: v.array(v.string()) }

export const getFactors = endpoint.decision({
  route: 'GET /parley/factors',
  summary: 'Get what protects your own account.',
  caller: humans,
  isForSetUp: true,
  params: {},
  returns: {
    has_password: v.boolean(),
    passkeys: v.number(),
    totp_since: v.nullable(v.number()),
    recovery_codes_left: v.number(),
  },
  errors: [],
  decide: (realm, { user_id }) => ({
    has_password: passwordHashOf(realm.sql, user_id) !== null,
    passkeys: passkeysOf(realm, user_id).length,
    totp_since: findOneTimeCodes(realm, user_id)?.confirmed_at ?? null,
    recovery_codes_left: countRecoveryCodes(realm, user_id),
  }),
})

export const startOneTimeCodes = endpoint.decision({
  route: 'POST /parley/factors/totp',
  summary: 'Get a secret for one-time codes. They count only after `POST /parley/factors/totp/confirm`.',
  note: '`otpauth_url` is for a QR code. The secret is in no other response.',
  caller: humans,
  isForSetUp: true,
  params: {},
  returns: { secret: v.string(), otpauth_url: v.string() },
  errors: [loginIsTooOld, hasCodesAlready, encryptionIsNotConfigured],
  decide: (realm, { user_id, delivery_email }) => {
    requireRecentLogin(realm)
    if (hasTotp(realm, user_id)) throw hasCodesAlready({})
    const secret = startTotp(realm, user_id)
    return { secret, otpauth_url: otpauthUrl(secret, { issuer: settingsOf(realm).name, account: delivery_email }) }
  },
})

export const confirmOneTimeCodes = endpoint.decision({
  route: 'POST /parley/factors/totp/confirm',
  summary: 'Turn one-time codes on with the first code, and get recovery codes. All other sessions of the account end.',
  caller: humans,
  isForSetUp: true,
  params: { code: shortText() },
  returns: recoveryCodes,
  errors: [loginIsTooOld, wrongCode, rateLimitHit],
  decide: (realm, actor, { code }) => {
    requireRecentLogin(realm)
    const turnedOn = turnOnCodes(realm, actor, code)
    return 'refusal' in turnedOn ? { refusal: turnedOn.refusal.refusal } : turnedOn
  },
  present: (_, turnedOn) => {
    if ('refusal' in turnedOn) throw new ApiError(turnedOn.refusal)
    return turnedOn
  },
})

export const removeOneTimeCodes = endpoint.decision({
  route: 'DELETE /parley/factors/totp',
  summary: 'Turn one-time codes off. The recovery codes are deleted.',
  caller: humans,
  params: {},
  returns: {},
  errors: [loginIsTooOld, hasNoCodes],
  decide: (realm, actor) => {
    requireRecentLogin(realm)
    if (findOneTimeCodes(realm, actor.user_id) === undefined) throw hasNoCodes({})
    turnOffCodes(realm, actor)
  },
})

export const renewRecoveryCodes = endpoint.decision({
  route: 'POST /parley/factors/recovery_codes',
  summary: 'Get new recovery codes. The old ones are no longer accepted.',
  caller: humans,
  params: {},
  returns: recoveryCodes,
  errors: [loginIsTooOld, hasNoFactor],
  decide: (realm, actor) => {
    requireRecentLogin(realm)
    if (!hasSecondFactor(realm, actor.user_id)) throw hasNoFactor({})
    return { recovery_codes: renewRecoveryCodesOf(realm, actor) }
  },
})

export const confirmPassword = endpoint.twoStep({
  route: 'POST /parley/sessions/confirm',
  summary: 'Confirm the password in a session. The session gets a new token.',
  note: `Changes of the factors of an account need a login or a confirmation in the last ${RECENT_LOGIN_SECONDS / 60} minutes.`,
  caller: humans,
  isForSetUp: true,
  params: { password: shortText() },
  returns: {},
  errors: [wrongPassword, rateLimitHit],
  decide: (realm, actor) => ({ begun: { stored_hash: beginPasswordChange(realm, actor) } }),
  work: (edge, { stored_hash }, { password }) => {
    if (!isPassword(password, stored_hash, edge.config.password_cost)) throw wrongPassword({})
    return { stored_hash }
  },
  finish: (realm, actor, { stored_hash }) => finishConfirmation(realm, actor, stored_hash),
})

export const resetFactors = endpoint.decision({
  route: 'POST /realm/factors/reset',
  summary:
    'Remove the passkeys and the one-time codes of the account that has an email address. Its sessions and API keys end.',
  note: 'For users who lost their factors and their recovery codes. Make sure who asks. If the account has no other way to log in, the email about the change has a link with which the user logs in once, within a day, and adds a passkey.',
  caller: theDeployment,
  params: { email: shortText() },
  returns: { sent_login_link: v.boolean() },
  errors: [wrongDeploymentSecret, hasNoFactor],
  decide: (realm, _, { email }) => {
    const user = findUserByEmail(realm, email)
    if (user === undefined || !hasSecondFactor(realm, user.user_id)) throw hasNoFactor({})
    removeFactors(realm, user.user_id)
    endSessionsOf(realm, user.user_id)
    deleteApiKeys(realm, user.user_id)
    endPhonesOf(realm, user.user_id)
    recordAudit(realm, 'factors_reset', { user_id: user.user_id })
    const link = loginLinkAfterReset(realm, user)
    notifySecurityChange(realm, user, 'factors', { link })
    return { sent_login_link: link !== undefined }
  },
})
