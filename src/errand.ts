import { bodyOf, decisionOf, type Call, type ClientFacts, type Decided, type Refused } from './api/call'
import {
  foreignPage,
  hashApiKey,
  isOfAnotherSite,
  readCredential,
  sameSecret,
  wrongDeploymentSecret,
  type Credential,
} from './api/callers'
import { checkAnswer, noteAnswer } from './api/check-declaration'
import type { AnyEndpoint, RealmPlace } from './api/endpoint'
import { ApiError, fieldsOf, realmDoesNotExist, type Refusal } from './api/errors'
import { hostOfRealm } from './api/hosts'
import { IS_ANYONE_THERE, type RealmDoors } from './api/realm-doors'
import type { Config } from './config'
import type { Edge } from './edge'
import { heldSocket, longPoll, type Dial, type Heard } from './events/listen'
import type { WayToListen } from './events/listening'
import { markdownIsStale, MarkdownKnown } from './api/markdown-settings-cache'
import { loadBodies } from './store/bodies-in-d1'
import { d1 } from './store/d1'
import { Files } from './store/files'

/** What one request brings along: itself, decoded, and the ways to its realm and to D1. */
export type Luggage = {
  request: Request
  url: URL
  client: ClientFacts
  /** What the request shows to be let in. Where the endpoint listens, a ticket may stand in its place. */
  credential: Credential | undefined
  doors: RealmDoors
  database: D1Database
  bucket: R2Bucket
  config: Config
  /** The fields that the endpoint does not know, as far as they were read. */
  ignored?: string[]
}

/** One request's way through the server: prepared at the edge, decided by the realm, presented at the edge. */
export class Errand {
  readonly #edge: Edge
  readonly #markdown: MarkdownKnown
  /** The realm let the caller in before the body was read. */
  #admitted: Decided | undefined

  constructor(readonly luggage: Luggage) {
    this.#markdown = new MarkdownKnown(whose(luggage))
    this.#edge = this.#edgeFor(luggage)
  }

