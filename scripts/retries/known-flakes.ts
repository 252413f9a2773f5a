/** A test that may pass only when it is repeated, until its cause is removed. */
export type KnownFlake = {
  /** The file and the full name, as scripts/report-retries.ts names it. A folder, with `/` at its end, names all tests below it. */
  test: string
  /** Why it fails at times, as far as it is known. */
  cause: string
  /** The day on which it was listed: `2026-11-23`. */
  since: string
}

/** All others fail the run of `.ci/run`. An entry needs a cause, and an engineer who removes it. */
export const KNOWN_FLAKES: readonly KnownFlake[] = []
