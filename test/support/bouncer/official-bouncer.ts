import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { onTestFinished, vi } from 'vitest'
import type { Json } from '../person'
import { BouncerRealms, type Server } from './bouncer-realms'
import { refuse, Refused } from './refusal'
import { FORMS, isForm, isJson, JSONS, type FormName, type JsonName, type Received } from './requests'

/** The public key of the bouncer, for which apps seal their registrations. */
export const BOUNCER_PUBLIC_KEY = btoa('\u0007'.repeat(32))
const BILLING = 'https://selfhosting.example.net/remote-billing-login/'
const BOUNCER = 'https://bouncer.example.net/api/v1/remotes/'
const DAY = 86_400

/** Seals what only the bouncer can read. The server cannot read it, so the test needs no real encryption. */
export const sealForBouncer = (registration: Json): string => btoa(JSON.stringify(registration))

/** Returns the name of a token: the first 8 bytes of its hash. */
export const tokenIdOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 8).toString('base64')

type Device = { token_id: string; kind: 'apns' | 'fcm' }
export type BouncerRequest = { path: string; body: Json }
/** A notification that a phone receives. A legacy one has a token, a sealed one the name of a token. */
export type Notification = { token?: string; token_id?: string; payload: Json; priority: string }

/**
 * The official bouncer as its document describes it. It refuses all else: unknown or missing fields, other types of content, other
 * credentials, and realms that were not uploaded. No request leaves the machine.
 */
