import { markdownIsStale } from './api/assumed-markdown'
import { bodyOf, decisionOf, type RealmCall, type ClientFacts, type Decided, type Refused } from './api/realm-call'
import {
  otherSiteNeedsTicket,
  hashApiKey,
  isFromOtherSite,
  readCredential,
  sameSecret,
  wrongDeploymentSecret,
  type Credential,
} from './api/callers'
import { checkAnswer, recordAnswered } from './api/check-declaration'
import type { AnyEndpoint, AnyStep, RealmPlace } from './api/endpoint'
import { ApiError, fieldsOf, realmDoesNotExist, type Refusal } from './api/errors'
import { hostOfRealm } from './api/hosts'
import { markdownAssumption, type MarkdownAssumption } from './api/markdown-settings-cache'
import type { RealmLocator } from './api/realm-locator'
import type { Config } from './config'
import type { Edge } from './edge'
import { persistentSocket, longPoll, type RealmFetch, type ListenResult } from './events/edge-listening'
import type { Transport } from './events/realm-listening'
import { loadBodies } from './store/bodies-in-d1'
import { d1 } from './store/d1'
import { Files } from './store/files'

/** One request at the Worker: its endpoint, its parts as they were read, and the ways to its realm and to the stores. */
export type RequestContext = {
  endpoint: AnyEndpoint
  request: Request
  url: URL
  client: ClientFacts
  /** The credential of the request. A listener may carry a ticket in its place. */
  credential: Credential | undefined
  realms: RealmLocator
  database: D1Database
  bucket: R2Bucket
  config: Config
  /** The fields that the endpoint does not know, as far as they were read. */
  ignored: string[]
}

/** Takes one request through the server: the Worker prepares it, the realm decides it, and the Worker presents the decision. */
export class EdgeRequest {
  readonly #edge: Edge
  readonly #markdown: MarkdownAssumption
  readonly #endpoint: AnyEndpoint
  /** The realm's answer, if it admitted the caller before the body was read. */
  #admitted: Decided | undefined

  constructor(readonly context: RequestContext) {
    this.#endpoint = context.endpoint
    this.#markdown = markdownAssumption(markdownCallerOf(context))
    this.#edge = this.#edgeFor(context)
  }

