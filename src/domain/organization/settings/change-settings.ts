import { badRequest } from '../../../api/errors'
import { keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import { findVisibleChannel } from '../../channels/subscriptions/access'
import { realmMarkdown } from '../../customization/linkifiers/current-markdown'
import { changedGroupSetting, type GroupSettingChange } from '../../people/groups/group-setting'
import { holdersTold } from '../../people/groups/holders'
import { isSameSetting } from '../../people/groups/rules'
import { mustBeOwner } from '../../people/users/callers'
import { everyone } from '../../people/users/events'
import { tellingGuests } from '../../people/users/meeting'
import type { User } from '../../people/users/user'
import { methodsHere } from '../../realm/settings/authentication-methods'
import { renderPublicDescription } from '../../realm/settings/descriptions'
import { realmUpdated, realmUpdatedTogether } from '../../realm/settings/events'
import { ownUrl } from '../../realm/settings/own-url'
import { realmPermissions, type GroupSetting, type RealmPermission } from '../../realm/settings/permissions'
import { CHANNEL_SETTINGS, type RealmSettingName, type RealmSettings } from '../../realm/settings/settings'
import { permissionsOf, settingsOf, writeSetting } from '../../realm/settings/storage'
import { tellingOfFullMembers } from './full-members'
import { changedNames, maySay, newsOf, refusalOfChannel, refusalOfMethods, refusalOfValues } from './settings-rules'

export const mustBeDemo = badRequest(() => 'Must be a demo organization.')

export type RealmWishes = Partial<RealmSettings> & {
  [Permission in RealmPermission]?: GroupSettingChange
} & {
  /** A realm's name is what its object is found by, so only one that is made to be thrown away could have another. */
  string_id?: string
}

/** All of the changes or none. Answers what is different now. */
export function changeRealm(realm: Realm, actor: User, wishes: RealmWishes) {
  if (!maySay(actor.role, wishes)) throw mustBeOwner({})
  if (wishes.string_id !== undefined) throw mustBeDemo({})
  return { ...changeSettings(realm, actor, wishes), ...changePermissions(realm, wishes) }
}

function changeSettings(realm: Realm, actor: User, wishes: Partial<RealmSettings>): Partial<RealmSettings> {
  const wanted = normal(realm, wishes)
  const methods = methodsHere(realm.config)
  const refusal = refusalOfMethods(wishes.authentication_methods, methods) ?? refusalOfValues(wanted, methods)
  if (refusal) throw refusal
  const changed = changedNames(settingsOf(realm), wanted)
  refuseChannels(realm, actor, changed, wanted)
  if (changed.includes('description')) refuseDescription(realm, wanted.description ?? '')

  tellingOfFullMembers(realm, changed, () => {
    for (const name of changed) writeSetting(realm, name, wanted[name])
  })
  // What is kept for less long now is looked for at once, and not when somebody next writes something.
  if (changed.includes('message_retention_days')) realm.wakeAt(realm.now())
  const { alone, together } = newsOf(changed, { settings: settingsOf(realm), methods })
  for (const property of alone)
    realm.publish(realmUpdated({ property, value: settingsOf(realm)[property] }), everyone({}))
  for (const data of together) realm.publish(realmUpdatedTogether({ property: 'default', data }), everyone({}))
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]))
}

/** It is rendered whenever a client asks for it. Throws `markdownTooLarge`. */
function refuseDescription(realm: Realm, description: string): void {
  renderPublicDescription(description, {
    ...realmMarkdown(realm),
    realm_url: ownUrl(realm),
    translatesEmoticons: () => false,
  })
}

function changePermissions(realm: Realm, wanted: RealmWishes) {
  const changed: Partial<Record<RealmPermission, GroupSetting>> = {}
  for (const setting_name of keysOf(realmPermissions)) {
    const change = wanted[setting_name]
    const current = permissionsOf(realm)[setting_name]
    const permission = { setting_name, rules: realmPermissions[setting_name], current }
    if (change === undefined) continue
    const value = changedGroupSetting(realm, permission, change)
    if (isSameSetting(value, current)) continue
    const write = () => writeSetting(realm, setting_name, value)
    if (setting_name === 'can_access_all_users_group') tellingGuests(realm, write)
    else write()
    const told = holdersTold(realm, value)
    realm.publish(realmUpdatedTogether({ property: 'default', data: { [setting_name]: told } }), everyone({}))
    changed[setting_name] = told
  }
  return changed
}

/** As it would be kept: names are not told apart by blanks, and who names one way in leaves the others as they are. */
function normal(realm: Realm, { name, authentication_methods, ...rest }: Partial<RealmSettings>) {
  const wanted: Partial<RealmSettings> = rest
  if (name !== undefined) wanted.name = name.trim()
  if (authentication_methods !== undefined)
    wanted.authentication_methods = { ...settingsOf(realm).authentication_methods, ...authentication_methods }
  return wanted
}

function refuseChannels(realm: Realm, actor: User, changed: RealmSettingName[], wanted: Partial<RealmSettings>) {
  for (const name of CHANNEL_SETTINGS) {
    const id = wanted[name]
    if (!changed.includes(name) || id === undefined || id < 0) continue
    const refusal = refusalOfChannel(name, findVisibleChannel(realm, actor, id))
    if (refusal) throw refusal
  }
}
