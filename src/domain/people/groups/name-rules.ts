import { badRequest, type ApiError } from '../../../api/errors'
import { MAX_GROUP_NAME_LENGTH } from '../../realm/settings/limits'

// Names of system groups begin with them, and so do other things that clients write in the same field as group names.
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:']

const groupNameEmpty = badRequest(() => "User group name can't be empty!")
const groupNameTooLong = badRequest(() => `User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`)
const groupNameReserved = badRequest((f: { prefix: string }) => `User group name cannot start with '${f.prefix}'.`)
const groupNameTaken = badRequest((f: { name: string }) => `User group '${f.name}' already exists.`)
/** All errors of a group's name. */
export const groupNameErrors = [groupNameEmpty, groupNameTooLong, groupNameReserved, groupNameTaken]

/** Deactivated groups count too: a group is never deleted. */
const MAX_GROUPS = 10_000
export const tooManyGroups = badRequest(() => `An organization can have no more than ${MAX_GROUPS} user groups.`)

export const refusalOfGroupCount = (count: number): ApiError | undefined =>
  count >= MAX_GROUPS ? tooManyGroups({}) : undefined

/** Returns the form of a name by which names are compared: case does not matter. */
export const groupNameKey = (name: string) => name.toLowerCase()

/** `existing` is the group that has the name now, in any case. A group can change the case of its own name. */
export function refusalOfGroupName(
  name: string,
  existing: { id: number } | undefined,
  own?: { id: number },
): ApiError | undefined {
  if (name === '') return groupNameEmpty({})
  if ([...name].length > MAX_GROUP_NAME_LENGTH) return groupNameTooLong({})
  const prefix = RESERVED_PREFIXES.find((reserved) => name.startsWith(reserved))
  if (prefix !== undefined) return groupNameReserved({ prefix })
  return existing !== undefined && existing.id !== own?.id ? groupNameTaken({ name }) : undefined
}