  async answer(params: Record<string, unknown>): Promise<EdgeAnswer> {
    const endpoint = this.#endpoint
    if (endpoint.kind === 'public') return { ok: true, response: await this.#serve(undefined, params) }
    if (endpoint.atRoot && this.context.client.realm_name === '')
      return { ok: true, body: this.#checked(await endpoint.atRoot(this.#edge, params)) }
    const answer = await this.#ask(params)
    if (!answer.ok) return answer
    const { decision, rateLimit = this.#admitted?.rateLimit } = answer
    if (endpoint.kind === 'file') return { ok: true, response: await this.#serve(decision, params), rateLimit }
    const body = endpoint.present ? await endpoint.present(this.#edge, decision, params) : bodyOf(decision)
    return { ok: true, body: this.#checked(body), rateLimit }
  }

  async #serve(decision: unknown, params: Record<string, unknown>): Promise<Response> {
    const endpoint = this.#endpoint
    const response = await endpoint.serve?.(this.#edge, decision, params)
    if (response === undefined) throw new Error(`${endpoint.route} has nothing to serve`)
    if (this.context.config.check_declarations && response.status < 400) recordAnswered(endpoint)
    return response
  }

  #checked(body: object): object {
    if (this.context.config.check_declarations) checkAnswer(this.#endpoint, body)
    return body
  }

  /** Asks the realm, before the Worker reads the body, whether it admits the caller. Returns the refusal if it does not. */
  async knock(): Promise<Refused | undefined> {
    const { credential } = this.context
    const answer = await this.context.realms.ask(
      this.#place(),
      this.#call({ params: {}, credential, onlyAdmits: true }),
    )
    if (!answer.ok) return answer
    this.#admitted = answer
    return undefined
  }

  /** Returns the refusal of a request that is malformed. The realm admits the caller first, and counts the request. */
  async complain(complaint: Refusal): Promise<Refused> {
    const refused: Refused = { ok: false, refusal: complaint, rateLimit: this.#admitted?.rateLimit }
    // The realm checks also for a refusal whether the Worker parsed Markdown with the current settings.
    const assumedMarkdown = this.#markdown.take()
    if (this.#endpoint.caller.needs === 'deployment' || (this.#admitted && assumedMarkdown === undefined))
      return refused
    const credential = this.#credential()
    const answer = await this.context.realms.ask(
      this.#place(),
      this.#call({ params: {}, credential, complaint, assumedMarkdown }),
    )
    return answer.ok ? refused : answer
  }

  async listen(params: Record<string, unknown>, way: Transport): Promise<ListenResult> {
    const { request, url, realms, config } = this.context
    if (way === 'socket' && isFromOtherSite(request, url) && params.ticket === undefined) throw otherSiteNeedsTicket({})
    const call = await this.#prepared(params)
    const place = this.#place()
    const realmFetch: RealmFetch = (address, init) => realms.fetch(place, address, init)
    const heard =
      way === 'poll' ? await longPoll(realmFetch, call, request.signal) : await persistentSocket(realmFetch, call, way)
    if (config.check_declarations && 'json' in heard) checkAnswer(this.#endpoint, JSON.parse(heard.json))
    return heard
  }

  /** Prepares and asks again when the settings of Markdown that the Worker assumed turn out to be stale. */
  async #ask(params: Record<string, unknown>): Promise<Decided | Refused> {
    for (let times = 1; ; times++) {
      const answer = await this.#decided(params)
      if (answer.ok || answer.refusal.code !== markdownIsStale.code) return answer
      if (times === MAX_PREPARATIONS)
        throw new Error(`${this.#endpoint.route}: its Markdown was stale ${MAX_PREPARATIONS} times`)
      this.#markdown.update(fieldsOf(markdownIsStale, answer.refusal))
    }
  }

  /** The refusal of a preparation goes only to a caller whom the realm admits, and the realm counts the request. */
  async #decided(params: Record<string, unknown>): Promise<Decided | Refused> {
    let call: RealmCall
    try {
      call = await this.#prepared(params)
    } catch (error) {
      if (error instanceof ApiError) return this.complain(error.refusal)
      throw error
    }
    return this.context.realms.ask(call.creating ?? this.#place(), call)
  }

  async #prepared(params: Record<string, unknown>): Promise<RealmCall> {
    const credential = this.#credential(params)
    const creating = this.#endpoint.realm?.(params)
    const prepared = await this.#endpoint.prepare?.(this.#edge, params)
    const all = typeof prepared === 'object' ? { ...params, ...prepared } : params
    return this.#call({ params: all, credential, assumedMarkdown: this.#markdown.take(), creating })
  }

  /** The realm counted the request before it decides a later step. */
  async #askStep(step: AnyStep, input: object): Promise<unknown> {
    const name = Object.entries(this.#endpoint.steps ?? {}).find(([, declared]) => declared === step)?.[0]
    if (name === undefined) throw new Error(`${this.#endpoint.route} does not declare this step`)
    const { credential } = this.context
    const call = { ...this.#call({ params: { ...input }, credential }), step: name, is_counted: true }
    const answer = await this.context.realms.ask(this.#place(), call)
    if (!answer.ok) throw new ApiError(answer.refusal)
    return answer.decision
  }

  #call(parts: Pick<RealmCall, 'params'> & Partial<RealmCall>): RealmCall {
    const { client } = this.context
    return { endpoint: this.#endpoint.route, client, is_counted: this.#admitted !== undefined, ...parts }
  }

  #credential(params: Record<string, unknown> = {}): Credential | undefined {
    const { request, config, credential } = this.context
    if (this.#endpoint.kind !== 'listener') return credential
    return ticketIn(params) ?? credentialIn(request, this.#endpoint, config)
  }

  #place(): RealmPlace {
    const { realm_name } = this.context.client
    if (realm_name === '') throw realmDoesNotExist({})
    return { name: realm_name }
  }

  #edgeFor({ request, url, client, realms, database, bucket, config, ignored }: RequestContext): Edge {
    const store = d1(database, config.bytes_per_read)
    const markdown = this.#markdown
    return {
      realm_name: client.realm_name,
      realm_url: client.realm_url,
      hostOf: (name) => new URL(`http://${hostOfRealm(name, url, config)}`).hostname,
      urlOf: (name) => `${url.protocol}//${hostOfRealm(name, url, config)}`,
      d1: store,
      files: new Files(bucket, client.realm_name),
      request,
      ignore: (field) => void ignored.push(field),
      isRealm: (name) => realms.exists(name),
      loadBodies: (ids, most) => loadBodies(store, client.realm_name, ids, most),
      ask: async (step, input) => decisionOf(step, await this.#askStep(step, input)),
      config,
      assumeMarkdownSettings: () => markdown.settings(),
    }
  }
}

/** Returns the credential of a request: undefined if it has none, or if the endpoint does not look at it. */
export function credentialIn({ headers }: Request, { caller }: AnyEndpoint, config: Config): Credential | undefined {
  const authorization = headers.get('authorization')
  if (caller.needs === 'nobody') return undefined
  if (caller.needs !== 'deployment') return readCredential(authorization)
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
  const secret = config.deployment_secret
  if (secret === '' || !sameSecret(hashApiKey(given), hashApiKey(secret))) throw wrongDeploymentSecret({})
  return undefined
}

/** A browser cannot send a credential with a WebSocket or an event stream. It sends a ticket in the address. */
function ticketIn({ ticket, queue_id }: Record<string, unknown>): Credential | undefined {
  if (typeof ticket !== 'string') return undefined
  return { ticket_hash: hashApiKey(ticket), queue_id: typeof queue_id === 'string' ? queue_id : '' }
}

// One repetition if an administrator just changed the settings of Markdown; more if others change them in the meantime.
const MAX_PREPARATIONS = 4

/** The realm and the caller, as far as the Worker can tell them apart: by the credential. */
const markdownCallerOf = ({ request, client: { realm_name, realm_url } }: RequestContext) => ({
  realm_name,
  realm_url,
  authorization: request.headers.get('authorization') ?? '',
})

/** The answer before it is put in an envelope. */
export type EdgeAnswer =
  | (({ body: object } | { response: Response }) & { ok: true; rateLimit?: Decided['rateLimit'] })
  | Refused
