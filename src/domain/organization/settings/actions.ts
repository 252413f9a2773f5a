import { badRequest } from '../../../api/errors'
import { keysOf } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { recordDiscovery } from '../../realm/discovery-log/record'
import { canLogIn, lastWayToLogIn } from '../../login/providers/ways-to-log-in'
import { findVisibleChannel } from '../../channels/subscriptions/access'
import { realmMarkdownSettings } from '../../customization/linkifiers/markdown-settings'
import { resolveGroupSettingChange, type GroupSettingChange } from '../../people/groups/group-setting'
import { omitDeactivatedHolders } from '../../people/groups/active-holders'
import { isSameSetting } from '../../people/groups/rules'
import { hasRequiredFactor } from '../../people/factors/required'
import { mustBeOwner } from '../../people/users/callers'
import { everyone } from '../../people/users/events'
import { withVisibilityChangesOfGuests } from '../../people/users/visibility-changes'
import type { User } from '../../people/users/user'
import { availableMethods } from '../../realm/settings/authentication-methods'
import { renderPublicDescription } from '../../realm/settings/descriptions'
import { realmUpdated, realmUpdatedTogether } from '../../realm/settings/events'
import { ownUrl } from '../../realm/settings/own-url'
import { realmPermissions, type GroupSetting, type RealmPermission } from '../../realm/settings/permissions'
import { CHANNEL_SETTINGS, type RealmSettingName, type RealmSettings } from '../../realm/settings/settings'
import { permissionsOf, settingsOf, writeSetting } from '../../realm/settings/storage'
import { availableCallProviders, refusalOfCallProvider } from '../../realm/settings/video-call-providers'
import { withFullMemberChanges } from './full-member-changes'
import { shownSettingsOf } from './shown-settings'
import {
  canChangeSettings,
  changedNames,
  decidesLogins,
  hasMethod,
  oneMethodNeeded,
  refusalOfChannel,
  refusalOfMethods,
  refusalOfValues,
  settingEvents,
} from './rules'

/** An owner without the factor would lock out all owners, and no owner would have tried it. */
export const ownFactorNeeded = badRequest(() => 'Add such a factor to your own account first')
export const mustBeDemo = badRequest(() => 'Must be a demo organization.')

export type RealmUpdate = Partial<RealmSettings> & {
  [Permission in RealmPermission]?: GroupSettingChange
} & {
  /** The name in the host. The Durable Object is found by it, so it can change only in a demo organization. */
  string_id?: string
}

/** Makes all of the changes, or throws and makes none. Returns the values that changed. */
export function updateRealmSettings(realm: Realm, actor: User, update: RealmUpdate) {
  if (!canChangeSettings(actor.role, update)) throw mustBeOwner({})
  if (update.string_id !== undefined) throw mustBeDemo({})
  return { ...changeSettings(realm, actor, update), ...changePermissions(realm, update) }
}

function changeSettings(realm: Realm, actor: User, update: Partial<RealmSettings>): Partial<RealmSettings> {
  const requested = normalizeSettings(realm, update)
  const methods = availableMethods(realm.config)
  const refusal =
    refusalOfMethods(update.authentication_methods, methods) ??
    refusalOfValues(requested) ??
    refusalOfCallProvider(update.video_chat_provider, availableCallProviders(realm.config))
  if (refusal) throw refusal
  const before = settingsOf(realm)
  const changed = changedNames(before, requested)
  requireValidChannels(realm, actor, changed, requested)
  // The HTML is not stored: each request for the description renders it. This throws `markdownTooLarge`.
  const rendered_description = changed.includes('description') ? rendersAs(realm, requested.description ?? '') : ''

  const write = () =>
    withFullMemberChanges(realm, changed, () => {
      for (const name of changed) writeSetting(realm, name, requested[name])
    })
  if (changed.some(decidesLogins)) withLoginsOf(realm, actor, write)
  else write()
  if (changed.some((name) => name.startsWith('parley_factor_required')) && !hasRequiredFactor(realm, actor.user_id))
    throw ownFactorNeeded({})
  for (const name of changed)
    recordAudit(realm, 'setting_changed', {}, { name, old: before[name], new: requested[name] })
  // The alarm deletes messages that are now too old. Without this, it would wait for the next change.
  if (changed.includes('message_retention_days')) realm.wakeAt(realm.now())
  const { alone, together } = settingEvents(changed, {
    settings: settingsOf(realm),
    methods,
    rendered_description,
  })
  for (const property of alone)
    realm.publish(realmUpdated({ property, value: shownSettingsOf(realm)[property] }), everyone({}))
  for (const data of together) realm.publish(realmUpdatedTogether({ property: 'default', data }), everyone({}))
  if (changed.includes('presence_disabled')) publishOwnPresenceSetting(realm)
  return Object.fromEntries(changed.map((name) => [name, requested[name]]))
}

