import * as v from 'valibot'
import { rateLimitHit } from '../../../api/errors'
import { optional, optionalEach, shortText } from '../../../api/params'
import type { Route } from '../../../api/endpoint'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { deleteDraftsOf, deleteAllDrafts } from '../../writing/drafts/actions'
import { followPresenceSetting } from '../../people/presence/actions'
import { askToChangeEmail, emailChangesDisabled } from '../email-changes/actions'
import { addressErrors } from '../email-domains/address-rules'
import { tellOfFallback } from '../../channels/subscriptions/follow-settings'
import { tellOfPresence } from '../../personal/user-status/actions'
import { beginPasswordChange, changePassword, renameOneself } from '../../people/users/actions'
import { administrators, humans, theEdge } from '../../people/users/callers'
import { accountIsDeactivated } from '../../people/users/keys'
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
    tellOfFallback(realm, actor, name)
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
  endpoint({
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
    errors: [...settingErrors, ...nameErrors, wrongPassword, newPasswordTooWeak, accountIsDeactivated, rateLimitHit],
    decide: (realm, actor, { old_password: _, new_password, ...wanted }) => {
      if (new_password === '') {
        changeOwn(realm, actor, wanted)
        return undefined
      }
      const refusal = refusalOfNewPassword(new_password)
      if (refusal) throw refusal
      return { user_id: actor.user_id, known_hash: beginPasswordChange(realm, actor) }
    },
    present: (edge, begun, { old_password, new_password, ...wanted }) => {
      if (begun === undefined) return {}
      const { user_id, known_hash } = begun
      const { password_cost } = edge.config
      if (!isPassword(old_password, known_hash, password_cost) || known_hash === null) throw wrongPassword({})
      const new_hash = hashPassword(new_password, password_cost)
      return edge.ask(finishChangingSettings, { user_id, known_hash, new_hash, ...wanted })
    },
  })

export const updateSettings = changingSettings('PATCH /settings', false)
export const updateDisplaySettings = changingSettings('PATCH /settings/display', true)
export const updateNotificationSettings = changingSettings('PATCH /settings/notifications', true)

export const finishChangingSettings = endpoint({
  route: 'INNER /finish_changing_settings',
  summary: 'Change the password that the edge has compared and hashed, and the settings that came with it.',
  caller: theEdge,
  params: {
    user_id: v.number(),
    known_hash: v.string(),
    new_hash: v.string(),
    full_name: optional(v.string()),
    email: optional(v.string()),
    ...settingParams,
  },
  returns: {},
  errors: [...settingErrors, ...nameErrors, wrongPassword, accountIsDeactivated],
  decide: (realm, _, { user_id, known_hash, new_hash, ...wanted }) => {
    changeOwn(realm, changePassword(realm, { user_id, known_hash, new_hash }), wanted)
    return {}
  },
})

export const updateRealmUserSettingsDefaults = endpoint({
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
