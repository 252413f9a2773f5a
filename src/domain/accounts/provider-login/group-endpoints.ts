import * as v from 'valibot'
import { ids, integer, list, optional, shortText, text } from '../../../api/params'
import { named } from '../../../api/named'
import { endpoint } from '../../../edge'
import { loginIsTooOld, requireRecentLogin } from '../../login/factors/recent-login'
import { providerGroupsOf } from '../../login/providers/group-storage'
import { MAX_GROUP_CHARACTERS } from '../../login/providers/claims-rules'
import { groupIsDeactivated, invalidGroup } from '../../people/groups/group-setting'
import { owners } from '../../people/users/callers'
import { noSuchProvider } from './begin'
import {
  groupFollowsDirectory,
  groupFollowsOtherProvider,
  groupFollowsRoles,
  groupsGiveRights,
  providerStatesNoGroups,
  requireKnownProvider,
  setProviderGroups,
} from './group-changes'

const MAX_CLAIMED_GROUPS = 200

const claimedGroupShape = named(
  'ClaimedGroup',
  v.object({ value: v.string(), group_id: v.number(), is_confirmed: v.boolean() }),
)

export const getProviderGroups = endpoint.decision({
  route: 'GET /parley/providers/:provider/groups',
  summary: 'Get which user groups follow a claim of an identity provider.',
  caller: owners,
  params: { provider: shortText() },
  returns: { claim: v.string(), scope: v.string(), groups: v.array(claimedGroupShape) },
  errors: [noSuchProvider],
  decide: (realm, _, { provider }) => {
    const stated = providerGroupsOf(realm, requireKnownProvider(realm, provider))
    return { claim: stated?.claim ?? '', scope: stated?.scope ?? '', groups: [...(stated?.groups ?? [])] }
  },
})

const value = v.pipe(text(MAX_GROUP_CHARACTERS), v.minLength(1))

export const changeProviderGroups = endpoint.decision({
  route: 'PUT /parley/providers/:provider/groups',
  summary: 'State which user groups follow a claim of an identity provider.',
  note: 'At each login, the user becomes a member of the groups whose value is in the claim, and leaves the other ones of this list. Members of a group with rights of administrators are users whom the provider chooses: `confirmed_group_ids` must have such groups. An empty list ends all of it, and members stay.',
  caller: owners,
  params: {
    provider: shortText(),
    claim: v.pipe(shortText(), v.trim(), v.minLength(1)),
    scope: optional(v.pipe(text(200), v.trim(), v.regex(/^[\x21\x23-\x5B\x5D-\x7E ]*$/)), ''),
    groups: list(v.strictObject({ value, group_id: integer() }), MAX_CLAIMED_GROUPS),
    confirmed_group_ids: optional(ids(MAX_CLAIMED_GROUPS), []),
  },
  returns: {},
  errors: [
    loginIsTooOld,
    noSuchProvider,
    providerStatesNoGroups,
    invalidGroup,
    groupIsDeactivated,
    groupFollowsRoles,
    groupFollowsDirectory,
    groupFollowsOtherProvider,
    groupsGiveRights,
  ],
  decide: (realm, _, { provider, ...stated }) => {
    requireRecentLogin(realm)
    setProviderGroups(realm, provider, stated)
  },
})
