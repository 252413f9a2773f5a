import { BoundedCache } from '../store/bounded-cache'
import { MEBIBYTE } from '../store/memory-size'

/**
 * A limit for one caller: at most `most` requests in any period of `seconds`. The counts are only in memory, because writing a
 * row costs more than most requests. They are lost when a realm sleeps, but then it had no requests to limit.
 */
export type RateLimit = { seconds: number; most: number }
export type RateLimitStatus = { allowed: boolean; limit: number; remaining: number; reset: number; retry_after: number }

/** Returns the limits of a text such as "60:200,3600:1000": 200 in a minute and 1000 in an hour. No text means no limit. */
export function readRateLimits(rule: string): RateLimit[] {
  return rule.split(',').flatMap((part) => {
    const [seconds, most] = part.split(':').map(Number)
    return seconds && most ? [{ seconds, most }] : []
  })
}

const MAX_BYTES = 2 * MEBIBYTE

/**
 * The times of recent requests by key. A key without recent requests is removed. If requests have more keys than fit, those with the
 * oldest requests are forgotten.
 */
export class RecentRequests {
  readonly #recent: BoundedCache<Recent>
  #sweepAt = 0

  constructor(bytes_max = MAX_BYTES) {
    this.#recent = new BoundedCache(bytes_max)
  }

  /**
   * Counts a request if the limits allow it. Returns the state of the tightest limit, or undefined without limits. `now` is in
   * seconds, with fractions.
   */
  count(key: string, limits: readonly RateLimit[], now: number): RateLimitStatus | undefined {
    if (limits.length === 0) return undefined
    const longest = Math.max(...limits.map((limit) => limit.seconds))
    this.#sweep(now, longest)
    const times = (this.#recent.get(key)?.times ?? []).filter((time) => time > now - longest)
    const statuses = limits.map((limit) => statusUnder(times, limit, now))
    const tightest = statuses.reduce((a, b) =>
      b.retry_after > a.retry_after || (b.allowed && b.remaining < a.remaining) ? b : a,
    )
    if (tightest.allowed) times.push(now)
    this.#recent.set(key, { times, until: (times.at(-1) ?? now) + longest })
    return tightest
  }

  #sweep(now: number, longest: number) {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + longest
    this.#recent.deleteIf(({ until }) => until <= now)
  }
}

/** The requests of one key. `until` is the time when the last one leaves the longest limit of this key. */
type Recent = { times: number[]; until: number }

function statusUnder(times: readonly number[], limit: RateLimit, now: number): RateLimitStatus {
  const { seconds, most } = limit
  const within = times.filter((time) => time > now - seconds)
  return {
    allowed: within.length < most,
    limit: most,
    remaining: Math.max(0, most - within.length - 1),
    reset: Math.ceil((within[0] ?? now) + seconds),
    retry_after: secondsUntilAllowed(within, [limit], now),
  }
}

/** Returns the seconds until the limits allow one more request after requests at these times, which are sorted. */
export function secondsUntilAllowed(times: readonly number[], limits: readonly RateLimit[], now: number): number {
  const waits = limits.map(({ seconds, most }) => {
    // The next request is allowed when this one is older than the period.
    const blocking = times.filter((time) => time > now - seconds).at(-most)
    return blocking === undefined ? 0 : blocking + seconds - now
  })
  return Math.max(0, ...waits)
}
