const END_OF_YEAR_9999 = 253_402_300_800

/** Returns whether this is a time of a message, in seconds since 1970. */
export const isTime = (seconds: number): boolean => seconds >= 0 && seconds < END_OF_YEAR_9999

/** Returns a time of an account or a channel in whole seconds. One that is missing, or is no time, is 0. */
export const wholeSeconds = (seconds: unknown): number => (isTime(Number(seconds)) ? Math.floor(Number(seconds)) : 0)
