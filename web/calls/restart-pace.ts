/** Without bytes for so many looks, new connections are made beside the old ones. If these get none, the next ones come later. */
const QUIET_LOOKS = 5
/** A silent voice sends a packet in two looks. Of these, three may be lost one after the other. */
const QUIET_LOOKS_OF_SILENCE = 8
const LOOKS_BETWEEN_RESTARTS = 25
/** A connection that has never brought a byte may still be made: over a slow network, that takes seconds. */
const QUIET_LOOKS_AT_FIRST = LOOKS_BETWEEN_RESTARTS
const MAX_LOOKS_BETWEEN_RESTARTS = 100
const LOOKS_BETWEEN_REPEATS = 25

/** Decides when a client makes new connections to the media server. It looks a few times in a second. */
export function createPace() {
  let quiet = 0
  let patience = QUIET_LOOKS_AT_FIRST
  // On a busy machine, the first connections need seconds. Others beside them would make it slower.
  let sinceRestart = 0
  let least = LOOKS_BETWEEN_RESTARTS
  return {
    /** Notes whether something has come since the last look. */
    look(hasCome: boolean, isExpected: boolean): void {
      if (hasCome) {
        least = LOOKS_BETWEEN_RESTARTS
        patience = quiet > 0 && patience !== QUIET_LOOKS_AT_FIRST ? QUIET_LOOKS_OF_SILENCE : QUIET_LOOKS
      }
      quiet = hasCome || !isExpected ? 0 : quiet + 1
    },
    /** Counts a look. Returns whether it is time to ask again for what did not come. */
    pass: (): boolean => ++sinceRestart % LOOKS_BETWEEN_REPEATS === 0,
    isQuiet: (): boolean => quiet >= patience,
    /** Returns whether new connections may be made now, and counts them. `isSure`: they will have success. */
    begins(isSure: boolean): boolean {
      if (sinceRestart < least && !isSure) return false
      quiet = 0
      patience = QUIET_LOOKS_AT_FIRST
      sinceRestart = 0
      least = Math.min(least * 2, MAX_LOOKS_BETWEEN_RESTARTS)
      return true
    },
  }
}
