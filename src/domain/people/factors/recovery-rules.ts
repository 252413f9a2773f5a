export const RECOVERY_CODES = 10
/** Letters and digits without case: each has about five random bits. */
export const RECOVERY_CODE_LENGTH = 16

/** Returns a code as people read it: groups of four. */
export const shownRecoveryCode = (random: string): string => (random.toLowerCase().match(/.{4}/g) ?? []).join('-')

/** Returns the letters and digits of a code that a user typed, or undefined if no recovery code has this form. */
export function typedRecoveryCode(code: string): string | undefined {
  const typed = code.replaceAll(/[\s-]/g, '').toLowerCase()
  return typed.length === RECOVERY_CODE_LENGTH && /^[a-z0-9]+$/.test(typed) ? typed : undefined
}
