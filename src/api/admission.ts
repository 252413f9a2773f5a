import { refusalOfAgent } from './agent-scopes'
import type { CallSession, RealmCall } from './realm-call'
import { isCount, isSession, missingCredentials, notLoggedIn, type Credential } from './callers'
import { isOnSite, type AnyEndpoint } from './endpoint'
import { ApiError, rateLimitHit, type Refusal } from './errors'
import { RecentRequests, type RateLimitStatus, type RateLimit } from './rate-limit'
import { MEBIBYTE } from '../store/memory-size'

type Accounts<Realm, Actor> = {
  /** Returns undefined for a credential that is valid, and no user's. */
  authenticate: (realm: Realm, credential: Credential) => Actor | undefined
  /** Returns why an actor may not call an endpoint at present, whatever its declaration says. */
  refusalWithoutFactor: (realm: Realm, actor: Actor, endpoint: AnyEndpoint) => ApiError | undefined
}

/** Admits callers: authenticates them, counts their requests against the rate limits, and authorizes them for an endpoint. */
export class Admission<Realm extends { session: CallSession }, Actor extends { user_id: number }> {
  readonly #recent = new RecentRequests(16 * MEBIBYTE)

  constructor(
    readonly accounts: Accounts<Realm, Actor>,
    readonly limits: { by_user: RateLimit[]; by_address: RateLimit[] },
    readonly seconds: () => number,
  ) {}

  /**
   * Returns the actor of a call, and the state of the rate limits. Throws `RateLimitExceeded`, or the refusal of a caller who
   * cannot be authenticated or may not call the endpoint.
   */
  admit(
    realm: Realm,
    endpoint: AnyEndpoint,
    { credential, client, is_counted }: RealmCall,
  ): { actor: Actor | undefined; rateLimit?: RateLimitStatus } {
    const [by_user, by_address] = is_counted ? [[], []] : [this.limits.by_user, this.limits.by_address]
    const actor = credential && this.#authenticate(realm, endpoint, { credential, address: client.address })
    // The Worker has compared the deployment's secret. A large import or export needs thousands of requests.
    if (endpoint.caller.needs === 'deployment') return this.#authorize(realm, endpoint, { actor, rateLimit: undefined })
    if (credential === undefined || actor === undefined) {
      const rateLimit = this.#count(`address ${client.address}`, by_address)
      if (endpoint.caller.needs === 'account') throw credential === undefined ? missingCredentials({}) : notLoggedIn({})
      return this.#authorize(realm, endpoint, { actor: undefined, rateLimit })
    }
    const refusal = refusalOfAgent(realm.session, endpoint)
    if (refusal) throw refusal
    const limits = isSession(credential) && endpoint.isPartOfPages ? [] : by_user
    const rateLimit = this.#count(counterOf(actor.user_id, credential), limits)
    return this.#authorize(realm, endpoint, { actor, rateLimit })
  }

  // A wrong key counts as a request without one, so a client cannot guess keys without limit.
  #authenticate(
    realm: Realm,
    endpoint: AnyEndpoint,
    { credential, address }: { credential: Credential; address: string },
  ): Actor | undefined {
    try {
      return this.accounts.authenticate(realm, credential)
    } catch (error) {
      if (isSession(credential) && isOnSite(endpoint) && isNotLoggedIn(error)) return undefined
      this.#count(`address ${address}`, this.limits.by_address)
      throw error
    }
  }

  #authorize(
    realm: Realm,
    endpoint: AnyEndpoint,
    { actor, rateLimit }: { actor: Actor | undefined; rateLimit: RateLimitStatus | undefined },
  ) {
    const refusal =
      endpoint.caller.refusal(actor) ?? (actor && this.accounts.refusalWithoutFactor(realm, actor, endpoint))
    if (refusal) throw refusal
    return { actor, rateLimit }
  }

  #count(key: string, limits: readonly RateLimit[]): RateLimitStatus | undefined {
    const rateLimit = this.#recent.count(key, limits, this.seconds())
    if (rateLimit && !rateLimit.allowed) throw new RateLimitExceeded(rateLimit)
    return rateLimit
  }
}

/**
 * Returns the name under which requests of a user count. Browsers count apart, so a bot cannot use up the limit of its owner. So do
 * count addresses: who stole one cannot use up any other limit.
 */
export function counterOf(user_id: number, credential: Credential | undefined): string {
  if (isSession(credential)) return `browsers of user ${user_id}`
  return credential && isCount(credential) ? `counts of user ${user_id}` : `user ${user_id}`
}

/** A browser keeps the cookie of a session that has ended. Its user can still log in, and see what spectators see. */
const isNotLoggedIn = (error: unknown) => error instanceof ApiError && error.refusal.msg === NOT_LOGGED_IN

const NOT_LOGGED_IN = notLoggedIn({}).refusal.msg

/** The caller sent too many requests. Holds the refusal, and the state of the rate limit for the headers of the response. */
export class RateLimitExceeded extends Error {
  constructor(readonly rateLimit: RateLimitStatus) {
    super('rate limit hit')
  }

  get refusal(): Refusal {
    return rateLimitHit({ 'retry-after': this.rateLimit.retry_after }).refusal
  }
}
