import type { ReadOnlyRealm, Realm } from '../../../realm'
import { changeDirectoryMembers } from '../../management/groups/directory-actions'
import { groupAndGroupsAbove } from '../../people/groups/membership'
import { allGroups, directGroupsOf } from '../../people/groups/storage'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { permissionsOf } from '../../realm/settings/storage'
import type { GroupClaim, Provider, StatedGroups } from './provider'
import { administrativeAmong, groupsOfValues } from './group-rules'
import { providerGroupsOf } from './group-storage'

/** Returns the claim that a login at this provider reads; undefined if it decides no groups. */
export function groupClaimOf(realm: ReadOnlyRealm, provider: Provider): GroupClaim | undefined {
  const stated = providerGroupsOf(realm, provider)
  return stated && { claim: stated.claim, scope: stated.scope }
}

/** Returns which of these groups give rights of administrators: see `administrativeAmong`. */
export const administrativeGroups = (realm: ReadOnlyRealm, group_ids: readonly number[]): number[] =>
  administrativeAmong(
    {
      groups: allGroups(realm),
      above: (group_id) => groupAndGroupsAbove(realm, group_id),
      permissions: permissionsOf(realm),
    },
    group_ids,
  )

/**
 * Makes a user a member of the groups that the provider stated at a login, and removes the user from the other groups that follow
 * its claim. All other groups stay as they are. A group that got rights of administrators since an owner chose it is not given.
 */
export function followGroupClaim(
  realm: Realm,
  { user_id }: User,
  provider: Provider,
  groups: StatedGroups | undefined,
): void {
  const followed = providerGroupsOf(realm, provider)
  // The owners may have chosen another claim while the user was at the provider.
  if (followed === undefined || groups?.claim !== followed.claim) return
  const ignore = (reason: string, group_ids: readonly number[]) =>
    recordAudit(realm, 'provider_groups_ignored', { user_id }, { provider: provider.key, reason, group_ids })
  if (groups.values === null) return ignore('incomplete', [])

  const { given, others } = groupsOfValues(followed.groups, groups.values)
  const own = new Set(directGroupsOf(realm, user_id))
  const isActive = (group_id: number) => allGroups(realm).get(group_id)?.deactivated === false
  const added = given.filter(({ group_id }) => !own.has(group_id) && isActive(group_id))
  const unconfirmed = added.filter(({ is_confirmed }) => !is_confirmed).map(({ group_id }) => group_id)
  const withheld = unconfirmed.length === 0 ? [] : administrativeGroups(realm, unconfirmed)
  if (withheld.length > 0) ignore('not confirmed', withheld)

  const change = (group_id: number, changes: { added: readonly number[]; removed: readonly number[] }) => {
    recordAudit(realm, 'group_members_changed', { user_id }, { group_id, ...changes, provider: provider.key })
    changeDirectoryMembers(realm, group_id, changes)
  }
  for (const { group_id } of added)
    if (!withheld.includes(group_id)) change(group_id, { added: [user_id], removed: [] })
  for (const group_id of others) if (own.has(group_id)) change(group_id, { added: [], removed: [user_id] })
}
