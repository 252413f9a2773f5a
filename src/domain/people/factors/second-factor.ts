/** What completes a login besides its first factor. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery_code'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]
