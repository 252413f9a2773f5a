/** The groups every realm has. They are the roles seen as groups, each holding the next stricter one. */
export const SYSTEM_GROUPS = {
  'role:nobody': 1,
  'role:owners': 2,
  'role:administrators': 3,
  'role:moderators': 4,
  'role:fullmembers': 5,
  'role:members': 6,
  'role:everyone': 7,
  'role:internet': 8,
} as const

export type SystemGroupName = keyof typeof SYSTEM_GROUPS
