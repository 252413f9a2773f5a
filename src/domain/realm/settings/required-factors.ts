/** The users who need a factor besides the password: the users with this role, and with all roles above it. */
export const REQUIRED_OF = ['none', 'owners', 'administrators', 'moderators', 'members', 'everyone'] as const
export type RequiredOf = (typeof REQUIRED_OF)[number]

/** Which factors count: passkeys and one-time codes, or only passkeys, which no other site can ask for. */
export const REQUIRED_FACTORS = ['any', 'passkey'] as const
