import type { ReadOnlyRealm, Realm } from '../../../realm'
import { groupMembersAdded, groupMembersRemoved } from '../../people/groups/events'
import { allGroups, directMembers } from '../../people/groups/storage'
import type { RealmSettingName } from '../../realm/settings/settings'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { withChannelVisibilityChanges } from '../../management/groups/visibility-changes'
import { everyone } from '../../people/users/events'

const GROUP = SYSTEM_GROUPS['role:fullmembers']

/**
 * Runs a change of settings. If it changes the waiting period, publishes who becomes or ceases to be a full member, and which
 * channels these users now see or do not see any more.
 */
export function withFullMemberChanges(realm: Realm, changed: readonly RealmSettingName[], change: () => void): void {
  if (!changed.includes('waiting_period_threshold')) return change()
  withChannelVisibilityChanges(realm, GROUP, () => {
    const before = fullMembers(realm)
    change()
    const after = fullMembers(realm)
    const added = after.filter((id) => !before.includes(id))
    const removed = before.filter((id) => !after.includes(id))
    if (added.length > 0) realm.publish(groupMembersAdded({ group_id: GROUP, user_ids: added }), everyone({}))
    if (removed.length > 0) realm.publish(groupMembersRemoved({ group_id: GROUP, user_ids: removed }), everyone({}))
  })
}

const fullMembers = (realm: ReadOnlyRealm) => directMembers(realm, allGroups(realm).get(GROUP)!)
