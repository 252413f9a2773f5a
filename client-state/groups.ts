import type { ClientState, StateWith } from './client-state'
import type { Reducers } from './reducer'
import { Ids } from './rows'
import type { GroupSetting } from './wire'

type Grouped = StateWith<'user_id' | 'realm_user_groups'>

/** Events about user groups. The user's permissions follow from the groups. */
export const groupReducers = {
  'user_group/add'(state, { group }) {
    state.realm_user_groups.set({ ...group, members: new Ids(group.members) })
  },

  'user_group/update'(state, { group_id, data }) {
    state.realm_user_groups.update(group_id, data)
  },

  'user_group/add_members'(state, { group_id, user_ids }) {
    const group = state.realm_user_groups.get(group_id)
    for (const id of user_ids) group?.members.add(id)
    updateOwnPermissions(state)
  },

  'user_group/remove'(state, { group_id }) {
    state.realm_user_groups.remove(group_id)
  },

  'user_group/remove_members'(state, { group_id, user_ids }) {
    const group = state.realm_user_groups.get(group_id)
    for (const id of user_ids) group?.members.delete(id)
    updateOwnPermissions(state)
  },

  'user_group/add_subgroups'(state, { group_id, direct_subgroup_ids }) {
    changeSubgroups(state, group_id, (ids) => [...ids, ...direct_subgroup_ids].sort((a, b) => a - b))
  },

  'user_group/remove_subgroups'(state, { group_id, direct_subgroup_ids }) {
    changeSubgroups(state, group_id, (ids) => ids.filter((id) => !direct_subgroup_ids.includes(id)))
  },
} satisfies Partial<Reducers>

function changeSubgroups(state: ClientState, group_id: number, change: (ids: number[]) => number[]) {
  const group = state.realm_user_groups.get(group_id)
  if (group) state.realm_user_groups.update(group_id, { direct_subgroup_ids: change(group.direct_subgroup_ids) })
  updateOwnPermissions(state)
}

/** The user's permissions follow from the realm's permission settings and from the user's groups. */
export function updateOwnPermissions(state: ClientState) {
  const groups = groupIdsOf(state, state.user_id)
  const isAllowed = (value: GroupSetting) => !state.is_guest && isInValue(state.user_id, groups, value)
  state.can_create_public_streams = isAllowed(state.realm_can_create_public_channel_group)
  state.can_create_private_streams = isAllowed(state.realm_can_create_private_channel_group)
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_create_web_public_streams =
    state.server_web_public_streams_enabled &&
    state.realm_enable_spectator_access &&
    isAllowed(state.realm_can_create_web_public_channel_group)
  state.can_invite_others_to_realm = isAllowed(state.realm_can_invite_users_group)
}

/** Returns whether a user has one of the permissions with these values: a group, or users and groups. */
export function isOneOf(state: Grouped, values: readonly GroupSetting[], user_id: number = state.user_id): boolean {
  const groups = groupIdsOf(state, user_id)
  return values.some((value) => isInValue(user_id, groups, value))
}

const isInValue = (user_id: number, groups: ReadonlySet<number>, value: GroupSetting): boolean =>
  typeof value === 'number'
    ? groups.has(value)
    : value.direct_members.includes(user_id) || value.direct_subgroups.some((id) => groups.has(id))

/** Returns the ids of the user's groups, nested groups included. */
export function groupIdsOf(state: Grouped, user_id: number): Set<number> {
  const groups = state.realm_user_groups.list
  const ids = new Set<number>(groups.filter((group) => group.members.has(user_id)).map((group) => group.id))
  for (const id of ids) for (const group of groups) if (group.direct_subgroup_ids.includes(id)) ids.add(group.id)
  return ids
}
