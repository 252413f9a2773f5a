import { badRequest, type ApiError } from '../../../api/errors'
import { reachableGroups } from './rules'

export const nothingToDo = badRequest(
  () => 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
)
export const nothingToDoWithSubgroups = badRequest(() => 'Nothing to do. Specify at least one of "add" or "delete".')
const alreadyMember = badRequest((f: { user_id: number }) => `User ${f.user_id} is already a member of this group`)
const notMember = badRequest((f: { user_id: number }) => `There is no member '${f.user_id}' in this user group`)
const alreadySubgroup = badRequest((f: { id: number }) => `User group ${f.id} is already a subgroup of this group.`)
const notSubgroup = badRequest((f: { id: number }) => `User group ${f.id} is not a subgroup of this group.`)
const wouldBeCircle = badRequest(
  (f: { id: number }) => `User group ${f.id} is already a subgroup of one of the passed subgroups.`,
)
/** All errors of a change of members and subgroups, except those of permissions. */
export const membershipErrors = [nothingToDo, alreadyMember, notMember, alreadySubgroup, notSubgroup, wouldBeCircle]

export function refusalToAdd(members: readonly number[], user_ids: readonly number[]): ApiError | undefined {
  const memberIds = new Set(members)
  const user_id = user_ids.find((id) => memberIds.has(id))
  return user_id === undefined ? undefined : alreadyMember({ user_id })
}

export function refusalToRemove(members: readonly number[], user_ids: readonly number[]): ApiError | undefined {
  const memberIds = new Set(members)
  const user_id = user_ids.find((id) => !memberIds.has(id))
  return user_id === undefined ? undefined : notMember({ user_id })
}

/** Refuses a subgroup that is a direct subgroup already, and a circle: a group cannot contain itself, at any depth. */
export function refusalToNest(
  group_id: number,
  ids: readonly number[],
  subgroups: ReadonlyMap<number, readonly number[]>,
): ApiError | undefined {
  const id = ids.find((subgroup_id) => subgroups.get(group_id)?.includes(subgroup_id))
  if (id !== undefined) return alreadySubgroup({ id })
  return groupsWithin(ids, subgroups).has(group_id) ? wouldBeCircle({ id: group_id }) : undefined
}

export function refusalToUnnest(nested: readonly number[], ids: readonly number[]): ApiError | undefined {
  const id = ids.find((subgroup_id) => !nested.includes(subgroup_id))
  return id === undefined ? undefined : notSubgroup({ id })
}

/** Returns these groups and all their subgroups, at any depth. */
export const groupsWithin = (ids: Iterable<number>, subgroups: ReadonlyMap<number, readonly number[]>): Set<number> =>
  reachableGroups(ids, subgroups)
