import type { RealmCall } from './realm-call'
import { missingCredentials, type Credential } from './callers'
import type { AnyEndpoint } from './endpoint'
import { rateLimitHit, type Refusal } from './errors'
import { RecentRequests, type RateLimitStatus, type RateLimit } from './rate-limit'

/** The first thing a realm does with a call: find out who asks, how often they have, and whether they may at all. */
export class Admission<Realm, Actor extends { user_id: number }> {
  readonly #recent = new RecentRequests()

  constructor(
    readonly authenticate: (realm: Realm, credential: Credential) => Actor,
    readonly limits: { by_user: RateLimit[]; by_address: RateLimit[] },
    readonly seconds: () => number,
  ) {}

  admit(
    realm: Realm,
    endpoint: AnyEndpoint,
    { credential, client, is_counted }: RealmCall,
  ): { actor: Actor | undefined; rateLimit?: RateLimitStatus } {
    const [by_user, by_address] = is_counted ? [[], []] : [this.limits.by_user, this.limits.by_address]
    if (credential === undefined) {
      const rateLimit = this.#count(`address ${client.address}`, by_address)
      if (endpoint.caller.needs === 'account') throw missingCredentials({})
      return this.#admitted(endpoint, undefined, rateLimit)
    }
    const actor = this.#identified(realm, credential, client.address)
    return this.#admitted(endpoint, actor, this.#count(`user ${actor.user_id}`, by_user))
  }

  // Guessing keys is limited like any other anonymous asking.
  #identified(realm: Realm, credential: Credential, address: string): Actor {
    try {
      return this.authenticate(realm, credential)
    } catch (error) {
      this.#count(`address ${address}`, this.limits.by_address)
      throw error
    }
  }

  #admitted(endpoint: AnyEndpoint, actor: Actor | undefined, rateLimit: RateLimitStatus | undefined) {
    const refusal = endpoint.caller.refusal(actor)
    if (refusal) throw refusal
    return { actor, rateLimit }
  }

  #count(key: string, limits: readonly RateLimit[]): RateLimitStatus | undefined {
    const rateLimit = this.#recent.count(key, limits, this.seconds())
    if (rateLimit && !rateLimit.allowed) throw new Limited(rateLimit)
    return rateLimit
  }
}

/** Too many requests: the refusal, and the figures that its headers tell. */
export class Limited extends Error {
  constructor(readonly rateLimit: RateLimitStatus) {
    super('rate limit hit')
  }

  get refusal(): Refusal {
    return rateLimitHit({ 'retry-after': this.rateLimit.retry_after }).refusal
  }
}
