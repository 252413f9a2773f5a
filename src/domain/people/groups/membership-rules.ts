import { badRequest, type ApiError } from '../../../api/errors'
import { groupsIncluding } from './rules'

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
/** All that a change of who and what is in a group may be refused for, beside the right to make it. */
export const membershipErrors = [nothingToDo, alreadyMember, notMember, alreadySubgroup, notSubgroup, wouldBeCircle]

export function refusalToAdd(members: readonly number[], user_ids: readonly number[]): ApiError | undefined {
  const inside = new Set(members)
  const user_id = user_ids.find((id) => inside.has(id))
  return user_id === undefined ? undefined : alreadyMember({ user_id })
}

export function refusalToRemove(members: readonly number[], user_ids: readonly number[]): ApiError | undefined {
  const inside = new Set(members)
  const user_id = user_ids.find((id) => !inside.has(id))
  return user_id === undefined ? undefined : notMember({ user_id })
}

/** A group is in none of the groups within it, itself least of all: what everyone in it may do would have no end. */
export function refusalToNest(
  group_id: number,
  ids: readonly number[],
  subgroups: ReadonlyMap<number, readonly number[]>,
): ApiError | undefined {
  const already = ids.find((id) => subgroups.get(group_id)?.includes(id))
  if (already !== undefined) return alreadySubgroup({ id: already })
  return groupsWithin(ids, subgroups).has(group_id) ? wouldBeCircle({ id: group_id }) : undefined
}

export function refusalToUnnest(nested: readonly number[], ids: readonly number[]): ApiError | undefined {
  const id = ids.find((each) => !nested.includes(each))
  return id === undefined ? undefined : notSubgroup({ id })
}

/** These groups and all groups within them, however deep. */
export const groupsWithin = (ids: Iterable<number>, subgroups: ReadonlyMap<number, readonly number[]>): Set<number> =>
  groupsIncluding(ids, subgroups)