export class OfficialBouncer {
  readonly servers = new Map<string, Server>()
  readonly realms = new BouncerRealms()
  /** The sealed devices of each realm. */
  readonly devices = new Map<string, Device[]>()
  /** The tokens of each user: the realm and the user, and then the token with its kind. */
  readonly tokens = new Map<string, Map<string, number>>()
  /** Tokens, or names of tokens, that the push services do not know any more. */
  readonly gone = new Set<string>()
  readonly notifications: Notification[] = []
  readonly requests: BouncerRequest[] = []
  /** Why it refused requests. */
  readonly refusals: string[] = []
  /** The answer in place of the bouncer's own one, such as a failure. */
  instead: (path: string) => Response | undefined = () => undefined
  now = () => Date.now() / 1000
  /** Requests a page of a server that registers. */
  visit: (url: string) => Promise<Response> = () => Promise.reject(new Error('No such host'))

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith(BOUNCER)) throw new Error(`A test must not send a request to ${request.url}`)
      return this.respond(request)
    })
    onTestFinished(() => spy.mockRestore())
  }

  /** Registers a server, as a test finds it before it begins. */
  withServer(uuid: string, key: string, hostname: string): this {
    this.servers.set(uuid, { uuid, key, hostname, isDeactivated: false })
    return this
  }

  take(path: string): Json[] {
    const taken = this.requests.filter((request) => request.path === path)
    this.requests.splice(0, Infinity, ...this.requests.filter((request) => request.path !== path))
    return taken.map(({ body }) => body)
  }

  takeNotifications = (): Notification[] => this.notifications.splice(0)

  async respond(request: Request): Promise<Response> {
    const path = request.url.slice(BOUNCER.length)
    const instead = this.instead(path)
    if (instead) {
      this.requests.push({ path, body: await textOf(request) })
      return instead
    }
    try {
      return Response.json({ result: 'success', msg: '', ...(await this.answer(path, request)) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, ...fields } = error.refusal
      this.refusals.push(`${path}: ${fields.msg}`)
      return Response.json({ result: 'error', code: 'BAD_REQUEST', ...fields }, { status })
    }
  }

  private async answer(path: string, request: Request): Promise<Json> {
    if (path === 'server/analytics/status' && request.method === 'GET') {
      this.serverOf(request)
      return { last_realm_count_id: 0, last_installation_count_id: 0, last_realmauditlog_id: this.realms.lastAuditId }
    }
    if (request.method !== 'POST') return refuse(405, 'Method Not Allowed')
    if (WITHOUT_LOGIN.has(path)) requireNoLogin(request)
    if (isForm(path)) return this.answerForm(path, await this.formOf(path, request), request)
    if (isJson(path)) return this.answerJson(path, await this.jsonOf(path, request), this.serverOf(request))
    return refuse(404, 'Not found')
  }

  private async formOf<Name extends FormName>(name: Name, request: Request): Promise<Json> {
    const type = request.headers.get('content-type') ?? ''
    if (!/^application\/x-www-form-urlencoded(;|$)/.test(type)) refuse(400, `Not a form: ${type}`)
    const fields = [...new URLSearchParams(await textOf(request))]
    if (new Set(fields.map(([field]) => field)).size < fields.length) refuse(400, 'A field is there twice')
    return this.received(name, FORMS[name], Object.fromEntries(fields))
  }

  private async jsonOf<Name extends JsonName>(name: Name, request: Request): Promise<Json> {
    const type = request.headers.get('content-type') ?? ''
    if (!/^application\/json(;|$)/.test(type)) refuse(400, `Not JSON: ${type}`)
    return this.received(name, JSONS[name], await request.json())
  }

  private received(path: string, schema: v.GenericSchema, body: unknown): Json {
    const result = v.safeParse(schema, body)
    if (result.success) {
      this.requests.push({ path, body: result.output })
      return result.output
    }
    const [issue] = result.issues
    return refuse(400, `${path}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  }

  /** Returns the server of a request. Refuses other credentials. */
  private serverOf({ headers }: Request): Server {
    requireUserAgent(headers)
    const [, credentials = ''] = /^Basic (.*)$/.exec(headers.get('authorization') ?? '') ?? []
    const [uuid = '', key = ''] = atob(credentials).split(':')
    const server = this.servers.get(uuid)
    if (server === undefined || server.key !== key || server.isDeactivated)
      return refuse(401, `Zulip server auth failure: ${uuid} is not registered`, 'INVALID_ZULIP_SERVER')
    return server
  }

  private async answerForm(path: FormName, body: Json, request: Request): Promise<Json> {
    if (path === 'server/register') return this.registerServer(body)
    if (path === 'server/register/transfer') return this.beginTransfer(body)
    if (path === 'server/register/verify_challenge') return this.verifyChallenge(body)
    const server = this.serverOf(request)
    if (path === 'server/analytics') return this.realms.upload(server, body)
    if (path === 'server/billing') {
      this.realms.require(server, body.realm.uuid)
      return { billing_access_url: `${BILLING}${body.realm.uuid}/${body.user.uuid}` }
    }
    if (path === 'server/deactivate') server.isDeactivated = true
    if (path === 'push/e2ee/register') this.registerDevice(server, body)
    if (path.startsWith('push/') && path !== 'push/e2ee/register') this.changeTokens(path, server, body)
    return {}
  }

  private registerServer(body: Received<'server/register'>): Json {
    const { zulip_org_id, zulip_org_key, hostname, contact_email, new_org_key } = body
    if (!/^[a-z0-9.-]+(?::\d+)?$/i.test(hostname)) refuse(400, `${hostname} is not a valid hostname`)
    if (contact_email.endsWith('@example.com')) refuse(400, 'Invalid email address.')
    const existing = this.servers.get(zulip_org_id)
    if (existing && existing.key !== zulip_org_key)
      refuse(400, `Zulip server auth failure: key does not match role ${zulip_org_id}`, 'INVALID_ZULIP_SERVER')
    if (existing?.isDeactivated)
      refuse(400, 'The mobile push notification service registration for your server has been deactivated')
    const owner = [...this.servers.values()].find((server) => server.hostname === hostname && !server.isDeactivated)
    if (owner && owner.uuid !== zulip_org_id)
      refuse(400, `A server with hostname ${hostname} already exists`, 'HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR')
    this.withServer(zulip_org_id, new_org_key ?? zulip_org_key, hostname)
    return { created: existing === undefined }
  }

  private registered = (hostname: string): Server =>
    [...this.servers.values()].find((server) => server.hostname === hostname && !server.isDeactivated) ??
    refuse(400, `${hostname} not yet registered`)

  private beginTransfer({ hostname }: { hostname: string }): Json {
    const server = this.registered(hostname)
    server.verification_secret = `secret of ${hostname}`
    return { verification_secret: server.verification_secret }
  }

  private async verifyChallenge(body: { hostname: string; access_token: string }): Promise<Json> {
    const { hostname, access_token } = body
    const server = this.registered(hostname)
    const page = await this.visit(`https://${hostname}/api/v1/zulip-services/verify/${access_token}/`)
    const answer = await page.json<Json>()
    if (answer.code === 'REMOTE_SERVER_VERIFICATION_SECRET_NOT_PREPARED')
      refuse(400, 'The host reported it has no verification secret.')
    if (page.status !== 200) refuse(400, `Error response received from the host: ${page.status}`)
    if (answer.verification_secret !== server.verification_secret) refuse(400, 'The verification secret is wrong.')
    server.key = [...server.key].toReversed().join('')
    return { zulip_org_id: server.uuid, zulip_org_key: server.key }
  }

  private registerDevice(server: Server, body: Received<'push/e2ee/register'>): void {
    this.realms.require(server, body.realm_uuid)
    if (body.bouncer_public_key !== BOUNCER_PUBLIC_KEY)
      refuse(400, 'Invalid bouncer_public_key', 'INVALID_BOUNCER_PUBLIC_KEY')
    const opened = v.safeParse(registration, atob(body.encrypted_push_registration))
    if (!opened.success) return refuse(400, 'Invalid encrypted_push_registration')
    const { token_kind, token, timestamp } = opened.output
    if (timestamp < this.now() - DAY) refuse(400, 'Request expired', 'REQUEST_EXPIRED')
    if (tokenIdOf(token) !== body.token_id) refuse(400, 'Invalid encrypted_push_registration')
    this.gone.delete(body.token_id)
    const others = (this.devices.get(body.realm_uuid) ?? []).filter(({ token_id }) => token_id !== body.token_id)
    this.devices.set(body.realm_uuid, [...others, { token_id: body.token_id, kind: token_kind }])
  }

  private changeTokens(path: FormName, server: Server, body: Json): void {
    if (body.server_uuid !== server.uuid) refuse(400, 'Invalid UUID')
    this.realms.require(server, body.realm_uuid)
    const user = `${body.realm_uuid} ${body.user_uuid}`
    const tokens = this.tokens.get(user) ?? new Map<string, number>()
    if (path === 'push/unregister/all') return void this.tokens.delete(user)
    if (path === 'push/unregister') return tokens.delete(body.token) ? undefined : refuse(400, 'Token does not exist')
    if (body.token_kind === '1' && body.ios_app_id === undefined) refuse(400, 'Missing ios_app_id')
    if (body.token_kind === '1' && !/^(?:[0-9a-f]{2})+$/i.test(body.token)) refuse(400, 'Invalid APNS token')
    this.tokens.set(user, tokens.set(body.token, Number(body.token_kind)))
  }

  private answerJson(path: JsonName, body: Json, server: Server): Json {
    this.realms.require(server, body.realm_uuid)
    if (path === 'push/e2ee/notify') return this.notifyDevices(body)
    if (path === 'push/notify') return this.notifyTokens(body)
    if (!this.tokens.get(`${body.realm_uuid} ${body.user_uuid}`)?.has(body.token))
      refuse(400, 'Device not recognized by the push bouncer', 'INVALID_REMOTE_PUSH_DEVICE_TOKEN')
    this.notifications.push({ token: body.token, payload: { ...body.base_payload, event: 'test' }, priority: 'high' })
    return {}
  }

  private notifyDevices({ realm_uuid, push_requests }: Received<'push/e2ee/notify'>): Json {
    this.realms.requirePush(realm_uuid)
    const deleted = new Set<string>()
    const counts = { android_successfully_sent_count: 0, apple_successfully_sent_count: 0 }
    for (const request of push_requests) {
      const device = this.devices.get(realm_uuid)?.find(({ token_id }) => token_id === request.token_id)
      if (device === undefined || this.gone.has(request.token_id)) {
        deleted.add(request.token_id)
        continue
      }
      const isApple = 'http_headers' in request
      if (isApple !== (device.kind === 'apns')) refuse(500, 'A notification of the wrong kind')
      counts[isApple ? 'apple_successfully_sent_count' : 'android_successfully_sent_count']++
      const priority = isApple ? String(request.http_headers.apns_priority) : request.fcm_priority
      this.notifications.push({ token_id: request.token_id, payload: request.payload, priority })
    }
    return { ...counts, delete_token_ids: [...deleted], realm_push_status: this.realms.statusOf(realm_uuid) }
  }

  private notifyTokens(body: Received<'push/notify'>): Json {
    this.realms.requirePush(body.realm_uuid)
    const tokens = this.tokens.get(`${body.realm_uuid} ${body.user_uuid}`) ?? new Map<string, number>()
    const { priority } = body.gcm_options
    for (const [token, kind] of tokens)
      if (this.gone.has(token)) tokens.delete(token)
      else this.notifications.push({ token, payload: kind === 1 ? body.apns_payload : body.gcm_payload, priority })
    const isUnknown = (token: string) => !tokens.has(token)
    return {
      total_android_devices: body.android_devices.length,
      total_apple_devices: body.apple_devices.length,
      deleted_devices: {
        android_devices: body.android_devices.filter(isUnknown),
        apple_devices: body.apple_devices.filter(isUnknown),
      },
      realm: this.realms.statusOf(body.realm_uuid),
    }
  }
}

/** Who registers has no login yet. */
const WITHOUT_LOGIN: ReadonlySet<string> = new Set([
  'server/register',
  'server/register/transfer',
  'server/register/verify_challenge',
])

function requireNoLogin({ headers }: Request): void {
  requireUserAgent(headers)
  if (headers.has('authorization')) refuse(400, 'A login where none is needed')
}

function requireUserAgent(headers: Headers): void {
  if (!/^ZulipServer\/\S/.test(headers.get('user-agent') ?? '')) refuse(400, 'Not the User-Agent of a server')
}

// The runtime warns of forms that are read as text.
const textOf = async (request: Request) => new TextDecoder().decode(await request.arrayBuffer())

const registration = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    token_kind: v.picklist(['apns', 'fcm']),
    token: v.string(),
    timestamp: v.number(),
    ios_app_id: v.optional(v.string()),
  }),
)
