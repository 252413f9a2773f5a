import { SECONDS_PER_DAY } from '../../../store/days'

export { SECONDS_PER_DAY }
export const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY

/** A retention period without an end, in settings. */
export const FOR_EVER = -1
