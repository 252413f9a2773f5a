import { markdownIsStale } from './api/assumed-markdown'
import {
  bodyOf,
  decisionOf,
  type EdgeResult,
  type RealmCall,
  type RealmDecision,
  type RealmRefusal,
} from './api/realm-call'
import { otherSiteNeedsTicket, isFromOtherSite, type Credential } from './api/callers'
import { isAnsweringSeveral, whileAnswering } from './api/concurrent-changes'
import { checkAnswer, checkAnswerText, checkedAnswer, recordAnswered } from './api/check-declaration'
import type { AnyEndpoint, AnyStep, RealmPlace } from './api/endpoint'
import { ApiError, refusalFields, realmDoesNotExist, type Refusal } from './api/errors'
import { hostOfRealm } from './api/hosts'
import { digestsIn, type LoadablePiece, type Piece } from './api/json-text'
import { keptTexts, noteKept } from './api/kept-lists'
import { loadable, textOf, type TextsByDigest } from './api/kept-texts'
import { markdownAssumption, markdownCallerOf, type MarkdownAssumption } from './api/markdown-settings-cache'
import { takeLatencies } from './api/latencies'
import { isBelowJson } from './api/routes'
import { credentialIn, ticketIn } from './api/request-credential'
import { traced } from './api/traced'
import { validParams } from './api/valid-params'
import type { Edge } from './edge'
import { persistentSocket, longPoll, type RealmFetch, type ListenResult } from './events/edge-listening'
import { gatewayOf } from './events/gateways/queue-ids'
import type { Transport } from './events/realm-listening'
import { senderOf, type RequestContext } from './request-context'
import { edgeDatabases } from './store/edge-databases'
import { Files } from './store/files'
import { UNKNOWN_WRITES, type TextPlaces } from './store/texts'

/** Does the Worker's part before the realm is called. Throws a refusal. */
type Prepare = () => RealmCall | Promise<RealmCall>

/** Takes one request through the server: the Worker prepares it, the realm decides it, and the Worker presents the decision. */
export class EdgeRequest {
  #madeEdge: Edge | undefined
  readonly #markdown: MarkdownAssumption
  readonly #endpoint: AnyEndpoint
  /** The realm's answer, if it admitted the caller before the body was read. */
  #admitted: RealmDecision | undefined
  #places: TextPlaces = UNKNOWN_WRITES

  constructor(readonly context: RequestContext) {
    this.#endpoint = context.endpoint
    this.#markdown = markdownAssumption(markdownCallerOf(context))
  }

  /** Most requests need it. A poll does not, and thousands of polls wait in memory. */
  get #edge(): Edge {
    return (this.#madeEdge ??= this.#edgeFor(this.context))
  }

  /** Returns the answer of the endpoint to these parameters, or the refusal. Not for listeners: see `listen`. */
  respond(params: Record<string, unknown>): Promise<EdgeResult> {
    const answer = () => this.#answer(params)
    return this.#endpoint.sharesCommit ? whileAnswering(this.context.client.realm_name, answer) : answer()
  }

