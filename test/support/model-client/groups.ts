import type { Json } from '../person'
import type { Appliers } from './appliers'

/** Who belongs together, and what the reader may do by that. */
export const groupEvents: Appliers = {
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
    workOutAbilities(state)
  },

  'user_group/remove'(state, { group_id }) {
    state.realm_user_groups = state.realm_user_groups.filter((group: Json) => group.id !== group_id)
  },

  'user_group/remove_members'(state, { group_id, user_ids }) {
    const group = state.realm_user_groups.find((each: Json) => each.id === group_id)
    group.members = group.members.filter((id: number) => !user_ids.includes(id))
    workOutAbilities(state)
  },

  'user_group/add_subgroups'(state, { group_id, direct_subgroup_ids }) {
    const group = state.realm_user_groups.find((each: Json) => each.id === group_id)
    group.direct_subgroup_ids = [...group.direct_subgroup_ids, ...direct_subgroup_ids].sort((a, b) => a - b)
    workOutAbilities(state)
  },

  'user_group/remove_subgroups'(state, { group_id, direct_subgroup_ids }) {
    const group = state.realm_user_groups.find((each: Json) => each.id === group_id)
    group.direct_subgroup_ids = group.direct_subgroup_ids.filter((id: number) => !direct_subgroup_ids.includes(id))
    workOutAbilities(state)
  },
}

/** What the reader may do in the realm follows from who holds its permissions, and from the groups that they are in. */
export function workOutAbilities(state: Json) {
  const groups = groupsWith(state, state.user_id)
  const holds = (name: string) => {
    const holders = state[`realm_${name}`]
    return typeof holders === 'number'
      ? groups.has(holders)
      : holders.direct_members.includes(state.user_id) || holders.direct_subgroups.some((id: number) => groups.has(id))
  }
  const may = (name: string) => !state.is_guest && holds(name)
  state.can_create_public_streams = may('can_create_public_channel_group')
  state.can_create_private_streams = may('can_create_private_channel_group')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_create_web_public_streams =
    state.server_web_public_streams_enabled &&
    state.realm_enable_spectator_access &&
    may('can_create_web_public_channel_group')
  state.can_invite_others_to_realm = may('can_invite_users_group')
}

function groupsWith(state: Json, user_id: number): Set<number> {
  const groups: Json[] = state.realm_user_groups
  const found = new Set<number>(groups.filter((group) => group.members.includes(user_id)).map((group) => group.id))
  for (const id of found) for (const group of groups) if (group.direct_subgroup_ids.includes(id)) found.add(group.id)
  return found
}
