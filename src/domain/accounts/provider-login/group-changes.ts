import { apiError, badRequest } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { administrativeGroups } from '../../login/providers/follow-groups'
import type { ClaimedGroup } from '../../login/providers/group-rules'
import { allProviderGroups, deleteProviderGroups, writeProviderGroups } from '../../login/providers/group-storage'
import { providersOf } from '../../login/providers/available-providers'
import type { KnownProvider, ProviderKind } from '../../login/providers/provider'
import { getActiveGroup } from '../../people/groups/access'
import { recordAudit } from '../../realm/audit-log/record'
import { noSuchProvider } from './begin'
import { findGroupRecord } from '../scim/storage'

export const providerStatesNoGroups = badRequest(() => 'Providers of this kind state no groups')
export const groupFollowsRoles = badRequest(
  (f: { name: string }) => `The members of ${f.name} follow from roles, and not from a provider`,
)
export const groupFollowsDirectory = badRequest((f: { name: string }) => `The directory manages the group ${f.name}`)
export const groupFollowsOtherProvider = badRequest(
  (f: { name: string; provider: string }) => `The group ${f.name} follows ${f.provider} already`,
)
export const groupsGiveRights = apiError(
  'PARLEY_GROUPS_GIVE_RIGHTS',
  (_: { group_ids: number[] }) =>
    'Members of these groups have rights of administrators. Confirm that the provider decides who they are.',
)

/** The kinds whose tokens or user info can list groups. */
const KINDS_WITH_GROUPS: readonly ProviderKind[] = ['oidc', 'entra', 'gitlab']

export function requireKnownProvider(realm: ReadOnlyRealm, key: string): KnownProvider {
  const provider = providersOf(realm).find((each) => each.key === key)
  if (provider === undefined) throw noSuchProvider({})
  return provider
}

export type StatedMap = {
  claim: string
  scope: string
  groups: readonly { value: string; group_id: number }[]
  confirmed_group_ids: readonly number[]
}

/** States which groups follow the claim of a provider from the next logins on. Without groups, none do. */
export function setProviderGroups(realm: Realm, key: string, { claim, scope, groups, ...stated }: StatedMap): void {
  const { issuer, kind } = requireKnownProvider(realm, key)
  if (!KINDS_WITH_GROUPS.includes(kind)) throw providerStatesNoGroups({})
  const group_ids = [...new Set(groups.map(({ group_id }) => group_id))]
  for (const group_id of group_ids) requireFreeGroup(realm, key, group_id)
  const confirmed = new Set(stated.confirmed_group_ids)
  const unconfirmed = administrativeGroups(
    realm,
    group_ids.filter((id) => !confirmed.has(id)),
  )
  if (unconfirmed.length > 0) throw groupsGiveRights({ group_ids: unconfirmed })

  // What owners stated for a provider that is gone must not count for another one of this name.
  const present = new Set(providersOf(realm).map((provider) => provider.key))
  for (const { provider } of allProviderGroups(realm))
    if (!present.has(provider) || provider === key) deleteProviderGroups(realm, provider)
  const claimed = groups.map((group): ClaimedGroup => ({ ...group, is_confirmed: confirmed.has(group.group_id) }))
  if (claimed.length > 0) writeProviderGroups(realm, { provider: key, issuer, claim, scope, groups: claimed })
  recordAudit(realm, 'provider_groups_changed', {}, { provider: key, claim, scope, groups: claimed })
}

/** A group has one source of members: roles, the directory, one provider, or users. */
function requireFreeGroup(realm: ReadOnlyRealm, key: string, group_id: number): void {
  const { name, is_system_group } = getActiveGroup(realm, group_id)
  if (is_system_group) throw groupFollowsRoles({ name })
  // Also a group that the directory deleted: it may give it back.
  if (findGroupRecord(realm, group_id) !== undefined) throw groupFollowsDirectory({ name })
  const other = allProviderGroups(realm).find(
    ({ provider, groups }) => provider !== key && groups.some((group) => group.group_id === group_id),
  )
  if (other) throw groupFollowsOtherProvider({ name, provider: other.provider })
}
