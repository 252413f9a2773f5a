import type { RequiredOf } from '../../realm/settings/required-factors'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type Role } from '../users/user'

const LEAST_ROLE: Record<RequiredOf, number> = {
  none: 0,
  owners: OWNER,
  administrators: ADMINISTRATOR,
  moderators: MODERATOR,
  members: MEMBER,
  everyone: GUEST,
}

/** Returns whether a factor is required of a role. */
export const isRequiredOf = (required: RequiredOf, role: Role): boolean => role <= LEAST_ROLE[required]
