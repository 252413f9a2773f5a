import { rateLimitHit } from '../../../api/errors'
import { optional, optionalEach, shortText } from '../../../api/params'
import type { Route } from '../../../api/endpoint'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { deleteDraftsOf, deleteAllDrafts } from '../../writing/drafts/actions'
import { followPresenceSetting } from '../../people/presence/actions'
import { askToChangeEmail, emailChangesDisabled } from '../email-changes/actions'
import { addressErrors } from '../email-domains/address-rules'
import { publishNotificationDefault } from '../../channels/subscriptions/actions'
import { tellOfPresence } from '../../personal/user-status/actions'
import { beginPasswordChange, changePassword, renameOneself } from '../../people/users/actions'
import { administrators, humans } from '../../people/users/callers'
import { hashPassword, isPassword } from '../../people/users/passwords'
import {
  invalidEmail,
  nameErrors,
  newPasswordTooWeak,
  refusalOfNewPassword,
  wrongPassword,
} from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { changeRealmDefaults, changeSettings } from '../../people/user-settings/actions'
import {
  defaultableSettings,
  invalidBatchingPeriod,
  invalidSound,
  userSettings,
  type UserSettings,
} from '../../people/user-settings/settings'
import { tellOfConsent } from '../export-consent/actions'

const settingErrors = [invalidEmail, emailChangesDisabled, ...addressErrors, invalidSound, invalidBatchingPeriod]
const settingParams = optionalEach(userSettings)

type OwnChanges = Partial<UserSettings> & { full_name?: string; email?: string }

function changeOwn(realm: Realm, actor: User, { full_name, email, ...settings }: OwnChanges): void {
  if (email !== undefined) askToChangeEmail(realm, actor, email)
  if (full_name !== undefined) renameOneself(realm, actor, full_name)
  for (const { name, value } of changeSettings(realm, actor, settings)) {
    publishNotificationDefault(realm, actor, name)
    if (name === 'enable_drafts_synchronization' && value === false) deleteDraftsOf(realm, actor)
    if (name === 'allow_private_data_export') tellOfConsent(realm, actor, value === true)
    if (name === 'presence_enabled') {
      followPresenceSetting(realm, actor, value === true)
      tellOfPresence(realm, actor, value === true)
    }
  }
}

/**
 * A new password takes three steps, as logging in does: the realm hands out what the old one must match, the edge compares
 * and hashes, the realm changes it, and with it whatever else the request wants. So all of it happens or none.
 */
const changingSettings = (route: Route, deprecated: boolean) =>
  endpoint.twoStep({
    route,
    summary: 'Change your own settings, name or password.',
    caller: humans,
    deprecated,
    params: {
      full_name: optional(shortText()),
      email: optional(shortText()),
      old_password: optional(shortText(), ''),
      new_password: optional(shortText(), ''),
      ...settingParams,
    },
    returns: {},
    errors: [...settingErrors, ...nameErrors, wrongPassword, newPasswordTooWeak, rateLimitHit],
    decide: (realm, actor, { old_password: _, new_password, ...changes }) => {
      if (new_password === '') {
        changeOwn(realm, actor, changes)
        return { done: undefined }
      }
      const refusal = refusalOfNewPassword(new_password)
      if (refusal) throw refusal
      return { begun: { known_hash: beginPasswordChange(realm, actor) } }
    },
    work: (edge, { known_hash }, { old_password, new_password, ...changes }) => {
      const { password_cost } = edge.config
      if (!isPassword(old_password, known_hash, password_cost) || known_hash === null) throw wrongPassword({})
      return { known_hash, new_hash: hashPassword(new_password, password_cost), ...changes }
    },
    finish: (realm, actor, { known_hash, new_hash, ...changes }) =>
      changeOwn(realm, changePassword(realm, actor, { known_hash, new_hash }), changes),
  })

export const updateSettings = changingSettings('PATCH /settings', false)
export const updateDisplaySettings = changingSettings('PATCH /settings/display', true)
export const updateNotificationSettings = changingSettings('PATCH /settings/notifications', true)

export const updateRealmUserSettingsDefaults = endpoint.decision({
  route: 'PATCH /realm/user_settings_defaults',
  summary: 'Change the settings that new users start with.',
  caller: administrators,
  params: optionalEach(defaultableSettings),
  returns: {},
  errors: settingErrors,
  decide: (realm, _, wanted) => {
    const changes = changeRealmDefaults(realm, wanted)
    const stopsDrafts = changes.some(({ name, value }) => name === 'enable_drafts_synchronization' && value === false)
    if (stopsDrafts) deleteAllDrafts(realm)
  },
})
