export const SECONDS_PER_DAY = 86_400

/** Returns the number of days since 1970, in UTC. */
export const dayOf = (seconds: number): number => Math.floor(seconds / SECONDS_PER_DAY)