  async #answer(params: Record<string, unknown>): Promise<EdgeResult> {
    const endpoint = this.#endpoint
    if (endpoint.kind === 'public') return { ok: true, response: await this.#serve(undefined, params) }
    if (endpoint.atRoot && this.context.client.realm_name === '')
      return { ok: true, body: this.#checked(await endpoint.atRoot(this.#edge, params)) }
    const carried = endpoint.carried?.(this.#edge, params)
    endpoint.begin?.(this.#edge, params)
    const answer = carried ? { ok: true as const, decision: carried } : await this.#ask(() => this.#prepare(params))
    if (!answer.ok) return (this.#madeEdge?.files.dropBegun(), answer)
    const { decision, members, texts, rateLimit = this.#admitted?.rateLimit } = answer
    if (members) return { ok: true, members: await this.#loadable(members, texts), rateLimit }
    if (endpoint.kind === 'file') return { ok: true, response: await this.#serve(decision, params), rateLimit }
    const present = async () => endpoint.present?.(this.#edge, decision, params) ?? bodyOf(decision)
    return { ok: true, body: this.#checked(await traced('parley.present', {}, present)), rateLimit }
  }

  async #serve(decision: unknown, params: Record<string, unknown>): Promise<Response> {
    const endpoint = this.#endpoint
    const response = await endpoint.serve?.(this.#edge, decision, params)
    this.#edge.files.dropBegun()
    if (response === undefined) throw new Error(`${endpoint.route} has nothing to serve`)
    if (this.context.config.check_declarations && response.status < 400) recordAnswered(endpoint)
    return response
  }

  #checked(body: object): object {
    if (this.context.config.check_declarations) checkAnswer(this.#endpoint, body)
    return body
  }

  async #loadable(members: readonly Piece[], given: TextsByDigest | undefined): Promise<LoadablePiece[]> {
    if (this.#endpoint.present) throw new Error(`${this.#endpoint.route} cannot present a decision that is text`)
    const { credential, client, config } = this.context
    const call = this.#call({ params: {}, credential, onlyAdmits: true, is_counted: true })
    const ask = (digests: readonly string[]) => this.#askRealm(this.#place(), { ...call, digests })
    const pieces = loadable(members, { realm_name: client.realm_name, ask, given })
    if (this.#endpoint.hasSharedTexts) await noteKept(client.realm_name, digestsIn(members))
    if (config.check_declarations) checkAnswerText(this.#endpoint, `{${await textOf(pieces)}}`)
    return pieces
  }

  /** Asks the realm, before the Worker reads the body, whether it admits the caller. Returns the refusal if it does not. */
  async admit(): Promise<RealmRefusal | undefined> {
    const { credential } = this.context
    const answer = await this.#askRealm(this.#place(), this.#call({ params: {}, credential, onlyAdmits: true }))
    if (!answer.ok) return answer
    this.#admitted = answer
    return undefined
  }

  /** Returns the refusal of a request that is malformed. The realm admits the caller first, and counts the request. */
  async refuse(requestRefusal: Refusal): Promise<RealmRefusal> {
    const refusal: RealmRefusal = { ok: false, refusal: requestRefusal, rateLimit: this.#admitted?.rateLimit }
    // Also for a refusal, the realm checks with which settings the Worker parsed Markdown.
    const assumedMarkdown = this.#markdown.take()
    if (this.#endpoint.caller.needs === 'deployment' || (this.#admitted && assumedMarkdown === undefined))
      return refusal
    const credential = this.#credential()
    const call = this.#call({ params: {}, credential, requestRefusal, assumedMarkdown })
    const answer = await this.#askRealm(this.#place(), call)
    return answer.ok ? refusal : answer
  }

  /** Returns the events of a queue, or a socket on which the realm sends them. */
  async listen(params: Record<string, unknown>, transport: Transport): Promise<ListenResult> {
    const { request, url, realms, config } = this.context
    // Below `/json` the sender was checked by stricter rules, and tickets do not count.
    const needsTicket = transport === 'socket' && !isBelowJson(url) && isFromOtherSite(request, url)
    if (needsTicket && params.ticket === undefined) throw otherSiteNeedsTicket({})
    const call = await this.#prepare(params)
    const realmFetch: RealmFetch = (...request) => realms.fetch(this.#place(), ...request, gatewayOf(params.queue_id))
    const result =
      transport === 'poll'
        ? await longPoll(realmFetch, call, request.signal)
        : await persistentSocket(realmFetch, call, transport)
    if (!config.check_declarations || !('answer' in result)) return result
    return { ...result, answer: await checkedAnswer(this.#endpoint, result.answer) }
  }

  /** Returns the decision of the realm. Prepares and asks again if the Markdown settings that the Worker assumed are stale. */
  async #ask(prepare: Prepare): Promise<RealmDecision | RealmRefusal> {
    for (let times = 1; ; times++) {
      const answer = await this.#prepareAndAsk(prepare)
      if (answer.ok || answer.refusal.code !== markdownIsStale.code) return answer
      if (times === MAX_PREPARATIONS)
        throw new Error(`${this.#endpoint.route}: its Markdown was stale ${MAX_PREPARATIONS} times`)
      this.#markdown.update(refusalFields(markdownIsStale, answer.refusal))
    }
  }

  /** The refusal of a preparation goes only to a caller whom the realm admits, and the realm counts the request. */
  async #prepareAndAsk(prepare: Prepare): Promise<RealmDecision | RealmRefusal> {
    let call: RealmCall
    try {
      call = await traced('parley.prepare', {}, async () => prepare())
    } catch (error) {
      if (error instanceof ApiError) return this.refuse(error.refusal)
      throw error
    }
    return this.#askRealm(call.creating ?? this.#place(), call)
  }

  async #askRealm(place: RealmPlace, call: RealmCall): Promise<RealmDecision | RealmRefusal> {
    const answer = await this.context.realms[this.#endpoint.isAnsweredByGateway ? 'ping' : 'ask'](place, call)
    // The realm may start, renew or end the session of the browser in any of its answers.
    if (answer.cookie) this.context.session.cookie = answer.cookie
    if (answer.ok && answer.places) this.#places = answer.places
    return answer
  }

  async #prepare(params: Record<string, unknown>): Promise<RealmCall> {
    const credential = this.#credential(params)
    const creating = this.#endpoint.realm?.(params)
    const prepared = await this.#endpoint.prepare?.(this.#edge, params)
    const all = typeof prepared === 'object' ? { ...params, ...prepared } : params
    const { realm_name } = this.context.client
    const kept = this.#endpoint.hasSharedTexts ? await keptTexts(realm_name) : undefined
    return this.#call({ params: all, credential, assumedMarkdown: this.#markdown.take(), creating, kept })
  }

  /** Returns the call for a later step. The realm authorizes the caller again, but does not count the request again. */
  #stepCall(step: AnyStep, input: object): RealmCall {
    const name = Object.entries(this.#endpoint.steps ?? {}).find(([, declared]) => declared === step)?.[0]
    if (name === undefined) throw new Error(`${this.#endpoint.route} does not declare this step`)
    const { credential } = this.context
    const call = this.#call({ params: { ...input }, credential, assumedMarkdown: this.#markdown.take() })
    return { ...call, step: name, is_counted: true }
  }

  /** Answers another endpoint for the same client. The headers of this request mean nothing for it. */
  async #answerOf(endpoint: AnyEndpoint, values: object, form?: FormData): Promise<unknown> {
    const { request, url } = this.context
    const authorization = request.headers.get('authorization') ?? ''
    const inner = new Request(url, { headers: { authorization }, ...(form && { method: 'POST', body: form }) })
    const params = validParams(endpoint.params, values)
    const answer = await new EdgeRequest({ ...this.context, endpoint, request: inner, ignored: [] }).respond(params)
    if (!answer.ok) throw new ApiError(answer.refusal)
    if ('members' in answer) return JSON.parse(`{${await textOf(answer.members)}}`)
    return 'response' in answer ? answer.response : answer.body
  }

  #call(parts: Pick<RealmCall, 'params'> & Partial<RealmCall>): RealmCall {
    const { client } = this.context
    const { route: endpoint, sharesCommit } = this.#endpoint
    const hasOthers = sharesCommit && isAnsweringSeveral(client.realm_name)
    const facts = { is_counted: this.#admitted !== undefined, hasOthers, latencies: takeLatencies(client.realm_name) }
    return { endpoint, client, ...facts, ...parts }
  }

  #credential(params: Record<string, unknown> = {}): Credential | undefined {
    const { url, credential } = this.context
    if (this.#endpoint.kind !== 'listener') return credential
    return (isBelowJson(url) ? undefined : ticketIn(params)) ?? credentialIn(this.context)
  }

  #place(): RealmPlace {
    const { realm_name } = this.context.client
    if (realm_name === '') throw realmDoesNotExist({})
    return { name: realm_name }
  }

  #edgeFor({ request, url, client, realms, databases, bucket, services, config, ignored }: RequestContext): Edge {
    const store = { realm_id: client.realm_name, databases, ceiling: config.bytes_per_read }
    return {
      realm_name: client.realm_name,
      realm_url: client.realm_url,
      hostOf: (name) => new URL(`http://${hostOfRealm(name, url, config)}`).hostname,
      urlOf: (name) => `${url.protocol}//${hostOfRealm(name, url, config)}`,
      ...edgeDatabases(store, () => this.#places),
      files: new Files(bucket, client.realm_name),
      services,
      request,
      ignore: (field) => void ignored.push(field),
      isRealm: (name) => realms.exists(name),
      hasGateways: realms.hasGateways,
      ask: async (step, input) => decisionOf(step, await this.#askRealm(this.#place(), this.#stepCall(step, input))),
      askParsed: async (step, parse) => {
        const prepare = () => this.#stepCall(step, parse(this.#markdown.settings()))
        return decisionOf(step, await this.#ask(prepare))
      },
      config,
      ...senderOf(this.context),
      call: (endpoint, values, form) => this.#answerOf(endpoint, values, form),
      assumeMarkdownSettings: () => this.#markdown.settings(),
    }
  }
}

const MAX_PREPARATIONS = 4 // a second one follows a change of the Markdown settings, more follow only further changes
