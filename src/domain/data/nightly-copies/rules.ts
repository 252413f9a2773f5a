const SECONDS_PER_DAY = 24 * 3600
/** Copies begin in the three hours after two o'clock UTC, each realm at its own minute: all realms share D1. */
const FIRST_SECOND = 2 * 3600
const MINUTES = 180

/** Returns when a realm begins its copy on a day. */
const beginOn = (day: number, realm_number: number): number =>
  day * SECONDS_PER_DAY + FIRST_SECOND + (realm_number % MINUTES) * 60

/** Returns the night whose copy is due now, or when the next one is. */
export function dueNight(now: number, realm_number: number, newest: number | undefined): { night: number; at: number } {
  const today = Math.floor(now / SECONDS_PER_DAY)
  const night = newest === today ? today + 1 : today
  return { night, at: beginOn(night, realm_number) }
}

/** Returns the nights of which no copy is kept any more. The newest copy always stays. */
export const expiredNights = (nights: readonly number[], now: number, kept: number): number[] =>
  nights.filter((night) => night !== Math.max(...nights) && (night + kept) * SECONDS_PER_DAY <= now)

/** Returns when the next copy is no longer kept, or undefined. */
export function nextExpiry(nights: readonly number[], kept: number): number | undefined {
  const oldest = nights.length > 1 ? Math.min(...nights) : undefined
  return oldest === undefined ? undefined : (oldest + kept) * SECONDS_PER_DAY
}

/** Returns the name of a night's folder: its date. */
export const folderOf = (night: number): string => new Date(night * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10)
