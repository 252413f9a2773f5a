export const SECONDS_PER_DAY = 86_400
export const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY

/** How settings say of something kept that it is not let go of. */
export const FOR_EVER = -1
