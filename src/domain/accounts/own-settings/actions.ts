import type { Realm } from '../../../realm'
import { publishNotificationDefault } from '../../channels/subscriptions/actions'
import { applyPresenceSetting } from '../../people/presence/actions'
import { changeRealmDefaults, changeSettings } from '../../people/user-settings/actions'
import type { SettingChange } from '../../people/user-settings/rules'
import type { UserSettings } from '../../people/user-settings/settings'
import { recordOwnEdit } from '../../people/user-settings/storage'
import { changeOwnName } from '../../people/users/actions'
import type { User } from '../../people/users/user'
import { publishAway } from '../../personal/user-status/actions'
import { deleteAllDrafts, deleteDraftsOf } from '../../writing/drafts/actions'
import { requestEmailChange } from '../email-changes/actions'
import { publishConsent } from '../export-consent/actions'

export type OwnChanges = Partial<UserSettings> & { full_name?: string; email?: string }

/** Changes the actor's name and settings, with all consequences of the settings. A new email address gets a link first. */
export function updateOwnAccount(realm: Realm, actor: User, { full_name, email, ...settings }: OwnChanges): void {
  if (email !== undefined) requestEmailChange(realm, actor, email)
  if (full_name !== undefined) changeOwnName(realm, actor, full_name)
  for (const { name } of applySettings(realm, actor, settings)) recordOwnEdit(realm.sql, actor.user_id, name)
}

/** Changes settings of a user with all consequences, and returns what changed. */
export function applySettings(realm: Realm, user: User, settings: Partial<UserSettings>): SettingChange[] {
  const changes = changeSettings(realm, user, settings)
  for (const { name, value } of changes) {
    publishNotificationDefault(realm, user, name)
    if (name === 'enable_drafts_synchronization' && value === false) deleteDraftsOf(realm, user)
    if (name === 'allow_private_data_export') publishConsent(realm, user, value === true)
    if (name === 'presence_enabled') {
      applyPresenceSetting(realm, user, value === true)
      publishAway(realm, user, value === true)
    }
  }
  return changes
}

/**
 * Changes the settings with which new users start. If the organization turns off the synchronization of drafts, this deletes
 * the drafts of all users.
 */
export function updateRealmDefaults(realm: Realm, settings: Parameters<typeof changeRealmDefaults>[1]): void {
  const changes = changeRealmDefaults(realm, settings)
  if (changes.some(({ name, value }) => name === 'enable_drafts_synchronization' && value === false))
    deleteAllDrafts(realm)
}
