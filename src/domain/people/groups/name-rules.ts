import { badRequest, type ApiError } from '../../../api/errors'
import { MAX_GROUP_NAME_LENGTH } from '../../realm/settings/limits'

// These begin the names of system groups, and what clients write in one field beside the names of groups.
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:']

const groupNameEmpty = badRequest(() => "User group name can't be empty!")
const groupNameTooLong = badRequest(() => `User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`)
const groupNameReserved = badRequest((f: { prefix: string }) => `User group name cannot start with '${f.prefix}'.`)
const groupNameTaken = badRequest((f: { name: string }) => `User group '${f.name}' already exists.`)
/** All that a group's name may be refused for. */
export const groupNameErrors = [groupNameEmpty, groupNameTooLong, groupNameReserved, groupNameTaken]

/** Names are compared without regard to case, as mentions of groups are. */
export const groupNameKey = (name: string) => name.toLowerCase()

/** A group may take its own name in another case; `named` is the group that has the name now, in any case. */
export function refusalOfGroupName(
  name: string,
  named: { id: number } | undefined,
  own?: { id: number },
): ApiError | undefined {
  if (name === '') return groupNameEmpty({})
  if ([...name].length > MAX_GROUP_NAME_LENGTH) return groupNameTooLong({})
  const prefix = RESERVED_PREFIXES.find((each) => name.startsWith(each))
  if (prefix !== undefined) return groupNameReserved({ prefix })
  return named !== undefined && named.id !== own?.id ? groupNameTaken({ name }) : undefined
}
