import type { Answer, Call, ClientFacts } from './api/call'
import { readCredential, sameSecret, wrongDeploymentSecret, hashApiKey } from './api/callers'
import { decode, readFields, type Fields } from './api/decode'
import { docsPage } from './api/docs-page'
import { runnable, type AnyEndpoint, type RealmPlace } from './api/endpoint'
import { ApiError, internalError, methodNotAllowed, pathNotFound, realmDoesNotExist } from './api/errors'
import { hostOfRealm, realmNameOf } from './api/hosts'
import { openApi } from './api/openapi'
import { realmDoors, type RealmDoors } from './api/realm-doors'
import { checkAnswer, options, refuse, succeed, succeedWithJson, type Reply } from './api/respond'
import { API_ROOT, routesOf } from './api/routes'
import { endpoints } from './catalogue'
import { readConfig, type Config, type Variables } from './config'
import type { Edge } from './edge'
import { longPoll } from './events/listen'
import { RealmObject } from './realm-object'
import { loadBodies } from './store/bodies-in-d1'
import { d1 } from './store/d1'

export { RealmObject }

type Env = Variables & { DB: D1Database; REALM: DurableObjectNamespace }

const find = routesOf(endpoints)

/**
 * The outer door. It matches a request to its endpoint, decodes it, prepares what needs no decision, asks the realm, and
 * presents what the realm decided. It keeps nothing, so there can be as many of it as there are requests.
 */
export default {
  async fetch(request, env): Promise<Response> {
    const config = readConfig(env)
    const request_id = crypto.randomUUID()
    const reply: Reply = {
      vendor: config.vendor,
      origin: request.headers.get('origin'),
      head: request.method === 'HEAD',
    }
    let response: Response
    try {
      response = await serve(request, env, config, request_id, reply)
    } catch (error) {
      if (error instanceof ApiError) response = refuse(reply, error.refusal)
      else {
        console.error(
          `Request ${request_id}: ${request.method} ${new URL(request.url).pathname} failed at the edge`,
          error,
        )
        response = refuse(reply, internalError({ request_id }).refusal)
      }
    }
    if (response.status !== 101) response.headers.set('x-request-id', request_id)
    return response
  },
} satisfies ExportedHandler<Env>

async function serve(request: Request, env: Env, config: Config, request_id: string, reply: Reply): Promise<Response> {
  const url = new URL(request.url)
  if (request.method === 'GET' && url.pathname === `${API_ROOT}/openapi.json`) return openApi(endpoints)
  if (request.method === 'GET' && /^\/api\/?$/.test(url.pathname)) return docsPage(endpoints)
  const match = await find(request)
  if (match === undefined) throw pathNotFound({})
  if ('allowed_methods' in match) {
    if (request.method === 'OPTIONS') return options(reply, match.allowed_methods)
    throw methodNotAllowed(match)
  }
  const { endpoint, path } = match
  const fields = await readFields(request, url, endpoint.bodyLimit)
  const { params, ignored } = decode(endpoint, fields, path, config.vendor)
  const errand = new Errand(request, url, env, config, clientOf(request, url, fields, config, request_id))
  return errand.run(endpoint, params, reply, ignored)
}

/** One request on its way through the server. */
class Errand {
  readonly #doors: RealmDoors
  readonly #place: RealmPlace | undefined
  readonly #edge: Edge

  constructor(
    readonly request: Request,
    readonly url: URL,
    env: Env,
    readonly config: Config,
    readonly client: ClientFacts,
  ) {
    this.#doors = realmDoors(env.REALM)
    this.#place = client.realm_name === '' ? undefined : { name: client.realm_name }
    const store = d1(env.DB)
    this.#edge = {
      realm_name: client.realm_name,
      realm_url: client.realm_url,
      hostOf: (name) => hostOfRealm(name, url, config).split(':')[0]!,
      urlOf: (name) => `${url.protocol}//${hostOfRealm(name, url, config)}`,
      d1: store,
      loadBodies: (ids) => loadBodies(store, client.realm_name, ids),
      ask: async (inner, innerParams) => (await this.#ask(inner as unknown as AnyEndpoint, innerParams)) as never,
      config,
      markdown: {
        realm_url: client.realm_url,
        default_code_block_language: '',
        translate_emoticons: false,
        inline_image_preview: true,
      },
    }
  }

  async run(
    endpoint: AnyEndpoint,
    params: Record<string, unknown>,
    reply: Reply,
    ignored: readonly string[],
  ): Promise<Response> {
    const { prepare, present } = runnable(endpoint)
    const authorization = this.request.headers.get('authorization')
    if (endpoint.caller.needs === 'deployment') this.#refuseWithoutSecret(authorization)
    const credential = endpoint.caller.needs === 'deployment' ? undefined : readCredential(authorization)
    const place = runnable(endpoint).realm?.(params)
    const prepared = { ...params, ...((await prepare?.(this.#edge, params)) as object | undefined) }
    const call = { endpoint: endpoint.route, params: prepared, credential, client: this.client, creating: place }
    if (endpoint.listens) {
      const heard = await this.#listen(call)
      if ('refused' in heard) return refuse({ ...reply, allowance: heard.refused.allowance }, refusalIn(heard.refused))
      return succeedWithJson(reply, heard.json, ignored)
    }
    const answer = await this.#doors.ask(place ?? this.#realmPlace(), call)
    const told = { ...reply, allowance: answer.allowance }
    if (!answer.ok) return refuse(told, answer.refusal)
    const body = ((present ? await present(this.#edge, answer.decision, params) : answer.decision) ?? {}) as object
    if (this.config.check_declarations) checkAnswer(endpoint, body)
    return succeed(told, body, ignored)
  }

  async #ask(inner: AnyEndpoint, params: object): Promise<unknown> {
    const call: Call = { endpoint: inner.route, params: { ...params }, client: this.client }
    const answer = await this.#doors.ask(this.#realmPlace(), call)
    if (!answer.ok) throw new ApiError(answer.refusal)
    return answer.decision
  }

  #listen(call: Call) {
    const place = this.#realmPlace()
    return longPoll(
      { ask: (asked) => this.#doors.ask(place, asked), fetch: (url, init) => this.#doors.fetch(place, url, init) },
      call,
      this.request.signal,
    )
  }

  #realmPlace(): RealmPlace {
    if (this.#place === undefined) throw realmDoesNotExist({})
    return this.#place
  }

  #refuseWithoutSecret(authorization: string | null) {
    const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
    const secret = this.config.deployment_secret
    if (secret === '' || !sameSecret(hashApiKey(given), hashApiKey(secret))) throw wrongDeploymentSecret({})
  }
}

const refusalIn = (answer: Answer) => (answer.ok ? internalError({ request_id: '' }).refusal : answer.refusal)

const MOST_CHARACTERS_OF_CLIENT = 30

function clientOf(request: Request, url: URL, fields: Fields, config: Config, request_id: string): ClientFacts {
  const said = fields.get('client')
  const product = /^[^/\s(]+/.exec(request.headers.get('user-agent') ?? '')?.[0]
  return {
    request_id,
    address: request.headers.get('cf-connecting-ip') ?? 'unknown',
    name: (typeof said === 'string' && said !== '' ? said : (product ?? 'Unspecified')).slice(
      0,
      MOST_CHARACTERS_OF_CLIENT,
    ),
    realm_url: url.origin,
    realm_name: realmNameOf(url.hostname, config) ?? '',
  }
}
