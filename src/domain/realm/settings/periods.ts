export const SECONDS_PER_DAY = 86_400
export const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY

/** A retention period without an end, in settings. */
export const FOR_EVER = -1
