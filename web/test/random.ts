/** Digits for the name of a user. Other characters could spell the name of another user, for whom a test looks. */
export const randomDigits = (): string => Math.random().toFixed(8).slice(2)
