import type { Json, Reducers } from './reducer'

/** Events about user groups. The user's permissions follow from the groups. */
export const groupReducers: Reducers = {
  'user_group/add'(state, { group }) {
    state.realm_user_groups.push(group)
    state.realm_user_groups.sort((a: Json, b: Json) => a.id - b.id)
  },

  'user_group/update'(state, { group_id, data }) {
    Object.assign(
      state.realm_user_groups.find((group: Json) => group.id === group_id),
      data,
    )
  },

  'user_group/add_members'(state, { group_id, user_ids }) {
    state.realm_user_groups.find((group: Json) => group.id === group_id).members.push(...user_ids)
    updateOwnPermissions(state)
  },

  'user_group/remove'(state, { group_id }) {
    state.realm_user_groups = state.realm_user_groups.filter((group: Json) => group.id !== group_id)
  },

  'user_group/remove_members'(state, { group_id, user_ids }) {
    const group = state.realm_user_groups.find(({ id }: Json) => id === group_id)
    group.members = group.members.filter((id: number) => !user_ids.includes(id))
    updateOwnPermissions(state)
  },

  'user_group/add_subgroups'(state, { group_id, direct_subgroup_ids }) {
    const group = state.realm_user_groups.find(({ id }: Json) => id === group_id)
    group.direct_subgroup_ids = [...group.direct_subgroup_ids, ...direct_subgroup_ids].sort((a, b) => a - b)
    updateOwnPermissions(state)
  },

  'user_group/remove_subgroups'(state, { group_id, direct_subgroup_ids }) {
    const group = state.realm_user_groups.find(({ id }: Json) => id === group_id)
    group.direct_subgroup_ids = group.direct_subgroup_ids.filter((id: number) => !direct_subgroup_ids.includes(id))
    updateOwnPermissions(state)
  },
}

/** The user's permissions follow from the realm's permission settings and from the user's groups. */
export function updateOwnPermissions(state: Json) {
  const groups = groupIdsOf(state, state.user_id)
  const holds = (name: string) => {
    const group = state[`realm_${name}`]
    return typeof group === 'number'
      ? groups.has(group)
      : group.direct_members.includes(state.user_id) || group.direct_subgroups.some((id: number) => groups.has(id))
  }
  const isAllowed = (name: string) => !state.is_guest && holds(name)
  state.can_create_public_streams = isAllowed('can_create_public_channel_group')
  state.can_create_private_streams = isAllowed('can_create_private_channel_group')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_create_web_public_streams =
    state.server_web_public_streams_enabled &&
    state.realm_enable_spectator_access &&
    isAllowed('can_create_web_public_channel_group')
  state.can_invite_others_to_realm = isAllowed('can_invite_users_group')
}

/** Returns the ids of the user's groups, nested groups included. */
function groupIdsOf(state: Json, user_id: number): Set<number> {
  const groups: Json[] = state.realm_user_groups
  const ids = new Set<number>(groups.filter((group) => group.members.includes(user_id)).map((group) => group.id))
  for (const id of ids) for (const group of groups) if (group.direct_subgroup_ids.includes(id)) ids.add(group.id)
  return ids
}
