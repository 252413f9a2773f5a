import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'

/** The ids of the system groups. */
export const NOBODY_GROUP = SYSTEM_GROUPS['role:nobody']
export const OWNERS_GROUP = SYSTEM_GROUPS['role:owners']
export const ADMINISTRATORS_GROUP = SYSTEM_GROUPS['role:administrators']
export const MODERATORS_GROUP = SYSTEM_GROUPS['role:moderators']
export const FULL_MEMBERS_GROUP = SYSTEM_GROUPS['role:fullmembers']
export const MEMBERS_GROUP = SYSTEM_GROUPS['role:members']
export const EVERYONE_GROUP = SYSTEM_GROUPS['role:everyone']
export const INTERNET_GROUP = SYSTEM_GROUPS['role:internet']
