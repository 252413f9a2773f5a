import { rateLimitHit } from '../../../api/errors'
import { optional, optionalParams, shortText } from '../../../api/params'
import type { Route } from '../../../api/endpoint'
import { endpoint } from '../../../edge'
import { emailChangesDisabled } from '../email-changes/actions'
import { addressErrors } from '../../mail/email-domains/address-rules'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import { renewAfterProof } from '../../people/sessions/actions'
import { beginPasswordChange, changePassword } from '../../people/users/actions'
import { invalidGroup } from '../../people/groups/group-setting'
import { administrators, humans } from '../../people/users/callers'
import { choiceErrors, refusalOfChoice } from '../../people/users/chosen-password'
import { guestNameErrors } from '../../people/users/name-likeness-rules'
import { hashPassword, isPassword } from '../../people/users/passwords'
import { invalidEmail, newPasswordTooWeak, refusalOfNewPassword, wrongPassword } from '../../people/users/rules'
import {
  defaultableSettings,
  invalidBatchingPeriod,
  invalidKeys,
  invalidQuietHours,
  invalidSound,
  userSettings,
} from '../../people/user-settings/settings'
import { settingsOf } from '../../realm/settings/storage'
import { updateOwnAccount, updateRealmDefaults } from './actions'
import { changeSettingsOf, onlyForOneself, targetErrors, targetUsers } from './target-users'

const settingErrors = [
  invalidEmail,
  emailChangesDisabled,
  ...addressErrors,
  invalidSound,
  invalidBatchingPeriod,
  invalidQuietHours,
  invalidKeys,
]
const settingParams = optionalParams(userSettings)

/**
 * A new password takes three parts, as a login does: the realm returns the hash that the old password must match, the Worker
 * compares and hashes, and the realm makes all changes of the request. The request succeeds or fails as a whole.
 */
const changingSettings = (route: Route, deprecated: boolean) =>
  endpoint.twoStep({
    route,
    summary: 'Change your own settings, name or password. Administrators also change settings of other users.',
    caller: humans,
    deprecated,
    params: {
      full_name: optional(shortText()),
      email: optional(shortText()),
      old_password: optional(shortText(), ''),
      new_password: optional(shortText(), ''),
      target_users: optional(targetUsers),
      ...settingParams,
    },
    returns: {},
    errors: [
      ...targetErrors,
      invalidGroup,
      ...settingErrors,
      ...guestNameErrors,
      wrongPassword,
      newPasswordTooWeak,
      ...choiceErrors,
      rateLimitHit,
    ],
    decide: (realm, actor, { old_password: _, new_password, target_users, ...changes }) => {
      if (target_users !== undefined) {
        if (new_password !== '') throw onlyForOneself({})
        changeSettingsOf(realm, actor, target_users, changes)
        return { done: undefined }
      }
      if (new_password === '') {
        updateOwnAccount(realm, actor, changes)
        return { done: undefined }
      }
      const refusal = refusalOfNewPassword(new_password)
      if (refusal) throw refusal
      const context = [actor.full_name, actor.delivery_email, settingsOf(realm).name]
      return { begun: { old_hash: beginPasswordChange(realm, actor), context } }
    },
    work: async (edge, { old_hash, context }, { old_password, new_password, target_users: _, ...changes }) => {
      const { password_cost } = edge.config
      if (!isPassword(old_password, old_hash, password_cost) || old_hash === null) throw wrongPassword({})
      const refusal = await refusalOfChoice(edge, { password: new_password, context })
      if (refusal) throw refusal
      return { old_hash, new_hash: hashPassword(new_password, password_cost), ...changes }
    },
    finish: (realm, actor, { old_hash, new_hash, ...changes }) => {
      updateOwnAccount(realm, changePassword(realm, actor, { old_hash, new_hash }), changes)
      renewAfterProof(realm, actor.user_id)
      notifySecurityChange(realm, actor, 'password')
    },
  })

export const updateSettings = changingSettings('PATCH /settings', false)
export const updateDisplaySettings = changingSettings('PATCH /settings/display', true)
export const updateNotificationSettings = changingSettings('PATCH /settings/notifications', true)

export const updateRealmUserSettingsDefaults = endpoint.decision({
  route: 'PATCH /realm/user_settings_defaults',
  summary: 'Change the settings that new users start with.',
  caller: administrators,
  params: optionalParams(defaultableSettings),
  returns: {},
  errors: settingErrors,
  decide: (realm, _, settings) => updateRealmDefaults(realm, settings),
})