  async ask(endpoint: AnyEndpoint, params: Record<string, unknown>): Promise<Told> {
    if (endpoint.isPublic) return { ok: true, response: await this.#serve(endpoint, undefined, params) }
    if (endpoint.atRoot && this.luggage.client.realm_name === '') {
      const body = await endpoint.atRoot(this.#edge, params)
      if (this.luggage.config.check_declarations) checkAnswer(endpoint, body)
      return { ok: true, body }
    }
    const answer = await this.#ask(endpoint, params)
    if (!answer.ok) return answer
    const { allowance = this.#admitted?.allowance } = answer
    if (endpoint.serve) return { ok: true, response: await this.#serve(endpoint, answer.decision, params), allowance }
    const body = endpoint.present
      ? await endpoint.present(this.#edge, answer.decision, params)
      : bodyOf(answer.decision)
    if (this.luggage.config.check_declarations) checkAnswer(endpoint, body)
    return { ok: true, body, allowance }
  }

  async #serve(endpoint: AnyEndpoint, decision: unknown, params: Record<string, unknown>): Promise<Response> {
    const response = await endpoint.serve?.(this.#edge, decision, params)
    if (response === undefined) throw new Error(`${endpoint.route} has nothing to serve`)
    if (this.luggage.config.check_declarations && response.status < 400) noteAnswer(endpoint)
    return response
  }

  /** Asks the realm, before the body is read, whether this caller may ask at all. */
  async knock(endpoint: AnyEndpoint): Promise<Refused | undefined> {
    const { credential, client, doors } = this.luggage
    const answer = await doors.ask(this.#here(), {
      endpoint: endpoint.route,
      params: {},
      credential,
      client,
      knocks: true,
    })
    if (!answer.ok) return answer
    this.#admitted = answer
    return undefined
  }

  /** A request that makes no sense is told so, if whoever made it may ask at all. */
  async complain(endpoint: AnyEndpoint, complaint: Refusal): Promise<Refused> {
    const told: Refused = { ok: false, refusal: complaint, allowance: this.#admitted?.allowance }
    // A refusal for Markdown that was read by old settings is for the realm to check, as any answer is.
    const markdown = this.#markdown.takeReliedOn()
    if (endpoint.caller.needs === 'deployment' || (this.#admitted && markdown === undefined)) return told
    const { client, doors } = this.luggage
    const credential = this.#credentialFor(endpoint)
    const is_counted = this.#admitted !== undefined
    const call = { endpoint: endpoint.route, params: {}, credential, client, is_counted, complaint, markdown }
    const answer = await doors.ask(this.#here(), call)
    return answer.ok ? told : answer
  }

  async listen(endpoint: AnyEndpoint, params: Record<string, unknown>, way: WayToListen): Promise<Heard> {
    const { request, url, doors } = this.luggage
    if (way === 'socket' && isOfAnotherSite(request, url) && params.ticket === undefined) throw foreignPage({})
    const call = await this.#prepared(endpoint, params)
    const place = this.#here()
    const dial: Dial = (address, init) => doors.fetch(place, address, init)
    const heard = way === 'poll' ? await longPoll(dial, call, request.signal) : await heldSocket(dial, call, way)
    if (this.luggage.config.check_declarations && 'json' in heard) checkAnswer(endpoint, JSON.parse(heard.json))
    return heard
  }

  async #ask(endpoint: AnyEndpoint, params: Record<string, unknown>): Promise<Decided | Refused> {
    for (let times = 1; ; times++) {
      const answer = await this.#decided(endpoint, params)
      if (answer.ok || answer.refusal.code !== markdownIsStale.code) return answer
      if (times === MOST_PREPARATIONS) throw new Error(`${endpoint.route}: its Markdown is never read as it should be`)
      this.#markdown.learn(fieldsOf(markdownIsStale, answer.refusal))
    }
  }

  /** What cannot be prepared is told only to a caller that may ask, and counts as a request of that caller. */
  async #decided(endpoint: AnyEndpoint, params: Record<string, unknown>): Promise<Decided | Refused> {
    let call: Call
    try {
      call = await this.#prepared(endpoint, params)
    } catch (error) {
      if (error instanceof ApiError) return this.complain(endpoint, error.refusal)
      throw error
    }
    return this.luggage.doors.ask(call.creating ?? this.#here(), call)
  }

  async #prepared(endpoint: AnyEndpoint, params: Record<string, unknown>): Promise<Call> {
    const credential = this.#credentialFor(endpoint, params)
    const creating = endpoint.realm?.(params)
    const prepared = await endpoint.prepare?.(this.#edge, params)
    const all = typeof prepared === 'object' ? { ...params, ...prepared } : params
    return {
      endpoint: endpoint.route,
      params: all,
      credential,
      client: this.luggage.client,
      is_counted: this.#admitted !== undefined,
      markdown: this.#markdown.takeReliedOn(),
      creating,
    }
  }

  #credentialFor(endpoint: AnyEndpoint, params: Record<string, unknown> = {}): Credential | undefined {
    const { request, config, credential } = this.luggage
    return endpoint.listens ? (ticketIn(params) ?? credentialIn(request, endpoint, config)) : credential
  }

  #here(): RealmPlace {
    const { realm_name } = this.luggage.client
    if (realm_name === '') throw realmDoesNotExist({})
    return { name: realm_name }
  }

  #edgeFor({ request, url, client, doors, database, bucket, config, ignored }: Luggage): Edge {
    const store = d1(database, config.bytes_per_read)
    const known = this.#markdown
    return {
      realm_name: client.realm_name,
      realm_url: client.realm_url,
      hostOf: (name) => new URL(`http://${hostOfRealm(name, url, config)}`).hostname,
      urlOf: (name) => `${url.protocol}//${hostOfRealm(name, url, config)}`,
      d1: store,
      files: new Files(bucket, client.realm_name),
      request,
      ignore: (field) => void ignored?.push(field),
      isRealm: async (name) => (await doors.ask({ name }, { endpoint: IS_ANYONE_THERE, params: {}, client })).ok,
      loadBodies: (ids, most) => loadBodies(store, client.realm_name, ids, most),
      ask: async (inner, params) => {
        const answer = await doors.ask(this.#here(), { endpoint: inner.route, params, client })
        if (!answer.ok) throw new ApiError(answer.refusal)
        return decisionOf(inner, answer.decision)
      },
      config,
      get markdown() {
        return known.settings
      },
    }
  }
}

/** What a request shows to be let in: undefined where it shows nothing, or where the endpoint does not look at it. */
export function credentialIn({ headers }: Request, { caller }: AnyEndpoint, config: Config): Credential | undefined {
  const authorization = headers.get('authorization')
  if (caller.needs === 'nobody') return undefined
  if (caller.needs !== 'deployment') return readCredential(authorization)
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
  const secret = config.deployment_secret
  if (secret === '' || !sameSecret(hashApiKey(given), hashApiKey(secret))) throw wrongDeploymentSecret({})
  return undefined
}

/** Shown where a browser can say nothing else of itself. */
function ticketIn({ ticket, queue_id }: Record<string, unknown>): Credential | undefined {
  if (typeof ticket !== 'string') return undefined
  return { ticket_hash: hashApiKey(ticket), queue_id: typeof queue_id === 'string' ? queue_id : '' }
}

// Once, if somebody just changed how it is to be read; twice, if somebody did again meanwhile.
const MOST_PREPARATIONS = 4

/** Which realm is meant, and who asks, as far as the edge can tell: by what they show to be let in. */
const whose = ({ request, client: { realm_name, realm_url } }: Luggage) => ({
  realm_name,
  realm_url,
  authorization: request.headers.get('authorization') ?? '',
})

/** What the server has to say, before it is put in an envelope. */
export type Told =
  | (({ body: object } | { response: Response }) & { ok: true; allowance?: Decided['allowance'] })
  | Refused
