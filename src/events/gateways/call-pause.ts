import type { RemoteGateway } from './remote-gateway'

/** The realm's thread has other work than calls: so it calls up to 25 gateways together at most 250 times in a second. */
const MILLISECONDS_PER_GATEWAY = 4
/** An event waits at most this long for others. */
const LONGEST_PAUSE_MILLISECONDS = 100

/** Returns the milliseconds from one call of a gateway to the next, of a realm with so many gateways. */
export const pauseOf = (gateways: number): number =>
  Math.min(gateways * MILLISECONDS_PER_GATEWAY, LONGEST_PAUSE_MILLISECONDS)

type Called = Pick<RemoteGateway, 'calledAt' | 'isDue' | 'position' | 'applied' | 'revokedAt'>

/**
 * Returns for how many milliseconds the next call of a gateway waits, so that more events share it. The first event after a pause does not
 * wait, nor a call for which a request waits: it takes a right away, renews a lease, or asks what the gateway has.
 */
export function waitBeforeCall(
  { calledAt, isDue, position, applied, revokedAt }: Called,
  gateways: number,
  now: number,
) {
  if (isDue || position === undefined || (applied ?? -1) < revokedAt) return 0
  const pause = pauseOf(gateways)
  return Math.max(0, Math.min(pause, calledAt + pause - now))
}
