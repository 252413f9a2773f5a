const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds between attempts, which become longer. */
type Pauses = readonly number[]

/** What fails for ever, or is useless after some hours: nothing is tried after the last pause. */
const ENDING = {
  /** A row that D1 refuses alone. Later, only an administrator's request sends it again. */
  refused_row: [2, 5, 15, MINUTE, MINUTE, 5 * MINUTE, 5 * MINUTE, 15 * MINUTE, 15 * MINUTE],
  outgoing_webhook: [5, 30],
  /** The previews of a message. An attempt that did not end may have stopped the realm object. */
  link_preview: [2 * MINUTE],
  /** A batch of an export. */
  export: [5, 15, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
  /** A day in all. After the last one, the subscription is disabled. */
  event_subscription: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
} as const satisfies Record<string, Pauses>

/** What is tried again until it succeeds or becomes useless. The last pause is repeated. */
const REPEATED = {
  /** A batch of rows for D1. */
  outbox: [2, 5, 15, MINUTE],
  email: [10, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR],
  push: [30, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 16 * MINUTE, 32 * MINUTE, HOUR],
} as const satisfies Record<string, Pauses>

/** Returns the seconds until the next attempt after so many failed ones, or undefined if there is none. */
export function pauseAfter(attempted: keyof typeof ENDING, failures: number): number | undefined {
  const pauses: Pauses = ENDING[attempted]
  return pauses[failures - 1]
}

/** Returns how many attempts there are. */
export const attemptsOf = (attempted: keyof typeof ENDING): number => ENDING[attempted].length + 1

/** Returns the seconds until the next attempt after so many failed ones. */
export function repeatedPause(attempted: keyof typeof REPEATED, failures: number): number {
  const pauses: Pauses = REPEATED[attempted]
  return pauses[failures - 1] ?? pauses.at(-1)!
}
