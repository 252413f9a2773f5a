/**
 * How much one caller may ask: at most `most` requests in any `seconds`. Kept in memory, because a written row costs more
 * than what it would guard against: a realm that sleeps long enough to forget has had no traffic to limit.
 */
export type RateLimit = { seconds: number; most: number }
export type RateLimitStatus = { allowed: boolean; limit: number; remaining: number; reset: number; retry_after: number }

/** "60:200" is two hundred in a minute; several rules are separated by commas; nothing is no limit. */
export function readRateLimits(rule: string): RateLimit[] {
  return rule.split(',').flatMap((part) => {
    const [seconds, most] = part.split(':').map(Number)
    return seconds && most ? [{ seconds, most }] : []
  })
}

/** Remembers the times of recent requests by key and forgets keys that fall silent. */
export class RecentRequests {
  readonly #recent = new Map<string, Recent>()
  #sweepAt = 0

  /** Counts this request if it is allowed. `now` is in seconds, with fractions. */
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
    for (const [key, { until }] of this.#recent) if (until <= now) this.#recent.delete(key)
  }
}

/** Keys are counted by different rules, so each knows for itself how long it matters. */
type Recent = { times: number[]; until: number }

function statusUnder(times: readonly number[], limit: RateLimit, now: number): RateLimitStatus {
  const { seconds, most } = limit
  const within = times.filter((time) => time > now - seconds)
  return {
    allowed: within.length < most,
    limit: most,
    remaining: Math.max(0, most - within.length - 1),
    reset: Math.ceil((within[0] ?? now) + seconds),
    retry_after: secondsUntilRoom(within, [limit], now),
  }
}

/** How long it takes until there is room for one more beside those that were at these times, in order; none: there is. */
export function secondsUntilRoom(times: readonly number[], limits: readonly RateLimit[], now: number): number {
  const waits = limits.map(({ seconds, most }) => {
    // The one that must grow old before there is room for another.
    const blocking = times.filter((time) => time > now - seconds).at(-most)
    return blocking === undefined ? 0 : blocking + seconds - now
  })
  return Math.max(0, ...waits)
}
