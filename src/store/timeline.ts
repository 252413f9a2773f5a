/**
 * What a realm object knows about its state. `unknown`: it must ask D1 whether the platform restored an earlier state. `newest`:
 * it has the newest state. `leaving`: a restore has begun, and the object will restart. `recovering`: an earlier state was
 * restored, and its texts are being recovered. Users are served only with the newest state.
 */
export class Timeline {
  state: 'unknown' | 'newest' | 'leaving' | 'recovering' = 'unknown'
  /** UNIX seconds: when the realm last stored that it has the newest state. */
  confirmedAt = 0
  /** Whether the platform will restore another state at the next start. */
  isScheduled = false
}
