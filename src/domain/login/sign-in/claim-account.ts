import type { Realm } from '../../../realm'
import { groupMembersRemoved } from '../../people/groups/events'
import { roleGroupsOf } from '../../people/groups/membership'
import { copyProfileToD1 } from '../../people/users/d1-profiles'
import { everyone, userUpdated, usersWhoCanSee } from '../../people/users/events'
import { wireTime } from '../../people/users/profile'
import { findUser, writeUser } from '../../people/users/storage'

/**
 * Notes the first login to an account that an import or an administrator made: the user joins now. A member who had the account for
 * the waiting period waits again, because no user knows them yet. Does nothing at later logins.
 */
export function claimAccount(realm: Realm, user_id: number): void {
  const before = findUser(realm, user_id)!
  const { standing } = before
  if (standing !== 'imported' && standing !== 'created') return
  const groups = roleGroupsOf(realm, before)
  const after = writeUser(realm, user_id, { standing: 'claimed', date_joined: realm.now() })
  copyProfileToD1(realm, after)
  const viewers = usersWhoCanSee({ user_id })
  realm.publish(userUpdated({ person: { user_id, date_joined: wireTime(after.date_joined) } }), viewers)
  if (standing === 'imported') realm.publish(userUpdated({ person: { user_id, is_imported_stub: false } }), viewers)
  const remaining = roleGroupsOf(realm, after)
  for (const group_id of groups.filter((id) => !remaining.includes(id)))
    realm.publish(groupMembersRemoved({ group_id, is_deactivated: false, user_ids: [user_id] }), everyone({}))
}
