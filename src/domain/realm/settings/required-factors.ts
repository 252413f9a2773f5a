/** Of whom an organization requires a factor besides the password: of this role and of all with more rights. */
export const REQUIRED_OF = ['none', 'owners', 'administrators', 'moderators', 'members', 'everyone'] as const
export type RequiredOf = (typeof REQUIRED_OF)[number]

/** Which factors count: passkeys and one-time codes, or only passkeys, which no other site can ask for. */
export const REQUIRED_FACTORS = ['any', 'passkey'] as const
