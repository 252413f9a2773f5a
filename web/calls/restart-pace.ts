/** Without bytes for so many looks, new connections are made beside the old ones. If these get none, the next ones come later. */
const QUIET_LOOKS = 5
const LOOKS_BETWEEN_RESTARTS = 25
const MAX_LOOKS_BETWEEN_RESTARTS = 100
const LOOKS_BETWEEN_REPEATS = 25

/** Decides when a client makes new connections to the media server. It looks a few times in a second. */
export function createPace() {
  let quiet = 0
  let bytes = 0
  let looks = 0
  let sinceRestart = LOOKS_BETWEEN_RESTARTS
  let least = LOOKS_BETWEEN_RESTARTS
  return {
    /** Notes how many bytes have come so far. Returns whether some came since the last look. */
    look(sum: number, expectsBytes: boolean): boolean {
      const isQuiet = sum === bytes
      bytes = sum
      if (!isQuiet) least = LOOKS_BETWEEN_RESTARTS
      quiet = isQuiet && expectsBytes ? quiet + 1 : 0
      return !isQuiet
    },
    /** Counts a look. Returns whether it is time to ask again for what did not come. */
    pass(): boolean {
      sinceRestart++
      return ++looks % LOOKS_BETWEEN_REPEATS === 0
    },
    isQuiet: (): boolean => quiet >= QUIET_LOOKS,
    /** Returns whether new connections may be made now, and counts them. `isSure`: they will have success. */
    begins(isSure: boolean): boolean {
      if (sinceRestart < least && !isSure) return false
      quiet = 0
      bytes = 0
      sinceRestart = 0
      least = Math.min(least * 2, MAX_LOOKS_BETWEEN_RESTARTS)
      return true
    },
  }
}
