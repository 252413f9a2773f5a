import type { Realm } from '../../realm'
import { groupMembersAdded, groupMembersRemoved } from '../groups/events'
import { allGroups, directMembers } from '../groups/storage'
import type { RealmSettingName } from '../realm/settings'
import { SYSTEM_GROUPS } from '../realm/system-groups'
import { tellingOfSight } from '../subscriptions/group-sight'
import { everyone } from '../users/events'

const GROUP = SYSTEM_GROUPS['role:fullmembers']

/** Makes a change to settings and, where it decides who has been here long enough, tells who has and what they see by it. */
export function tellingOfFullMembers(realm: Realm, changed: readonly RealmSettingName[], change: () => void): void {
  if (!changed.includes('waiting_period_threshold')) return change()
  tellingOfSight(realm, GROUP, () => {
    const before = fullMembers(realm)
    change()
    const after = fullMembers(realm)
    const added = after.filter((id) => !before.includes(id))
    const removed = before.filter((id) => !after.includes(id))
    if (added.length > 0) realm.publish(groupMembersAdded({ group_id: GROUP, user_ids: added }), everyone({}))
    if (removed.length > 0) realm.publish(groupMembersRemoved({ group_id: GROUP, user_ids: removed }), everyone({}))
  })
}

const fullMembers = (realm: Realm) => directMembers(realm, allGroups(realm).get(GROUP)!)