/** In a large organization the usual event has another value, because clients that ask for no presences must show none. */
function publishOwnPresenceSetting(realm: Realm): void {
  const value = settingsOf(realm).presence_disabled
  realm.publish(realmUpdated({ property: 'parley_presence_disabled', value }), everyone({}))
}

/** An owner who locks themselves out could not undo it. Development servers log in without a proof. */
function withLoginsOf(realm: Realm, { user_id }: User, change: () => void): void {
  const methods = availableMethods(realm.config)
  const isDevelopment = () => settingsOf(realm).authentication_methods.Dev === true && methods.includes('Dev')
  const could = canLogIn(realm, user_id) || isDevelopment()
  change()
  if (canLogIn(realm, user_id)) return
  if (!hasMethod(settingsOf(realm).authentication_methods, methods)) throw oneMethodNeeded({})
  if (could && !isDevelopment()) throw lastWayToLogIn({})
}

const rendersAs = (realm: ReadOnlyRealm, description: string): string =>
  renderPublicDescription(description, {
    ...realmMarkdownSettings(realm),
    realm_url: ownUrl(realm),
    translatesEmoticons: () => false,
  })

function changePermissions(realm: Realm, update: RealmUpdate) {
  const changed: Partial<Record<RealmPermission, GroupSetting>> = {}
  for (const setting_name of keysOf(realmPermissions)) {
    const change = update[setting_name]
    const current = permissionsOf(realm)[setting_name]
    const permission = { setting_name, rules: realmPermissions[setting_name], current }
    if (change === undefined) continue
    const value = resolveGroupSettingChange(realm, permission, change)
    if (isSameSetting(value, current)) continue
    const write = () => writeSetting(realm, setting_name, value)
    if (setting_name === 'can_access_all_users_group') withVisibilityChangesOfGuests(realm, write)
    else write()
    recordAudit(realm, 'permission_changed', {}, { name: setting_name, old: current, new: value })
    if (setting_name === 'parley_can_search_everything_group')
      recordDiscovery(realm, 'searchers_changed', { old: current, new: value })
    const publicValue = omitDeactivatedHolders(realm, value)
    realm.publish(realmUpdatedTogether({ property: 'default', data: { [setting_name]: publicValue } }), everyone({}))
    changed[setting_name] = publicValue
  }
  return changed
}

/** Trims the name. Authentication methods that the request does not mention keep their state. */
function normalizeSettings(realm: ReadOnlyRealm, { name, authentication_methods, ...others }: Partial<RealmSettings>) {
  const normalized: Partial<RealmSettings> = others
  if (name !== undefined) normalized.name = name.trim()
  if (authentication_methods !== undefined)
    normalized.authentication_methods = { ...settingsOf(realm).authentication_methods, ...authentication_methods }
  return normalized
}

function requireValidChannels(
  realm: ReadOnlyRealm,
  actor: User,
  changed: RealmSettingName[],
  requested: Partial<RealmSettings>,
): void {
  for (const name of CHANNEL_SETTINGS) {
    const id = requested[name]
    if (!changed.includes(name) || id === undefined || id < 0) continue
    const refusal = refusalOfChannel(name, findVisibleChannel(realm, actor, id))
    if (refusal) throw refusal
  }
}
